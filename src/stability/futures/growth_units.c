#include "stability/futures/growth_units.h"

#include "base/array/grow.h"
#include "base/dense.h"
#include "base/number/rounding.h"

#include <math.h>
#include <stdlib.h>

/* Products of three such numbers, and what is rounded in them, are doubles. */
static const double least = 0x1p-200, most = 0x1p200;

static int exponent_of(size_t count, const double *A) {
    int exponent = 0;
    frexp(dense_largest(count, A), &exponent);
    return exponent;
}

/* Whether no entry is too small. */
static bool growth_units_scale(size_t count, const double *A, int exponent, double *scaled) {
    bool safe = true;
    for (size_t i = 0; i < count; i++) {
        scaled[i] = ldexp(A[i], -exponent);
        safe = safe && (A[i] == 0 || fabs(scaled[i]) >= least);
    }
    return safe;
}

static bool scale_contacts(const SmallMotion *motion, const double *mu, int exponent, SmallContact *contact) {
    bool safe = true;
    for (int i = 0; i < motion->contacts; i++) {
        contact[i] = motion->contact[i];
        safe = safe && (mu[i] == 0 || (mu[i] >= least && mu[i] <= most));
        if (contact[i].curvature == 0) continue;
        safe = safe && fabs(contact[i].curvature) >= least && fabs(contact[i].curvature) <= most;
        safe = growth_units_scale(2, motion->contact[i].reaction, exponent, contact[i].reaction) && safe;
    }
    return safe;
}

JudderErr growth_units_open(const SmallMotion *motion, const double *mu, GrowthUnits *units) {
    const size_t count = (size_t)motion->n * (size_t)motion->n;
    const int K = exponent_of(count, motion->K), M = exponent_of(count, motion->M);
    *units = (GrowthUnits){.motion = *motion,
                           .K = malloc(count * sizeof(double)),
                           .M = malloc(count * sizeof(double)),
                           .contact = malloc(((size_t)motion->contacts + 1) * sizeof(SmallContact)),
                           .exponent = K - M};
    if (!units->K || !units->M || !units->contact) {
        growth_units_close(units);
        return error_memory();
    }
    units->motion.K = units->K;
    units->motion.M = units->M;
    units->motion.contact = units->contact;
    units->safe = growth_units_scale(count, motion->K, K, units->K);
    units->safe = growth_units_scale(count, motion->M, M, units->M) && units->safe;
    units->safe = scale_contacts(motion, mu, K, units->contact) && units->safe;
    return JUDDER_OK;
}

void growth_units_close(GrowthUnits *units) {
    free(units->K);
    free(units->M);
    free(units->contact);
    *units = (GrowthUnits){0};
}

JudderErr growth_units_restore(const GrowthUnits *units, Futures *futures) {
    const int exponent = units->exponent;
    bool safe = units->safe;
    for (int i = 0; i < futures->count; i++) { /* a lam^2 that is no double is nothing to speak of */
        const double z = futures->at[i].z;
        safe = safe && (z == 0 || isnormal(ldexp(z, exponent)));
    }
    for (int i = 0; i < futures->count; i++) {
        FutureMode *mode = &futures->at[i];
        mode->z = ldexp(mode->z, exponent);
        mode->low = rounding_scaled(mode->low, exponent, false);
        mode->high = rounding_scaled(mode->high, exponent, true);
        mode->proved = mode->proved && safe;
    }
    for (int i = 0; i < futures->open_count; i++) {
        futures->open[i].low = rounding_scaled(futures->open[i].low, exponent, false);
        futures->open[i].high = rounding_scaled(futures->open[i].high, exponent, true);
    }
    if (safe) return JUDDER_OK;
    REQUIRE(grow(&futures->open, &futures->open_room, 1, sizeof *futures->open), error_memory());
    futures->open[0] = (FutureOpen){0, INFINITY};
    futures->open_count = 1;
    futures->complete = false;
    return JUDDER_OK;
}

/* Entries that differ from 1 by less than this power of two need no units. */
enum { NEAR_ONE = 150 };

JudderErr growth_units_doubt(const SmallMotion *motion, const double *mu, Futures *futures) {
    const size_t count = (size_t)motion->n * (size_t)motion->n;
    SCOPED(growth_units_close) GrowthUnits units = {0};
    TRY(growth_units_open(motion, mu, &units));
    units.safe = units.safe && abs(exponent_of(count, motion->K)) < NEAR_ONE &&
                 abs(exponent_of(count, motion->M)) < NEAR_ONE;
    units.exponent = 0;
    return growth_units_restore(&units, futures);
}
