/* Sparse Cholesky factors [chen2008] as a proof (PR-2) [rump2006]. */
#ifndef JUDDER_ENCLOSURE_CHOLESKY_H
#define JUDDER_ENCLOSURE_CHOLESKY_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* A symmetric matrix: the columns of its upper triangle, rows ascending. */
typedef struct CholeskyMatrix {
    size_t n;
    long *start, *row;
    double *value;
    double diagonal; /* the largest */
} CholeskyMatrix;

typedef struct Cholesky Cholesky;

/* The order of elimination and the pattern of the factors. *possible false, and nothing made: they would take
 * too much of the memory of the machine, or too long. */
JudderErr cholesky_create(const CholeskyMatrix *A, Cholesky **cholesky, bool *possible);
void cholesky_destroy(Cholesky **cholesky);

/* Factors for cholesky_solve; *done false: a pivot was not positive. */
JudderErr cholesky_factor(Cholesky *cholesky, bool *done);
/* x ~ A^-1 b for some columns, one after the other. */
JudderErr cholesky_solve(Cholesky *cholesky, int columns, const double *b, double *x);

/* Whether every eigenvalue of A is proved to be at least sigma: factors of A - (sigma + c) I exist, c what
 * rounding may have hidden. */
JudderErr cholesky_proves(Cholesky *cholesky, double sigma, bool *proved);

#endif
