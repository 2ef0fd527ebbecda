/* One or two implicit stages that are solved together in a mode, dense  (BD-4), (MO-6):
 *
 *   V_k at the stages:  sum_l inverse_kl M (V_l - v_b)/dt + C V_k + K (u_b + dt sum_l A_kl V_l) = f_k + G'r_k
 *
 * condensed onto the dofs of contacts; stuck and closed dofs are given, the others by Newton. */
#ifndef JUDDER_SYSTEM_MARCH_EVENTS_STEPS_BLOCK_H
#define JUDDER_SYSTEM_MARCH_EVENTS_STEPS_BLOCK_H

#include "system_march/events/events.h"

typedef struct Tableau {
    int stages;
    double A[4], inverse[4]; /* of A */
    double c[2];
} Tableau;

/* What a stage ends with. */
typedef struct StageDone {
    double t;
    double *U, *V, *a, *f; /* n */
    double *r, *p;         /* contacts */
} StageDone;

typedef struct BlockBase {
    double t;
    const double *u, *v, *state;
    const double *a; /* for the first guess */
} BlockBase;

typedef struct StageBlock StageBlock;

JudderErr block_create(Events *e, const Tableau *tableau, StageBlock **block);
void block_destroy(StageBlock **block);
/* Prepares for steps of a length; does nothing if it is the last one. */
JudderErr block_set(Events *e, StageBlock *block, double dt);
/* Of a pair the one for steps of a length: with fixed steps the first is kept for these. */
StageBlock *block_for(const Events *e, StageBlock *const pair[2], double h);
/* done: as many as the tableau has stages. */
JudderErr block_solve(Events *e, StageBlock *block, const BlockBase *base, StageDone *done, bool *solved);

JudderErr block_serialise(Events *e, StageBlock *block, Archive *archive);

JudderErr stage_done_create(const Events *e, StageDone *done);
void stage_done_destroy(StageDone *done);
/* Adds the works of a stage over a time. */
void stage_done_works(const Events *e, const StageDone *done, double time, StepWorks *works);
/* x'A x */
double events_quadratic(const Events *e, const double *A, const double *x);

#endif
