#include "complementarity/mcp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const mcp_outcome_names[] = {
    [MCP_SOLVED] = "solved",
    [MCP_STATIONARY] = "stationary",
    [MCP_LIMIT] = "limit",
    [MCP_OUTSIDE] = "outside",
};

/* A new solver is one new file and one new line here. */
const McpSolver *const mcp_solvers[] = {&mcp_fischer_burmeister, &mcp_minimum, NULL};

const McpSolver *mcp_solver_find(const char *name) {
    for (const McpSolver *const *solver = mcp_solvers; *solver; solver++)
        if (strcmp((*solver)->name, name) == 0) return *solver;
    return NULL;
}

JudderErr mcp_residual(const Mcp *mcp, const double *x, double *residual) {
    double *F = malloc((size_t)mcp->n * sizeof *F), worst = 0;
    REQUIRE(F, error_memory());
    const JudderErr err = mcp->at(mcp->context, x, F, NULL);
    for (int i = 0; i < mcp->n && err == JUDDER_OK; i++) {
        const double low = mcp->low ? mcp->low[i] : 0, high = mcp->high ? mcp->high[i] : INFINITY;
        const double middle = fmax(x[i] - high, fmin(x[i] - low, F[i]));
        worst = isfinite(x[i]) && isfinite(F[i]) ? fmax(worst, fabs(middle)) : INFINITY;
        if (!isfinite(worst)) break;
    }
    free(F);
    *residual = worst;
    return err;
}
