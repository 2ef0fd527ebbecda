/* Candidates of the active-set method: Newton's method for the eigenpair on a set S, then nodes with x_i < 0
 * leave S, or else the node with the most negative w_i enters. Starts: the lowest eigenvectors of the whole
 * pencil, and the nodes that slip most easily alone (least A_jj/B_jj > 0), with those around them. */
#include "complementarity/eicp/search/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPECTRAL_STARTS = 6, NODE_STARTS = 6, MOST_SETS = 60, NEWTON_STEPS = 12 };

static int positive_set(int n, const double *x, int *set) {
    int count = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 0) set[count++] = i;
    return count;
}

static JudderErr eigenpair_on_set(EicpPool *pool, int count, double *mu, double *x, bool *found) {
    double step = INFINITY;
    *found = false;
    for (int k = 0; k < NEWTON_STEPS; k++) {
        TRY(eicp_newton_on_set(pool, count, mu, x, &step));
        if (!isfinite(step) || fabs(*mu) > 1e8) return JUDDER_OK;
        if (step < 1e-10) break;
    }
    *found = step < 1e-6;
    return JUDDER_OK;
}

/* Cuts negative entries, or else raises the node of the most negative rate; false if neither was needed. */
static bool change_set(EicpPool *pool, double mu, double *x) {
    const int n = pool->problem->n;
    bool cut = false;
    for (int i = 0; i < n; i++)
        if (x[i] < 0) {
            x[i] = 0;
            cut = true;
        }
    if (cut) return true;
    eicp_rates(pool->problem, mu, x, pool->w);
    int worst = -1;
    for (int i = 0; i < n; i++)
        if (x[i] == 0 && pool->w[i] < (worst < 0 ? -1e-13 : pool->w[worst])) worst = i;
    if (worst >= 0) x[worst] = 1e-3 / n;
    return worst >= 0;
}

static JudderErr active_set_follow(EicpPool *pool, double mu, double *x) {
    const int n = pool->problem->n;
    for (int k = 0; k < MOST_SETS; k++) {
        if (eicp_time_over(pool->problem)) return JUDDER_OK;
        const int count = positive_set(n, x, pool->set);
        if (count == 0) return JUDDER_OK;
        eicp_normalise(n, x);
        bool found = false;
        TRY(eigenpair_on_set(pool, count, &mu, x, &found));
        if (!found) return JUDDER_OK;
        if (!change_set(pool, mu, x)) {
            bool solved = false;
            return eicp_pool_offer(pool, &mu, x, &solved);
        }
    }
    return JUDDER_OK;
}

static JudderErr from_spectrum(EicpPool *pool, double *x) {
    const EicpProblem *problem = pool->problem;
    const EicpSpectrum *spectrum = NULL;
    TRY(eicp_pool_spectrum(pool, &spectrum));
    for (int k = 0, starts = 0; k < spectrum->count && starts < SPECTRAL_STARTS; k++) {
        if (spectrum->mu[k] < problem->from || spectrum->mu[k] > problem->to) continue;
        memcpy(x, spectrum->x + (size_t)k * (size_t)problem->n, (size_t)problem->n * sizeof *x);
        for (int i = 0; i < problem->n; i++) x[i] = fmax(x[i], 0);
        TRY(active_set_follow(pool, spectrum->mu[k], x));
        starts++;
    }
    return JUDDER_OK;
}

/* Quotient of the diagonal, infinite where the node cannot slip alone. */
static double active_set_alone(const EicpProblem *problem, int i) {
    const size_t at = (size_t)i * (size_t)problem->n + (size_t)i;
    const double mu = problem->A[at] / problem->B[at];
    return mu >= problem->from && mu <= problem->to ? mu : INFINITY;
}

static JudderErr from_nodes(EicpPool *pool, double *x) {
    const EicpProblem *problem = pool->problem;
    double last = -INFINITY;
    for (int starts = 0; starts < NODE_STARTS; starts++) {
        int node = -1;
        for (int i = 0; i < problem->n; i++) {
            const double mu = active_set_alone(problem, i);
            if (mu > last && isfinite(mu) && (node < 0 || mu < active_set_alone(problem, node))) node = i;
        }
        if (node < 0) return JUDDER_OK;
        last = active_set_alone(problem, node);
        for (int i = 0; i < problem->n; i++) x[i] = i == node;
        TRY(active_set_follow(pool, last, x));
        for (int i = 0; i < problem->n; i++) x[i] = 1 / (1.0 + abs(i - node));
        TRY(active_set_follow(pool, last, x));
    }
    return JUDDER_OK;
}

static JudderErr active_set_search(EicpPool *pool) {
    SCOPED_FREE double *x = calloc((size_t)pool->problem->n, sizeof *x);
    REQUIRE(x, error_memory());
    TRY(from_spectrum(pool, x));
    return from_nodes(pool, x);
}

const EicpGenerator active_set_generator = {
    .name = "active set", .reference = "ST-13", .search = active_set_search};
