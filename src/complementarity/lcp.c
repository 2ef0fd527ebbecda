#include "complementarity/lcp.h"

#include "complementarity/exact_sum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const lcp_outcome_names[] = {
    [LCP_SOLVED] = "solved",
    [LCP_RAY] = "ray",
    [LCP_NONE] = "none",
    [LCP_LIMIT] = "limit",
};

/* A new solver is one new file and one new line here. */
const LcpSolver *const lcp_solvers[] = {
    &lcp_lemke, &lcp_principal_pivoting, &lcp_projected_gauss_seidel, &lcp_fischer_burmeister, &lcp_minimum,
    NULL,
};

const LcpSolver *lcp_solver_find(const char *name) {
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
        if (strcmp((*solver)->name, name) == 0) return *solver;
    return NULL;
}

/* w_i, and the size of what was summed in it, each in four partial sums. */
static double row_sum(const Lcp *lcp, const double *x, long i, double *size) {
    const long n = lcp->n;
    const double *M = lcp->M + i * n;
    double sum[4] = {lcp->q[i]}, sizes[4] = {fabs(lcp->q[i])};
    long j = 0;
    for (; j + 4 <= n; j += 4)
        for (int k = 0; k < 4; k++) {
            const double term = M[j + k] * x[j + k];
            sum[k] += term;
            sizes[k] += fabs(term);
        }
    for (; j < n; j++) {
        const double term = M[j] * x[j];
        sum[0] += term;
        sizes[0] += fabs(term);
    }
    *size = (sizes[0] + sizes[1]) + (sizes[2] + sizes[3]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static bool is_empty_column(const Lcp *lcp, long j) {
    const long n = lcp->n;
    for (long i = 0; i < n; i++)
        if (lcp->M[i * n + j] != 0) return false;
    return true;
}

bool lcp_weigh(const Lcp *lcp, const double *x, double *share, double *weight) {
    const long n = lcp->n;
    memset(weight, 0, (size_t)n * sizeof *weight);
    for (long i = 0; i < n; i++) {
        double size;
        const double w = row_sum(lcp, x, i, &size), *M = lcp->M + i * n;
        if (!isfinite(x[i]) || !isfinite(size)) return false;
        share[i] = size > 0 ? w / size : 0;
        const double unit = size > 4 * DBL_MIN ? 1 / size : size > 0 ? 0.25 / DBL_MIN : 0;
        for (long j = 0; j < n; j++) {
            const double part = fabs(M[j] * x[j]) * unit;
            weight[j] = part > weight[j] ? part : weight[j];
        }
    }
    /* A column of zeros cannot say what is small. */
    for (long j = 0; j < n; j++) {
        if (x[j] != 0 && weight[j] == 0 && is_empty_column(lcp, j)) weight[j] = 1;
        weight[j] = copysign(weight[j], x[j]);
    }
    return true;
}

/* Whether q is below the rounding of every sum: x would do as well for any other q. */
static bool loses_q(const Lcp *lcp, const double *x) {
    const double rounding = 4 * DBL_EPSILON;
    bool some = false;
    for (long i = 0; i < lcp->n; i++) {
        double size;
        if (lcp->q[i] == 0) continue;
        row_sum(lcp, x, i, &size);
        if (fabs(lcp->q[i]) > rounding * size) return false;
        some = true;
    }
    return some;
}

double lcp_residual(const Lcp *lcp, const double *x) {
    const int n = lcp->n;
    double *share = malloc(2 * (size_t)n * sizeof *share), worst = 0;
    if (!share) return INFINITY; /* nothing can be said to hold */
    double *weight = share + n;
    if (!lcp_weigh(lcp, x, share, weight)) worst = INFINITY;
    for (int i = 0; i < n && isfinite(worst); i++) worst = fmax(worst, fabs(fmin(weight[i], share[i])));
    if (worst < 1 && loses_q(lcp, x)) worst = 1;
    free(share);
    return worst;
}

/* Whether the numbers are finite, none below zero, and not all zero. */
static bool is_direction(long n, const double *u) {
    bool some = false;
    for (long i = 0; i < n; i++) {
        if (!isfinite(u[i]) || u[i] < 0) return false;
        some = some || u[i] > 0;
    }
    return some;
}

static bool all_finite(long count, const double *values) {
    for (long i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

bool lcp_ray_holds(const Lcp *lcp, const double *u) {
    const long n = lcp->n;
    if (!is_direction(n, u) || !all_finite(n * n, lcp->M)) return false;
    for (long i = 0; i < n; i++)
        if (u[i] > 0 && exact_dot_sign(n, lcp->M + i * n, 1, u, 1) > 0) return false;
    return true;
}

bool lcp_none_holds(const Lcp *lcp, const double *y) {
    const long n = lcp->n;
    if (!is_direction(n, y) || !all_finite(n * n, lcp->M) || !all_finite(n, lcp->q)) return false;
    if (exact_dot_sign(n, lcp->q, 1, y, 1) >= 0) return false;
    for (long j = 0; j < n; j++)
        if (exact_dot_sign(n, lcp->M + j, n, y, 1) > 0) return false;
    return true;
}
