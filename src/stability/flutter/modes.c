#include "stability/flutter/modes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* y without what x (of length 1) has of it, then of length 1; false if nothing is left. */
static bool make_orthonormal(int n, const double *x, double *y) {
    const double before = sqrt(dense_dot(n, y, y)), along = x ? dense_dot(n, x, y) : 0;
    for (int i = 0; i < n && x; i++) y[i] -= along * x[i];
    const double length = sqrt(dense_dot(n, y, y));
    for (int i = 0; i < n && length > 0; i++) y[i] /= length;
    return length > 1e-12 * before;
}

static int by_frequency(const void *a, const void *b) {
    const Mode *x = a, *y = b;
    return (x->z > y->z) - (x->z < y->z);
}

typedef struct Work {
    double *K, *M, *re, *im, *beta, *vectors, *weight;
} Work;

/* Column j of the vectors, weighted by the square roots of the masses, so that units do not matter. */
static void take_column(const Modes *modes, const Work *work, int j, double *x) {
    for (int i = 0; i < modes->n; i++) x[i] = work->weight[i] * work->vectors[i * modes->n + j];
}

/* Motions without mass are at infinity; what rounding makes of that is no mode. */
static void modes_collect(Modes *modes, const Work *work) {
    const int n = modes->n;
    const double most = 1e14 * dense_largest((size_t)(n * n), work->K) /
                        dense_largest((size_t)(n * n), work->M);
    double *next = modes->room;
    for (int j = 0; j < n; j++) {
        if (work->beta[j] == 0) continue;
        const double z = work->re[j] / work->beta[j], im = work->im[j] / work->beta[j];
        if (!(hypot(z, im) <= most)) {
            j += work->im[j] > 0; /* with its conjugate */
            continue;
        }
        const bool pair = work->im[j] != 0 && j + 1 < n,
                   complex_pair = pair && fabs(im) > 1e-7 * hypot(z, im);
        double *first = next, *second = next + n;
        take_column(modes, work, j, first);
        make_orthonormal(n, NULL, first);
        next += n;
        if (pair) {
            take_column(modes, work, j + 1, second);
            make_orthonormal(n, first, second);
            next += n;
            j++;
        }
        modes->at[modes->count++] = (Mode){z, complex_pair ? fabs(im) : 0, first, {-1, -1}};
        /* Two equal frequencies that rounding made conjugate are real: one mode each. */
        if (pair && !complex_pair) modes->at[modes->count++] = (Mode){z, 0, second, {-1, -1}};
    }
    qsort(modes->at, (size_t)modes->count, sizeof *modes->at, by_frequency);
}

static JudderErr modes_solve(const Sliding *s, double mu, Modes *modes, const Work *work) {
    const DensePencil pencil = {work->re, work->im, work->beta, work->vectors};
    sliding_combine(s, s->K_0, s->K_1, mu, work->K);
    sliding_combine(s, s->M_0, s->M_1, mu, work->M);
    for (int i = 0; i < s->n; i++) {
        const double mass = s->M_0[i * s->n + i];
        work->weight[i] = mass > 0 ? sqrt(mass) : 1;
    }
    TRY(sliding_eigen(s, work->K, work->M, &pencil));
    modes_collect(modes, work);
    return JUDDER_OK;
}

JudderErr modes_at(const Sliding *sliding, double mu, Modes *modes) {
    const size_t n = (size_t)sliding->n, square = n * n;
    *modes = (Modes){.n = sliding->n,
                     .at = calloc(n + 1, sizeof *modes->at),
                     .room = malloc((square + n) * sizeof *modes->room)};
    SCOPED_FREE double *room = malloc((3 * square + 4 * n) * sizeof *room);
    JudderErr err = modes->at && modes->room && room ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        Work work = {.K = room, .M = room + square, .vectors = room + 2 * square, .re = room + 3 * square};
        work.im = work.re + n, work.beta = work.im + n, work.weight = work.beta + n;
        err = modes_solve(sliding, mu, modes, &work);
    }
    if (err != JUDDER_OK) modes_release(modes);
    return err;
}

void modes_release(Modes *modes) {
    free(modes->at);
    free(modes->room);
    *modes = (Modes){0};
}

static int size_of(const Mode *mode) {
    return mode->im != 0 ? 2 : 1;
}

double mode_likeness(int n, const Mode *one, const Mode *other) {
    const int a = size_of(one), b = size_of(other);
    double sum = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++) {
            const double part = dense_dot(n, one->basis + i * n, other->basis + j * n);
            sum += part * part;
        }
    return sum / (a > b ? a : b);
}

double pair_likeness(int n, const Mode *pair, const Mode *a, const Mode *b) {
    /* The vectors of two real modes are not orthogonal: only what b has beside a counts for b. */
    const double between = dense_dot(n, a->basis, b->basis), rest = 1 - between * between;
    if (rest < 1e-24) return 0;
    double sum = 0;
    for (int i = 0; i < size_of(pair); i++) {
        const double *x = pair->basis + i * n, on_a = dense_dot(n, x, a->basis),
                     on_b = (dense_dot(n, x, b->basis) - between * on_a) / sqrt(rest);
        sum += on_a * on_a + on_b * on_b;
    }
    return sum / 2;
}
