/* Symmetric dense algebra on LAPACK, and a proof of definiteness. Matrices are n by n, full. */
#ifndef JUDDER_BASE_SYMMETRIC_H
#define JUDDER_BASE_SYMMETRIC_H

#include "base/error.h"

#include <stdbool.h>

/* A <- A^-1 by Cholesky; *definite says whether A was positive definite, else A is spoiled. */
JudderErr symmetric_invert(int n, double *A, bool *definite);

/* Eigenvalues, ascending; A <- eigenvectors, one per row. */
JudderErr symmetric_eigen(int n, double *A, double *values);

/* Whether every symmetric matrix Q + E with |E_ij| <= radius_ij is proved positive definite, all rounding
 * errors counted: Cholesky of Q, scaled to a diagonal near 1, minus a shift that exceeds the radius and
 * the backward error (n + 1) u | |R'| |R| | of the factors R found (Rump 2006). A no proves nothing. Q
 * and radius are spoiled. */
JudderErr symmetric_proves_definite(int n, double *Q, double *radius, bool *yes);

#endif
