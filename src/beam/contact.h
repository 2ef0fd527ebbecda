/* The scalar problem that every one-step method leaves at the end of a step. (BM-7), (BM-9)
 *
 * w = W + R sigma, Th = Th_0 + S q, th_1 = t_0 + s_1 q with R, S, s_1 >= 0; g = |sigma|, r = |W| - R g, q
 * = g r.
 */
#ifndef JUDDER_BEAM_CONTACT_H
#define JUDDER_BEAM_CONTACT_H

#include "base/error.h"
#include "friction/friction.h"
#include "friction/surface.h"

#include <stddef.h>

typedef struct BeamLaw {
    Friction friction;
    double alpha, beta;
    bool constant;       /* mu does not vary */
    bool jumps;          /* mu falls at once as slip begins */
    double mu;           /* then */
    double steepest;     /* max(-mu_r), for laws of the speed alone */
    Surface *thermal;    /* mu depends on the temperature too; else NULL */
    const double *bends; /* speeds at which mu may bend */
    size_t bend_count;
} BeamLaw;

/* Makes the law ready; laws with memory are refused. */
JudderErr beam_law_open(const Friction *friction, double alpha, double beta, BeamLaw *law);
void beam_law_close(BeamLaw *law);

/* mu at speed r and temperature th. */
static inline double beam_mu(const BeamLaw *law, double r, double th) {
    if (law->constant) return law->mu;
    return r > 0 ? friction_sliding(&law->friction, r, th) : friction_at_rest(&law->friction, th);
}

/* h = p max(1 - beta p, 0), p = max(alpha Th, 0). (BM-7) */
static inline double beam_bound(const BeamLaw *law, double Th) {
    const double p = law->alpha * Th > 0 ? law->alpha * Th : 0, rest = 1 - law->beta * p;
    return rest > 0 ? p * rest : 0;
}

typedef struct BeamContact {
    double W, R, Th_0, S, t_0, s_1;
} BeamContact;

enum { CONTACT_MOST_ROOTS = 16 };

typedef struct ContactRoot {
    double g, r; /* r = 0: stick */
    bool stable; /* on a branch that the motion can keep */
} ContactRoot;

/* All roots, stick first; returns how many, at least one. */
size_t contact_roots(const BeamLaw *law, const BeamContact *contact, ContactRoot roots[CONTACT_MOST_ROOTS]);
/* Whether the sufficient condition for one root holds. */
bool contact_is_unique(const BeamLaw *law, const BeamContact *contact);
/* The root that the rule selects: nearest to the last speed on a stable branch; *count says among how
 * many. */
ContactRoot contact_select(const BeamLaw *law, const BeamContact *contact, double last_r, size_t *count);
/* |W|/R against the bound at rest: positive if the end cannot stick. */
double contact_excess(const BeamLaw *law, const BeamContact *contact);

/* The root for constant mu and beta = 0, without a search; only for Th_0 >= 0. */
ContactRoot contact_quadratic(double m, const BeamContact *contact); /* m = mu alpha */

#endif
