/* The linear complementarity problem  w = M x + q,  0 <= x _|_ w >= 0.
 *
 * A solver says how its search ended and nothing more: whether x solves the problem is the judge's word
 * (lcp_residual), whether a ray or a proof of "none" holds is checked by functions that do not ask who made it.
 */
#ifndef JUDDER_COMPLEMENTARITY_LCP_H
#define JUDDER_COMPLEMENTARITY_LCP_H

#include "base/error.h"

#include <stdbool.h>

typedef struct Lcp {
    int n;
    const double *M; /* row-major */
    const double *q;
} Lcp;

typedef enum LcpOutcome {
    LCP_SOLVED,
    LCP_RAY, /* Lemke's method left along a ray: for some classes of M this proves that there is no solution */
    LCP_NONE,  /* proved: no solution */
    LCP_LIMIT, /* gave up after its limit of iterations, or a singular step */
} LcpOutcome;
extern const char *const lcp_outcome_names[];

typedef struct LcpLimits {
    double tolerance; /* of the residual; 0: the default 1e-12 */
    long iterations;  /* 0: the solver's own default */
} LcpLimits;

typedef struct LcpReport {
    LcpOutcome outcome;
    long iterations;
    double residual; /* by the judge, at the x given back */
} LcpReport;

/* x holds the start on entry (where a solver wants one) and the last iterate on return; `proof` (may be NULL) gets
 * n numbers that prove LCP_RAY (the ray's direction) or LCP_NONE (Farkas: y >= 0, M' y <= 0, q' y < 0). */
typedef struct LcpSolver {
    const char *name;
    const char *reference;
    JudderErr (*solve)(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof, LcpReport *report);
} LcpSolver;

extern const LcpSolver *const lcp_solvers[]; /* ends with NULL */
const LcpSolver *lcp_solver_find(const char *name);

/* The judge: the largest |min(x_i, w_i)|, each row relative to the size of what was summed in it. */
double lcp_residual(const Lcp *lcp, const double *x);

/* All solutions for small n, each by its set of positive x: 2^n sets, sets with a singular block examined for
 * whole families. */
enum { LCP_ENUMERATE_MOST = 20 };
typedef struct LcpSolutions {
    int count;
    bool continuum; /* some set holds a family: `x` holds its vertices or one member */
    double *x;      /* count rows of n */
    bool *family;   /* whether that row belongs to a family */
} LcpSolutions;

JudderErr lcp_enumerate(const Lcp *lcp, LcpSolutions *solutions);
void lcp_solutions_release(LcpSolutions *solutions);

#endif
