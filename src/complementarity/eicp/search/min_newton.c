/* Candidates of the semismooth Newton method [adly2011] for min(x, w) = 0, sum of x = 1, without a line
 * search: the corrector from many starts. */
#include "complementarity/eicp/search/pool.h"

#include <stdlib.h>

enum { MOST_STARTS = 24 };

static JudderErr min_newton_search(EicpPool *pool) {
    const EicpProblem *problem = pool->problem;
    const int n = problem->n;
    SCOPED_FREE double *x = malloc((size_t)n * sizeof *x);
    REQUIRE(x, error_memory());
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < MOST_STARTS && err == JUDDER_OK && !eicp_time_over(problem); k++) {
        for (int i = 0; i < n; i++) {
            const double u = eicp_pool_random(pool);
            x[i] = k == 0 ? 1 : k % 2 ? u : (u > 0.5 ? u : 0);
        }
        x[k % n] += 1e-3;
        eicp_normalise(n, x);
        double mu = eicp_quotient(pool, x);
        bool solved = false;
        err = eicp_pool_offer(pool, &mu, x, &solved);
    }
    return err;
}

const EicpGenerator min_newton_generator = {
    .name = "min Newton", .reference = "ST-13", .search = min_newton_search};
