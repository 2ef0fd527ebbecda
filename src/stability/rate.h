/* The rate problem of an equilibrium in impending slip (ST-10): which slip rates x >= 0 may a rate of load
 * cause, psi = (A - mu B) x - (a - mu b) >= 0, x psi = 0. None, one, several, or a continuum. */
#ifndef JUDDER_STABILITY_RATE_H
#define JUDDER_STABILITY_RATE_H

#include "base/error.h"
#include "complementarity/lcp.h"

enum { RATE_ENUMERATE_MOST = 14 };

typedef struct RateProblem {
    int n;
    const double *A, *B; /* of the pencil at z = 0 */
    const double *a, *b; /* the load */
    const double *mu;    /* of each contact */
} RateProblem;

typedef struct RateReport {
    bool all; /* every solution is in the list; otherwise it is what one solver found */
    LcpSolutions solutions;
    double *residual; /* of each solution, by lcp_residual */
} RateReport;

/* A - mu B in room of the caller, row by row with the mu of the contact. */
void rate_matrix(const RateProblem *problem, double *M);
JudderErr rate_solve(const RateProblem *problem, RateReport *report);
void rate_release(RateReport *report);

#endif
