/* The active-set Newton method [qi1993] for (ST-6): on S = {x_i > w_i} the equations M_SS x_S = 0, sum of x =
 * 1 are linear in x and mu but for the product mu x; each step solves
 *
 *   M_SS(mu) x+ - (mu+ - mu) B_S. x = 0,   sum of x+ = 1,   x+ = 0 outside S
 */
#include "complementarity/eicp/search/pool.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 40 };

/* S = {x_i > w_i}, with w_i relative to the size of its row. */
static int take_set(EicpPool *pool, double mu, const double *x, int *set) {
    const EicpProblem *problem = pool->problem;
    const size_t n = (size_t)problem->n;
    eicp_rates(problem, mu, x, pool->w);
    int count = 0;
    for (size_t i = 0; i < n; i++) {
        double size = 0;
        for (size_t j = 0; j < n; j++) size += fabs(problem->A[i * n + j]) + fabs(mu * problem->B[i * n + j]);
        if (size == 0 || x[i] > pool->w[i] / size) set[count++] = (int)i;
    }
    return count;
}

static void fill_bordered(EicpPool *pool, double mu, const double *x, int count) {
    const EicpProblem *problem = pool->problem;
    const int n = problem->n, order = count + 1;
    for (int i = 0; i < count; i++) {
        const double *a = problem->A + (size_t)pool->set[i] * (size_t)n;
        const double *b = problem->B + (size_t)pool->set[i] * (size_t)n;
        double product = 0;
        for (int j = 0; j < n; j++) product += b[j] * x[j];
        double *row = pool->block + (size_t)i * (size_t)order;
        for (int j = 0; j < count; j++) row[j] = a[pool->set[j]] - mu * b[pool->set[j]];
        row[count] = -product;
        pool->column[i] = 0;
    }
    double *last = pool->block + (size_t)count * (size_t)order;
    for (int j = 0; j < count; j++) last[j] = 1;
    last[count] = 0;
    pool->column[count] = 1;
}

JudderErr eicp_newton_on_set(EicpPool *pool, int count, double *mu, double *x, double *step) {
    const int n = pool->problem->n;
    *step = INFINITY;
    fill_bordered(pool, *mu, x, count);
    bool singular = false;
    TRY(dense_solve_once(count + 1, pool->block, pool->column, &singular));
    if (singular) return JUDDER_OK;
    memset(pool->trial, 0, (size_t)n * sizeof(double));
    for (int i = 0; i < count; i++) pool->trial[pool->set[i]] = pool->column[i];
    double change = fabs(pool->column[count]) / (1 + fabs(*mu));
    for (int i = 0; i < n; i++) change = fmax(change, fabs(pool->trial[i] - x[i]));
    if (!isfinite(change)) return JUDDER_OK;
    *mu += pool->column[count];
    memcpy(x, pool->trial, (size_t)n * sizeof(double));
    *step = change;
    return JUDDER_OK;
}

typedef struct Best {
    double mu, residual;
} Best;

static void keep_best(EicpPool *pool, double mu, const double *x, Best *best) {
    const Eicp view = eicp_problem_view(pool->problem);
    const double residual = eicp_residual(&view, mu, x);
    if (!(residual < best->residual)) return;
    *best = (Best){mu, residual};
    memcpy(pool->best, x, (size_t)pool->problem->n * sizeof *x);
}

static JudderErr settle_iterate(EicpPool *pool, double *mu, double *x, Best *best, bool *settled) {
    int last_count = -1, quiet = 0;
    double least_step = INFINITY;
    *settled = false;
    for (int k = 0; k < MOST_STEPS; k++) {
        const int count = take_set(pool, *mu, x, pool->set);
        if (count == 0) return JUDDER_OK;
        const bool same = count == last_count &&
                          memcmp(pool->set, pool->last_set, (size_t)count * sizeof(int)) == 0;
        double step = 0;
        TRY(eicp_newton_on_set(pool, count, mu, x, &step));
        if (!isfinite(step) || fabs(*mu) > 1e12) return JUDDER_OK;
        keep_best(pool, *mu, x, best);
        /* Done when the set rests and Newton's steps have stopped to shrink at the level of rounding. */
        quiet = same && step < 1e-9 && (step < 1e-15 || step >= 0.5 * least_step) ? quiet + 1 : 0;
        if (quiet >= 1) {
            *settled = true;
            return JUDDER_OK;
        }
        least_step = same ? fmin(least_step, step) : INFINITY;
        memcpy(pool->last_set, pool->set, (size_t)count * sizeof(int));
        last_count = count;
    }
    return JUDDER_OK;
}

JudderErr eicp_settle(EicpPool *pool, double *mu, double *x, bool *settled) {
    Best best = {*mu, INFINITY};
    keep_best(pool, *mu, x, &best);
    TRY(settle_iterate(pool, mu, x, &best, settled));
    if (*settled || isinf(best.residual)) return JUDDER_OK;
    *mu = best.mu;
    memcpy(x, pool->best, (size_t)pool->problem->n * sizeof *x);
    return JUDDER_OK;
}
