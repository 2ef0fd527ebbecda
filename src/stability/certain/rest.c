#include "stability/certain/rest.h"

#include "base/number/rounding.h"
#include "base/symmetric.h"
#include "complementarity/eicp/existence/exists.h"

#include <stdlib.h>
#include <string.h>

/* x'Q x < 0 for some x >= 0 among the eigenvectors of negative eigenvalues, the axes, and pairs of them. */
static bool falls_along(size_t n, const double *Q, const double *radius, const double *x) {
    double sum = 0, error = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double part = x[i] * Q[i * n + j] * x[j];
            sum += part;
            error += fabs(part) * 4 * (double)(n * n + 4) * DBL_EPSILON + x[i] * radius[i * n + j] * x[j];
        }
    return sum + error * ROUNDING_UP + DBL_MIN < 0;
}

static JudderErr find_fall(int n, const double *A, const double *A_D, bool *found) {
    const size_t order = (size_t)n, count = order * order;
    SCOPED_FREE double *Q = malloc((3 * count + 2 * order + 1) * sizeof *Q);
    REQUIRE(Q, error_memory());
    double *radius = Q + count, *vectors = radius + count, *values = vectors + count, *x = values + order;
    eicp_symmetric_part(n, A, A_D, Q, radius);
    memcpy(vectors, Q, count * sizeof *Q);
    *found = false;
    for (size_t i = 0; i < order && !*found; i++) {
        memset(x, 0, order * sizeof *x);
        x[i] = 1;
        *found = falls_along(order, Q, radius, x);
    }
    const JudderErr err = *found ? JUDDER_OK : symmetric_eigen(n, vectors, values);
    for (size_t k = 0; k < 2 * order && !*found && err == JUDDER_OK && values[k / 2] < 0; k++) {
        for (size_t i = 0; i < order; i++) x[i] = fmax(0, (k % 2 ? -1 : 1) * vectors[k / 2 * order + i]);
        *found = falls_along(order, Q, radius, x);
    }
    return err;
}

JudderErr pencil_rest_of(int n, const double *A, const double *A_D, bool definite, PencilRest *rest) {
    bool proved = false;
    *rest = REST_UNDECIDED;
    if (!definite) return JUDDER_OK;
    TRY(eicp_proves_copositive(n, A, A_D, &proved));
    if (proved) *rest = REST_STABLE;
    if (proved) return JUDDER_OK;
    TRY(find_fall(n, A, A_D, &proved));
    if (proved) *rest = REST_UNSTABLE;
    return JUDDER_OK;
}

JudderErr pencil_rest(const Pencil *pencil, PencilRest *rest) {
    const size_t n = (size_t)pencil->n, count = n * n;
    *rest = REST_UNDECIDED;
    if (!pencil->enclose || n == 0) return JUDDER_OK;
    SCOPED_FREE double *A = malloc((4 * count + 1) * sizeof *A);
    REQUIRE(A, error_memory());
    bool enclosed = false, definite = false;
    const PencilBox box = {
        .A = A, .B = A + count, .A_D = A + 2 * count, .B_D = A + 3 * count, .definite = &definite};
    TRY(pencil->enclose(pencil->context, 0, &box, &enclosed));
    if (enclosed) TRY(pencil_rest_of(pencil->n, A, box.A_D, definite, rest));
    return JUDDER_OK;
}

JudderErr pencil_rest_needs_mass(const Pencil *pencil, PencilRest *rest) {
    bool semidefinite = true;
    if (*rest == REST_UNDECIDED || !pencil->mass_is_semidefinite) return JUDDER_OK;
    TRY(pencil->mass_is_semidefinite(pencil->context, &semidefinite));
    if (!semidefinite) *rest = REST_UNDECIDED;
    return JUDDER_OK;
}
