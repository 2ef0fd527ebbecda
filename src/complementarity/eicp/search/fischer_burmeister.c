/* Candidates of the semismooth Newton method [adly2011, deluca1996] for the Fischer-Burmeister function,
 * sqrt(x^2 + w^2) - x - w = 0 in every row and sum of x = 1, with a line search on the sum of squares. */
#include "complementarity/eicp/search/pool.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STARTS = 10, MOST_STEPS = 60, MOST_HALVINGS = 20 };

typedef struct Newton {
    int n;
    double mu, *x, *w, *value; /* value: n + 1 numbers */
    double *jacobian, *step;
    double *trial;
} Newton;

static double fischer_burmeister_evaluate(const EicpProblem *problem, double mu, const double *x, double *w,
                                          double *value) {
    double sum = -1, squares = 0;
    eicp_rates(problem, mu, x, w);
    for (int i = 0; i < problem->n; i++) {
        value[i] = hypot(x[i], w[i]) - x[i] - w[i];
        sum += x[i];
        squares += value[i] * value[i];
    }
    value[problem->n] = sum;
    return squares + sum * sum;
}

static void fill_jacobian(const EicpProblem *problem, const Newton *newton) {
    const int n = problem->n, order = n + 1;
    for (int i = 0; i < n; i++) {
        const double *a = problem->A + (size_t)i * (size_t)n, *b = problem->B + (size_t)i * (size_t)n;
        double *row = newton->jacobian + (size_t)i * (size_t)order;
        const double length = hypot(newton->x[i], newton->w[i]);
        const double by_x = length > 0 ? newton->x[i] / length - 1 : M_SQRT1_2 - 1;
        const double by_w = length > 0 ? newton->w[i] / length - 1 : M_SQRT1_2 - 1;
        double product = 0;
        for (int j = 0; j < n; j++) {
            product += b[j] * newton->x[j];
            row[j] = by_w * (a[j] - newton->mu * b[j]);
        }
        row[i] += by_x;
        row[n] = -by_w * product;
    }
    double *last = newton->jacobian + (size_t)n * (size_t)order;
    for (int j = 0; j < n; j++) last[j] = 1;
    last[n] = 0;
}

/* One damped step; false when it is singular or does not lower the sum of squares. */
static JudderErr damped_step(const EicpProblem *problem, Newton *newton, double *merit, bool *lower) {
    const int n = problem->n;
    *lower = false;
    fill_jacobian(problem, newton);
    bool singular = false;
    memcpy(newton->step, newton->value, (size_t)(n + 1) * sizeof(double));
    TRY(dense_solve_once(n + 1, newton->jacobian, newton->step, &singular));
    double length = 1;
    for (int k = 0; k < MOST_HALVINGS && !singular; k++, length /= 2) {
        for (int i = 0; i < n; i++) newton->trial[i] = newton->x[i] - length * newton->step[i];
        const double mu = newton->mu - length * newton->step[n];
        const double next = fischer_burmeister_evaluate(problem, mu, newton->trial, newton->w, newton->value);
        if (!(next < (1 - 1e-4 * length) * *merit)) continue;
        memcpy(newton->x, newton->trial, (size_t)n * sizeof(double));
        newton->mu = mu;
        *merit = next;
        *lower = true;
        break;
    }
    return JUDDER_OK;
}

static JudderErr fischer_burmeister_descend(EicpPool *pool, Newton *newton) {
    double merit = fischer_burmeister_evaluate(pool->problem, newton->mu, newton->x, newton->w,
                                               newton->value);
    for (int k = 0; k < MOST_STEPS && merit > 1e-16; k++) {
        bool lower = false;
        TRY(damped_step(pool->problem, newton, &merit, &lower));
        if (!lower || eicp_time_over(pool->problem)) return JUDDER_OK;
    }
    if (!(merit < 1e-8)) return JUDDER_OK;
    bool solved = false;
    return eicp_pool_offer(pool, &newton->mu, newton->x, &solved);
}

static JudderErr search_with(EicpPool *pool, Newton *newton) {
    const int n = pool->problem->n;
    for (int k = 0; k < MOST_STARTS && !eicp_time_over(pool->problem); k++) {
        for (int i = 0; i < n; i++) newton->x[i] = k == 0 ? 1 : eicp_pool_random(pool);
        eicp_normalise(n, newton->x);
        newton->mu = eicp_quotient(pool, newton->x);
        TRY(fischer_burmeister_descend(pool, newton));
    }
    return JUDDER_OK;
}

static JudderErr fischer_burmeister_search(EicpPool *pool) {
    const size_t n = (size_t)pool->problem->n;
    Newton newton = {.n = pool->problem->n};
    REQUIRE(ROOM_TAKE(ROOM(newton.x, n), ROOM(newton.w, n), ROOM(newton.trial, n), ROOM(newton.value, n + 1),
                      ROOM(newton.step, n + 1), ROOM(newton.jacobian, (n + 1) * (n + 1))),
            error_memory());
    SCOPED_FREE double *room = newton.x;
    return search_with(pool, &newton);
}

const EicpGenerator fischer_burmeister_generator = {
    .name = "Fischer-Burmeister Newton", .reference = "ST-13", .search = fischer_burmeister_search};
