#include "base/dense.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct DenseFactor {
    int n, most;
    double *lu;
    lapack_int *pivots;
};

/* There if the BLAS of the process is OpenBLAS. */
void openblas_set_num_threads(int count) __attribute__((weak));

void dense_one_thread(void) {
    if (openblas_set_num_threads && !getenv("OPENBLAS_NUM_THREADS")) openblas_set_num_threads(1);
}

static size_t square(int n) {
    return (size_t)n * (size_t)n;
}

static double *copy_of(int n, const double *A) {
    double *copy = malloc(square(n) * sizeof *copy);
    if (copy) memcpy(copy, A, square(n) * sizeof *copy);
    return copy;
}

JudderErr dense_check_order(int n) {
    REQUIRE(n > 0, error_input(NULL, "a matrix of %d rows: at least 1 is needed", n));
    return JUDDER_OK;
}

JudderErr dense_check_answer(int info, const char *what) {
    REQUIRE(info != LAPACK_WORK_MEMORY_ERROR && info != LAPACK_TRANSPOSE_MEMORY_ERROR, error_memory());
    REQUIRE(info >= 0, error_input(NULL, "%s has an invalid number", what));
    return JUDDER_OK;
}

JudderErr dense_factor_reserve(int most, DenseFactor **factor) {
    TRY(dense_check_order(most));
    DenseFactor *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->most = most;
    made->lu = malloc(square(most) * sizeof *made->lu);
    made->pivots = calloc((size_t)most, sizeof *made->pivots);
    if (!made->lu || !made->pivots) {
        dense_factor_destroy(&made);
        return error_memory();
    }
    *factor = made;
    return JUDDER_OK;
}

double *dense_factor_room(DenseFactor *factor) {
    return factor->lu;
}

/* LAPACK reads the rows as columns and factors the transpose, so nothing is ever transposed in memory. */
JudderErr dense_factor_room_factor(DenseFactor *factor, int n, bool *singular) {
    TRY(dense_check_order(n));
    REQUIRE(n <= factor->most, error_input(NULL, "a matrix of %d rows in a room for %d", n, factor->most));
    factor->n = n;
    const lapack_int info = LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, factor->lu, n, factor->pivots);
    TRY(dense_check_answer(info, "a matrix"));
    *singular = info > 0;
    /* Pivots too small for their rows: what overflows is as good as singular, and no error of the caller. */
    for (size_t i = 0; i < square(n) && !*singular; i++) *singular = !isfinite(factor->lu[i]);
    return JUDDER_OK;
}

JudderErr dense_factor_create(int n, const double *A, DenseFactor **factor, bool *singular) {
    DenseFactor *made = NULL;
    TRY(dense_factor_reserve(n, &made));
    memcpy(made->lu, A, square(n) * sizeof *A);
    const JudderErr err = dense_factor_room_factor(made, n, singular);
    if (err != JUDDER_OK) {
        dense_factor_destroy(&made);
        return err;
    }
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

double dense_factor_pivot_ratio(const DenseFactor *factor) {
    double least = INFINITY, largest = 0;
    for (size_t i = 0; i < (size_t)factor->n; i++) {
        const double pivot = fabs(factor->lu[i * (size_t)factor->n + i]);
        least = fmin(least, pivot);
        largest = fmax(largest, pivot);
    }
    return largest > 0 ? least / largest : 0;
}

JudderErr dense_factor_solve(const DenseFactor *factor, double *x) {
    for (int i = 0; i < factor->n; i++)
        REQUIRE(!isnan(x[i]),
                error_input(NULL, "the right-hand side of a linear system has an invalid number"));
    const lapack_int info = LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'T', factor->n, 1, factor->lu, factor->n,
                                                factor->pivots, x, factor->n);
    return dense_check_answer(info, "the right-hand side of a linear system");
}

JudderErr dense_factor_solve_many(const DenseFactor *factor, int count, double *columns) {
    const lapack_int info = LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'T', factor->n, count, factor->lu, factor->n,
                                           factor->pivots, columns, factor->n);
    return dense_check_answer(info, "the right-hand sides of a linear system");
}

JudderErr dense_solve_once(int n, const double *A, double *x, bool *singular) {
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    TRY(dense_factor_create(n, A, &factor, singular));
    return *singular ? JUDDER_OK : dense_factor_solve(factor, x);
}

JudderErr dense_divide(int n, const double *A, const double *B, double *X, bool *singular) {
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    SCOPED_FREE double *column = malloc((size_t)n * sizeof *column);
    REQUIRE(column, error_memory());
    TRY(dense_factor_create(n, A, &factor, singular));
    for (int j = 0; j < n && !*singular; j++) {
        for (int i = 0; i < n; i++) column[i] = B[(size_t)i * (size_t)n + (size_t)j];
        TRY(dense_factor_solve(factor, column));
        for (int i = 0; i < n; i++) X[(size_t)i * (size_t)n + (size_t)j] = column[i];
    }
    return JUDDER_OK;
}

JudderErr dense_is_positive_definite(int n, const double *A, double shift, bool *yes) {
    TRY(dense_check_order(n));
    const size_t order = (size_t)n;
    double *symmetric = malloc(square(n) * sizeof *symmetric);
    REQUIRE(symmetric, error_memory());
    for (size_t i = 0; i < order; i++)
        for (size_t j = 0; j < order; j++)
            symmetric[i * order + j] = 0.5 * (A[i * order + j] + A[j * order + i]) - (i == j ? shift : 0);
    const lapack_int info = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, symmetric, n);
    free(symmetric);
    TRY(dense_check_answer(info, "a matrix"));
    *yes = info == 0;
    return JUDDER_OK;
}

JudderErr dense_eigen(int n, const double *A, double *re, double *im, double *vectors) {
    TRY(dense_check_order(n));
    double *work = copy_of(n, A);
    REQUIRE(work, error_memory());
    const lapack_int info = LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', vectors ? 'V' : 'N', n, work, n, re, im,
                                          NULL, n, vectors, n);
    free(work);
    TRY(dense_check_answer(info, "a matrix"));
    REQUIRE(info == 0, error_machine("the eigenvalues of a matrix of order %d did not converge", n));
    return JUDDER_OK;
}

JudderErr dense_eigen_pencil(int n, const double *A, const double *B, const DensePencil *found) {
    TRY(dense_check_order(n));
    double *a = copy_of(n, A), *b = copy_of(n, B);
    lapack_int info = 0;
    if (a && b)
        info = LAPACKE_dggev(LAPACK_ROW_MAJOR, 'N', found->vectors ? 'V' : 'N', n, a, n, b, n, found->re,
                             found->im, found->beta, NULL, n, found->vectors, n);
    const bool memory = a && b;
    free(a);
    free(b);
    REQUIRE(memory, error_memory());
    TRY(dense_check_answer(info, "a matrix"));
    REQUIRE(info == 0, error_machine("the eigenvalues of a pencil of order %d did not converge", n));
    return JUDDER_OK;
}

/* LAPACK inverts the transpose, whose inverse is the transpose of what is wanted. */
JudderErr dense_inverse(int n, const double *A, double *X, bool *singular) {
    TRY(dense_check_order(n));
    lapack_int *pivots = calloc((size_t)n, sizeof *pivots);
    REQUIRE(pivots, error_memory());
    memcpy(X, A, square(n) * sizeof *X);
    lapack_int info = LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, X, n, pivots);
    *singular = info > 0;
    if (info == 0) info = LAPACKE_dgetri(LAPACK_COL_MAJOR, n, X, n, pivots);
    free(pivots);
    return dense_check_answer(info, "a matrix");
}

/* Four rows of B at a time pass through the cache for each row of C. */
void dense_product(int n, const double *A, const double *B, double *C) {
    const size_t order = (size_t)n;
    for (size_t i = 0; i < order; i++) {
        double *restrict to = C + i * order;
        const double *a = A + i * order;
        size_t k = 0;
        for (size_t j = 0; j < order; j++) to[j] = 0;
        for (; k + 4 <= order; k += 4) {
            const double *restrict b = B + k * order;
            if (a[k] == 0 && a[k + 1] == 0 && a[k + 2] == 0 && a[k + 3] == 0) continue;
            for (size_t j = 0; j < order; j++)
                to[j] += (a[k] * b[j] + a[k + 1] * b[order + j]) +
                         (a[k + 2] * b[2 * order + j] + a[k + 3] * b[3 * order + j]);
        }
        for (; k < order; k++)
            for (size_t j = 0; j < order; j++) to[j] += a[k] * B[k * order + j];
    }
}

double dense_largest(size_t count, const double *a) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(a[i]));
    return largest;
}

double dense_dot(int n, const double *a, const double *b) {
    double sum[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void dense_multiply(int n, const double *A, const double *x, double *y) {
    for (int i = 0; i < n; i++) y[i] = dense_dot(n, A + (size_t)i * (size_t)n, x);
}
