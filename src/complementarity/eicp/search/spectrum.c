/* Real eigenpairs of A x = mu B x (ST-8). */
#include "complementarity/eicp/search/pool.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Eigen {
    double *re, *im, *beta, *vectors, *T;
    int *order;
} Eigen;

static void eigen_release(Eigen *eigen) {
    free(eigen->re);
}

static JudderErr eigen_allocate(size_t n, Eigen *eigen) {
    REQUIRE(ROOM_TAKE(ROOM(eigen->re, n), ROOM(eigen->im, n), ROOM(eigen->beta, n),
                      ROOM(eigen->vectors, n * n), ROOM(eigen->T, n * n), ROOM(eigen->order, n)),
            error_memory());
    return JUDDER_OK;
}

/* Ascending order of the real and finite ones. */
static int sort_real(int n, Eigen *eigen) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (eigen->im[i] != 0 || fabs(eigen->beta[i]) < 1e-14 * fabs(eigen->re[i])) continue;
        const double mu = eigen->re[i] / eigen->beta[i];
        if (!isfinite(mu)) continue;
        int k = count++;
        for (; k > 0 && eigen->re[eigen->order[k - 1]] / eigen->beta[eigen->order[k - 1]] > mu; k--)
            eigen->order[k] = eigen->order[k - 1];
        eigen->order[k] = i;
    }
    return count;
}

static JudderErr copy_out(int n, const Eigen *eigen, int count, EicpSpectrum *spectrum) {
    const size_t order = (size_t)n;
    spectrum->mu = calloc((size_t)count + 1, sizeof(double));
    spectrum->x = calloc(((size_t)count + 1) * order, sizeof(double));
    REQUIRE(spectrum->mu && spectrum->x, error_memory());
    spectrum->count = count;
    for (int k = 0; k < count; k++) {
        const size_t from = (size_t)eigen->order[k];
        double *x = spectrum->x + (size_t)k * order, sum = 0;
        spectrum->mu[k] = eigen->re[from] / eigen->beta[from];
        for (size_t i = 0; i < order; i++) sum += x[i] = eigen->vectors[i * order + from];
        if (sum < 0)
            for (size_t i = 0; i < order; i++) x[i] = -x[i];
    }
    return JUDDER_OK;
}

JudderErr eicp_pool_spectrum(EicpPool *pool, const EicpSpectrum **spectrum) {
    *spectrum = &pool->spectrum;
    if (pool->spectrum_known) return JUDDER_OK;
    const int n = pool->problem->n;
    SCOPED(eigen_release) Eigen eigen = {0};
    JudderErr err = eigen_allocate((size_t)n, &eigen);
    const DensePencil found = {eigen.re, eigen.im, eigen.beta, eigen.vectors};
    const Eicp view = eicp_problem_view(pool->problem);
    if (err == JUDDER_OK) err = eicp_eigen(&view, (EicpShift){pool->problem->from, 1e10, eigen.T}, &found);
    if (err == JUDDER_OK) err = copy_out(n, &eigen, sort_real(n, &eigen), &pool->spectrum);
    pool->spectrum_known = err == JUDDER_OK;
    return err;
}
