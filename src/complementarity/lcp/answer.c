/* The cheapest answer with a proof: block pivoting where M is near P, Lemke's path for a ray or "none", then
 * what may still find what the path missed: Newton from 0, or in the smallest problems all sets. In small
 * problems the path costs less than a block that fails. */
#include "complementarity/lcp/scaled.h"

#include <stdlib.h>
#include <string.h>

enum { NEWTON_MOST = 100 }; /* iterations: what Newton finds it finds soon */
/* Steps by blocks: where Lemke's path comes next it is cheaper than more; where it has failed, more. */
enum { BLOCKS_FIRST = 12, BLOCKS_LAST = 500 };
enum { FEW = 12, SMALL = 64 }; /* rows: all sets are examined; the path comes first */

static const LcpSolver *const order[] = {&lcp_principal_pivoting, &lcp_lemke, &lcp_fischer_burmeister,
                                         &lcp_minimum, NULL};
static const LcpSolver *const order_small[] = {&lcp_lemke, &lcp_principal_pivoting, &lcp_fischer_burmeister,
                                               &lcp_minimum, NULL};
static const LcpSolver *const order_few[] = {&lcp_lemke, &lcp_principal_pivoting, NULL};

static JudderErr by_solvers(const Lcp *lcp, double *x, double *proof, LcpReport *report) {
    const LcpSolver *const *solver = lcp->n > SMALL ? order : lcp->n > FEW ? order_small : order_few;
    bool left_on_ray = false;
    long iterations = 0;
    for (; *solver; solver++) {
        LcpLimits limits = {.iterations = NEWTON_MOST};
        if (*solver == &lcp_lemke) limits.iterations = 0;
        if (*solver == &lcp_principal_pivoting)
            limits.iterations = lcp->n > SMALL ? BLOCKS_FIRST : lcp->n > FEW ? BLOCKS_LAST : 0;
        if (lcp->n > 0) memset(x, 0, (size_t)lcp->n * sizeof *x);
        TRY((*solver)->solve(lcp, &limits, x, left_on_ray ? NULL : proof, report));
        iterations = report->iterations += iterations;
        if (report->outcome == LCP_SOLVED || report->outcome == LCP_NONE) return JUDDER_OK;
        left_on_ray = left_on_ray || report->outcome == LCP_RAY;
    }
    if (left_on_ray) report->outcome = LCP_RAY;
    return JUDDER_OK;
}

/* Takes a solution of the list, if the judge likes one. */
static JudderErr by_all_sets(const Lcp *lcp, double *x, LcpReport *report) {
    const size_t n = (size_t)lcp->n;
    SCOPED(lcp_solutions_release) LcpSolutions all = {0};
    TRY(lcp_enumerate(lcp, &all));
    for (int i = 0; i < all.count && report->outcome != LCP_SOLVED; i++) {
        const double *found = all.x + (size_t)i * n, residual = lcp_residual(lcp, found);
        if (!(residual <= lcp_tolerance(NULL))) continue;
        memcpy(x, found, n * sizeof *x);
        report->outcome = LCP_SOLVED;
        report->residual = residual;
    }
    return JUDDER_OK;
}

JudderErr lcp_answer(const Lcp *lcp, double *x, double *proof, LcpReport *report) {
    const size_t bytes = (size_t)(lcp->n > 0 ? lcp->n : 0) * sizeof(double);
    SCOPED_FREE double *held = malloc(bytes + 1);
    JudderErr err = held ? by_solvers(lcp, x, held, report) : error_memory();
    const bool open = err == JUDDER_OK && (report->outcome == LCP_RAY || report->outcome == LCP_LIMIT);
    if (open && lcp->n <= FEW) err = by_all_sets(lcp, x, report);
    const bool proved = err == JUDDER_OK && (report->outcome == LCP_NONE || report->outcome == LCP_RAY);
    if (proof && proved) memcpy(proof, held, bytes);
    return err;
}
