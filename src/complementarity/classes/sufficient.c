/* sym(D M) positive definite for a positive diagonal D, tried for D = I and for the D of
 * equilibration; and M_ii d_i > sum_j |M_ij| d_j for some d > 0 (an H-matrix with positive diagonal),
 * with d from one linear system. */
#include "complementarity/classes/sufficient.h"

#include "base/dense.h"
#include "complementarity/exact_sum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cholesky factors of a matrix with diagonal near 1 exist in spite of rounding if its
 * eigenvalues exceed this. */
static double rounding_shift(int n, double most) {
    return 4 * (double)n * (n + 1) * DBL_EPSILON * most;
}

/* M, or its radii, as M_ii is brought near 1 from both sides, which keeps definiteness. */
static void scale_alike(long n, const double *M, const double *from, double *N) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            const double row = M[i * n + i], column = M[j * n + j];
            const int a = row != 0 ? ilogb(row) / 2 : 0, b = column != 0 ? ilogb(column) / 2 : 0;
            N[i * n + j] = ldexp(from[i * n + j], -a - b);
        }
}

/* The symmetric part of what lies within the radii is smaller than their largest sum over a row and a column.
 */
static double spread_of(long n, const double *M, const double *M_D, double *room) {
    double most = 0;
    scale_alike(n, M, M_D, room);
    for (long i = 0; i < n; i++) {
        double sum = 0;
        for (long j = 0; j < n; j++) sum += room[i * n + j] + room[j * n + i];
        most = fmax(most, sum);
    }
    return (most / 2 + DBL_MIN) * (1 + 1e-12) * (1 + (double)n * DBL_EPSILON);
}

/* Definite in spite of rounding and radii. */
static JudderErr sufficient_definite(int n, const double *M, const double *M_D, double *N, bool *yes) {
    const long order = n;
    const double spread = M_D ? spread_of(order, M, M_D, N) : 0;
    scale_alike(order, M, M, N);
    const double most = dense_largest((size_t)(order * order), N);
    *yes = isfinite(most) && isfinite(spread);
    for (long i = 0; i < order; i++) *yes = *yes && N[i * order + i] > 0;
    if (!*yes) return JUDDER_OK;
    return dense_is_positive_definite(n, N, spread + rounding_shift(n, fmax(1, most)), yes);
}

static JudderErr by_scaling(const double *M, const double *M_D, const ScaledLcp *scaled, double *vector,
                            bool *yes) {
    const int n = scaled->lcp.n;
    double *N = malloc((size_t)n * (size_t)n * sizeof *N);
    REQUIRE(N, error_memory());
    for (int i = 0; i < n; i++) vector[i] = 1;
    JudderErr err = sufficient_definite(n, M, M_D, N, yes);
    if (err == JUDDER_OK && !*yes) {
        /* C D M C = R M C for D = R/C */
        for (int i = 0; i < n; i++) vector[i] = ldexp(1, scaled->row[i] - scaled->column[i]);
        err = sufficient_definite(n, scaled->M, scaled->M_D, N, yes);
    }
    free(N);
    return err;
}

/* Whether M_ii d_i > sum of |M_ij| d_j, radii M_D (may be NULL) counted; the signs of the sums are exact. */
static bool sufficient_dominates(long n, const double *M, const double *M_D, const double *d) {
    for (long i = 0; i < n; i++) {
        ExactSum rest = {{0}};
        for (long j = 0; j < n; j++) {
            if (!(isfinite(d[j]) && d[j] > 0)) return false;
            exact_sum_add(&rest, i == j ? M[i * n + j] : -fabs(M[i * n + j]), d[j]);
            if (M_D) exact_sum_add(&rest, -M_D[i * n + j], d[j]);
        }
        if (exact_sum_sign(&rest) <= 0) return false;
    }
    return true;
}

/* Whether 2 M_ii >= sum of |M_ij + M_ji|, exactly: then the symmetric part is semidefinite. */
static bool dominates_weakly(long n, const double *M) {
    for (long i = 0; i < n; i++) {
        ExactSum rest = {{0}};
        exact_sum_add(&rest, 2, M[i * n + i]);
        for (long j = 0; j < n; j++) {
            const double both = i == j ? 0 : M[i * n + j] + M[j * n + i]; /* its sign is exact */
            const double sign = both > 0 ? -1 : both < 0 ? 1 : 0;
            exact_sum_add(&rest, sign, M[i * n + j]);
            exact_sum_add(&rest, sign, M[j * n + i]);
        }
        if (exact_sum_sign(&rest) < 0) return false;
    }
    return true;
}

static JudderErr by_dominance(const ScaledLcp *scaled, double *vector, bool *yes) {
    const long n = scaled->lcp.n;
    SCOPED_FREE double *H = malloc((size_t)(n * n) * sizeof *H);
    REQUIRE(H, error_memory());
    for (long i = 0; i < n; i++) {
        vector[i] = 1;
        for (long j = 0; j < n; j++)
            H[i * n + j] = i == j ? scaled->M[i * n + j] : -fabs(scaled->M[i * n + j]);
    }
    bool singular = false;
    TRY(dense_solve_once((int)n, H, vector, &singular));
    *yes = !singular && sufficient_dominates(n, scaled->M, scaled->M_D, vector);
    for (long i = 0; i < n && *yes; i++) vector[i] = ldexp(vector[i], scaled->column[i]);
    return JUDDER_OK;
}

JudderErr sufficient_P(const double *M, const double *M_D, const ScaledLcp *scaled, double *vector,
                       const char **proof) {
    bool yes;
    *proof = NULL;
    TRY(by_scaling(M, M_D, scaled, vector, &yes));
    if (yes) *proof = "diagonal scaling";
    if (yes) return JUDDER_OK;
    TRY(by_dominance(scaled, vector, &yes));
    if (yes) *proof = "diagonal dominance";
    return JUDDER_OK;
}

void sufficient_P0(const double *M, const ScaledLcp *scaled, double *vector, const char **proof) {
    const int n = scaled->lcp.n;
    const bool plain = dominates_weakly(n, M);
    *proof = plain || dominates_weakly(n, scaled->M) ? "semidefinite" : NULL;
    for (int i = 0; i < n && *proof; i++)
        vector[i] = plain ? 1 : ldexp(1, scaled->row[i] - scaled->column[i]);
}
