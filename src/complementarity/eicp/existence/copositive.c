/* x'A x > 0 for every x >= 0 but 0. A symmetric Q is strictly copositive if for every set of rows some y >= 0
 * has Q y > 0 there: else the least x'Q x of x >= 0, sum 1, is some value v <= 0 with Q x = v e on the nodes
 * x > 0, and 0 < x'Q y = v sum(y) contradicts that [gaddum1958]. */
#include "complementarity/eicp/existence/exists.h"

#include "base/dense.h"
#include "base/number/rounding.h"
#include "base/symmetric.h"

#include <stdlib.h>

enum { SETS_MOST = 10 };

void eicp_symmetric_part(int n, const double *A, const double *A_D, double *Q, double *radius) {
    const size_t order = (size_t)n;
    for (size_t i = 0; i < order; i++)
        for (size_t j = 0; j < order; j++) {
            const double a = A[i * order + j], b = A[j * order + i];
            const double spread = A_D ? A_D[i * order + j] + A_D[j * order + i] : 0;
            Q[i * order + j] = a == b ? a : 0.5 * a + 0.5 * b;
            radius[i * order + j] = 0.5 * spread * ROUNDING_UP;
            if (a != b) radius[i * order + j] += 4 * DBL_EPSILON * (fabs(a) + fabs(b)) + DBL_MIN;
        }
}

static bool entries_say(int n, const double *Q, const double *radius) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double least = Q[i * n + j] - radius[i * n + j];
            if (i == j ? !(least > 0) : !(least >= 0)) return false;
        }
    return true;
}

/* y = Q^-1 e without its negative entries is tried. */
static JudderErr set_is_good(int k, const double *Q, const double *radius, bool *good) {
    double y[SETS_MOST], sum = 0;
    bool singular = false;
    *good = false;
    for (int i = 0; i < k; i++) y[i] = 1;
    TRY(dense_solve_once(k, Q, y, &singular));
    for (int i = 0; i < k && !singular; i++) sum += y[i] = fmax(y[i], 0);
    if (singular || !(sum > 0) || !isfinite(sum)) return JUDDER_OK;
    for (int i = 0; i < k; i++) {
        double w = 0, size = 0;
        for (int j = 0; j < k; j++) {
            w += Q[i * k + j] * y[j];
            size += (fabs(Q[i * k + j]) * 4 * SETS_MOST * DBL_EPSILON + radius[i * k + j]) * y[j];
        }
        if (!(w - size * ROUNDING_UP - DBL_MIN > 0)) return JUDDER_OK;
    }
    *good = true;
    return JUDDER_OK;
}

static JudderErr sets_say(int n, const double *Q, const double *radius, bool *proved) {
    double part[SETS_MOST * SETS_MOST], part_radius[SETS_MOST * SETS_MOST];
    int node[SETS_MOST];
    *proved = true;
    for (unsigned set = 1; set < 1u << n && *proved; set++) {
        int k = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) node[k++] = i;
        eicp_gather(n, Q, node, k, part);
        eicp_gather(n, radius, node, k, part_radius);
        TRY(set_is_good(k, part, part_radius, proved));
    }
    return JUDDER_OK;
}

JudderErr eicp_proves_copositive(int n, const double *A, const double *A_D, bool *proved) {
    const size_t count = (size_t)n * (size_t)n;
    double *Q = malloc((2 * count + 1) * sizeof *Q), *radius = Q + count;
    REQUIRE(Q, error_memory());
    eicp_symmetric_part(n, A, A_D, Q, radius);
    *proved = entries_say(n, Q, radius);
    JudderErr err = JUDDER_OK;
    if (!*proved && n <= SETS_MOST) err = sets_say(n, Q, radius, proved);
    if (err == JUDDER_OK && !*proved) err = symmetric_proves_definite(n, Q, radius, proved);
    free(Q);
    return err;
}
