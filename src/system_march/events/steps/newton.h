/* What the files of a block share. */
#ifndef JUDDER_SYSTEM_MARCH_EVENTS_STEPS_NEWTON_H
#define JUDDER_SYSTEM_MARCH_EVENTS_STEPS_NEWTON_H

#include "system_march/events/steps/block.h"

/* How the forces of a contact at a stage follow the motion. */
typedef struct ContactSlope {
    double by_w;     /* p mu' */
    double of_p;     /* s mu: friction by normal force */
    double by_depth; /* of a compliant contact: dp/du_n */
} ContactSlope;

struct StageBlock {
    const Tableau *tableau;
    unsigned long used; /* when last, among the blocks of a propagator */
    double dt;          /* 0: none yet */
    bool singular;      /* this length has no matrix of inner dofs */
    double *Khat, *transmission, *S;
    DenseFactor *inner, *J;
    double *rhs, *Mv, *inner_x;
    const BlockBase *base;             /* during a solution */
    double *b, *x, *g, *F, *r, *guess; /* dofs of contacts at all stages: S x = b + r */
    /* Newton's matrix, and for what it was factored. */
    unsigned long version, listed; /* of the modes of the factors and of the list */
    int active_count;
    int *active; /* places among the dofs of contacts whose velocity is not given */
    double single;
    bool J_singular;
    ContactSlope *now, *factored;
};

JudderErr block_newton(Events *e, StageBlock *block, const BlockBase *base, StageDone *done, bool *solved);

#endif
