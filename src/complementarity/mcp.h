/* The mixed complementarity problem  l <= x <= u,  F_i(x) >= 0 at x_i = l_i, F_i(x) <= 0 at x_i = u_i,
 * F_i(x) = 0 between.  l_i = -inf and u_i = inf are allowed; an equation is a row with both.
 *
 * As with the linear problem (lcp.h), a solver says how it ended and the judge what x is worth.
 */
#ifndef JUDDER_COMPLEMENTARITY_MCP_H
#define JUDDER_COMPLEMENTARITY_MCP_H

#include "base/error.h"

typedef struct Mcp {
    int n;
    const double *low, *high; /* NULL: 0 and infinity */
    /* F (n numbers) and, unless J is NULL, its Jacobian (row-major) at x. A value that is not finite says
     * that x is outside of where F lives, and is no error. */
    JudderErr (*at)(void *context, const double *x, double *F, double *J);
    void *context;
} Mcp;

typedef enum McpOutcome {
    MCP_SOLVED,
    MCP_STATIONARY, /* no step lowers the merit any more: a local minimum that is no solution */
    MCP_LIMIT,      /* iterations used up */
    MCP_OUTSIDE,    /* F is not finite at the start */
} McpOutcome;
extern const char *const mcp_outcome_names[];

typedef struct McpLimits {
    double tolerance; /* of the residual; 0: the default 1e-10 */
    long iterations;  /* 0: the default 200 */
} McpLimits;

typedef struct McpReport {
    McpOutcome outcome;
    long iterations;
    double residual; /* by the judge, at the x given back */
} McpReport;

/* x holds the start on entry and the last iterate on return; limits may be NULL. */
typedef struct McpSolver {
    const char *name;
    JudderErr (*solve)(const Mcp *mcp, const McpLimits *limits, double *x, McpReport *report);
} McpSolver;

extern const McpSolver mcp_fischer_burmeister, mcp_minimum;
extern const McpSolver *const mcp_solvers[]; /* ends with NULL */
const McpSolver *mcp_solver_find(const char *name);

/* The judge: the natural residual, the largest |mid(x_i - l_i, x_i - u_i, F_i)|, in the units of the problem;
 * infinite if a number is not finite. */
JudderErr mcp_residual(const Mcp *mcp, const double *x, double *residual);

#endif
