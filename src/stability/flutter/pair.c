#include "stability/flutter/pair.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 60 };
static const double BESIDE =
    1e-4; /* the shift lies beside the pair, so that both of its vectors count alike */
static const double ALIKE = 0.7;
static const double SETTLED = 1e-13;

typedef struct Iteration {
    int n;
    const double *M;
    DenseFactor *factor;
    double *V, *T; /* two vectors each; T = (K' - shift M')^-1 M' V */
    double *weight;
    double scale; /* of z */
} Iteration;

/* Two columns made orthonormal; false if they are one. */
static bool pair_orthonormalise(int n, double *V) {
    for (int k = 0; k < 2; k++) {
        double *v = V + k * n;
        const double before = sqrt(dense_dot(n, v, v));
        for (int again = 0; again < 2 && k; again++) {
            const double along = dense_dot(n, V, v);
            for (int i = 0; i < n; i++) v[i] -= along * V[i];
        }
        const double size = sqrt(dense_dot(n, v, v));
        if (!(size > 1e-14 * before) || !isfinite(size)) return false;
        for (int i = 0; i < n; i++) v[i] /= size;
    }
    return true;
}

static JudderErr pair_apply(const Iteration *it) {
    for (int k = 0; k < 2; k++) {
        dense_multiply(it->n, it->M, it->V + k * it->n, it->T + k * it->n);
        TRY(dense_factor_solve(it->factor, it->T + k * it->n));
    }
    return JUDDER_OK;
}

/* z - shift of the two: the eigenvalues of the inverse of V' T. */
static bool read_gap(const Iteration *it, PairGap *at) {
    const int n = it->n;
    const double *v = it->V, *w = it->V + n, *t = it->T, *u = it->T + n,
                 h[4] = {dense_dot(n, v, t), dense_dot(n, v, u), dense_dot(n, w, t), dense_dot(n, w, u)},
                 det = h[0] * h[3] - h[1] * h[2], half = (h[3] - h[0]) / (2 * det);
    at->mean = (h[0] + h[3]) / (2 * det);
    at->gap = half * half + h[1] * h[2] / (det * det);
    return isfinite(at->mean) && isfinite(at->gap);
}

/* How much of the span nearby is in the one found; both in the metric of the masses. */
static double pair_span_likeness(const Iteration *it, const Mode *near) {
    const int n = it->n;
    double *S = it->T, sum = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < n; i++) S[k * n + i] = it->weight[i] * it->V[k * n + i];
    if (!pair_orthonormalise(n, S)) return 0;
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++) {
            const double part = dense_dot(n, near->basis + j * n, S + k * n);
            sum += part * part;
        }
    return sum / 2;
}

static JudderErr pair_iterate(Iteration *it, const Mode *near, PairGap *at, bool *found) {
    PairGap last = {NAN, NAN};
    *found = false;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < it->n; i++) it->V[k * it->n + i] = near->basis[k * it->n + i] / it->weight[i];
    if (!pair_orthonormalise(it->n, it->V)) return JUDDER_OK;
    for (int round = 0; round < MOST; round++) {
        TRY(pair_apply(it));
        if (!read_gap(it, at)) return JUDDER_OK;
        const double moved = fabs(at->mean - last.mean) / it->scale,
                     changed = fabs(at->gap - last.gap) / (it->scale * it->scale);
        last = *at;
        double *swap = it->V;
        it->V = it->T, it->T = swap;
        if (!pair_orthonormalise(it->n, it->V)) return JUDDER_OK;
        if (round < 2 || !(moved <= SETTLED && changed <= SETTLED * fmax(BESIDE, fabs(at->gap)))) continue;
        *found = pair_span_likeness(it, near) >= ALIKE;
        return JUDDER_OK;
    }
    return JUDDER_OK;
}

static JudderErr pair_factorise(const Sliding *s, double mu, double shift, double *room, Iteration *it) {
    const size_t square = (size_t)s->n * (size_t)s->n;
    double *A = room + square;
    bool singular = false;
    it->M = room;
    sliding_combine(s, s->M_0, s->M_1, mu, room);
    sliding_combine(s, s->K_0, s->K_1, mu, A);
    for (size_t i = 0; i < square; i++) A[i] -= shift * room[i];
    TRY(dense_factor_create(s->n, A, &it->factor, &singular));
    if (singular) dense_factor_destroy(&it->factor);
    return JUDDER_OK;
}

JudderErr pair_follow(const Sliding *sliding, double mu, const Mode *near, PairGap *at, bool *found) {
    const size_t n = (size_t)sliding->n, square = n * n;
    const double shift = near->z * (1 - BESIDE);
    double *room = malloc((2 * square + 5 * n) * sizeof *room);
    *found = false;
    if (!(near->z > 0) || n < 3) {
        free(room);
        return JUDDER_OK;
    }
    REQUIRE(room, error_memory());
    Iteration it = {.n = sliding->n, .V = room + 2 * square, .scale = near->z};
    it.T = it.V + 2 * n, it.weight = it.T + 2 * n;
    for (size_t i = 0; i < n; i++) {
        const double mass = sliding->M_0[i * n + i];
        it.weight[i] = mass > 0 ? sqrt(mass) : 1;
    }
    JudderErr err = pair_factorise(sliding, mu, shift, room, &it);
    if (err == JUDDER_OK && it.factor) err = pair_iterate(&it, near, at, found);
    at->mean += shift;
    dense_factor_destroy(&it.factor);
    free(room);
    return err;
}
