/* Small dense algebra on LAPACK. Matrices are row-major, n by n, without padding. */
#ifndef JUDDER_BASE_DENSE_H
#define JUDDER_BASE_DENSE_H

#include "base/error.h"

#include <stdbool.h>

typedef struct DenseFactor DenseFactor;

/* LU factors of A (A is copied); *singular says that a pivot vanished, an outcome and no error. */
JudderErr dense_factor_create(int n, const double *A, DenseFactor **factor, bool *singular);
void dense_factor_destroy(DenseFactor **factor);
/* x <- A^-1 x for a column of n numbers; the factors must not be singular. */
JudderErr dense_factor_solve(const DenseFactor *factor, double *x);

/* Whether the symmetric part of A is positive definite beyond rounding: Cholesky of sym(A) - shift I. */
JudderErr dense_is_positive_definite(int n, const double *A, double shift, bool *yes);

/* Eigenvalues of A x = z x, and right vectors as LAPACK packs them, one per column (vectors may be NULL). */
JudderErr dense_eigen(int n, const double *A, double *re, double *im, double *vectors);

/* Eigenvalues of A x = (alpha/beta) B x as pairs; beta = 0 is an infinite one (vectors may be NULL). */
JudderErr dense_eigen_pencil(int n, const double *A, const double *B, double *re, double *im, double *beta,
                             double *vectors);

/* y <- A x */
void dense_multiply(int n, const double *A, const double *x, double *y);

#endif
