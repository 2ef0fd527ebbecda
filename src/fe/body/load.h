/* Loads of a body (BD-1) as vectors of nodal forces, and the nodes of a side with their areas. */
#ifndef JUDDER_FE_BODY_LOAD_H
#define JUDDER_FE_BODY_LOAD_H

#include "fe/body/body.h"

/* A vector at a point: dim numbers. */
typedef struct FeFunction {
    void (*at)(const double *x, double *value, const void *context);
    const void *context;
} FeFunction;

/* The same value everywhere: context is an array of dim numbers, dim from the body. */
FeFunction fe_constant(const double value[3]);

/* force += int t.N over a side; t per area, thickness included. Collective. */
PetscErrorCode fe_load_traction(const FeBody *body, const MeshSide *side, FeFunction t, Vec force);
/* force += int b.N over the body; b per volume, thickness included. Collective. */
PetscErrorCode fe_load_volume(const FeBody *body, FeFunction b, Vec force);

/* The nodes of a side that move on their own, in the order of the side; of nodes that move
 * together the first. */
typedef struct FeSideNodes {
    int count;
    int *node;
    double *area;        /* of each node, thickness included: a node's force is its pressure times its area */
    double (*normal)[3]; /* outward, of length 1 */
    /* areas are int N; otherwise (P2 in 3-D, whose corners would get none) scaled diagonals of
     * the mass (HRZ) */
    bool consistent;
} FeSideNodes;

/* Not collective. */
PetscErrorCode fe_side_nodes_create(const FeBody *body, const MeshSide *side, FeSideNodes **nodes);
void fe_side_nodes_destroy(FeSideNodes **nodes);

/* The sum of the nodal forces over the nodes of a side, dim numbers, known to all ranks. Collective. */
PetscErrorCode fe_side_resultant(const FeBody *body, const MeshSide *side, Vec force, double *sum);

#endif
