#include "base/symmetric.h"

#include "base/dense.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const double symmetric_rounding = 1e-13;

double symmetric_defect(double one, double other, double a_ii, double a_jj) {
    const double size = sqrt(fabs(a_ii)) * sqrt(fabs(a_jj));
    return one == other ? 0 : fabs(one - other) / fmax(size, fmax(fabs(one), fabs(other)));
}

double symmetric_mean_of(double one, double other) {
    return one == other ? one : 0.5 * one + 0.5 * other;
}

double symmetric_mean(int n, double *A) {
    const size_t order = (size_t)n;
    double worst = 0;
    for (size_t i = 0; i < order; i++)
        for (size_t j = 0; j < i; j++) {
            const double defect = symmetric_defect(A[i * order + j], A[j * order + i], A[i * order + i],
                                                   A[j * order + j]);
            if (isnan(defect)) return INFINITY;
            worst = fmax(worst, defect);
        }
    for (size_t i = 0; i < order && worst <= symmetric_rounding; i++)
        for (size_t j = 0; j < i; j++)
            A[i * order + j] = A[j * order + i] = symmetric_mean_of(A[i * order + j], A[j * order + i]);
    return worst;
}

static JudderErr symmetric_check(int n, lapack_int info) {
    TRY(dense_check_order(n));
    return dense_check_answer(info, "a symmetric matrix");
}

JudderErr symmetric_invert(int n, double *A, bool *definite) {
    TRY(symmetric_check(n, 0));
    const lapack_int info = LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n, A, n);
    TRY(symmetric_check(n, info));
    *definite = info == 0;
    if (!*definite) return JUDDER_OK;
    TRY(symmetric_check(n, LAPACKE_dpotri(LAPACK_COL_MAJOR, 'L', n, A, n)));
    const size_t order = (size_t)n;
    for (size_t i = 0; i < order; i++)
        for (size_t j = 0; j < i; j++) A[i * order + j] = A[j * order + i];
    return JUDDER_OK;
}

JudderErr symmetric_eigen(int n, double *A, double *values) {
    TRY(symmetric_check(n, 0));
    const lapack_int info = LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', n, A, n, values);
    TRY(symmetric_check(n, info));
    REQUIRE(info == 0,
            error_machine("the eigenvalues of a symmetric matrix of order %d did not converge", n));
    return JUDDER_OK;
}

/* Q and radius <- S Q S, S radius S with powers of two that bring the diagonal of Q into [1, 4): exact. */
static bool scale_to_unit_diagonal(size_t n, double *Q, double *radius, double *scale) {
    for (size_t i = 0; i < n; i++) {
        const double diagonal = Q[i * n + i];
        int exponent = 0;
        if (!(diagonal > 0) || !isfinite(diagonal)) return false;
        frexp(diagonal, &exponent);
        scale[i] = ldexp(1, -(exponent - 1 - ((exponent - 1) & 1)) / 2);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            Q[i * n + j] *= scale[i] * scale[j];
            radius[i * n + j] *= scale[i] * scale[j];
            if (!isfinite(Q[i * n + j]) || !isfinite(radius[i * n + j])) return false;
        }
    return true;
}

/* Upper bound of the largest row sum of |R'| |R|; R is the lower factor in columns, that is R' in rows. */
static double backward_size(size_t n, const double *factor, double *sums) {
    double largest = 0;
    for (size_t k = 0; k < n; k++) {
        sums[k] = 0;
        for (size_t i = k; i < n; i++) sums[k] += fabs(factor[k * n + i]);
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k <= i; k++) sum += fabs(factor[k * n + i]) * sums[k];
        largest = fmax(largest, sum);
    }
    return largest * (1 + 4 * (double)n * DBL_EPSILON);
}

JudderErr symmetric_proves_definite(int n, double *Q, double *radius, bool *yes) {
    TRY(symmetric_check(n, 0));
    const size_t order = (size_t)n;
    double *factor = malloc((order + 2) * order * sizeof *factor);
    REQUIRE(factor, error_memory());
    double *sums = factor + order * order, *shift = sums + order;
    *yes = false;
    JudderErr err = JUDDER_OK;
    if (scale_to_unit_diagonal(order, Q, radius, sums)) {
        for (size_t i = 0; i < order; i++) {
            shift[i] = 0;
            for (size_t j = 0; j < order; j++) shift[i] += radius[i * order + j];
            shift[i] *= 1 + 2 * (double)n * DBL_EPSILON;
        }
        /* The second try takes the backward error that the first has shown. */
        double allowed = (double)(n + 2) * DBL_EPSILON * 4, needed = INFINITY;
        for (int k = 0; k < 2 && !*yes && err == JUDDER_OK; k++) {
            memcpy(factor, Q, order * order * sizeof *factor);
            for (size_t i = 0; i < order; i++) factor[i * order + i] -= shift[i] + allowed + 8 * DBL_EPSILON;
            const lapack_int info = LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n, factor, n);
            err = symmetric_check(n, info);
            if (info != 0) break;
            needed = (double)(n + 2) * DBL_EPSILON * backward_size(order, factor, sums);
            *yes = needed <= allowed;
            allowed = 1.05 * needed;
        }
    }
    free(factor);
    return err;
}
