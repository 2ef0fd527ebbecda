/* The matrices of a body from its cells. */
#ifndef JUDDER_FE_BODY_ASSEMBLE_H
#define JUDDER_FE_BODY_ASSEMBLE_H

#include "fe/body/body.h"

/* Fills K, and M or lumped, and C. Every rank takes the cells that touch its nodes and keeps its rows, so no
 * values travel. Collective. */
PetscErrorCode fe_assemble(FeBody *body, bool lumped);

/* The coordinates of nodes of the mesh, as cells and facets want them. Not collective. */
void fe_coordinates(const Mesh *mesh, int count, const int *node, double (*x)[3]);

#endif
