/* Projected Gauss-Seidel [cryer1971]  x_i <- max(0, x_i - w_i/M_ii),  row after row; converges for symmetric
 * positive definite and for diagonally dominant M. The set of positive x is tried by a direct solution now
 * and then: once it is the right one, the end is exact. A row without positive diagonal ends the search at
 * once. */
#include "complementarity/lcp/scaled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 20000, BETWEEN_TRIALS = 25 };

static bool diagonal_positive(const Lcp *lcp) {
    const long n = lcp->n;
    for (long i = 0; i < n; i++)
        if (!(lcp->M[i * n + i] > 0)) return false;
    return true;
}

/* One sweep; false if the numbers run away. */
static bool sweep(const Lcp *lcp, double *x) {
    const long n = lcp->n;
    double most = 0;
    for (long i = 0; i < n; i++) {
        const double *row = lcp->M + i * n;
        double w = lcp->q[i];
        for (long j = 0; j < n; j++) w += row[j] * x[j];
        x[i] = fmax(0, x[i] - w / row[i]);
        most = fmax(most, x[i]);
    }
    return most < 1e100;
}

static JudderErr try_set(const Lcp *lcp, double *x, bool *set, double *tried, double *residual) {
    for (int i = 0; i < lcp->n; i++) set[i] = x[i] > 0;
    memcpy(tried, x, (size_t)lcp->n * sizeof *x);
    return lcp_polish_on_set(lcp, set, tried, residual);
}

static JudderErr projected_gauss_seidel_iterate(const Lcp *lcp, const LcpLimits *limits, double *x,
                                                double *tried, LcpReport *report) {
    const long most = limits && limits->iterations > 0 ? limits->iterations : SWEEPS;
    bool *set = malloc((size_t)lcp->n * sizeof *set);
    REQUIRE(set, error_memory());
    JudderErr err = JUDDER_OK;
    memcpy(tried, x, (size_t)lcp->n * sizeof *x);
    for (report->iterations = 0; report->iterations < most && err == JUDDER_OK;) {
        if (!sweep(lcp, x)) break;
        if (++report->iterations % BETWEEN_TRIALS != 0 && report->iterations < most) continue;
        double residual;
        err = try_set(lcp, x, set, tried, &residual);
        if (err == JUDDER_OK && residual <= lcp_tolerance(limits)) break;
    }
    free(set);
    return err;
}

static JudderErr projected_gauss_seidel_solve(const Lcp *lcp, const LcpLimits *limits, double *x,
                                              double *proof, LcpReport *report) {
    (void)proof;
    ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    const size_t n = (size_t)lcp->n;
    double *inner = malloc(2 * n * sizeof *inner);
    JudderErr err = inner ? JUDDER_OK : error_memory();
    report->iterations = 0;
    if (err == JUDDER_OK) {
        scaled_from(scaled, x, inner);
        for (size_t i = 0; i < n; i++) inner[i] = fmax(0, inner[i]);
        memcpy(inner + n, inner, n * sizeof *inner);
        if (diagonal_positive(&scaled->lcp))
            err = projected_gauss_seidel_iterate(&scaled->lcp, limits, inner, inner + n, report);
    }
    if (err == JUDDER_OK) {
        scaled_back(scaled, inner + n, x);
        lcp_report_end(lcp, limits, x, LCP_LIMIT, report);
    }
    free(inner);
    scaled_destroy(&scaled);
    return err;
}

const LcpSolver lcp_projected_gauss_seidel = {
    .name = "projected_gauss_seidel", .reference = "ST-10", .solve = projected_gauss_seidel_solve};
