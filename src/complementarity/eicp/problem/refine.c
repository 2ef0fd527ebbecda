/* Newton's method for one eigenpair of a set: unknowns (x, mu), equations (A - mu B) x = 0, sum of x = 1. */
#include "complementarity/eicp/problem/refine.h"

#include "base/dense.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10 };
/* Newton's steps end here: relative to x with sum 1, and to mu. */
static const double small_step = 4 * DBL_EPSILON;

/* The remainders, summed in long double, at the place of the right-hand side; the Jacobian. */
static void refine_fill(const EicpPair *pair, double *J, double *b) {
    const int m = pair->count, width = m + 1;
    long double excess = 1;
    for (int i = 0; i < m; i++) {
        long double rest = 0, slope = 0;
        for (int j = 0; j < m; j++) {
            const long double a = pair->A[i * m + j], B = pair->B[i * m + j];
            J[i * width + j] = (double)(a - pair->mu * B);
            rest -= (a - pair->mu * B) * pair->x[j];
            slope += B * pair->x[j];
        }
        J[i * width + m] = (double)-slope;
        J[m * width + i] = 1;
        excess -= pair->x[i];
        b[i] = (double)rest;
    }
    J[m * width + m] = 0;
    b[m] = (double)excess;
}

JudderErr eicp_refine(EicpPair *pair) {
    const size_t width = (size_t)pair->count + 1;
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    double *b = malloc(width * sizeof *b), before = INFINITY;
    JudderErr err = b ? dense_factor_reserve((int)width, &factor) : error_memory();
    pair->step = INFINITY;
    for (int k = 0; k < STEPS && err == JUDDER_OK && pair->step > small_step; k++) {
        bool singular;
        refine_fill(pair, dense_factor_room(factor), b);
        err = dense_factor_room_factor(factor, (int)width, &singular);
        if (err != JUDDER_OK || singular) break;
        err = dense_factor_solve(factor, b);
        double step = fabs(b[pair->count]) / (1e-3 + fabs(pair->mu));
        for (int i = 0; i < pair->count; i++) step = fmax(step, fabs(b[i]));
        if (err != JUDDER_OK || !(step < before) || !(step < 1)) break;
        for (int i = 0; i < pair->count; i++) pair->x[i] += b[i];
        pair->mu += b[pair->count];
        pair->step = before = step;
    }
    free(b);
    return err;
}
