/* Steady sliding: where the frictional heat balances what flows off, and when that state is stable.
 * (BM-12)-(BM-15) */
#ifndef JUDDER_BEAM_STEADY_H
#define JUDDER_BEAM_STEADY_H

#include "beam/contact.h"

#include <complex.h>
#include <stddef.h>

typedef struct SteadySetup {
    double c, damping, k, h_b, alpha, beta;
    double wall, foundation;
    const BeamLaw *law;
} SteadySetup;

typedef struct SteadyState {
    bool exists;
    size_t solutions;                                                  /* how many temperatures balance */
    double V;                                                          /* speed of the foundation, >= 0 */
    double A, pressure;                                                /* th = th_l + A x; p */
    double bound;                                                      /* h */
    double mu, mu_r, mu_th;                                            /* there */
    double end_temperature, mean_temperature, end_displacement, shear; /* for V >= 0 */
} SteadyState;

/* The state at speed V >= 0; of several, the coolest. */
SteadyState steady_state(const SteadySetup *setup, double V);

/* A range of speeds, `to` may be INFINITY, in which so many steady states exist. */
typedef struct SteadyInterval {
    double from, to;
    size_t states;
} SteadyInterval;

/* How many states there are at G = alpha V mu/(2 (k + h_b)), where mu does not depend on the temperature. */
size_t steady_count(const SteadySetup *setup, double G);

enum { STEADY_MOST_INTERVALS = 64 };

typedef struct SteadyIntervals {
    size_t count;
    SteadyInterval at[STEADY_MOST_INTERVALS]; /* in order; those without a state are left out */
    bool known;                               /* false: mu depends on the temperature */
    bool cut;                                 /* there are more than have room */
} SteadyIntervals;

/* All speeds at which steady states exist, and how many, by (BM-16). */
void steady_intervals(const SteadySetup *setup, SteadyIntervals *intervals);
/* The least speed at which the state that begins at rest ends; INFINITY if it goes on for ever, NAN where mu
 * depends on the temperature. Faster speeds may have states again. */
double steady_critical_velocity(const SteadySetup *setup);
/* How fast heat grows at a speed without a steady state: (BM-15) with the mu of that speed; NAN: it does not,
 * or mu depends on the temperature. */
double steady_heat_growth(const SteadySetup *setup, double V);

enum { STEADY_MOST_ROOTS = 64 };

typedef struct SteadyRoot {
    double complex lambda;
    bool elastic;    /* continued from a mode of the beam; else from one of heat */
    size_t mode;     /* which, from 1 */
    double residual; /* of (BM-14), relative to its terms */
} SteadyRoot;

typedef struct SteadySpectrum {
    size_t count;
    SteadyRoot roots[STEADY_MOST_ROOTS]; /* with Im >= 0 */
    double thermal_growth_rate;          /* (BM-15): the beam taken as stiff */
    double leading_growth;               /* largest real part of all roots found */
    double elastic_growth;               /* of those of the beam's modes */
    int unstable_counted; /* roots with positive real part below the next mode, by the argument principle */
    int unstable_found;
    bool verified; /* the two agree */
} SteadySpectrum;

/* Eigenvalues about a steady state: those that continue the first modes of the beam and of heat. */
void steady_spectrum(const SteadySetup *setup, const SteadyState *state, size_t modes,
                     SteadySpectrum *spectrum);

/* The least speed in (0, top] at which a root near one of the first modes of the beam gets a positive real
 * part; 0: from the slowest speeds on; NAN: none. */
double steady_flutter_velocity(const SteadySetup *setup, double top, size_t modes);

/* Up to which speed flutter is looked for: the critical one, or ten times what it would be without beta. */
double steady_flutter_top(const SteadySetup *setup, double critical);

/* (BM-15) alone. */
double steady_thermal_growth(const SteadySetup *setup, const SteadyState *state);

#endif
