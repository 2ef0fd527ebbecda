/* Stress at the nodes, for output. */
#ifndef JUDDER_FE_BODY_STRESS_H
#define JUDDER_FE_BODY_STRESS_H

#include "fe/body/body.h"

/* xx yy zz xy yz zx at each node of the mesh from displacements in the order of the mesh: the cells' stresses
 * at the node, averaged with their volumes. Exact where the strain is continuous (constant; linear with P2).
 * In plane strain zz = nu (xx + yy). Not collective. */
PetscErrorCode fe_stress(const FeBody *body, const double *u, double *stress);

#endif
