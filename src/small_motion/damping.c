#include "small_motion/damping.h"

#include "base/dense.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool small_parts_any(SmallParts parts) {
    return parts.mass != 0 || parts.stiffness != 0;
}

static bool is_curved(const SmallMotion *motion) {
    for (int i = 0; i < motion->contacts; i++)
        if (motion->contact[i].curvature != 0) return true;
    return false;
}

SmallDamping small_damping(const SmallMotion *motion) {
    const size_t n = (size_t)motion->n;
    const SmallParts parts = motion->parts;
    /* The terms of curved obstacles belong to K alone. */
    const bool fits = parts.mass >= 0 && parts.stiffness >= 0 && (parts.stiffness == 0 || !is_curved(motion));
    if (small_parts_any(parts)) return fits ? DAMPING_PROPORTIONAL : DAMPING_GENERAL;
    for (size_t i = 0; i < n * n && motion->C; i++)
        if (motion->C[i] != 0) return DAMPING_GENERAL;
    return DAMPING_NONE;
}

/* lam^2 + d lam - z = 0, d = a - b z. d is rounded once and the rest a few times, each relative to what
 * d lam/lam = -d d/sqrt(d^2 + 4 z) makes of it: lam is right to 8 units. */
double damped_lambda(SmallParts parts, double z) {
    if (!(z > 0)) return 0;
    if (!small_parts_any(parts)) return sqrt(z);
    const double d = fma(-parts.stiffness, z, parts.mass), root = hypot(d, 2 * sqrt(z));
    return d > 0 ? 2 * (z / (d + root)) : (root - d) / 2;
}

double damped_z(SmallParts parts, double lambda) {
    return lambda * (lambda + parts.mass) / (1 + parts.stiffness * lambda);
}

double square_below(double lambda) {
    return lambda > 0 ? nextafter(lambda * lambda, 0) : 0;
}

double square_above(double lambda) {
    return lambda > 0 ? nextafter(lambda * lambda, INFINITY) : 0;
}

static const double ROUNDING = 16 * DBL_EPSILON;

double damped_square_below(SmallParts parts, double z) {
    return square_below(damped_lambda(parts, z) * (1 - ROUNDING));
}

double damped_square_above(SmallParts parts, double z) {
    return square_above(damped_lambda(parts, z) * (1 + ROUNDING));
}

/* {{K, C}, {0, 1}} + lam {{0, M}, {-1, 0}}. */
JudderErr doubled_motion_create(const SmallMotion *motion, DoubledMotion *doubled) {
    const size_t n = (size_t)motion->n, m = 2 * n;
    *doubled = (DoubledMotion){.K = calloc(m * m, sizeof(double)), .M = calloc(m * m, sizeof(double))};
    if (!doubled->K || !doubled->M || !motion->C || !motion->M) {
        doubled_motion_release(doubled);
        return error_memory();
    }
    for (size_t i = 0; i < n; i++) {
        memcpy(doubled->K + i * m, motion->K + i * n, n * sizeof(double));
        memcpy(doubled->K + i * m + n, motion->C + i * n, n * sizeof(double));
        memcpy(doubled->M + i * m + n, motion->M + i * n, n * sizeof(double));
        doubled->K[(n + i) * m + n + i] = 1;
        doubled->M[(n + i) * m + i] = -1;
    }
    doubled->motion = (SmallMotion){.n = (int)m,
                                    .K = doubled->K,
                                    .M = doubled->M,
                                    .contacts = motion->contacts,
                                    .contact = motion->contact,
                                    .doubles = motion};
    return JUDDER_OK;
}

void doubled_motion_release(DoubledMotion *doubled) {
    free(doubled->K);
    free(doubled->M);
    *doubled = (DoubledMotion){0};
}

void doubled_motion_take(int n, double *V) {
    const double largest = dense_largest((size_t)n, V);
    for (int i = 0; i < n && largest > 0; i++) V[i] /= largest;
}
