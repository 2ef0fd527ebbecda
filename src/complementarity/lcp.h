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
    const double *M_D,
        *q_D; /* radii of the entries, for lists that hold for all problems within; NULL: exact */
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
 * this rounding counts fully: x_i that should be zero must be zero (the solvers here see to it). Where q is
 * below the rounding of every sum, x says nothing of q, and the residual is 1. */
double lcp_residual(const Lcp *lcp, const double *x);

/* What the judge looks at, n numbers each: share_i, w_i relative to what was summed in its row, and weight_i,
 * the largest part of x_i in the sum of any row, with its sign. False: a number is not finite. */
bool lcp_weigh(const Lcp *lcp, const double *x, double *share, double *weight);

/* Whether u is a ray of Lemke's method for some d > 0 and so proves that M is not P: u >= 0, u != 0, and
 * (M u)_i <= 0 wherever u_i > 0. No rounding: the signs of the sums are exact. */
bool lcp_ray_holds(const Lcp *lcp, const double *u);

/* Whether y proves that no x >= 0 has M x + q >= 0 (Farkas): y >= 0, M' y <= 0, q' y < 0. No rounding: the
 * signs of the sums are exact. */
bool lcp_none_holds(const Lcp *lcp, const double *y);

/* All solutions for small n by the 2^n sets of positive x. The solutions of one set are a point or, if its
 * block is singular, perhaps a polyhedron: then `x` holds its vertices. Isolated solutions and vertices are
 * all in the list, each once, if `complete` says so: every set was decided in spite of rounding, and for all
 * problems within the radii. A singular block, and a zero that rounding hides, are decided by exact
 * arithmetic alone (exact/problems/problems.h); without it the list is what rounded numbers show. In a
 * complete list of a problem without radii every x_i is enclosed within LCP_ENUMERATE_WITHIN of itself, or is
 * the nearest double. A solution with numbers beyond the range of doubles is left out, and the list not
 * called complete. */
enum { LCP_ENUMERATE_MOST = 20 };
#define LCP_ENUMERATE_WITHIN 1e-8
typedef struct LcpSolutions {
    int count;
    bool continuum; /* some set holds a family */
    bool complete;
    double *x;    /* count rows of n */
    bool *family; /* whether that row is a vertex of a family */
} LcpSolutions;

JudderErr lcp_enumerate(const Lcp *lcp, LcpSolutions *solutions);

/* Who decides sets that rounding leaves open: gives the points or vertices of all solutions with w = 0 on the
 * set and x = 0 elsewhere, good to their last digits, in its own room. */
typedef struct LcpSetSolutions {
    bool decided, family;
    bool outside; /* some are left out, their numbers being beyond the range of doubles */
    int count;
    const double *x;
} LcpSetSolutions;
typedef struct LcpDecider {
    void *context;
    JudderErr (*decide)(void *context, const bool *set, LcpSetSolutions *found);
} LcpDecider;
JudderErr lcp_enumerate_with(const Lcp *lcp, const LcpDecider *decider, LcpSolutions *solutions);
void lcp_solutions_release(LcpSolutions *solutions);

#endif
