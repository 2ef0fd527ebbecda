/* A distributed matrix on the first rank, for those who prove something of it there. */
#ifndef JUDDER_FE_SPARSE_GATHER_H
#define JUDDER_FE_SPARSE_GATHER_H

#include "enclosure/enclosure.h"

#include <petscmat.h>

/* All rows, to be destroyed; NULL on the other ranks. `symmetric` is said where every entry equals its mirror
 * image. Collective. */
PetscErrorCode fe_matrix_gather(Mat A, EnclosureMatrix **rows);

#endif
