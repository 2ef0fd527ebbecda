/* What the files of the exact propagator share: u, v and all that follows from them over the step made last,
 * as polynomials in s = time/h on [0, 1].  (MO-7) */
#ifndef JUDDER_SYSTEM_MARCH_EVENTS_EXACT_EXACT_H
#define JUDDER_SYSTEM_MARCH_EVENTS_EXACT_EXACT_H

#include "linear_motion/linear_motion.h"
#include "system_march/events/events.h"

enum { EXACT_SIZE = LINEAR_TERMS + 1 };

/* A contact over the step. On its piece of the law  mu = start + slope s w. */
typedef struct ExactContact {
    double start, slope;
    double p_made; /* normal force for which the dashpot p slope was made */
    double w[EXACT_SIZE], V[EXACT_SIZE], r[EXACT_SIZE], p[EXACT_SIZE];
} ExactContact;

typedef struct ExactMotion {
    LinearMotion *motion;
    unsigned long version; /* of the mode for which it is made; 0: none */
    bool singular;         /* this mode has no accelerations (Painleve) */
    bool *given;           /* n */
    LinearJoin *join;
    LinearDashpot *dashpot;
    ExactContact *contact;
    double *load;             /* forces without friction; EXACT_SIZE n */
    double *flow;             /* C v; EXACT_SIZE n */
    double from, from_low, h; /* the step made last */
    double bernstein[EXACT_SIZE * EXACT_SIZE];
} ExactMotion;

/* Makes the motion of the present mode, unless it is made. */
JudderErr exact_motion_prepare(Events *e, ExactMotion *x);
/* Up to the next end of a piece of any signal; what is left of a piece may be too little to step over. */
double exact_motion_reach(const Events *e);
/* Loads, friction and given accelerations over a step h from e->now. */
void exact_motion_load(const Events *e, ExactMotion *x, double h);
/* Slip velocities and forces of the contacts, once the motion is expanded. */
void exact_motion_contacts(const Events *e, ExactMotion *x);

void exact_motion_account(Events *e, const Moment *end, StepWorks *works);
JudderErr exact_motion_first(Events *e, double h, Moment *end, EventFound *found);
void exact_motion_slip(const Events *e, int contact, double *moved, double *fastest);
/* c in Bernstein's form bounds the polynomial on [0, 1]. */
void exact_motion_bernstein_open(ExactMotion *x);

bool exact_suits(const Events *e, const char **why_not);

#endif
