#include "complementarity/lcp.h"

#include "complementarity/lcp/scaled.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to this, relative to what was summed, a direction is a ray. */
static const double ray_tolerance = 1e-10;
/* Up to this, relative to what was summed, a sum of Farkas' proof is zero: x of size 1/none_tolerance
 * would not be excluded. */
static const double none_tolerance = 1e-12;

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

/* w_i, and the size of what was summed in it. */
static double row_sum(const Lcp *lcp, const double *x, long i, double *size) {
    const long n = lcp->n;
    double sum = lcp->q[i];
    *size = fabs(lcp->q[i]);
    for (long j = 0; j < n; j++) {
        const double term = lcp->M[i * n + j] * x[j];
        sum += term;
        *size += fabs(term);
    }
    return sum;
}

/* The largest part that x_i has in any row; a column of zeros cannot say what is small. */
static double weight_of(const Lcp *lcp, const double *x, const double *sizes, long i) {
    const long n = lcp->n;
    double weight = 0;
    bool empty = true;
    if (x[i] == 0) return 0;
    for (long j = 0; j < n; j++) {
        const double term = fabs(lcp->M[j * n + i] * x[i]);
        empty = empty && lcp->M[j * n + i] == 0;
        if (term > 0 && term / sizes[j] > weight) weight = term / sizes[j];
    }
    return empty ? 1 : weight;
}

double lcp_residual(const Lcp *lcp, const double *x) {
    const int n = lcp->n;
    double *w = malloc(2 * (size_t)n * sizeof *w), worst = 0;
    if (!w) return INFINITY; /* nothing can be said to hold */
    double *sizes = w + n;
    for (int i = 0; i < n; i++) {
        w[i] = row_sum(lcp, x, i, &sizes[i]);
        if (!isfinite(x[i]) || !isfinite(sizes[i])) worst = INFINITY;
    }
    for (int i = 0; i < n && isfinite(worst); i++) {
        const double share = sizes[i] > 0 ? w[i] / sizes[i] : 0;
        const double weight = copysign(weight_of(lcp, x, sizes, i), x[i]);
        worst = fmax(worst, fabs(fmin(weight, share)));
    }
    free(w);
    return worst;
}

/* In the scaled problem d = e, u0 is the least (M' u')_i with the sign changed, or 0 if that
 * is rounding only. */
static bool ray_holds(const ScaledLcp *scaled, double *inner, double *d) {
    const long n = scaled->lcp.n;
    double u0 = 0, most = 0;
    for (long i = 0; i < n; i++) {
        double sum = 0, size = 0;
        for (long j = 0; j < n; j++) {
            sum += scaled->M[i * n + j] * inner[j];
            size += fabs(scaled->M[i * n + j] * inner[j]);
        }
        if (sum < -ray_tolerance * size) u0 = fmax(u0, -sum);
        if (inner[i] < 0) return false;
        most = fmax(most, inner[i]);
    }
    for (long i = 0; i < n; i++) d[i] = u0;
    const Lcp homogeneous = {.n = (int)n, .M = scaled->M, .q = d};
    return most > 0 && lcp_residual(&homogeneous, inner) <= ray_tolerance;
}

bool lcp_ray_holds(const Lcp *lcp, const double *u) {
    ScaledLcp *scaled = NULL;
    for (int i = 0; i < lcp->n; i++)
        if (!isfinite(u[i])) return false;
    if (scaled_create(lcp, &scaled) != JUDDER_OK) return false;
    double *inner = malloc(2 * (size_t)lcp->n * sizeof *inner);
    bool holds = false;
    if (inner) {
        /* A ray has no length: the largest number is brought near 1. */
        int most = INT_MIN;
        for (int i = 0; i < lcp->n; i++)
            if (u[i] != 0 && ilogb(u[i]) - scaled->column[i] > most) most = ilogb(u[i]) - scaled->column[i];
        for (int i = 0; i < lcp->n; i++) inner[i] = u[i] == 0 ? 0 : ldexp(u[i], -scaled->column[i] - most);
        holds = ray_holds(scaled, inner, inner + lcp->n);
    }
    free(inner);
    scaled_destroy(&scaled);
    return holds;
}

bool lcp_none_holds(const Lcp *lcp, const double *y) {
    const long n = lcp->n;
    double sum = 0, size = 0;
    for (long i = 0; i < n; i++) {
        if (!isfinite(y[i]) || y[i] < 0) return false;
        sum += lcp->q[i] * y[i];
        size += fabs(lcp->q[i] * y[i]);
    }
    if (!(sum < -none_tolerance * size) || !isfinite(size)) return false;
    for (long j = 0; j < n; j++) {
        sum = size = 0;
        for (long i = 0; i < n; i++) {
            sum += lcp->M[i * n + j] * y[i];
            size += fabs(lcp->M[i * n + j] * y[i]);
        }
        if (!(sum <= none_tolerance * size) || !isfinite(size)) return false;
    }
    return true;
}
