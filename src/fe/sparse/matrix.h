/* Distributed matrices from triplets, and vectors on one rank. */
#ifndef JUDDER_FE_SPARSE_MATRIX_H
#define JUDDER_FE_SPARSE_MATRIX_H

#include "base/error.h"

#include <petscmat.h>

/* Entries of an n by n matrix, places counted from 0, the same on every rank; entries of one
 * place are summed. */
typedef struct FeTriplets {
    int n;
    size_t count;
    const int *row, *column;
    const double *value;
} FeTriplets;

/* Every row has a place on its diagonal. Collective. */
PetscErrorCode fe_matrix_create(const FeTriplets *triplets, Mat *A);

/* All entries of a vector, in room of the first rank; `to` is not examined elsewhere. Collective. */
PetscErrorCode fe_vector_gather(Vec v, double *to);

#endif
