/* Friction laws: mu as a function of the slip speed r >= 0 and, for some, of one state
 * variable. (FR-1)-(FR-8)
 *
 * A law knows numbers only. A new law is one new file and one new line in friction.c; every test of "all
 * laws" then holds for it.
 */
#ifndef JUDDER_FRICTION_FRICTION_H
#define JUDDER_FRICTION_FRICTION_H

#include "base/word.h"

struct Surface;

/* The Taylor polynomial of mu about a speed: mu(r + d) = sum c[k] d^k to rounding while |d| <= reach. */
enum { FRICTION_TERMS = 6 };
typedef struct FrictionExpansion {
    double r, reach, c[FRICTION_TERMS];
} FrictionExpansion;

/* Steady sliding: mu, and about it a disturbance of the speed that goes like exp(lam t) changes mu by
 * slope - memory rate/(lam + rate) of itself (FR-8); memory 0: of laws without a state. Where mu has a
 * kink the slope is the lower one of both sides, which damps least. */
typedef struct FrictionSteady {
    double mu, slope, memory, rate;
    const char *remark; /* what to know about the slope there; NULL: nothing */
} FrictionSteady;

typedef struct FrictionLaw {
    Word word;
    bool constant;                      /* mu is one number at every speed r > 0 */
    bool piecewise_linear;              /* mu is straight between its bends */
    bool any_speed;                     /* steady sliding has the same mu at every speed */
    JudderErr (*prepare)(void *params); /* what must be computed once before use; NULL: nothing */
    void (*release)(void *params);      /* undoes prepare */
    double (*at_rest)(const void *params, double state); /* the bound in stick, mu(0) */
    double (*onset)(const void *params); /* mu(0+) where mu may jump down as slip begins; NULL: mu(0) */
    double (*sliding)(const void *params, double r, double state); /* r > 0 finite */
    double (*slope)(const void *params, double r,
                    double state); /* mu'(r), from the right where mu has a kink */
    void (*expand)(const void *params, double r,
                   FrictionExpansion *about);  /* about r > 0; NULL: not at hand. Laws without bends */
    double (*final_slope)(const void *params); /* mu' as r grows without bound; NULL: 0 */
    double (*last_speed)(const void *params);  /* beyond it nothing was measured; NULL: there is none */
    /* Speeds r > 0, in order, between which mu is smooth and mu' monotone; returns how many (writes at most
     * `room`). NULL: none. */
    size_t (*bends)(const void *params, double *at, size_t room);
    /* The state at the start, and after sliding at constant speed r for a time dt; NULL: the
     * law has no state. */
    double (*state_start)(const void *params);
    double (*state_advance)(const void *params, double state, double r, double dt);
    /* Of mu(r, state_advance(state, r, dt)): its slope in r, and a bound of how steeply it
     * falls for any r >= 0. */
    double (*advanced_slope)(const void *params, double r, double state, double dt);
    double (*advanced_fall)(const void *params, double state, double dt);
    /* The same bound for speeds up to r alone, negative where it only rises; NULL: the one for all. */
    double (*advanced_fall_up_to)(const void *params, double r, double state, double dt);
    /* Whether mu(0) = 0 and any load makes a contact slide, over many decades of speed: nothing sticks. NULL:
     * it does not. (MO-13) */
    bool (*creeps)(const void *params);
    double (*slip_scale)(const void *params); /* slip over which the state follows; NULL: there is none */
    /* Steady sliding at the speed r > 0 of a law with a state. */
    FrictionSteady (*steady)(const void *params, double r);
    /* d mu/d temperature for a law whose state may be the temperature of the contact; NULL: mu does
     * not depend on it. */
    double (*state_slope)(const void *params, double r, double state);
    int (*variables)(const void *params); /* of which mu is given as a function; NULL: the speed alone */
    struct Surface *(*thermal)(
        const void *params); /* mu as a surface over speed and temperature; NULL: it is none */
} FrictionLaw;

extern const FrictionLaw constant_law, linear_law, exponential_law, stribeck_law, tabulated_law, formula_law,
    rate_state_law, slip_weakening_law;
extern const FrictionLaw *const friction_laws[]; /* ends with NULL */

const FrictionLaw *friction_law_find(const char *name);

/* A law with its numbers. */
typedef struct Friction {
    const FrictionLaw *law;
    const void *params;
} Friction;

static inline double friction_at_rest(const Friction *f, double state) {
    return f->law->at_rest(f->params, state);
}
static inline double friction_sliding(const Friction *f, double r, double state) {
    return f->law->sliding(f->params, r, state);
}
static inline double friction_slope(const Friction *f, double r, double state) {
    return f->law->slope(f->params, r, state);
}
/* mu(0+): what slip begins with, at most the bound in stick. */
static inline double friction_onset(const Friction *f, double state) {
    return f->law->onset ? f->law->onset(f->params) : friction_at_rest(f, state);
}
/* Whether mu jumps down as slip begins: static and kinetic friction. */
static inline bool friction_jumps(const Friction *f) {
    return f->law->onset && f->law->onset(f->params) < friction_at_rest(f, 0);
}
static inline bool friction_creeps(const Friction *f) {
    return f->law->creeps && f->law->creeps(f->params);
}
static inline struct Surface *friction_thermal(const Friction *f) {
    return f->law->thermal ? f->law->thermal(f->params) : NULL;
}
/* mu for questions that know no speed: at the onset of slip before the state has moved; of a law that creeps,
 * in steady sliding at the speed that its first state stands for. */
double friction_nominal(const Friction *f);
/* mu, and its slope, at the speed r once the state has moved on by dt at that speed; laws
 * without a state ignore it. */
double friction_advanced(const Friction *f, double r, double state, double dt);
double friction_advanced_slope(const Friction *f, double r, double state, double dt);
double friction_final_slope(const Friction *f);
/* At the speed r > 0; a law of any speed takes NAN as well. */
FrictionSteady friction_steady(const Friction *f, double r);
size_t friction_bends(const Friction *f, double *at, size_t room);

/* The steepest fall of a law without state: max(-mu') over r > 0, not less than 0; infinite if mu jumps. */
JudderErr friction_steepest_fall(const Friction *f, double *kappa);

#endif
