/* One node of a stage, the others held. */
#ifndef JUDDER_STAGE_LOCAL_H
#define JUDDER_STAGE_LOCAL_H

#include "stage/internal.h"

/* A w + p mu(|w|) Dir(w) contains q. */
typedef struct LocalContact {
    int tangents;
    double A[2][2], q[2], p;
    double state, h;
    const FrictionRoots *roots;
    double fall;
    double floor; /* slip that rounding hides */
} LocalContact;

typedef struct LocalSlip {
    double w[2];
    bool several, jumped;
} LocalSlip;

/* The root reached from w along the flow; `count` asks whether there are several. */
LocalSlip local_slip(const LocalContact *local, const double w[2], bool count);
/* Whether the fall of mu is too small for several roots. */
bool local_is_unique(const LocalContact *local);
/* Fills all but A, q and p. */
void local_of_node(const Stage *s, const StageInput *input, int node, LocalContact *local);
/* A: the tangential block of the node in the problem solved, or in the tangential one. */
void local_core(const Stage *s, int node, LocalContact *local);
void local_tangential(const Stage *s, int node, LocalContact *local);

#endif
