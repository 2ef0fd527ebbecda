/* Enclosures of condensed matrices (PR-1): with the kept dofs k and the others f, each entry of
 *
 *     S = J_kk - J_kf J_ff^-1 J_fk
 *
 * of the true J, which lies within its radius of the J given, is within S_D of S. The approximate solutions X
 * of J_ff X = J_fk may come from anywhere; the residual r = J_fk - J_ff X is computed with twice the digits,
 * and a bound of J_ff^-1 that is proved turns it into a radius. */
#ifndef JUDDER_ENCLOSURE_ENCLOSURE_H
#define JUDDER_ENCLOSURE_ENCLOSURE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* A matrix in rows, columns ascending in each. */
typedef struct EnclosureMatrix {
    int n;
    size_t *start; /* n + 1 */
    int *column;
    double *value, *radius; /* radius NULL: exact */
    bool symmetric;         /* exactly, radii included */
} EnclosureMatrix;

/* Room for a matrix of n rows and so many entries; with or without radii. */
JudderErr enclosure_matrix_create(int n, size_t entries, bool radii, EnclosureMatrix **matrix);
void enclosure_matrix_destroy(EnclosureMatrix **matrix);
/* The entries of a dense matrix (row-major) that are not zero, or not known to be; radius NULL: exact. */
JudderErr enclosure_matrix_dense(int n, const double *J, const double *radius, EnclosureMatrix **matrix);
/* a J + b H with the rounding of that in its radii; H may be NULL if b = 0. Factors are exact. */
JudderErr enclosure_matrix_sum(double a, const EnclosureMatrix *J, double b, const EnclosureMatrix *H,
                               EnclosureMatrix **sum);

/* The lower triangle becomes the matrix; *possible false: its pattern is not symmetric, and nothing is
 * changed. */
JudderErr enclosure_matrix_mirror(EnclosureMatrix *matrix, bool *possible);

/* Motions y = T q of the dofs of J: column q of T. */
typedef struct EnclosureBasis {
    int n; /* columns */
    size_t *start;
    int *row; /* dofs of J, each in few columns */
    double *factor;
} EnclosureBasis;
/* T'J T of a symmetric J, with the rounding of its sums in the radii; T is exact. */
JudderErr enclosure_matrix_reduce(const EnclosureMatrix *J, const EnclosureBasis *T,
                                  EnclosureMatrix **reduced);

typedef struct EnclosureQuestion {
    const EnclosureMatrix *J;
    int kept;          /* rows of S */
    const int *row;    /* which dofs they are */
    int columns;       /* of S */
    const int *wanted; /* which of the kept they are, ascending */
} EnclosureQuestion;

typedef struct EnclosureAnswer {
    double *S, *S_D;    /* kept by columns, row-major */
    bool enclosed;      /* false: S and S_D hold nothing */
    bool definite;      /* J is symmetric and J_ff proved positive definite */
    const char *reason; /* why not enclosed; "" */
} EnclosureAnswer;

/* (PR-3), any J: R ~ J_ff^-1 and |I - R J_ff| v <= theta v with theta < 1, v > 0. */
JudderErr enclosure_dense(const EnclosureQuestion *question, EnclosureAnswer *answer);
/* (PR-2), symmetric J, up to some million dofs: Cholesky factors of J_ff - (sigma + c) I. */
JudderErr enclosure_sparse(const EnclosureQuestion *question, EnclosureAnswer *answer);
/* One of both, by the size of J_ff. */
JudderErr enclosure_condense(const EnclosureQuestion *question, EnclosureAnswer *answer);

/* (PR-2) alone: whether the symmetric J, all of it, is proved positive definite. */
JudderErr enclosure_is_definite(const EnclosureMatrix *J, bool *proved);
/* Whether it is proved semidefinite: definite but for rows of zeros, or diagonal. */
JudderErr enclosure_is_semidefinite(const EnclosureMatrix *J, bool *proved);

#endif
