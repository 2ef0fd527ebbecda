#include "base/dense.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

struct DenseFactor {
    int n;
    double *lu;
    lapack_int *pivots;
};

static size_t square(int n) {
    return (size_t)n * (size_t)n;
}

static double *copy_of(int n, const double *A) {
    double *copy = malloc((square(n) + 1) * sizeof *copy);
    if (copy) memcpy(copy, A, square(n) * sizeof *copy);
    return copy;
}

JudderErr dense_factor_create(int n, const double *A, DenseFactor **factor, bool *singular) {
    REQUIRE(n > 0, error_input(NULL, "a matrix of %d rows: at least 1 is needed", n));
    DenseFactor *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->n = n;
    made->lu = copy_of(n, A);
    made->pivots = calloc((size_t)n, sizeof *made->pivots);
    if (!made->lu || !made->pivots) {
        dense_factor_destroy(&made);
        return error_memory();
    }
    const lapack_int info = LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, made->lu, n, made->pivots);
    if (info < 0) {
        dense_factor_destroy(&made);
        return error_input(NULL, "a matrix has an invalid number");
    }
    *singular = info > 0;
    *factor = made;
    return JUDDER_OK;
}

void dense_factor_destroy(DenseFactor **factor) {
    if (!*factor) return;
    free((*factor)->lu);
    free((*factor)->pivots);
    free(*factor);
    *factor = NULL;
}

JudderErr dense_factor_solve(const DenseFactor *factor, double *x) {
    const lapack_int info = LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'N', factor->n, 1, factor->lu, factor->n,
                                           factor->pivots, x, 1);
    REQUIRE(info == 0, error_input(NULL, "the right-hand side of a linear system has an invalid number"));
    return JUDDER_OK;
}

JudderErr dense_is_positive_definite(int n, const double *A, double shift, bool *yes) {
    double *symmetric = malloc((square(n) + 1) * sizeof *symmetric);
    REQUIRE(symmetric, error_memory());
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            symmetric[i * n + j] = 0.5 * (A[i * n + j] + A[j * n + i]) - (i == j ? shift : 0);
    *yes = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, symmetric, n) == 0;
    free(symmetric);
    return JUDDER_OK;
}

JudderErr dense_eigen(int n, const double *A, double *re, double *im, double *vectors) {
    double *work = copy_of(n, A);
    REQUIRE(work, error_memory());
    const lapack_int info = LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', vectors ? 'V' : 'N', n, work, n, re, im,
                                          NULL, n, vectors, n);
    free(work);
    REQUIRE(info >= 0, error_input(NULL, "a matrix has an invalid number"));
    REQUIRE(info == 0, error_machine("the eigenvalues of a matrix of order %d did not converge", n));
    return JUDDER_OK;
}

JudderErr dense_eigen_pencil(int n, const double *A, const double *B, double *re, double *im, double *beta,
                             double *vectors) {
    double *a = copy_of(n, A), *b = copy_of(n, B);
    lapack_int info = 0;
    if (a && b)
        info = LAPACKE_dggev(LAPACK_ROW_MAJOR, 'N', vectors ? 'V' : 'N', n, a, n, b, n, re, im, beta, NULL, n,
                             vectors, n);
    const bool memory = a && b;
    free(a);
    free(b);
    REQUIRE(memory, error_memory());
    REQUIRE(info >= 0, error_input(NULL, "a matrix has an invalid number"));
    REQUIRE(info == 0, error_machine("the eigenvalues of a pencil of order %d did not converge", n));
    return JUDDER_OK;
}

void dense_multiply(int n, const double *A, const double *x, double *y) {
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += A[i * n + j] * x[j];
        y[i] = sum;
    }
}
