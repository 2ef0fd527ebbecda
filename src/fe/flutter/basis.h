/* A growing orthonormal basis of distributed vectors, and dense matrices projected onto it. */
#ifndef JUDDER_FE_FLUTTER_BASIS_H
#define JUDDER_FE_FLUTTER_BASIS_H

#include "fe/flutter/shift.h"

typedef struct FeBasis {
    int count, room;
    Vec *at;
    double *weight; /* of each: the largest part that any vector which was added has of it */
} FeBasis;

/* Adds what a vector has beside the basis; nothing if that is rounding. The vector is not
 * changed. Collective. */
PetscErrorCode fe_basis_add(FeBasis *basis, Vec vector);
PetscErrorCode fe_basis_release(FeBasis *basis);

/* x <- sum of the coefficients times the basis. Collective. */
PetscErrorCode fe_basis_combine(const FeBasis *basis, const double *coefficient, Vec x);

/* W' X W in room for count by count numbers a row of `stride`, of which the first `done` rows and columns
 * are there. Collective. */
typedef struct FeProjection {
    double *A;
    int stride, done;
} FeProjection;
PetscErrorCode fe_basis_project(const FeBasis *basis, Mat X, const FeProjection *to);

/* What an operator's `wanted` largest eigenvalues span (their right vectors; of an operator of (x, lam x)
 * both blocks), by SLEPc's Krylov-Schur [hernandez2005, stewart2001]. *found says how many of them came; none
 * if the user interrupted it, which shift->stopped says. Collective. */
PetscErrorCode fe_shift_span(FeShift *shift, int wanted, FeBasis *basis, int *found);

#endif
