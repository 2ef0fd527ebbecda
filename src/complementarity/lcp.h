/* The linear complementarity problem  w = M x + q,  0 <= x _|_ w >= 0  (the rate problem ST-10 is one).
 *
 * A solver says how its search ended and nothing more: whether x solves the problem is the
 * judge's word (lcp_residual), whether a ray or a proof of "none" holds is checked by functions
 * that do not ask who made it.
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
    /* Lemke's method left along a ray: for some classes of M this proves that there is no solution */
    LCP_RAY,
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

/* x holds the start on entry (where a solver wants one; a number that is not finite means 0) and the last
 * iterate on return; `proof` (may be NULL) gets n numbers that prove LCP_RAY (the ray's direction) or
 * LCP_NONE (Farkas: y >= 0, M' y <= 0, q' y < 0). limits may be NULL. */
typedef struct LcpSolver {
    const char *name;
    const char *reference;
    JudderErr (*solve)(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof, LcpReport *report);
} LcpSolver;

extern const LcpSolver lcp_lemke, lcp_principal_pivoting, lcp_projected_gauss_seidel, lcp_fischer_burmeister,
    lcp_minimum;
extern const LcpSolver *const lcp_solvers[]; /* ends with NULL */
const LcpSolver *lcp_solver_find(const char *name);

/* One answer with its proof, by the solvers in order of cost; x need not be set. LCP_SOLVED: the
 * judge accepts x; LCP_NONE, LCP_RAY: `proof` (may be NULL) holds what proves it; LCP_LIMIT: none of
 * them came to an end. */
JudderErr lcp_answer(const Lcp *lcp, double *x, double *proof, LcpReport *report);

/* The judge: the largest violation of x_i >= 0, w_i >= 0, min(x_i, w_i) = 0, with w_i relative to the size of
 * what was summed in its row and x_i as its largest part in the sum of any row, so that the units of rows and
 * unknowns do not matter. Infinite if a number is not finite. In a row where nothing but rounding is summed
 * this rounding counts fully: x_i that should be zero must be zero (the solvers here see to it). */
double lcp_residual(const Lcp *lcp, const double *x);

/* Whether u is the direction of a ray of Lemke's method: u >= 0, u != 0 and, for some u0 >= 0, u
 * solves the problem with q = u0 d, where d_i > 0 is the size of row i (so that u0 = 0 proves "not
 * R0", and u0 > 0 "not P"). */
bool lcp_ray_holds(const Lcp *lcp, const double *u);

/* Whether y proves that no x >= 0 has M x + q >= 0 (Farkas): y >= 0, M' y <= 0, q' y < 0, each
 * sum up to rounding. */
bool lcp_none_holds(const Lcp *lcp, const double *y);

/* All solutions for small n by the 2^n sets of positive x. The solutions of one set are a point or, if its
 * block is singular, perhaps a polyhedron: then `x` holds its vertices. Isolated solutions and vertices are
 * all in the list, each once, unless `complete` says that the work limit for singular blocks was met. */
enum { LCP_ENUMERATE_MOST = 20 };
typedef struct LcpSolutions {
    int count;
    bool continuum; /* some set holds a family */
    bool complete;
    double *x;    /* count rows of n */
    bool *family; /* whether that row is a vertex of a family */
} LcpSolutions;

JudderErr lcp_enumerate(const Lcp *lcp, LcpSolutions *solutions);
void lcp_solutions_release(LcpSolutions *solutions);

#endif
