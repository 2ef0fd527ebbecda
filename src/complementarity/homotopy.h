/* The homotopy in mu: the solution x(mu) of  0 <= x _|_ (A - mu B) x + q >= 0  followed from mu = 0 (ST-13).
 *
 * As long as the set of positive x stays the same, x(mu) = -(A - mu B)_ss^-1 q_s is a vector of rational functions; where
 * some x_i or w_i would change sign, its index changes sides and the path goes on, perhaps backwards in mu. Where x
 * runs away, (A - mu B)_ss is singular and x/|x| solves the eigenvalue problem (ST-6) at that mu.
 */
#ifndef JUDDER_COMPLEMENTARITY_HOMOTOPY_H
#define JUDDER_COMPLEMENTARITY_HOMOTOPY_H

#include "base/error.h"

#include <stdbool.h>

typedef struct Homotopy {
    int n;
    const double *A, *B; /* row-major; the problem at mu = 0 must have a solution that Lemke's method finds */
    const double *q;     /* with some q_i < 0, else x = 0 is the whole path */
    double to;           /* where to stop at the latest; may be infinite */
    long sets;           /* limit of the number of sets; 0: the default 20 n + 100 */
} Homotopy;

typedef enum HomotopyOutcome {
    HOMOTOPY_RUNAWAY,  /* x runs away at mu: x (sum 1) and set are a candidate of the eigenvalue problem */
    HOMOTOPY_END,      /* mu = to was reached, or x = 0 for all further mu; x is the solution there */
    HOMOTOPY_RETURNED, /* the path came back to mu = 0: another solution of the problem there */
    HOMOTOPY_LOST,     /* a degenerate corner, or the limit: mu, x and set are the last ones known */
    HOMOTOPY_NO_START, /* no solution found at mu = 0 */
} HomotopyOutcome;
extern const char *const homotopy_outcome_names[];

typedef struct HomotopyReport {
    HomotopyOutcome outcome;
    double mu;
    long sets, turns; /* sets gone through; changes of direction in mu */
} HomotopyReport;

/* x (n numbers) and set (n flags) are room of the caller. */
JudderErr homotopy_follow(const Homotopy *homotopy, double *x, bool *set, HomotopyReport *report);

#endif
