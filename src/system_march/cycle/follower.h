/* What the files of a branch share. */
#ifndef JUDDER_SYSTEM_MARCH_CYCLE_FOLLOWER_H
#define JUDDER_SYSTEM_MARCH_CYCLE_FOLLOWER_H

#include "system_march/cycle/branch.h"
#include "system_march/cycle/find.h"

typedef struct Follower {
    const BranchSetup *setup;
    Branch *branch;
    Cycle *cycle;
    int size;                                               /* 2n */
    double wide;                                            /* of the parameter */
    double scale[2];                                        /* of u and v */
    double *y, *t, *next, *next_t, *guess, *slope, *matrix; /* y: scaled, size + 1 */
    bool *stuck; /* contacts that stick at the section: their velocity is the foundation's */
    BranchPoint now;
    double ds;
} Follower;

/* Newton onto the branch in the plane through `next` normal to t; the derivative of the map is then that at
 * the point. */
JudderErr follower_correct(Follower *f, const double *t, bool *found);
/* The direction of the branch at the point found last, oriented as t. */
JudderErr follower_tangent(Follower *f, const double *t, double *tangent);
JudderErr follower_point(Follower *f, BranchPoint *point);

#endif
