/* Where sliding begins to drift away without vibration: a real root lam > 0 comes from 0, where K' is
 * singular, or two of them from a growing pair, where K' is regular. The first are eigenvalues in mu; the
 * others are looked for on a grid of mu. */
#include "stability/flutter/flutter.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 64, HALVINGS = 48 };

/* Part of the largest |lam| below which a real root is rounding of one at 0. */
static const double ROUNDING = 1e-7;

static JudderErr drifts_at(const Sliding *sliding, double mu, bool *drifts) {
    SCOPED(flutter_roots_release) FlutterRoots roots = {0};
    double largest = 0;
    TRY(flutter_values(sliding, mu, &roots));
    *drifts = false;
    for (int i = 0; i < roots.count; i++) largest = fmax(largest, hypot(roots.at[i].re, roots.at[i].im));
    for (int i = 0; i < roots.count; i++)
        *drifts = *drifts || (roots.at[i].im == 0 && roots.at[i].re > ROUNDING * largest);
    return JUDDER_OK;
}

static int divergence_ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All mu in (0, up_to] at which K' is singular, in order. */
static JudderErr find_singular(const Sliding *sliding, double up_to, double *mu, int *count) {
    const size_t n = (size_t)sliding->n;
    SCOPED_FREE double *room = malloc(3 * n * sizeof *room);
    REQUIRE(room, error_memory());
    const DensePencil found = {room, room + n, room + 2 * n, NULL};
    const JudderErr err = dense_eigen_pencil(sliding->n, sliding->K_0, sliding->K_1, &found);
    *count = 0;
    for (size_t i = 0; i < n && err == JUDDER_OK; i++) {
        const double value = found.re[i] / found.beta[i];
        const bool real = fabs(found.im[i]) <= 1e-9 * fabs(found.re[i]);
        if (found.beta[i] != 0 && real && value > 0 && value <= up_to) mu[(*count)++] = value;
    }
    if (*count > 1) qsort(mu, (size_t)*count, sizeof *mu, divergence_ascending);
    return err;
}

/* Between a mu without a drift and one with, where it begins. */
static JudderErr divergence_halve(const Sliding *sliding, double still, double drifting, double *mu) {
    for (int i = 0; i < HALVINGS && drifting - still > 1e-14 * drifting; i++) {
        const double middle = (still + drifting) / 2;
        bool drifts;
        TRY(drifts_at(sliding, middle, &drifts));
        if (drifts)
            drifting = middle;
        else
            still = middle;
    }
    *mu = drifting;
    return JUDDER_OK;
}

/* Drifts that come from a growing pair, below what is known already. */
static JudderErr find_parting(const Sliding *sliding, double up_to, double *mu) {
    double still = 0;
    for (int i = 1; i <= STEPS; i++) {
        const double at = up_to * i / STEPS;
        bool drifts;
        if (at >= *mu) return JUDDER_OK;
        TRY(drifts_at(sliding, at, &drifts));
        if (drifts) return divergence_halve(sliding, still, at, mu);
        still = at;
    }
    return JUDDER_OK;
}

static JudderErr find_least(const Sliding *sliding, double up_to, double *singular, double *mu) {
    bool drifts = false;
    int count = 0;
    TRY(drifts_at(sliding, 0, &drifts));
    if (drifts) {
        *mu = 0;
        return JUDDER_OK;
    }
    TRY(find_singular(sliding, up_to, singular, &count));
    if (count > 0) *mu = singular[0]; /* until then none was there, so one begins */
    return find_parting(sliding, up_to, mu);
}

JudderErr sliding_divergence(const Sliding *sliding, double up_to, double *mu) {
    SCOPED_FREE double *singular = malloc((size_t)sliding->n * sizeof *singular);
    REQUIRE(singular, error_memory());
    *mu = NAN;
    return find_least(sliding, up_to, singular, mu);
}
