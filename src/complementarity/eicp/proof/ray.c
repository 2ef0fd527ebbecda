/* EICP_RAY: u'w >= 0 for every solution in the box, yet u'M < 0 (Farkas). At infinite mu,
 * u'(-B) <= 0 is enough. */
#include "complementarity/eicp/proof/box.h"

#include <float.h>
#include <math.h>

/* Whether u meets nothing but exact zeros of B, so that no product has merely vanished. */
static bool is_zero_column(const EicpProblem *problem, const double *u, size_t j) {
    const size_t n = (size_t)problem->n;
    for (size_t i = 0; i < n; i++)
        if (u[i] != 0 && problem->B[i * n + j] != 0) return false;
    return true;
}

static bool column_negative(const EicpProblem *problem, double mu, const double *u, size_t j) {
    const size_t n = (size_t)problem->n;
    double sum = 0, size = 0, spread = 0;
    for (size_t i = 0; i < n; i++) {
        const double a = isinf(mu) ? 0 : problem->A[i * n + j],
                     b = problem->B[i * n + j] * (isinf(mu) ? 1 : mu);
        sum += u[i] * (a - b);
        size += fabs(u[i]) * (fabs(a) + fabs(b));
        const double radius = eicp_radius(problem, mu, i * n + j);
        if (u[i] != 0 && radius > 0) spread += fabs(u[i]) * radius + DBL_MIN;
    }
    const double rounding = (double)(n + 8) * DBL_EPSILON * size;
    if (isinf(mu) && size == 0 && spread == 0) return is_zero_column(problem, u, j);
    return sum + rounding + spread * (1 + 1e-9) + DBL_MIN < 0;
}

JudderErr eicp_ray_empties(const EicpProblem *problem, const EicpBox *box, const double *u, bool *empty) {
    *empty = false;
    for (int i = 0; i < problem->n; i++)
        if (!isfinite(u[i]) || (box->side[i] != EICP_SLIPS && u[i] < 0)) return JUDDER_OK;
    for (int j = 0; j < problem->n; j++) {
        if (box->side[j] == EICP_STICKS) continue;
        if (!column_negative(problem, box->lo, u, (size_t)j) ||
            !column_negative(problem, box->hi, u, (size_t)j))
            return JUDDER_OK;
    }
    *empty = true;
    return JUDDER_OK;
}
