/* Candidates of the homotopy of the matrix, for problems without structure (ST-13):
 *
 *   A(t) = (1 - t) s B x0 c' + t A,   t from 0 to 1,
 *
 * with known start x0 > 0, mu = s c'x0 (x0 = c = e: the matrix e e' for B = I). The sign s = -1 makes this
 * the only solution of the start for B = I; both signs and several x0, c are tried. Steps in t are halved on
 * failure of the active-set Newton corrector. */
#include "complementarity/eicp/search/pool.h"

#include "base/array/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STARTS = 40, MOST_STEPS = 600 };

typedef struct Homotopy {
    EicpProblem between; /* A(t) in its own room, B borrowed */
    EicpPool *corrector;
    double *start, *weights, *x, *last, *slope;
} Homotopy;

static void take_matrix(const EicpProblem *problem, Homotopy *homotopy, double sign, double t) {
    const size_t n = (size_t)problem->n;
    for (size_t i = 0; i < n; i++) {
        double product = 0;
        for (size_t j = 0; j < n; j++) product += problem->B[i * n + j] * homotopy->start[j];
        for (size_t j = 0; j < n; j++)
            homotopy->between.A[i * n + j] = (1 - t) * sign * product * homotopy->weights[j] +
                                             t * problem->A[i * n + j];
    }
}

/* Corrects the extrapolated pair at t; false if it does not settle or jumps to another branch. */
static JudderErr matrix_homotopy_correct(Homotopy *homotopy, double *mu, double *x, bool *good) {
    const int n = homotopy->between.n;
    for (int i = 0; i < n; i++) x[i] = fmax(x[i], 0);
    eicp_normalise(n, x);
    TRY(eicp_settle(homotopy->corrector, mu, x, good));
    const Eicp view = eicp_problem_view(&homotopy->between);
    *good = *good && eicp_residual(&view, *mu, x) < 1e-9;
    return JUDDER_OK;
}

static JudderErr matrix_homotopy_follow(EicpPool *pool, Homotopy *homotopy, double sign) {
    const EicpProblem *problem = pool->problem;
    const size_t n = (size_t)problem->n;
    double mu = 0, last_mu = 0, t = 0, step = 0.05, slope_mu = 0;
    for (size_t i = 0; i < n; i++) mu += sign * homotopy->weights[i] * homotopy->start[i];
    memcpy(homotopy->last, homotopy->start, n * sizeof(double));
    memset(homotopy->slope, 0, n * sizeof(double));
    last_mu = mu;
    for (int k = 0; k < MOST_STEPS && step > 1e-7 && !eicp_time_over(problem); k++) {
        const double next = fmin(t + step, 1);
        for (size_t i = 0; i < n; i++) homotopy->x[i] = homotopy->last[i] + (next - t) * homotopy->slope[i];
        mu = last_mu + (next - t) * slope_mu;
        bool good = false;
        take_matrix(problem, homotopy, sign, next);
        TRY(matrix_homotopy_correct(homotopy, &mu, homotopy->x, &good));
        if (!good) {
            step /= 2;
            continue;
        }
        if (next == 1) return eicp_pool_offer(pool, &mu, homotopy->x, &good);
        for (size_t i = 0; i < n; i++) homotopy->slope[i] = (homotopy->x[i] - homotopy->last[i]) / (next - t);
        slope_mu = (mu - last_mu) / (next - t);
        memcpy(homotopy->last, homotopy->x, n * sizeof(double));
        last_mu = mu;
        t = next;
        step = fmin(step * 1.5, 0.1);
    }
    return JUDDER_OK;
}

static JudderErr search_with(EicpPool *pool, Homotopy *homotopy) {
    const int n = pool->problem->n;
    for (int k = 0; k < MOST_STARTS && !isfinite(pool->mu) && !eicp_time_over(pool->problem); k++) {
        for (int i = 0; i < n; i++) {
            homotopy->start[i] = k < 2 ? 1 : eicp_pool_random(pool);
            homotopy->weights[i] = k < 2 ? 1 : eicp_pool_random(pool);
        }
        eicp_normalise(n, homotopy->start);
        TRY(matrix_homotopy_follow(pool, homotopy, k % 2 ? 1 : -1));
    }
    return JUDDER_OK;
}

static JudderErr matrix_homotopy_search(EicpPool *pool) {
    const size_t n = (size_t)pool->problem->n;
    if (isfinite(pool->mu)) return JUDDER_OK;
    Homotopy homotopy = {.between = *pool->problem};
    REQUIRE(ROOM_TAKE(ROOM(homotopy.between.A, n * n), ROOM(homotopy.start, n), ROOM(homotopy.weights, n),
                      ROOM(homotopy.x, n), ROOM(homotopy.last, n), ROOM(homotopy.slope, n)),
            error_memory());
    SCOPED_FREE double *room = homotopy.between.A;
    JudderErr err = eicp_pool_create(&homotopy.between, &homotopy.corrector);
    if (err == JUDDER_OK) err = search_with(pool, &homotopy);
    eicp_pool_destroy(&homotopy.corrector);
    return err;
}

const EicpGenerator matrix_homotopy_generator = {
    .name = "homotopy of the matrix", .reference = "ST-13", .search = matrix_homotopy_search};
