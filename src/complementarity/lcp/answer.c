/* The cheapest answer with a proof: block pivoting where M is near P, Lemke's path for a ray or "none", then
 * Newton from 0, which may still find what the path missed. */
#include "complementarity/lcp.h"

#include <stdlib.h>
#include <string.h>

enum { NEWTON_MOST = 100 }; /* iterations after a ray: what Newton finds it finds soon */

static const LcpSolver *const order[] = {&lcp_principal_pivoting, &lcp_lemke, &lcp_fischer_burmeister,
                                         &lcp_minimum, NULL};

JudderErr lcp_answer(const Lcp *lcp, double *x, double *proof, LcpReport *report) {
    const size_t bytes = (size_t)lcp->n * sizeof(double);
    double *ray = malloc(bytes + 1);
    bool left_on_ray = false;
    JudderErr err = ray ? JUDDER_OK : error_memory();
    for (const LcpSolver *const *solver = order; err == JUDDER_OK && *solver; solver++) {
        const LcpLimits limits = {.iterations = left_on_ray ? NEWTON_MOST : 0};
        memset(x, 0, bytes);
        err = (*solver)->solve(lcp, &limits, x, left_on_ray ? NULL : ray, report);
        if (err == JUDDER_OK && (report->outcome == LCP_SOLVED || report->outcome == LCP_NONE)) break;
        left_on_ray = left_on_ray || (err == JUDDER_OK && report->outcome == LCP_RAY);
    }
    if (err == JUDDER_OK && left_on_ray && report->outcome == LCP_LIMIT) report->outcome = LCP_RAY;
    const bool proved = report->outcome == LCP_NONE || report->outcome == LCP_RAY;
    if (err == JUDDER_OK && proof && proved) memcpy(proof, ray, bytes);
    free(ray);
    return err;
}
