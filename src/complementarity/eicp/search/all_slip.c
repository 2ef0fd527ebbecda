/* Candidates where every node slips: eigenpairs A x = mu B x with x > 0 (ST-8). */
#include "complementarity/eicp/search/pool.h"

#include <stdlib.h>
#include <string.h>

/* Positive up to the rounding of an eigenvector; such entries are cut to zero. */
static bool cut_positive(int n, const double *x, double *cut) {
    double largest = 0;
    for (int i = 0; i < n; i++) largest = x[i] > largest ? x[i] : largest;
    for (int i = 0; i < n; i++) {
        if (x[i] < -1e-9 * largest) return false;
        cut[i] = x[i] > 0 ? x[i] : 0;
    }
    return largest > 0;
}

static JudderErr all_slip_search(EicpPool *pool) {
    const EicpProblem *problem = pool->problem;
    const EicpSpectrum *spectrum = NULL;
    TRY(eicp_pool_spectrum(pool, &spectrum));
    SCOPED_FREE double *x = malloc((size_t)problem->n * sizeof *x);
    REQUIRE(x, error_memory());
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < spectrum->count && err == JUDDER_OK; k++) {
        double mu = spectrum->mu[k];
        if (mu < problem->from - 1e-9 || mu > problem->to + 1e-9) continue;
        if (!cut_positive(problem->n, spectrum->x + (size_t)k * (size_t)problem->n, x)) continue;
        eicp_normalise(problem->n, x);
        bool solved = false;
        err = eicp_pool_offer(pool, &mu, x, &solved);
        if (solved) break;
    }
    return err;
}

const EicpGenerator all_slip_generator = {.name = "all slip", .reference = "ST-8", .search = all_slip_search};
