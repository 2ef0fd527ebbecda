/* How many eigenvalues of a symmetric matrix are negative, or zero to rounding: from the pivots of LDL^T
 * [parlett1998], without any of them. */
#ifndef JUDDER_FE_SPARSE_INERTIA_H
#define JUDDER_FE_SPARSE_INERTIA_H

#include <petscmat.h>

/* Collective. */
PetscErrorCode fe_inertia(Mat A, int *negative, int *zero);

#endif
