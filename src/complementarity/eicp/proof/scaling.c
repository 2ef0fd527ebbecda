/* max t subject to sym(D C_k) - t I positive definite, sum d_i tau_i = n: Newton's method on the barrier
 * [vandenberghe1996]
 *
 *   -theta t - sum_k log det(sym(D C_k) - t I)
 *
 * with theta rising. With X_k the inverse, W = C X and Z = C X C', gradient and Hessian by d are -W_ii and
 * (W_ij W_ji + X_ij Z_ij)/2. Ends as soon as t is safely positive, or cannot become so. (ST-13) */
#include "complementarity/eicp/proof/scaling.h"

#include "base/array/room.h"
#include "base/dense.h"
#include "base/symmetric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 60 };

typedef struct Barrier {
    int n, count;
    double *C[EICP_SCALING_MOST]; /* scaled to a diagonal near 1 */
    double *tau, *d, *trial, *scale;
    double t, theta;
    double *X, *W, *Z, *system, *step, *values;
} Barrier;

static void barrier_release(Barrier *barrier) {
    free(barrier->tau);
}

static JudderErr barrier_allocate(int n, int count, Barrier *barrier) {
    const size_t order = (size_t)n, square = order * order;
    *barrier = (Barrier){.n = n, .count = count};
    REQUIRE(ROOM_TAKE(ROOM(barrier->tau, n), ROOM(barrier->d, n), ROOM(barrier->trial, n),
                      ROOM(barrier->scale, n), ROOM(barrier->values, n), ROOM(barrier->X, square),
                      ROOM(barrier->W, square), ROOM(barrier->Z, square), ROOM(barrier->C[0], square),
                      ROOM(barrier->C[1], square), ROOM(barrier->system, (order + 2) * (order + 2)),
                      ROOM(barrier->step, order + 2)),
            error_memory());
    return JUDDER_OK;
}

/* Scales the matrices and takes the first d; false, with the worst node, if a diagonal changes its sign. */
static bool take_matrices(Barrier *barrier, const double *const *C, int *worst) {
    const size_t n = (size_t)barrier->n;
    double least = 1;
    *worst = -1;
    for (size_t i = 0; i < n; i++) {
        double sum = 0, smallest = INFINITY, largest = 0, row = 0;
        for (int k = 0; k < barrier->count; k++) {
            const double c = C[k][i * n + i];
            sum += fabs(c);
            smallest = fmin(smallest, c);
            largest = fmax(largest, c);
            for (size_t j = 0; j < n; j++) row = fmax(row, fabs(C[k][i * n + j]));
        }
        const double sign = largest > 0 ? smallest : -largest; /* > 0: both of one sign */
        const double quality = row > 0 ? sign / row : 0;
        if (!(quality > 1e-12) && (*worst < 0 || quality < least)) {
            least = quality;
            *worst = (int)i;
        }
        barrier->scale[i] = sqrt((double)barrier->count / sum);
    }
    if (*worst >= 0) return false;
    for (int k = 0; k < barrier->count; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                barrier->C[k][i * n + j] = barrier->scale[i] * C[k][i * n + j] * barrier->scale[j];
    for (size_t i = 0; i < n; i++) {
        barrier->tau[i] = 0;
        for (int k = 0; k < barrier->count; k++) barrier->tau[i] += barrier->C[k][i * n + i] / barrier->count;
        barrier->d[i] = 1 / barrier->tau[i];
    }
    return true;
}

/* X <- sym(D C_k) - t I */
static void take_form(const Barrier *barrier, int k, const double *d, double t) {
    const size_t n = (size_t)barrier->n;
    const double *C = barrier->C[k];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            barrier->X[i * n + j] = 0.5 * (d[i] * C[i * n + j] + d[j] * C[j * n + i]) - (i == j ? t : 0);
}

static JudderErr least_eigenvalue(Barrier *barrier, double *least, int *worst) {
    const size_t n = (size_t)barrier->n;
    *least = INFINITY;
    for (int k = 0; k < barrier->count; k++) {
        take_form(barrier, k, barrier->d, 0);
        TRY(symmetric_eigen(barrier->n, barrier->X, barrier->values));
        if (barrier->values[0] >= *least) continue;
        *least = barrier->values[0];
        *worst = 0;
        for (size_t i = 0; i < n; i++)
            if (fabs(barrier->X[i]) > fabs(barrier->X[(size_t)*worst])) *worst = (int)i;
    }
    return JUDDER_OK;
}

static void scaling_multiply(size_t n, const double *A, const double *B, double *product) {
    memset(product, 0, n * n * sizeof(double));
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++) product[i * n + j] += A[i * n + k] * B[k * n + j];
}

/* Adds the part of matrix k; X is its inverse. */
static void add_derivatives(Barrier *barrier, int k) {
    const size_t n = (size_t)barrier->n, order = n + 2;
    double *H = barrier->system, *g = barrier->step, *W = barrier->W, *Z = barrier->Z, *X = barrier->X;
    scaling_multiply(n, barrier->C[k], X, W);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t l = 0; l < n; l++) sum += W[i * n + l] * barrier->C[k][j * n + l];
            Z[i * n + j] = Z[j * n + i] = sum;
        }
    for (size_t i = 0; i < n; i++) {
        double mixed = 0;
        for (size_t j = 0; j < n; j++) {
            H[i * order + j] += 0.5 * (W[i * n + j] * W[j * n + i] + X[i * n + j] * Z[i * n + j]);
            mixed += W[i * n + j] * X[j * n + i];
            H[n * order + n] += X[i * n + j] * X[i * n + j];
        }
        H[i * order + n] -= mixed;
        H[n * order + i] -= mixed;
        g[i] += W[i * n + i];
        g[n] -= X[i * n + i];
    }
}

/* The Newton step (d, t, multiplier) into barrier->step; false if it cannot be had. */
static JudderErr take_step(Barrier *barrier, bool *possible) {
    const size_t n = (size_t)barrier->n, order = n + 2;
    memset(barrier->system, 0, order * order * sizeof(double));
    memset(barrier->step, 0, order * sizeof(double));
    *possible = false;
    for (int k = 0; k < barrier->count; k++) {
        bool definite = false;
        take_form(barrier, k, barrier->d, barrier->t);
        TRY(symmetric_invert(barrier->n, barrier->X, &definite));
        if (!definite) return JUDDER_OK;
        add_derivatives(barrier, k);
    }
    barrier->step[n] += barrier->theta;
    for (size_t i = 0; i < n; i++)
        barrier->system[i * order + n + 1] = barrier->system[(n + 1) * order + i] = barrier->tau[i];
    for (size_t i = 0; i < order * order; i++)
        if (!isfinite(barrier->system[i])) return JUDDER_OK;
    bool singular = false;
    TRY(dense_solve_once((int)order, barrier->system, barrier->step, &singular));
    *possible = !singular;
    return JUDDER_OK;
}

/* Goes along the step as far as all forms stay definite; *length gets the share taken, 0 for none. */
static JudderErr scaling_move(Barrier *barrier, double *length) {
    const size_t n = (size_t)barrier->n;
    for (double share = 1; share > 1e-4; share *= 0.6) {
        bool definite = true;
        const double t = barrier->t + share * barrier->step[n];
        for (size_t i = 0; i < n; i++) barrier->trial[i] = barrier->d[i] + share * barrier->step[i];
        for (int k = 0; k < barrier->count && definite; k++) {
            take_form(barrier, k, barrier->trial, t);
            TRY(dense_is_positive_definite(barrier->n, barrier->X, 0, &definite));
        }
        if (!definite) continue;
        if (share < 1) share *= 0.7;
        for (size_t i = 0; i < n; i++) barrier->d[i] += share * barrier->step[i];
        barrier->t += share * barrier->step[n];
        *length = share;
        return JUDDER_OK;
    }
    *length = 0;
    return JUDDER_OK;
}

static JudderErr scaling_climb(Barrier *barrier, bool *found, int *worst) {
    const double parameter = barrier->n * barrier->count;
    double least = 0;
    TRY(least_eigenvalue(barrier, &least, worst));
    barrier->t = least - 0.1 * (1 + fabs(least));
    barrier->theta = parameter / (1 + fabs(least));
    for (int k = 0; k < MOST_STEPS; k++) {
        bool possible = false;
        double length = 0;
        TRY(take_step(barrier, &possible));
        if (possible) TRY(scaling_move(barrier, &length));
        if (length == 0) break;
        if (barrier->t > 0.3 * parameter / barrier->theta) break;
        /* Near the path of centers t is within parameter/theta of the best. */
        if (length > 0.9) {
            if (barrier->t + 2 * parameter / barrier->theta < 0 || parameter / barrier->theta < 1e-10) break;
            barrier->theta *= 5;
        }
    }
    TRY(least_eigenvalue(barrier, &least, worst));
    *found = least > 0;
    return JUDDER_OK;
}

JudderErr eicp_find_scaling(int n, int count, const double *const *C, double *d, bool *found, int *worst) {
    SCOPED(barrier_release) Barrier barrier = {0};
    *found = false;
    TRY(barrier_allocate(n, count, &barrier));
    JudderErr err = JUDDER_OK;
    if (take_matrices(&barrier, C, worst)) err = scaling_climb(&barrier, found, worst);
    memcpy(d, barrier.d, (size_t)n * sizeof *d);
    return err;
}

static JudderErr solve_for_ones(int n, const double *C, double *x, bool *positive) {
    bool singular = false;
    for (int i = 0; i < n; i++) x[i] = 1;
    TRY(dense_solve_once(n, C, x, &singular));
    *positive = !singular;
    for (int i = 0; i < n; i++) *positive = *positive && x[i] > 0 && isfinite(x[i]);
    return JUDDER_OK;
}

JudderErr eicp_quick_scaling(int n, const double *C, double *d, bool *found) {
    const size_t order = (size_t)n;
    *found = false;
    SCOPED_FREE double *turned = malloc((order * order + order) * sizeof *turned);
    REQUIRE(turned, error_memory());
    double *y = turned + order * order;
    for (size_t i = 0; i < order; i++)
        for (size_t j = 0; j < order; j++) turned[i * order + j] = C[j * order + i];
    JudderErr err = solve_for_ones(n, C, d, found);
    if (err == JUDDER_OK && *found) err = solve_for_ones(n, turned, y, found);
    for (int i = 0; i < n && *found; i++) d[i] = y[i] / d[i];
    return err;
}
