/* What need not be computed of a stencil. A body that is shifted feels nothing, so the blocks
 * of a row sum to zero and
 *
 *   sum_j B_j x_j = sum_j B_j (x_j - x_i):
 *
 * the row's own block is left out, and rounding is that of differences, however far the body has moved. In a
 * row with equal cells around it neighbours on opposite sides have the same block, which is symmetric: they
 * are a pair, B (x_j + x_j' - 2 x_i); entries that vanish by symmetry are marked. Only classes of runs are
 * looked at: elsewhere there is nothing to find. */
#include "fe/explicit/stencil/stencil.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries above the diagonal of a block: column-major places, in the order of the bits of `mask`. */
const int stencil_upper[2][3] = {{2, 0, 0}, {3, 6, 7}};

typedef struct Reduced {
    int *start, *pairs, *offset, *other, *order;
    unsigned char *mask;
    double *K, *C;
} Reduced;

static double largest(const double *B, int count) {
    double size = 0;
    for (int i = 0; i < count; i++) size = fmax(size, fabs(B[i]));
    return size;
}

static const double noise = 1e-13; /* of entries, relative to the largest of the class */

static bool equal(const double *A, const double *B, int size, double tolerance) {
    for (int i = 0; i < size; i++)
        if (fabs(A[i] - B[i]) > tolerance) return false;
    return true;
}

static bool symmetric(const double *B, int dim, double tolerance) {
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < i; j++)
            if (fabs(B[i * dim + j] - B[j * dim + i]) > tolerance) return false;
    return true;
}

/* Whether blocks k and l of the class may be a pair. */
static bool is_pair(const Stencils *s, int k, int l, double K_size, double C_size) {
    const int size = s->dim * s->dim;
    const double *K = s->K + (long)k * size, *C = s->C ? s->C + (long)k * size : NULL;
    return symmetric(K, s->dim, noise * K_size) && equal(K, s->K + (long)l * size, size, noise * K_size) &&
           (!C ||
            (symmetric(C, s->dim, noise * C_size) && equal(C, s->C + (long)l * size, size, noise * C_size)));
}

/* Symmetric to the last bit; entries that are only noise are zero. Returns which off-diagonal
 * entries are not. */
static unsigned char clean(int dim, double size, double *B) {
    unsigned char mask = 0;
    for (int bit = 0; bit < (dim == 2 ? 1 : 3); bit++) {
        const int at = stencil_upper[dim - 2][bit], across = (at % dim) * dim + at / dim;
        const double mean = (B[at] + B[across]) / 2;
        B[at] = B[across] = fabs(mean) > noise * size ? mean : 0;
        if (B[at] != 0) mask = (unsigned char)(mask | 1u << bit);
    }
    return mask;
}

/* Orders the blocks of a class: pairs, then the others. */
static void reduce_class(const Stencils *s, int class, bool in_runs, Reduced *to) {
    const int first = s->start[class], end = s->start[class + 1], size = s->dim * s->dim;
    const double K_size = largest(s->K + (long)first * size, (end - first) * size),
                 C_size = s->C ? largest(s->C + (long)first * size, (end - first) * size) : 0;
    int *partner = to->order, at = to->start[class], singles = 0;
    for (int k = first; k < end; k++) partner[k] = s->offset[k] == 0 ? -2 : -1;
    for (int k = first; in_runs && k < end; k++)
        for (int l = k + 1; l < end && partner[k] == -1; l++)
            if (partner[l] == -1 && is_pair(s, k, l, K_size, C_size)) partner[k] = l, partner[l] = -2;
    for (int pass = 0; pass < 2; pass++)
        for (int k = first; k < end; k++) {
            if (pass == 0 ? partner[k] < 0 : partner[k] != -1) continue;
            double *K = to->K + (long)at * size, *C = s->C ? to->C + (long)at * size : NULL;
            memcpy(K, s->K + (long)k * size, (size_t)size * sizeof *K);
            if (C) memcpy(C, s->C + (long)k * size, (size_t)size * sizeof *C);
            to->offset[at] = s->offset[k];
            if (pass == 0) {
                to->other[at] = s->offset[partner[k]];
                to->mask[at] = clean(s->dim, K_size, K);
                if (C) to->mask[at] |= clean(s->dim, C_size, C);
            }
            singles += pass;
            at++;
        }
    to->start[class + 1] = at;
    to->pairs[class] = at - to->start[class] - singles;
}

JudderErr stencils_reduce(Stencils *s) {
    const size_t blocks = (size_t)s->start[s->classes] + 1, size = (size_t)(s->dim * s->dim);
    bool *in_runs = calloc((size_t)s->classes + 1, sizeof *in_runs);
    Reduced to = {.start = calloc((size_t)s->classes + 2, sizeof *to.start),
                  .pairs = calloc((size_t)s->classes + 1, sizeof *to.pairs),
                  .offset = calloc(blocks, sizeof *to.offset),
                  .other = calloc(blocks, sizeof *to.other),
                  .order = calloc(blocks, sizeof *to.order),
                  .mask = calloc(blocks, sizeof *to.mask),
                  .K = calloc(blocks * size + STENCIL_BEYOND, sizeof *to.K),
                  .C = s->C ? calloc(blocks * size + STENCIL_BEYOND, sizeof *to.C) : NULL};
    const bool good = in_runs && to.start && to.pairs && to.offset && to.other && to.order && to.mask &&
                      to.K && (to.C || !s->C);
    for (int r = 0; good && r < s->runs; r++)
        if (s->run[r].count > 3) in_runs[s->run[r].class] = true;
    for (int class = 0; good && class < s->classes; class ++) reduce_class(s, class, in_runs[class], &to);
    void *const old[] = {s->start, s->offset, s->K, s->C, in_runs, to.order};
    for (size_t i = 0; i < sizeof old / sizeof *old; i++) free(old[i]);
    s->start = to.start, s->pairs = to.pairs, s->offset = to.offset, s->other = to.other;
    s->mask = to.mask, s->K = to.K, s->C = to.C;
    return good ? JUDDER_OK : error_memory();
}
