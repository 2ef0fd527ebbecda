/* (PR-3) [rump2010]: with E = I - R J_ff and |E| v <= theta v, theta < 1, v > 0, J_ff is regular and
 *
 *     |J_ff^-1 r| <= |R r| + theta/(1 - theta) max(|R r|/v) v.
 */
#include "base/dense.h"
#include "base/number/rounding.h"
#include "base/symmetric.h"
#include "enclosure/columns.h"

#include <stdlib.h>
#include <string.h>

enum { PASSES = 4, PASSES_OF_FEW = 60, FEW = 100, COLUMNS = 8, VECTOR_ROUNDS = 12 };

typedef struct Dense {
    const EnclosureScaled *scaled;
    size_t f;
    double *J, *J_D;           /* J_ff and its radii, f by f; J_D NULL: exact */
    double *R, *E;             /* f by f */
    double *v, *delta, *worst; /* worst: of each piece */
    double theta;
} Dense;

static void enclosure_dense_release(Dense *dense) {
    free(dense->J);
    free(dense->v);
}

static JudderErr enclosure_dense_allocate(const EnclosureScaled *scaled, Dense *dense) {
    const size_t f = (size_t)scaled->frees;
    *dense = (Dense){.scaled = scaled, .f = f};
    dense->J = calloc(4 * f * f + 1, sizeof(double));
    dense->v = calloc(3 * f + 1, sizeof(double));
    REQUIRE(dense->J && dense->v, error_memory());
    dense->R = dense->J + f * f;
    dense->E = dense->R + f * f;
    if (scaled->J->radius) dense->J_D = dense->E + f * f;
    dense->delta = dense->v + f;
    dense->worst = dense->delta + f;
    return JUDDER_OK;
}

static void take_free_block(Dense *dense) {
    const EnclosureMatrix *J = dense->scaled->J;
    for (size_t a = 0; a < dense->f; a++) {
        const int i = dense->scaled->free[a];
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            const int b = dense->scaled->place[J->column[k]];
            if (b < 0) continue;
            dense->J[a * dense->f + (size_t)b] = J->value[k];
            if (dense->J_D) dense->J_D[a * dense->f + (size_t)b] = J->radius[k];
        }
    }
}

/* R <- an approximate inverse, from the factors of the transpose: its rows are solutions, so that R J is near
 * I even where J R is not. */
static JudderErr take_inverse(Dense *dense, bool *possible) {
    const size_t f = dense->f;
    const double least = ldexp(1, -700);
    const int *piece = dense->scaled->piece;
    for (size_t i = 0; i < f; i++)
        for (size_t j = 0; j < f; j++) dense->E[i * f + j] = dense->J[j * f + i];
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    TRY(dense_factor_create((int)f, dense->E, &factor, &singular));
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; i < f && !singular && err == JUDDER_OK; i++) {
        double *row = dense->R + i * f;
        memset(row, 0, f * sizeof *row);
        row[i] = 1;
        err = dense_factor_solve(factor, row);
        for (size_t j = 0; j < f; j++) {
            singular = singular || !isfinite(row[j]);
            /* So that no product with J vanishes, and pieces stay apart. */
            if (fabs(row[j]) < least || piece[j] != piece[i]) row[j] = 0;
        }
    }
    *possible = !singular;
    return err;
}

/* E <- upper bounds of |I - R J|, radii of J included. */
static JudderErr bound_defect(Dense *dense) {
    const size_t f = dense->f;
    const double gamma = rounding_gamma((double)f + 2);
    SCOPED_FREE double *size = malloc((f + 1) * sizeof *size);
    REQUIRE(size, error_memory());
    for (size_t i = 0; i < f; i++) {
        double *row = dense->E + i * f;
        memset(row, 0, f * sizeof *row);
        memset(size, 0, f * sizeof *size);
        for (size_t k = 0; k < f; k++) {
            const double r = dense->R[i * f + k], *J = dense->J + k * f;
            if (r == 0) continue;
            for (size_t j = 0; j < f; j++) {
                row[j] -= r * J[j];
                size[j] += fabs(r) * fabs(J[j]);
            }
        }
        row[i] += 1;
        size[i] += 1;
        for (size_t j = 0; j < f; j++)
            row[j] = size[j] > 0 ? (fabs(row[j]) + gamma * size[j]) * ROUNDING_UP + DBL_MIN * (double)f : 0;
        for (size_t k = 0; k < f && dense->J_D; k++) {
            const double r = fabs(dense->R[i * f + k]) * ROUNDING_UP, *J_D = dense->J_D + k * f;
            for (size_t j = 0; j < f; j++)
                if (r != 0 && J_D[j] != 0) row[j] += r * J_D[j] + DBL_MIN;
        }
    }
    return JUDDER_OK;
}

/* v near the Perron vector of E, and theta; false if there is none below 1. */
static bool take_vector(Dense *dense) {
    const size_t f = dense->f;
    double *v = dense->v, *next = dense->delta;
    for (size_t i = 0; i < f; i++) v[i] = 1;
    for (int round = 0; round <= VECTOR_ROUNDS; round++) {
        double largest = 0;
        dense->theta = 0;
        for (size_t i = 0; i < f; i++) {
            next[i] = 0;
            for (size_t j = 0; j < f; j++) next[i] += dense->E[i * f + j] * v[j];
            largest = fmax(largest, next[i]);
            dense->theta = fmax(dense->theta, next[i] / v[i] * ROUNDING_UP * ROUNDING_UP);
            if (isnan(next[i])) return false;
        }
        if (dense->theta < 1e-3 || round == VECTOR_ROUNDS) break;
        for (size_t i = 0; i < f; i++) v[i] = next[i] / largest + 1e-3 * v[i];
    }
    return dense->theta < 0.99;
}

static JudderErr enclosure_dense_solve(void *context, int columns, const double *r, double *x) {
    const Dense *dense = context;
    const size_t f = dense->f;
    for (size_t c = 0; c < (size_t)columns; c++)
        for (size_t i = 0; i < f; i++) x[c * f + i] = dense_dot((int)f, dense->R + i * f, r + c * f);
    return JUDDER_OK;
}

static void enclosure_dense_bound(void *context, const double *size, double *found) {
    const Dense *dense = context;
    const size_t f = dense->f;
    const int *piece = dense->scaled->piece;
    memset(dense->worst, 0, f * sizeof(double));
    for (size_t i = 0; i < f; i++) {
        double sum = 0;
        bool any = false;
        for (size_t j = 0; j < f; j++) {
            if (size[j] == 0 || piece[j] != piece[i]) continue;
            sum += fabs(dense->R[i * f + j]) * size[j];
            any = true;
        }
        dense->delta[i] = any ? sum * ROUNDING_UP + DBL_MIN : 0;
        double *worst = &dense->worst[piece[i]];
        *worst = fmax(*worst, dense->delta[i] / dense->v[i] * ROUNDING_UP);
    }
    const double factor = dense->theta / (1 - dense->theta) * ROUNDING_UP;
    for (size_t i = 0; i < f; i++)
        dense->delta[i] += factor * dense->worst[piece[i]] * dense->v[i] * ROUNDING_UP;
    const EnclosureMatrix *J = dense->scaled->J;
    for (int i = 0; i < J->n; i++) {
        const int place = dense->scaled->place[i];
        if (place >= 0) continue;
        double sum = 0;
        bool any = false;
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            const int j = dense->scaled->place[J->column[k]];
            const double entry = fabs(J->value[k]) + (J->radius ? J->radius[k] : 0);
            if (j < 0 || entry == 0 || dense->delta[j] == 0) continue;
            sum += entry * dense->delta[j];
            any = true;
        }
        found[-1 - place] = any ? sum * ROUNDING_UP + DBL_MIN : 0;
    }
}

/* Cholesky [rump2006]; J, which is spoiled, is not needed any more. */
static JudderErr ask_definite(Dense *dense, EnclosureAnswer *answer) {
    answer->definite = dense->f == 0 && dense->scaled->J->symmetric;
    if (!dense->scaled->J->symmetric || dense->f == 0) return JUDDER_OK;
    double *radius = dense->J_D;
    if (!radius) {
        radius = dense->E; /* spent */
        memset(radius, 0, dense->f * dense->f * sizeof *radius);
    }
    return symmetric_proves_definite((int)dense->f, dense->J, radius, &answer->definite);
}

static JudderErr enclosure_dense_run(const EnclosureQuestion *question, Dense *dense,
                                     EnclosureAnswer *answer) {
    bool possible = true;
    take_free_block(dense);
    if (dense->f > 0) TRY(take_inverse(dense, &possible));
    if (possible && dense->f > 0) {
        TRY(bound_defect(dense));
        possible = take_vector(dense);
    }
    if (!possible) {
        answer->reason = "what follows the contacts is not proved regular";
        return JUDDER_OK;
    }
    TRY(ask_definite(dense, answer));
    const EnclosureInverse inverse = {.context = dense,
                                      .passes = dense->f > FEW ? PASSES : PASSES_OF_FEW,
                                      .anew = true,
                                      .most = COLUMNS,
                                      .solve = enclosure_dense_solve,
                                      .bound = enclosure_dense_bound};
    return enclosure_columns(question, dense->scaled, &inverse, answer);
}

JudderErr enclosure_dense(const EnclosureQuestion *question, EnclosureAnswer *answer) {
    SCOPED(enclosure_scaled_destroy) EnclosureScaled *scaled = NULL;
    SCOPED(enclosure_dense_release) Dense dense = {0};
    bool possible = false;
    answer->enclosed = answer->definite = false;
    answer->reason = "the stiffnesses are too far apart";
    TRY(enclosure_scaled_create(question, &scaled, &possible));
    JudderErr err = JUDDER_OK;
    if (possible) {
        answer->reason = "";
        err = enclosure_dense_allocate(scaled, &dense);
        if (err == JUDDER_OK) err = enclosure_dense_run(question, &dense, answer);
    }
    return err;
}
