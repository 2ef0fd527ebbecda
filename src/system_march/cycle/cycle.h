/* The periodic motion of a system by shooting through events, its multipliers, and a branch of such motions
 * over a parameter  (MO-16), (MO-17).
 *
 * A march of at least twenty cycles comes first, then Newton on x - P(x) = 0 with the map P from section to
 * section. Its derivative follows from the variational equation in each mode and from saltation at events;
 * differences of the map judge it. The motion is found with the step and with half of it, and the period and
 * the multipliers are extrapolated from both. */
#ifndef JUDDER_SYSTEM_MARCH_CYCLE_CYCLE_H
#define JUDDER_SYSTEM_MARCH_CYCLE_CYCLE_H

#include "base/error.h"
#include "system_march/state/setup.h"

#include <stdbool.h>
#include <stddef.h>

/* Where one cycle ends and the next begins; all are of the first contact. */
typedef enum CycleSection {
    CYCLE_AUTO,      /* the first of those below that the motion crosses */
    CYCLE_SLIP,      /* stuck -> slip */
    CYCLE_THRESHOLD, /* the slip speed passes the threshold upwards */
    CYCLE_TURN,      /* the velocity of its dof falls through 0, or through that of the mean motion */
    CYCLE_LOAD       /* the period of the loads: whenever a signal varies */
} CycleSection;
extern const char *const cycle_section_names[]; /* "auto", "slip", "threshold", "turn", "load" */

typedef struct CycleSetup {
    const SystemMarchSetup *system; /* u, v: where the march begins; lent */
    CycleSection section;
    double threshold; /* m/s; 0: none */
    double period;    /* of the loads; 0: no signal varies */
    double step;
    double final; /* the march before Newton takes no longer */
    /* Asked now and then; false: the search is interrupted. NULL: never. */
    bool (*go_on)(void *context, double part);
    void *context;
} CycleSetup;

typedef enum CycleOutcome {
    CYCLE_FOUND,
    CYCLE_SETTLES,      /* the motion dies out: the section is no longer crossed */
    CYCLE_NOT_PERIODIC, /* no state comes back in the time given */
    CYCLE_DIVERGES,     /* Newton did not converge */
    CYCLE_UNDECIDED,    /* an event without a decision: the map is not known there */
    CYCLE_STOPPED
} CycleOutcome;

/* One cycle, as the discrete motion has it. */
typedef struct CycleMotion {
    double period;
    double u_min, u_max; /* of the first contact's dof, beside the mean motion */
    double slip_max, stick_fraction;
    double friction_loss, viscous_loss, impact_loss, external_work, energy_defect;
    size_t events, steps;
} CycleMotion;

typedef struct CycleReport {
    CycleOutcome outcome;
    CycleSection section; /* the one taken */
    int order;            /* of the method */
    int cycles;           /* crossings of the section in a period */
    CycleMotion motion;   /* with half the step */
    double period, period_error;
    size_t multiplier_count;
    const double *re, *im;   /* by falling modulus; without the 1 of autonomous systems */
    double multiplier_error; /* between the step and half of it, extrapolated */
    double largest;          /* modulus */
    bool stable;
    double residual;         /* |x - P(x)| relative to the range of the motion */
    double monodromy_defect; /* what differences of the map say against the derivative; NAN: not asked */
    double march_time;       /* of the march before */
    size_t crossings;        /* of the section in it */
    int iterations;
} CycleReport;

typedef struct Cycle Cycle;

JudderErr cycle_create(const CycleSetup *setup, Cycle **cycle);
void cycle_destroy(Cycle **cycle);
/* March, Newton, half step, judge. */
JudderErr cycle_find(Cycle *cycle);
/* Newton alone from a state on the section, or near it: 0 to 2n of u, then v. */
JudderErr cycle_refine(Cycle *cycle, const double *u, const double *v);
const CycleReport *cycle_report(const Cycle *cycle);
/* The state on the section: u, v. */
void cycle_state(const Cycle *cycle, const double **u, const double **v);

/* The cycle once more, by its steps: called at the start and at each end of a step. */
typedef struct CycleSeen {
    double t, displacement, velocity, slip, friction; /* of the first contact */
} CycleSeen;
typedef void CycleWatch(void *context, const CycleSeen *seen);
JudderErr cycle_trace(Cycle *cycle, CycleWatch *watch, void *context);

#endif
