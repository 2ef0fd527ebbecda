/* sym(D M) positive definite for a positive diagonal D, tried for D = I and for the D of
 * equilibration; and M_ii d_i > sum_j |M_ij| d_j for some d > 0 (an H-matrix with positive diagonal),
 * with d from one linear system. */
#include "complementarity/classes/sufficient.h"

#include "base/dense.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cholesky factors of a matrix with diagonal near 1 exist in spite of rounding if its
 * eigenvalues exceed this. */
static double rounding_shift(int n, double most) {
    return 4 * (double)n * (n + 1) * DBL_EPSILON * most;
}

static double largest(long count, const double *values) {
    double most = 0;
    for (long i = 0; i < count; i++) most = fmax(most, fabs(values[i]));
    return most;
}

/* M with M_ii brought near 1 from both sides, which keeps definiteness. */
static void scale_alike(long n, const double *M, double *N) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            const double row = M[i * n + i], column = M[j * n + j];
            const int a = row != 0 ? ilogb(row) / 2 : 0, b = column != 0 ? ilogb(column) / 2 : 0;
            N[i * n + j] = ldexp(M[i * n + j], -a - b);
        }
}

/* sign 1: definite beyond rounding; -1: semidefinite within rounding. */
static JudderErr definite(int n, const double *M, int sign, double *N, bool *yes) {
    const long order = n;
    scale_alike(order, M, N);
    const double most = largest(order * order, N);
    *yes = isfinite(most);
    for (long i = 0; i < order; i++) *yes = *yes && (sign > 0 ? N[i * order + i] > 0 : N[i * order + i] >= 0);
    if (!*yes) return JUDDER_OK;
    return dense_is_positive_definite(n, N, sign * rounding_shift(n, fmax(1, most)), yes);
}

static JudderErr by_scaling(const double *M, const ScaledLcp *scaled, int sign, double *vector, bool *yes) {
    const int n = scaled->lcp.n;
    double *N = malloc((size_t)n * (size_t)n * sizeof *N);
    REQUIRE(N, error_memory());
    for (int i = 0; i < n; i++) vector[i] = 1;
    JudderErr err = definite(n, M, sign, N, yes);
    if (err == JUDDER_OK && !*yes) {
        /* C D M C = R M C for D = R/C */
        for (int i = 0; i < n; i++) vector[i] = ldexp(1, scaled->row[i] - scaled->column[i]);
        err = definite(n, scaled->M, sign, N, yes);
    }
    free(N);
    return err;
}

static bool dominates(long n, const double *M, const double *d) {
    for (long i = 0; i < n; i++) {
        double others = 0;
        for (long j = 0; j < n; j++)
            if (j != i) others += fabs(M[i * n + j]) * d[j];
        if (!(d[i] > 0) || !(M[i * n + i] * d[i] > others * (1 + 2 * (double)n * DBL_EPSILON))) return false;
    }
    return true;
}

static JudderErr by_dominance(const ScaledLcp *scaled, double *vector, bool *yes) {
    const long n = scaled->lcp.n;
    double *H = malloc((size_t)(n * n) * sizeof *H);
    REQUIRE(H, error_memory());
    for (long i = 0; i < n; i++) {
        vector[i] = 1;
        for (long j = 0; j < n; j++)
            H[i * n + j] = i == j ? scaled->M[i * n + j] : -fabs(scaled->M[i * n + j]);
    }
    DenseFactor *factor = NULL;
    bool singular = false;
    JudderErr err = dense_factor_create((int)n, H, &factor, &singular);
    if (err == JUDDER_OK && !singular) err = dense_factor_solve(factor, vector);
    *yes = err == JUDDER_OK && !singular && dominates(n, scaled->M, vector);
    for (long i = 0; i < n && *yes; i++) vector[i] = ldexp(vector[i], scaled->column[i]);
    dense_factor_destroy(&factor);
    free(H);
    return err;
}

JudderErr sufficient_P(const double *M, const ScaledLcp *scaled, double *vector, const char **proof) {
    bool yes;
    *proof = NULL;
    TRY(by_scaling(M, scaled, 1, vector, &yes));
    if (yes) *proof = "diagonal scaling";
    if (yes) return JUDDER_OK;
    TRY(by_dominance(scaled, vector, &yes));
    if (yes) *proof = "diagonal dominance";
    return JUDDER_OK;
}

JudderErr sufficient_P0(const double *M, const ScaledLcp *scaled, double *vector, const char **proof) {
    bool yes;
    TRY(by_scaling(M, scaled, -1, vector, &yes));
    *proof = yes ? "semidefinite" : NULL;
    return JUDDER_OK;
}
