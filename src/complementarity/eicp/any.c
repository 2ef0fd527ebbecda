/* Some solution of a general EiCP: the homotopy of the matrix first, then every other generator. */
#include "complementarity/eicp/search/pool.h"

#include <math.h>
#include <string.h>

static const double farthest = 1e6; /* mu is sought above minus this, in units of |A|/|B| */

static JudderErr search_all(EicpPool *pool) {
    pool->present = matrix_homotopy_generator.name;
    TRY(matrix_homotopy_generator.search(pool));
    for (int i = 0; eicp_generators[i] && isinf(pool->mu); i++) {
        pool->present = eicp_generators[i]->name;
        TRY(eicp_generators[i]->search(pool));
    }
    return JUDDER_OK;
}

JudderErr eicp_any(const Eicp *eicp, double *x, EicpReport *report) {
    SCOPED(eicp_problem_destroy) EicpProblem *problem = NULL;
    SCOPED(eicp_pool_destroy) EicpPool *pool = NULL;
    *report = (EicpReport){.outcome = EICP_NOT_FOUND,
                           .certificate = "",
                           .existence = "",
                           .generator = "",
                           .mu_low = -INFINITY,
                           .mu_high = NAN};
    TRY(eicp_problem_create(eicp, 0, INFINITY, &problem));
    problem->from = -farthest;
    JudderErr err = eicp_pool_create(problem, &pool);
    if (err == JUDDER_OK) err = search_all(pool);
    if (err == JUDDER_OK && isfinite(pool->mu)) {
        report->outcome = EICP_FOUND;
        report->mu = pool->mu * problem->unit;
        memcpy(x, pool->x, (size_t)eicp->n * sizeof *x);
        report->residual = eicp_residual(eicp, report->mu, x);
        report->generator = pool->generator;
        report->candidates = pool->count;
    }
    return err;
}
