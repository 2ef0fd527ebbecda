/* Real eigenpairs of A x = mu B x (ST-8). With A - s B invertible they are those of (A - s B)^-1 B,
 * theta = 1/(mu - s), which costs a fraction of the pencil's; a singular A - s B is left to the pencil. */
#include "complementarity/eicp/search/pool.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Eigen {
    double *re, *im, *beta, *vectors, *M, *T;
    int *order;
} Eigen;

static void eigen_release(Eigen *eigen) {
    free(eigen->re);
}

static JudderErr eigen_allocate(size_t n, Eigen *eigen) {
    REQUIRE(ROOM_TAKE(ROOM(eigen->re, n), ROOM(eigen->im, n), ROOM(eigen->beta, n),
                      ROOM(eigen->vectors, n * n), ROOM(eigen->M, n * n), ROOM(eigen->T, n * n),
                      ROOM(eigen->order, n)),
            error_memory());
    return JUDDER_OK;
}

/* T <- M^-1 B; false if M is singular or nearly so. */
static JudderErr divide(const EicpProblem *problem, Eigen *eigen, bool *possible) {
    const size_t n = (size_t)problem->n;
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    TRY(dense_factor_create(problem->n, eigen->M, &factor, &singular));
    JudderErr err = JUDDER_OK;
    double largest = 0;
    for (size_t j = 0; j < n && !singular && err == JUDDER_OK; j++) {
        for (size_t i = 0; i < n; i++) eigen->re[i] = problem->B[i * n + j];
        err = dense_factor_solve(factor, eigen->re);
        for (size_t i = 0; i < n; i++) {
            eigen->T[i * n + j] = eigen->re[i];
            largest = fmax(largest, fabs(eigen->re[i]));
        }
    }
    *possible = !singular && largest < 1e10;
    return err;
}

static JudderErr spectrum_solve(const EicpProblem *problem, Eigen *eigen) {
    bool possible = false;
    eicp_matrix(problem, problem->from, eigen->M);
    TRY(divide(problem, eigen, &possible));
    if (!possible) {
        const DensePencil found = {eigen->re, eigen->im, eigen->beta, eigen->vectors};
        return dense_eigen_pencil(problem->n, problem->A, problem->B, &found);
    }
    TRY(dense_eigen(problem->n, eigen->T, eigen->re, eigen->im, eigen->vectors));
    for (int i = 0; i < problem->n; i++) {
        eigen->beta[i] = eigen->re[i];
        eigen->re[i] = 1 + problem->from * eigen->re[i];
    }
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
    if (err == JUDDER_OK) err = spectrum_solve(pool->problem, &eigen);
    if (err == JUDDER_OK) err = copy_out(n, &eigen, sort_real(n, &eigen), &pool->spectrum);
    pool->spectrum_known = err == JUDDER_OK;
    return err;
}
