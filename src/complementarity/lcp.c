#include "complementarity/lcp.h"

#include "complementarity/exact_sum.h"

#include <float.h>
#include <limits.h>
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

/* w_i, and the size of what was summed in it, times 2^-power: 0 but for rows in which next to nothing is
 * summed. */
typedef struct RowSum {
    double w, size;
    int power;
} RowSum;

/* Sums below this lose digits of their products. */
static const double least_sum = 0x1p-900;

/* a b 2^-power: nothing on the way is below the range of doubles. */
static double scaled_product(double a, double b, int power) {
    int a_power, b_power;
    const double product = frexp(a, &a_power) * frexp(b, &b_power);
    return ldexp(product, a_power + b_power - power);
}

static double row_term(const Lcp *lcp, const double *x, long i, long j, int power) {
    const double entry = lcp->M[i * lcp->n + j];
    return power == 0 ? entry * x[j] : scaled_product(entry, x[j], power);
}

/* The exponent of the largest that is summed in a row; 0: nothing is. */
static int row_power(const Lcp *lcp, const double *x, long i) {
    int most = INT_MIN;
    for (long j = 0; j <= lcp->n; j++) {
        const double a = j < lcp->n ? lcp->M[i * lcp->n + j] : lcp->q[i], b = j < lcp->n ? x[j] : 1;
        if (a == 0 || b == 0) continue;
        const int power = ilogb(a) + ilogb(b);
        most = power > most ? power : most;
    }
    return most == INT_MIN ? 0 : most;
}

static RowSum small_row_sum(const Lcp *lcp, const double *x, long i) {
    RowSum row = {.power = row_power(lcp, x, i)};
    row.w = ldexp(lcp->q[i], -row.power);
    row.size = fabs(row.w);
    for (long j = 0; j < lcp->n; j++) {
        const double term = row_term(lcp, x, i, j, row.power);
        row.w += term;
        row.size += fabs(term);
    }
    return row;
}

/* In four partial sums. */
static RowSum row_sum(const Lcp *lcp, const double *x, long i) {
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
    const double size = (sizes[0] + sizes[1]) + (sizes[2] + sizes[3]);
    if (size < least_sum) return small_row_sum(lcp, x, i);
    return (RowSum){(sum[0] + sum[1]) + (sum[2] + sum[3]), size, 0};
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
        const RowSum row = row_sum(lcp, x, i);
        if (!isfinite(x[i]) || !isfinite(row.size)) return false;
        share[i] = row.size > 0 ? row.w / row.size : 0;
        const double unit = row.size > 0 ? 1 / row.size : 0;
        for (long j = 0; j < n; j++) {
            const double part = fabs(row_term(lcp, x, i, j, row.power)) * unit;
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
        if (lcp->q[i] == 0) continue;
        const RowSum row = row_sum(lcp, x, i);
        if (fabs(ldexp(lcp->q[i], -row.power)) > rounding * row.size) return false;
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
