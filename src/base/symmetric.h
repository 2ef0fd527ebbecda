/* Symmetric dense algebra on LAPACK, and a proof of definiteness. Matrices are n by n, full. */
#ifndef JUDDER_BASE_SYMMETRIC_H
#define JUDDER_BASE_SYMMETRIC_H

#include "base/error.h"

#include <stdbool.h>

/* |a_ij - a_ji| relative to the larger of them and to the diagonal: the same in all units. */
double symmetric_defect(double one, double other, double a_ii, double a_jj);
/* Up to what assembling in floating point leaves, a matrix is meant to be symmetric: then the mean of its
 * halves is the matrix, made once where a matrix comes in, so that all who prove something prove it of one.
 */
extern const double symmetric_rounding;
double symmetric_mean_of(double one, double other);
/* The largest defect of A, infinite where a number is none; up to rounding A becomes its mean. */
double symmetric_mean(int n, double *A);

/* A <- A^-1 by Cholesky; *definite says whether A was positive definite, else A is spoiled. */
JudderErr symmetric_invert(int n, double *A, bool *definite);

/* Eigenvalues, ascending; A <- eigenvectors, one per row. */
JudderErr symmetric_eigen(int n, double *A, double *values);

/* Whether every symmetric matrix Q + E with |E_ij| <= radius_ij is proved positive definite, all rounding
 * errors counted: Cholesky of Q, scaled to a diagonal near 1, minus a shift that exceeds the radius and
 * the backward error (n + 1) u | |R'| |R| | of the factors R found [rump2006]. A no proves nothing. Q
 * and radius are spoiled. */
JudderErr symmetric_proves_definite(int n, double *Q, double *radius, bool *yes);

#endif
