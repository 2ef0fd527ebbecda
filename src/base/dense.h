/* Small dense algebra on LAPACK. Matrices are row-major, n by n, without padding. A number that is not
 * finite, or n < 1, is an input error. */
#ifndef JUDDER_BASE_DENSE_H
#define JUDDER_BASE_DENSE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* For programs: threads of OpenBLAS cost milliseconds for small matrices, and ranks would fight over the
 * cores. Who sets OPENBLAS_NUM_THREADS has the last word. */
void dense_one_thread(void);

typedef struct DenseFactor DenseFactor;

/* LU factors of A (A is copied); *singular says that a pivot vanished, an outcome and no error. */
JudderErr dense_factor_create(int n, const double *A, DenseFactor **factor, bool *singular);
void dense_factor_destroy(DenseFactor **factor);
/* x <- A^-1 x for a column of n numbers; the factors must not be singular. */
JudderErr dense_factor_solve(const DenseFactor *factor, double *x);
/* The same for `count` columns, one after the other in memory, at the speed of a product of matrices. */
JudderErr dense_factor_solve_many(const DenseFactor *factor, int count, double *columns);

/* x <- A^-1 x at once; singular: x is left alone. */
JudderErr dense_solve_once(int n, const double *A, double *x, bool *singular);
/* X <- A^-1 B, n by n like both, in room of its own, column by column; singular: X is left alone. */
JudderErr dense_divide(int n, const double *A, const double *B, double *X, bool *singular);

/* Factors that are made again and again in the same room, for matrices of up to `most` rows: fill the room (n
 * by n, row-major), then factor it. */
JudderErr dense_factor_reserve(int most, DenseFactor **factor);
double *dense_factor_room(DenseFactor *factor);
JudderErr dense_factor_room_factor(DenseFactor *factor, int n, bool *singular);
/* The least pivot relative to the largest: a cheap sign of a matrix that is singular to rounding. */
double dense_factor_pivot_ratio(const DenseFactor *factor);

/* Whether the symmetric part of A is positive definite beyond rounding: Cholesky of sym(A) - shift I. */
JudderErr dense_is_positive_definite(int n, const double *A, double shift, bool *yes);

/* Eigenvalues of A x = z x, and right vectors as LAPACK packs them, one per column (vectors may be NULL). */
JudderErr dense_eigen(int n, const double *A, double *re, double *im, double *vectors);

/* Room of the caller for what a pencil has: the eigenvalues (re + i im)/beta, where beta = 0 is an infinite
 * one, and right vectors as above (vectors may be NULL). */
typedef struct DensePencil {
    double *re, *im, *beta;
    double *vectors;
} DensePencil;

/* Eigenvalues of A x = z B x. */
JudderErr dense_eigen_pencil(int n, const double *A, const double *B, const DensePencil *found);

/* X = A^-1 in room of the caller; *singular says that a pivot vanished, and X holds nothing. */
JudderErr dense_inverse(int n, const double *A, double *X, bool *singular);
/* C <- A B in room of its own. */
void dense_product(int n, const double *A, const double *B, double *C);
/* The largest |a_i|. */
double dense_largest(size_t count, const double *a);
/* Sum of a_i b_i, in four partial sums. */
double dense_dot(int n, const double *a, const double *b);
/* y <- A x */
void dense_multiply(int n, const double *A, const double *x, double *y);

/* What an answer of LAPACKE means: below 0 it had no memory for its work, or `what` holds NaN. */
JudderErr dense_check_answer(int info, const char *what);
JudderErr dense_check_order(int n);

#endif
