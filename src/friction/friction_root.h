/* The scalar equation of a friction step: A r + S mu(r) = Q, r >= 0; stick (r = 0) if Q <= S mu(0).
 * (SL-11), (DI-5)
 *
 * Where S times the steepest fall of mu exceeds A there may be several roots. The one taken is the first
 * from r_0 in the direction of the flow, sign of Q - A r_0 - S mu(r_0); it is stable, since the left side
 * passes Q there from below.  (DI-4)  If mu jumps down as slip begins, S mu(0) holds stick and r > 0 starts
 * at the lower S mu(0+): what rests stays, what slides goes on sliding while it can.
 */
#ifndef JUDDER_FRICTION_FRICTION_ROOT_H
#define JUDDER_FRICTION_FRICTION_ROOT_H

#include "friction/friction.h"

#include <math.h>

/* What the equation needs to know of a law, prepared once. */
typedef struct FrictionRoots {
    Friction friction;
    bool straight, has_state; /* mu is straight between the knots; it depends on a state */
    bool smooth;              /* no knots, and it can be expanded */
    size_t count;
    double *r, *mu,
        *slope;      /* knots: r[0] = 0; mu and its slope to the right; the last piece goes on without end */
    double steepest; /* fall of mu; unknown (infinite) with a state, infinite if mu jumps */
    bool jumps;      /* mu falls at once from mu[0] to onset as slip begins */
    double onset;
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
/* Of each of n rows of a contact; neighbours with the same law share theirs. */
JudderErr friction_roots_create_rows(const Friction *friction, int n, FrictionRoots ***roots);
void friction_roots_destroy_rows(int n, FrictionRoots ***roots);

/* The root by the rule, whatever the law. */
FrictionRoot friction_root(const FrictionRoots *roots, const FrictionEquation *equation);
/* All roots in order, unstable ones too: returns how many there are, writes at most `room`. */
size_t friction_root_list(const FrictionRoots *roots, const FrictionEquation *equation, double *r,
                          size_t room);

/* A tangent of a smooth law that falls: under a pressure up to S_up the left side lies above S mu_below
 * everywhere, so for Q below that stick is the only root. The one where A + S mu' = 0. */
typedef struct FrictionTangent {
    double S_up, mu_below;
} FrictionTangent;
FrictionTangent friction_tangent(const FrictionRoots *roots, double A, double S);

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

/* A root on a piece of a law that can be expanded, mu and mu' there. */
typedef struct SmoothRoot {
    double r, mu, slope;
} SmoothRoot;

/* d with slope d + S (c_2 d^2 + c_3 d^3 + ...) = excess to fourth order, or by Newton where
 * the series is slow. */
static inline double friction_series_root(const FrictionExpansion *about, double S, double excess,
                                          double slope) {
    const double per_slope = 1 / slope, x = excess * per_slope;
    const double s_2 = S * about->c[2] * per_slope, s_3 = S * about->c[3] * per_slope;
    const double series = x + x * x * (x * (2 * s_2 * s_2 - s_3) - s_2);
    return fabs(s_2 * x) < 0.25 ? series : x;
}

/* The root that the left side passes rising, from a speed near it: `about` is expanded there and is moved if
 * the root is out of its reach. False if the left side falls on the way, or it takes long. Unless S steepest
 * exceeds A the root is the only one besides stick. */
static inline bool friction_root_smooth(const Friction *friction, const FrictionEquation *e,
                                        FrictionExpansion *about, SmoothRoot *root) {
    for (int i = 0; i < 12; i++) {
        const double *c = about->c, slope = e->A + e->S * c[1];
        const double excess = (e->Q - e->A * about->r) - e->S * c[0];
        const double d = friction_series_root(about, e->S, excess, slope);
        const double curved = d * d * ((c[2] + c[3] * d) + (d * d) * (c[4] + c[5] * d));
        const double left = fabs(excess - (slope * d + e->S * curved)), r = about->r + d;
        if (!(slope > 0 && r > 0)) return false;
        if (fabs(d) <= about->reach && left <= 1e-16 * e->Q) {
            root->r = r;
            root->mu = c[0] + (c[1] * d + curved);
            root->slope = c[1] + d * ((2 * c[2] + 3 * c[3] * d) + (d * d) * (4 * c[4] + 5 * c[5] * d));
            return true;
        }
        friction->law->expand(friction->params, r, about);
    }
    return false;
}

#endif
