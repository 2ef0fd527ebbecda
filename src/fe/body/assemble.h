/* The matrices K, C, M of a body from its cells (BD-1). */
#ifndef JUDDER_FE_BODY_ASSEMBLE_H
#define JUDDER_FE_BODY_ASSEMBLE_H

#include "fe/body/body.h"

/* Fills K, and M or lumped, and C; or the lumped mass alone. Every rank takes the cells that touch its nodes
 * and keeps its rows, so no values travel. Collective. */
typedef enum FeMatrices { FE_CONSISTENT, FE_LUMPED, FE_MASS_ALONE } FeMatrices;
PetscErrorCode fe_assemble(FeBody *body, FeMatrices which);

/* The coordinates of nodes of the mesh, as cells and facets want them. Not collective. */
void fe_coordinates(const Mesh *mesh, int count, const int *node, double (*x)[3]);

#endif
