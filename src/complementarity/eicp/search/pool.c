#include "complementarity/eicp/search/pool.h"

#include "base/array/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const EicpGenerator *const eicp_generators[] = {
    &all_slip_generator,   &single_node_generator,        &active_set_generator,      &mu_homotopy_generator,
    &min_newton_generator, &fischer_burmeister_generator, &matrix_homotopy_generator, NULL,
};

JudderErr eicp_pool_create(const EicpProblem *problem, EicpPool **pool) {
    EicpPool *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const size_t n = (size_t)problem->n;
    made->problem = problem;
    made->mu = INFINITY;
    made->residual = INFINITY;
    made->generator = made->present = "";
    made->random = 0x243f6a8885a308d3u;
    if (!ROOM_TAKE(ROOM(made->x, n), ROOM(made->w, n), ROOM(made->trial, n), ROOM(made->best, n),
                   ROOM(made->M, n * n), ROOM(made->block, (n + 1) * (n + 1)), ROOM(made->column, n + 1),
                   ROOM(made->set, n), ROOM(made->last_set, n))) {
        eicp_pool_destroy(&made);
        return error_memory();
    }
    *pool = made;
    return JUDDER_OK;
}

void eicp_pool_destroy(EicpPool **pool) {
    EicpPool *old = *pool;
    if (!old) return;
    free(old->x);
    free(old->spectrum.mu);
    free(old->spectrum.x);
    free(old);
    *pool = NULL;
}

bool eicp_pool_accept(EicpPool *pool, double mu, const double *x) {
    const EicpProblem *problem = pool->problem;
    const Eicp view = eicp_problem_view(problem);
    const double residual = eicp_residual(&view, mu, x);
    if (!(residual <= EICP_POLISHED)) return false;
    /* A solution at an end of the interval is known only to rounding. */
    const double rounding = 1e-13 * fmax(fabs(mu), fabs(problem->from));
    if (mu < problem->from && mu >= problem->from - rounding) mu = problem->from;
    if (mu > problem->to && mu <= problem->to + rounding) mu = problem->to;
    if (mu < problem->from || mu > problem->to) return true;
    pool->count++;
    if (mu >= pool->mu) return true;
    pool->mu = mu;
    pool->residual = residual;
    pool->generator = pool->present;
    memcpy(pool->x, x, (size_t)problem->n * sizeof *x);
    return true;
}

JudderErr eicp_pool_offer(EicpPool *pool, double *mu, double *x, bool *solved) {
    bool settled = false;
    TRY(eicp_settle(pool, mu, x, &settled));
    *solved = eicp_pool_accept(pool, *mu, x);
    return JUDDER_OK;
}

double eicp_pool_random(EicpPool *pool) {
    uint64_t z = (pool->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return ((double)((z ^ (z >> 31)) >> 12) + 0.5) * 0x1p-52;
}

double eicp_quotient(const EicpPool *pool, const double *x) {
    const EicpProblem *problem = pool->problem;
    const size_t n = (size_t)problem->n;
    double a = 0, b = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            a += x[i] * problem->A[i * n + j] * x[j];
            b += x[i] * problem->B[i * n + j] * x[j];
        }
    const double most = fmin(problem->to, problem->from + 1e3);
    const double mu = b != 0 ? a / b : problem->from;
    return isfinite(mu) ? fmin(fmax(mu, problem->from), most) : problem->from;
}

void eicp_normalise(int n, double *x) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) x[i] /= sum;
}
