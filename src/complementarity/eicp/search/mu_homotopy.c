/* Candidates of the homotopy in mu: the path of solutions of
 *
 *   0 <= x _|_ (A - mu B) x + q >= 0,   starting at mu = from,
 *
 * is rational in mu while the set S of positive x stays: x_S = -M_SS^-1 q_S, dx_S/dmu = M_SS^-1 (B x)_S.
 * Where an x_i or a w_i reaches zero, node i changes sides, and mu goes on in the direction in which its
 * other quantity grows. Where x runs away, x/|x| tends to a solution of (ST-6). One path for q = -e and some
 * for random q. (ST-13) */
#include "complementarity/eicp/search/pool.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 10, SINGLE_PIVOTS_AFTER = 30 };

typedef struct Path {
    const EicpProblem *problem;
    int n, count;
    double mu, *q;
    bool *slips;
    int *set;
    double *x, *dx; /* of the nodes in S; of the others these are w and dw/dmu, so that all must be >= 0 */
    double *next, *dnext;
    double *block, *column, *slope;
    double size; /* of x at the start */
} Path;

static void path_release(Path *path) {
    free(path->q);
}

static JudderErr path_allocate(const EicpProblem *problem, Path *path) {
    const size_t n = (size_t)problem->n;
    *path = (Path){.problem = problem, .n = problem->n};
    REQUIRE(ROOM_TAKE(ROOM(path->q, n), ROOM(path->x, n), ROOM(path->dx, n), ROOM(path->next, n),
                      ROOM(path->dnext, n), ROOM(path->column, n), ROOM(path->slope, n), ROOM(path->slips, n),
                      ROOM(path->set, n), ROOM(path->block, n * n)),
            error_memory());
    return JUDDER_OK;
}

static double mu_homotopy_entry(const Path *path, double mu, int i, int j) {
    const size_t at = (size_t)i * (size_t)path->n + (size_t)j;
    return path->problem->A[at] - mu * path->problem->B[at];
}

static void take_set(Path *path) {
    path->count = 0;
    for (int i = 0; i < path->n; i++)
        if (path->slips[i]) path->set[path->count++] = i;
}

/* x_S and its slope into column and slope. */
static JudderErr solve_on_set(Path *path, double mu, bool *singular) {
    const int count = path->count, n = path->n;
    *singular = false;
    if (count == 0) return JUDDER_OK;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            path->block[i * count + j] = mu_homotopy_entry(path, mu, path->set[i], path->set[j]);
    for (int i = 0; i < count; i++) path->column[i] = -path->q[path->set[i]];
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    TRY(dense_factor_create(count, path->block, &factor, singular));
    JudderErr err = *singular ? JUDDER_OK : dense_factor_solve(factor, path->column);
    for (int i = 0; i < count && !*singular; i++) {
        const double *b = path->problem->B + (size_t)path->set[i] * (size_t)n;
        double sum = 0;
        for (int j = 0; j < count; j++) {
            if (!isfinite(path->column[j])) *singular = true;
            sum += b[path->set[j]] * path->column[j];
        }
        path->slope[i] = sum;
    }
    if (err == JUDDER_OK && !*singular) err = dense_factor_solve(factor, path->slope);
    return err;
}

/* All of x (in S) and w (outside), and their slopes, at mu. */
static JudderErr mu_homotopy_evaluate(Path *path, double mu, double *value, double *slope, bool *singular) {
    TRY(solve_on_set(path, mu, singular));
    if (*singular) return JUDDER_OK;
    for (int i = 0; i < path->n; i++) {
        if (path->slips[i]) continue;
        double w = path->q[i], dw = 0;
        const double *b = path->problem->B + (size_t)i * (size_t)path->n;
        for (int k = 0; k < path->count; k++) {
            const double m = mu_homotopy_entry(path, mu, i, path->set[k]);
            w += m * path->column[k];
            dw += m * path->slope[k] - b[path->set[k]] * path->column[k];
        }
        value[i] = w;
        slope[i] = dw;
    }
    for (int k = 0; k < path->count; k++) {
        value[path->set[k]] = path->column[k];
        slope[path->set[k]] = path->slope[k];
    }
    return JUDDER_OK;
}

/* Solves the problem with q at the start: all violating nodes change sides, later only the first of them
 * ([murty1974], finite for P matrices). */
static JudderErr mu_homotopy_start(Path *path, bool *started) {
    *started = false;
    for (int i = 0; i < path->n; i++) path->slips[i] = path->q[i] < 0;
    for (int k = 0; k < SINGLE_PIVOTS_AFTER + 20 * path->n; k++) {
        bool singular = false, good = true;
        take_set(path);
        TRY(mu_homotopy_evaluate(path, path->mu, path->x, path->dx, &singular));
        if (singular || eicp_time_over(path->problem)) return JUDDER_OK;
        for (int i = 0; i < path->n && (good || k < SINGLE_PIVOTS_AFTER); i++)
            if (path->x[i] < -1e-13) {
                path->slips[i] = !path->slips[i];
                good = false;
            }
        if (!good) continue;
        path->size = 0;
        for (int i = 0; i < path->count; i++) path->size += path->x[path->set[i]];
        *started = path->count > 0;
        return JUDDER_OK;
    }
    return JUDDER_OK;
}

static int first_violated(const Path *path, const double *value, const double *before) {
    int first = -1;
    double least = INFINITY;
    for (int i = 0; i < path->n; i++) {
        if (value[i] >= -1e-13 * fmax(1, path->size)) continue;
        const double share = before[i] > 0 ? before[i] / (before[i] - value[i]) : 0;
        if (share < least) {
            least = share;
            first = i;
        }
    }
    return first;
}

/* Narrows the first change of sides down to neighbouring numbers: *low has none, *high has node `*node`. */
static JudderErr mu_homotopy_locate(Path *path, double *low, double high, int *node) {
    for (int k = 0; k < 100; k++) {
        const double width = high - *low;
        if (fabs(width) < 1e-15 * (1 + fabs(high))) return JUDDER_OK;
        const double before = path->x[*node], after = path->next[*node];
        double share = before > after ? before / (before - after) : 0.5;
        share = k % 3 == 2 ? 0.5 : fmin(fmax(share, 1e-3), 1 - 1e-3);
        const double middle = *low + share * width;
        bool singular = false;
        TRY(mu_homotopy_evaluate(path, middle, path->next, path->dnext, &singular));
        const int violated = singular ? *node : first_violated(path, path->next, path->x);
        if (violated >= 0) {
            high = middle;
            *node = violated;
        } else {
            *low = middle;
            memcpy(path->x, path->next, (size_t)path->n * sizeof(double));
            TRY(mu_homotopy_evaluate(path, high, path->next, path->dnext, &singular));
            const int again = first_violated(path, path->next, path->x);
            if (again < 0) return JUDDER_OK;
            *node = again;
        }
    }
    return JUDDER_OK;
}

/* How far |x| needs to run away if it keeps its rate: the distance to a simple pole. */
static double pole_distance(const Path *path, double direction) {
    double size = 0, rate = 0;
    for (int i = 0; i < path->count; i++) {
        size += fabs(path->x[path->set[i]]);
        rate += direction * path->dx[path->set[i]];
    }
    return rate > 0 ? size / rate : INFINITY;
}

static JudderErr try_end(EicpPool *pool, Path *path, double mu, bool *ended) {
    double size = 0;
    for (int i = 0; i < path->n; i++) {
        path->next[i] = path->slips[i] ? fmax(path->x[i], 0) : 0;
        size += path->next[i];
    }
    *ended = false;
    if (size < 100 * path->size) return JUDDER_OK;
    eicp_normalise(path->n, path->next);
    TRY(eicp_pool_offer(pool, &mu, path->next, ended));
    if (size > 1e9 * path->size) *ended = true;
    return JUDDER_OK;
}

/* Goes one step; *direction is 0 when the path cannot be followed. */
static JudderErr mu_homotopy_advance(Path *path, double *direction, double step) {
    bool singular = false;
    const double target = path->mu + *direction * step;
    TRY(mu_homotopy_evaluate(path, target, path->next, path->dnext, &singular));
    int node = singular ? -1 : first_violated(path, path->next, path->x);
    if (singular) *direction = 0;
    if (node < 0) {
        path->mu = target;
        return JUDDER_OK;
    }
    TRY(mu_homotopy_locate(path, &path->mu, target, &node));
    path->slips[node] = !path->slips[node];
    take_set(path);
    TRY(mu_homotopy_evaluate(path, path->mu, path->x, path->dx, &singular));
    if (singular)
        *direction = 0;
    else
        *direction = path->dx[node] > 0 ? 1 : path->dx[node] < 0 ? -1 : 0;
    return JUDDER_OK;
}

static JudderErr mu_homotopy_follow(EicpPool *pool, Path *path) {
    const EicpProblem *problem = path->problem;
    double direction = 1;
    for (int k = 0; k < 400 + 40 * path->n && direction != 0; k++) {
        bool singular = false, ended = false;
        if (eicp_time_over(problem)) return JUDDER_OK;
        TRY(mu_homotopy_evaluate(path, path->mu, path->x, path->dx, &singular));
        const double pole = pole_distance(path, direction);
        TRY(try_end(pool, path, path->mu + (isfinite(pole) ? direction * pole : 0), &ended));
        const double end = fmin(fmin(problem->to, pool->mu), 1e6);
        if (ended || singular || path->mu > end || path->mu < problem->from - 1e-9) return JUDDER_OK;
        TRY(mu_homotopy_advance(path, &direction, fmin(0.5 * pole, 0.1 * (0.5 + fabs(path->mu)))));
    }
    return JUDDER_OK;
}

static JudderErr search_with(EicpPool *pool, Path *path) {
    for (int k = 0; k < PATHS && !eicp_time_over(pool->problem); k++) {
        for (int i = 0; i < path->n; i++) {
            const double u = eicp_pool_random(pool);
            path->q[i] = k == 0 ? -1 : k % 3 == 0 ? 0.5 - u : -u * u - 1e-3;
        }
        path->mu = pool->problem->from;
        bool started = false;
        TRY(mu_homotopy_start(path, &started));
        if (started) TRY(mu_homotopy_follow(pool, path));
    }
    return JUDDER_OK;
}

static JudderErr mu_homotopy_search(EicpPool *pool) {
    SCOPED(path_release) Path path = {0};
    TRY(path_allocate(pool->problem, &path));
    return search_with(pool, &path);
}

const EicpGenerator mu_homotopy_generator = {
    .name = "homotopy in mu", .reference = "ST-13", .search = mu_homotopy_search};
