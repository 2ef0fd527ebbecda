/* Candidates where one node slips alone: x = e_i with mu = A_ii/B_ii, or, where both vanish, the first mu of
 * the interval at which no other row is negative. */
#include "complementarity/eicp/search/pool.h"

#include <math.h>
#include <stdlib.h>

/* The least mu in [from, to] with A_ji - mu B_ji >= 0 for every row j, or infinity. */
static double first_feasible(const EicpProblem *problem, size_t i) {
    const size_t n = (size_t)problem->n;
    double low = problem->from, high = problem->to;
    for (size_t j = 0; j < n; j++) {
        const double a = problem->A[j * n + i], b = problem->B[j * n + i];
        if (b > 0) high = fmin(high, a / b);
        if (b < 0) low = fmax(low, a / b);
        if (b == 0 && a < 0) return INFINITY;
    }
    return low <= high ? low : INFINITY;
}

static JudderErr single_node_search(EicpPool *pool) {
    const EicpProblem *problem = pool->problem;
    const size_t n = (size_t)problem->n;
    SCOPED_FREE double *x = calloc(n, sizeof *x);
    REQUIRE(x, error_memory());
    for (size_t i = 0; i < n; i++) {
        const double a = problem->A[i * n + i], b = problem->B[i * n + i];
        const double mu = a == 0 && b == 0 ? first_feasible(problem, i) : a / b;
        if (!(mu >= problem->from && mu <= problem->to) || isinf(mu)) continue;
        for (size_t j = 0; j < n; j++) x[j] = i == j;
        eicp_pool_accept(pool, mu, x);
    }
    return JUDDER_OK;
}

const EicpGenerator single_node_generator = {
    .name = "single node", .reference = "ST-13", .search = single_node_search};
