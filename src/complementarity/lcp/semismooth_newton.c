/* The linear problem by the semismooth Newton methods of mcp.h [deluca1996], from a few starts; the set of
 * positive x at the end is then solved directly. */
#include "complementarity/lcp/scaled.h"
#include "complementarity/mcp.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS = 8 };
static const double newton_tolerance =
    1e-9; /* in a problem of numbers near 1; the direct solution does the rest */

static JudderErr semismooth_newton_at(void *context, const double *x, double *F, double *J) {
    const Lcp *lcp = context;
    dense_multiply(lcp->n, lcp->M, x, F);
    for (int i = 0; i < lcp->n; i++) F[i] += lcp->q[i];
    if (J) memcpy(J, lcp->M, (size_t)lcp->n * (size_t)lcp->n * sizeof *J);
    return JUDDER_OK;
}

/* After the start of the caller: x = 0, then numbers in [0, 4) that look irregular (multiples
 * of the golden ratio). */
static void choose_start(int n, int start, double *x) {
    for (int i = 0; i < n && start > 0; i++) {
        const double part = 0.6180339887498949 * (i + 1) * start;
        x[i] = start == 1 ? 0 : 4 * (part - floor(part));
    }
}

static JudderErr semismooth_newton_polish(const Lcp *lcp, double *x, double *w, bool *set, double *residual) {
    TRY(semismooth_newton_at((void *)lcp, x, w, NULL));
    for (int i = 0; i < lcp->n; i++) set[i] = x[i] > w[i];
    for (int i = 0; i < lcp->n; i++) x[i] = fmax(0, x[i]);
    return lcp_polish_on_set(lcp, set, x, residual);
}

typedef struct Search {
    const Lcp *lcp;
    const McpSolver *solver;
    double tolerance;
    long iterations; /* limit, 0: none */
    double *x, *best, *w;
    bool *set;
} Search;

static JudderErr semismooth_newton_search(const Search *s, LcpReport *report) {
    Lcp lcp = *s->lcp;
    const Mcp mcp = {.n = lcp.n, .at = semismooth_newton_at, .context = &lcp};
    double least = INFINITY;
    for (int start = 0; start < STARTS; start++) {
        const McpLimits limits = {.tolerance = newton_tolerance,
                                  .iterations = s->iterations ? s->iterations - report->iterations : 0};
        McpReport newton;
        choose_start(lcp.n, start, s->x);
        TRY(s->solver->solve(&mcp, &limits, s->x, &newton));
        double residual;
        TRY(semismooth_newton_polish(&lcp, s->x, s->w, s->set, &residual));
        if (residual < least) memcpy(s->best, s->x, (size_t)lcp.n * sizeof *s->x);
        least = fmin(least, residual);
        report->iterations += newton.iterations;
        if (least <= s->tolerance || (s->iterations && report->iterations >= s->iterations)) break;
    }
    return JUDDER_OK;
}

static JudderErr semismooth_newton_solve(const Lcp *lcp, const LcpLimits *limits, double *x,
                                         const McpSolver *solver, LcpReport *report) {
    ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    const size_t n = (size_t)lcp->n;
    Search s = {.lcp = &scaled->lcp,
                .solver = solver,
                .tolerance = lcp_tolerance(limits),
                .x = calloc(3 * n, sizeof *s.x),
                .set = calloc(n, sizeof *s.set)};
    if (limits) s.iterations = limits->iterations;
    s.best = s.x + n;
    s.w = s.best + n;
    report->iterations = 0;
    JudderErr err = s.x && s.set ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        scaled_from(scaled, x, s.x);
        err = semismooth_newton_search(&s, report);
    }
    if (err == JUDDER_OK) {
        scaled_back(scaled, s.best, x);
        lcp_report_end(lcp, limits, x, LCP_LIMIT, report);
    }
    free(s.x);
    free(s.set);
    scaled_destroy(&scaled);
    return err;
}

static JudderErr solve_fischer(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof,
                               LcpReport *report) {
    (void)proof;
    return semismooth_newton_solve(lcp, limits, x, &mcp_fischer_burmeister, report);
}
static JudderErr solve_minimum(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof,
                               LcpReport *report) {
    (void)proof;
    return semismooth_newton_solve(lcp, limits, x, &mcp_minimum, report);
}

const LcpSolver lcp_fischer_burmeister = {
    .name = "fischer_burmeister", .reference = "ST-10", .solve = solve_fischer};
const LcpSolver lcp_minimum = {.name = "minimum", .reference = "ST-10", .solve = solve_minimum};
