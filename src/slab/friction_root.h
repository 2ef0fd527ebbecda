/* The scalar equation of a friction step: A r + S mu(r) = Q, r >= 0; stick (r = 0) if Q <= S mu(0).
 * (SL-11), (DI-5)
 *
 * Where S times the steepest fall of mu exceeds A there may be several roots. The one taken is the first
 * from r_0 in the direction of the flow, sign of Q - A r_0 - S mu(r_0); it is stable, since the left side
 * passes Q there from below.  (DI-4)
 */
#ifndef JUDDER_SLAB_FRICTION_ROOT_H
#define JUDDER_SLAB_FRICTION_ROOT_H

#include "friction/friction.h"

/* What the equation needs to know of a law, prepared once. */
typedef struct FrictionRoots {
    Friction friction;
    bool straight, has_state; /* mu is straight between the knots; it depends on a state */
    size_t count;
    double *r, *mu,
        *slope;      /* knots: r[0] = 0; mu and its slope to the right; the last piece goes on without end */
    double steepest; /* fall of mu; unknown (infinite) with a state */
} FrictionRoots;

typedef struct FrictionEquation {
    double A, S, Q, r_0;
    double state, duration; /* the state before, and for how long it moves on at the speed r */
    bool one_is_enough;     /* do not ask whether there are several */
} FrictionEquation;

typedef struct FrictionRoot {
    double r, mu;
    bool several; /* there are other roots */
    bool jumped;  /* an unstable part of the graph lies between r_0 and r */
    double fold;  /* if jumped: the r at which the branch ended */
} FrictionRoot;

JudderErr friction_roots_create(Friction friction, FrictionRoots **roots);
void friction_roots_destroy(FrictionRoots **roots);

/* The root by the rule, whatever the law. */
FrictionRoot friction_root(const FrictionRoots *roots, const FrictionEquation *equation);
/* All roots in order, unstable ones too: returns how many there are, writes at most `room`. Laws without
 * state. */
size_t friction_root_list(const FrictionRoots *roots, const FrictionEquation *equation, double *r,
                          size_t room);

/* The case of the inner loop: straight pieces and a left side that only rises (S steepest < A), so one root.
 * From Q^2 > (S mu(0))^2 to r/Q and mu(r), with per_Q = 1/Q. On a piece r = r_i + (Q - level)/slope, so r/Q
 * needs one division that does not wait for Q. */
static inline double friction_root_rising(const FrictionRoots *roots, double A, double S, double Q_squared,
                                          double per_Q, double *mu) {
    double level = S * roots->mu[0];
    size_t i = 0;
    for (; i + 1 < roots->count; i++) {
        const double next = A * roots->r[i + 1] + S * roots->mu[i + 1];
        if (Q_squared <= next * next) break;
        level = next;
    }
    const double per_slope = 1 / (A + S * roots->slope[i]);
    const double offset = roots->r[i] - level * per_slope;
    const double part = per_slope + offset * per_Q, r = part * Q_squared * per_Q;
    *mu = roots->mu[i] + roots->slope[i] * (r - roots->r[i]);
    return part > 0 ? part : 0;
}

#endif
