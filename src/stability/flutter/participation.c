/* d lam/d mu_k = y' (lam^2 M_1 + lam C_1 + K_1)_k x / y' (2 lam M' + C') x with right and left vectors x, y
 * and row k that of the contact. */
#include "stability/flutter/flutter.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

/* X_0 - mu X_1 transposed. */
static void combine_transposed(const Sliding *s, const double *X_0, const double *X_1, double mu, double *X) {
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) X[j * s->n + i] = X_0[i * s->n + j] - mu * X_1[i * s->n + j];
}

JudderErr flutter_left_motions(const Sliding *s, double mu, FlutterRoots *left) {
    const size_t square = (size_t)s->n * (size_t)s->n;
    double *room = calloc(4 * square, sizeof *room), *zero = room ? room + 3 * square : NULL;
    REQUIRE(room, error_memory());
    Sliding turned = *s;
    turned.M_0 = room, turned.C_0 = room + square, turned.K_0 = room + 2 * square;
    turned.M_1 = turned.C_1 = turned.K_1 = zero;
    turned.C_rest = turned.K_rest = (SlidingRest){0};
    combine_transposed(s, s->M_0, s->M_1, mu, turned.M_0);
    combine_transposed(s, s->C_0, s->C_1, mu, turned.C_0);
    combine_transposed(s, s->K_0, s->K_1, mu, turned.K_0);
    const JudderErr err = flutter_motions(&turned, 0, left);
    free(room);
    return err;
}

static const FlutterRoot *participation_nearest(const FlutterRoots *roots, const FlutterRoot *to) {
    const FlutterRoot *best = roots->at;
    for (int i = 1; i < roots->count; i++) {
        const FlutterRoot *other = &roots->at[i];
        if (hypot(other->re - to->re, other->im - to->im) < hypot(best->re - to->re, best->im - to->im))
            best = other;
    }
    return best;
}

static double complex participation_entry(const FlutterRoots *roots, const FlutterRoot *root, int n, int i) {
    const double *x = roots->vectors + 2 * (size_t)root->vector * (size_t)n;
    return x[i] + I * x[n + i];
}

/* |y' Q(lam) x|, and what rounding makes of it, over |y' (2 lam M' + C') x|. */
static double error_of(const Sliding *s, const FlutterDriven *driven) {
    const int n = s->n;
    const double mu = driven->mu;
    const FlutterRoot *root = &driven->roots->at[driven->which],
                      *other = participation_nearest(driven->left, root);
    const double complex lam = root->re + I * root->im;
    double complex above = 0, below = 0;
    double size = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const size_t at = (size_t)i * (size_t)n + (size_t)j;
            const double m = s->M_0[at] - mu * s->M_1[at], c = s->C_0[at] - mu * s->C_1[at],
                         k = s->K_0[at] - mu * s->K_1[at];
            const double complex yx = participation_entry(driven->left, other, n, i) *
                                      participation_entry(driven->roots, root, n, j);
            above += yx * (lam * lam * m + lam * c + k);
            below += yx * (2 * lam * m + c);
            size += cabs(yx) * (cabs(lam * lam) * fabs(m) + cabs(lam) * fabs(c) + fabs(k));
        }
    return (cabs(above) + 4e-16 * n * size) / cabs(below);
}

JudderErr flutter_errors(const Sliding *s, double mu, const FlutterRoots *roots, double **errors) {
    SCOPED(flutter_roots_release) FlutterRoots right = {0}, left = {0};
    double *found = malloc(((size_t)roots->count + 1) * sizeof *found);
    *errors = NULL;
    REQUIRE(found, error_memory());
    JudderErr err = flutter_motions(s, mu, &right);
    if (err == JUDDER_OK) err = flutter_left_motions(s, mu, &left);
    for (int i = 0; i < roots->count && err == JUDDER_OK; i++) {
        const int which = (int)(participation_nearest(&right, &roots->at[i]) - right.at);
        found[i] = error_of(s, &(FlutterDriven){mu, &right, &left, which});
    }
    if (err == JUDDER_OK)
        *errors = found;
    else
        free(found);
    return err;
}

void flutter_participation(const Sliding *s, const FlutterDriven *driven, double *parts) {
    const int n = s->n;
    const FlutterRoots *roots = driven->roots, *left = driven->left;
    const FlutterRoot *root = &roots->at[driven->which], *other = participation_nearest(left, root);
    const double mu = driven->mu;
    const double complex lam = root->re + I * root->im;
    double complex below = 0;
    for (int i = 0; i < n; i++) {
        const double complex y = participation_entry(left, other, n, i);
        double complex drive = 0;
        for (int j = 0; j < n; j++) {
            const size_t at = (size_t)i * (size_t)n + (size_t)j;
            const double complex x = participation_entry(roots, root, n, j);
            below += y * (2 * lam * (s->M_0[at] - mu * s->M_1[at]) + s->C_0[at] - mu * s->C_1[at]) * x;
            drive += (lam * lam * s->M_1[at] + lam * s->C_1[at] + s->K_1[at]) * x;
        }
        parts[2 * i] = creal(y * drive), parts[2 * i + 1] = cimag(y * drive);
    }
    for (int i = 0; i < n; i++) {
        const double complex part = (parts[2 * i] + I * parts[2 * i + 1]) / below;
        parts[2 * i] = creal(part), parts[2 * i + 1] = cimag(part);
    }
}
