/* What the solvers share: the problem with rows and columns of like size, and the solution on a set.
 *
 * x = C x' 2^s and w = R^-1 w' 2^s turn M, q into M' = R M C, q' = R q 2^-s with the same complementarity for
 * positive diagonal R, C. Powers of two are used, so that no number is rounded.
 */
#ifndef JUDDER_COMPLEMENTARITY_LCP_SCALED_H
#define JUDDER_COMPLEMENTARITY_LCP_SCALED_H

#include "complementarity/lcp.h"

typedef struct ScaledLcp {
    Lcp lcp; /* M', q' */
    double *M, *q;
    double *M_D;       /* radii, once requested, those of q behind them */
    int *row, *column; /* exponents of R, C */
    int size;          /* s */
} ScaledLcp;

/* Numbers that are not finite, or n < 1, are input errors. */
JudderErr scaled_create(const Lcp *lcp, ScaledLcp **scaled);
void scaled_destroy(ScaledLcp **scaled);
/* Gives the scaled problem the radii of the problem, and of what was too small to be scaled. */
JudderErr scaled_radii(const Lcp *lcp, ScaledLcp *scaled);

void scaled_from(const ScaledLcp *scaled, const double *x, double *inner); /* x' of x */
void scaled_back(const ScaledLcp *scaled, const double *inner, double *x); /* x of x' */

/* Exponents that bring the largest number of each row and column of M near 1. A symmetric matrix keeps its
 * symmetry. */
JudderErr lcp_equilibrate(int n, const double *M, int *row, int *column);

/* x with w = 0 on the set and x = 0 elsewhere, by LU and one step of refinement; singular: x
 * is left alone. */
JudderErr lcp_solve_on_set(const Lcp *lcp, const bool *set, double *x, bool *singular);

/* As above, x that may be rounding put to zero, kept only if the judge likes it better than the x given;
 * `residual` is that of what is kept. */
JudderErr lcp_polish_on_set(const Lcp *lcp, const bool *set, double *x, double *residual);

/* Principal pivoting from a set, which changes; x as by lcp_polish_on_set. For numbers near 1. */
JudderErr lcp_pivot_from(const Lcp *lcp, long most, bool *set, double *x, long *steps);

/* The requested tolerance, or the default. */
double lcp_tolerance(const LcpLimits *limits);

/* Asks the judge and fills the report: solved if the residual is within the tolerance, else as said. What is
 * solved but for negative x within the tolerance gets zeros there. */
void lcp_report_end(const Lcp *lcp, const LcpLimits *limits, double *x, LcpOutcome otherwise,
                    LcpReport *report);

#endif
