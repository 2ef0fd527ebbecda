#include "stability/flutter/enclosed.h"

#include "base/number/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REFINEMENTS = 3 };

/* A matrix of sliding in three parts: rounded, what that left out, and the radius of both. */
typedef struct Parts {
    double *hi, *low, *D;
} Parts;

/* X_0 - mu X_1 with what these leave out. */
static void enclosed_combine(const Sliding *s, const double *const X[2], const SlidingRest *rest, double mu,
                             Parts to) {
    const size_t square = (size_t)s->n * (size_t)s->n;
    for (size_t i = 0; i < square; i++) {
        const double product = mu * X[1][i], difference = X[0][i] - product,
                     of_sum = X[1][i] == 0 ? 0 : sum_error(X[0][i], -product, difference),
                     of_product = X[1][i] == 0 ? 0 : product_error(mu, X[1][i], product);
        to.hi[i] = difference;
        to.low[i] = of_sum - of_product;
        to.D[i] = rounding_gamma(1) * fabs(to.low[i]);
        if (!rest || !rest->low_0) continue;
        const double low = rest->low_0[i], of_mu = mu * rest->low_1[i];
        to.low[i] += low - of_mu;
        to.D[i] = rounding_gamma(4) * (fabs(of_sum) + fabs(of_product) + fabs(low) + fabs(of_mu)) +
                  (fabs(rest->D_0[i]) + fabs(mu * rest->D_1[i])) * ROUNDING_UP;
    }
}

static Parts parts_in(double *memory, size_t which, size_t square) {
    double *at = memory + 3 * which * square;
    return (Parts){at, at + square, at + 2 * square};
}

bool enclosed_is_settled(const Discs *d, int j) {
    if (discs_alone(d, j)) return fabs(d->im[j] == 0 ? d->re[j] : d->im[j]) > d->radius[j];
    for (int i = 0; i < d->n; i++)
        if (d->group[i] == d->group[j] && fabs(d->im[i]) <= d->radius[i]) return false;
    return true;
}

/* Whether it is known if lam grows. */
static bool has_sign(const Discs *d, int j) {
    return fabs(d->re[j]) > d->radius[j];
}

/* The largest radius of those that are not settled; 0: all are. */
static double enclosed_unsettled(const Discs *d, bool (*is_settled)(const Discs *, int)) {
    double largest = 0;
    for (int j = 0; j < d->n; j++)
        if (!is_settled(d, j)) largest = fmax(largest, d->radius[j]);
    return largest;
}

/* Encloses, and refines until everything is settled or nothing helps. */
static JudderErr enclosed_settle(const DiscPencil *pencil, Discs *d, bool (*is_settled)(const Discs *, int)) {
    double before = INFINITY;
    TRY(discs_enclose(pencil, d));
    for (int step = 0; step < REFINEMENTS && d->enclosed; step++) {
        const double left = enclosed_unsettled(d, is_settled);
        if (left == 0 || !(left < before / 2)) break;
        before = left;
        TRY(discs_refine(pencil, d));
    }
    return JUDDER_OK;
}

static JudderErr fill_z(const DensePencil *computed, Discs *d, bool *finite) {
    const size_t n = (size_t)d->most;
    d->n = d->most;
    *finite = true;
    for (size_t j = 0; j < n; j++) {
        d->re[j] = computed->re[j] / computed->beta[j];
        d->im[j] = computed->im[j] / computed->beta[j];
        *finite = *finite && isfinite(d->re[j]) && isfinite(d->im[j]);
    }
    memcpy(d->X, computed->vectors, n * n * sizeof *d->X);
    return JUDDER_OK;
}

JudderErr enclosed_z(const Sliding *s, double mu, const DensePencil *computed, Discs **discs) {
    const size_t square = (size_t)s->n * (size_t)s->n;
    TRY(discs_create(s->n, discs));
    SCOPED_FREE double *memory = malloc(6 * square * sizeof *memory);
    REQUIRE(memory, error_memory());
    const Parts K = parts_in(memory, 0, square), M = parts_in(memory, 1, square);
    bool finite = false;
    enclosed_combine(s, (const double *const[]){s->K_0, s->K_1}, &s->K_rest, mu, K);
    enclosed_combine(s, (const double *const[]){s->M_0, s->M_1}, NULL, mu, M);
    JudderErr err = fill_z(computed, *discs, &finite);
    if (err == JUDDER_OK && finite)
        err = enclosed_settle(&(DiscPencil){s->n, K.hi, K.low, K.D, M.hi, M.low, M.D}, *discs,
                              enclosed_is_settled);
    return err;
}

/* One of the lower blocks of the companion form: factor X, the factor a power of two with its sign. */
static void put_block(const Sliding *s, const Parts *X, double factor, size_t column, const Parts *to) {
    const size_t n = (size_t)s->n, m = 2 * n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const size_t at = (n + i) * m + column + j, from = i * n + j;
            to->hi[at] = factor * X->hi[from];
            to->low[at] = factor * X->low[from];
            to->D[at] = fabs(factor) * X->D[from];
        }
}

static double power_near(size_t square, const double *X) {
    const double largest = dense_largest(square, X);
    return largest > 0 ? ldexp(1, (int)-lround(log2(largest))) : 1;
}

static void fill_companion(const Sliding *s, double mu, double scale, double *memory, DiscPencil *pencil) {
    const size_t n = (size_t)s->n, square = n * n, m = 2 * n;
    const Parts K = parts_in(memory, 0, square), C = parts_in(memory, 1, square),
                M = parts_in(memory, 2, square);
    double *large = memory + 9 * square;
    const Parts P = parts_in(large, 0, m * m), Q = parts_in(large, 1, m * m);
    enclosed_combine(s, (const double *const[]){s->K_0, s->K_1}, &s->K_rest, mu, K);
    enclosed_combine(s, (const double *const[]){s->C_0, s->C_1}, &s->C_rest, mu, C);
    enclosed_combine(s, (const double *const[]){s->M_0, s->M_1}, NULL, mu, M);
    memset(large, 0, 6 * m * m * sizeof *large);
    const double unit = power_near(square, K.hi);
    for (size_t i = 0; i < n; i++) P.hi[i * m + n + i] = Q.hi[i * m + i] = 1;
    put_block(s, &K, -unit, 0, &P);
    put_block(s, &C, -unit * scale, n, &P);
    put_block(s, &M, unit * scale * scale, n, &Q);
    *pencil = (DiscPencil){(int)m, P.hi, P.low, P.D, Q.hi, Q.low, Q.D};
}

JudderErr enclosed_lam(const Sliding *s, double mu, double scale, Discs *discs) {
    const size_t square = (size_t)s->n * (size_t)s->n;
    SCOPED_FREE double *memory = malloc((9 + 24) * square * sizeof *memory);
    REQUIRE(memory, error_memory());
    DiscPencil pencil;
    fill_companion(s, mu, scale, memory, &pencil);
    return enclosed_settle(&pencil, discs, has_sign);
}
