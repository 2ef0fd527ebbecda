/* Four numbers at a time, and the product of a stencil with the numbers around some consecutive nodes.
 * Written for the compiler to unroll: dim and vectors must be constants where it is called. */
#ifndef JUDDER_FE_EXPLICIT_STENCIL_LANES_H
#define JUDDER_FE_EXPLICIT_STENCIL_LANES_H

#include "fe/explicit/stencil/stencil.h"

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
enum { MOST_VECTORS = 4, MOST_LANES = 4 * MOST_VECTORS };

#define INLINED static inline __attribute__((always_inline))
/* Two versions of a function, of which the machine takes the one it can run. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define FOR_EACH_MACHINE __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_MACHINE
#endif

/* Macros, since a function that returns four numbers would need a machine that has them. */
#define FOUR(at) (*(const Four *)(at))
#define SPLAT(x) ((Four){(x), (x), (x), (x)})

/* A stencil at a node. */
typedef struct StencilAt {
    int pairs, blocks;
    const int *offset, *other;
    const unsigned char *mask;
    const double *values;
    long place;
} StencilAt;

/* sum += B s for a symmetric block with some entries zero. */
INLINED void add_pair(int dim, int vectors, const double *b, unsigned char mask, Four (*s)[MOST_VECTORS],
                      Four (*sum)[MOST_VECTORS]) {
    for (int c = 0; c < dim; c++)
        for (int w = 0; w < vectors; w++) sum[c][w] += SPLAT(b[c * dim + c]) * s[c][w];
    for (int bit = 0; bit < (dim == 2 ? 1 : 3); bit++) {
        const int first = bit == 2 ? 1 : 0, second = bit == 0 ? 1 : 2;
        if (!(mask >> bit & 1)) continue;
        const Four one = SPLAT(b[second * dim + first]);
        for (int w = 0; w < vectors; w++) {
            sum[first][w] += one * s[second][w];
            sum[second][w] += one * s[first][w];
        }
    }
}

/* out[component][4 vectors numbers] of the nodes place, place + 1, ... */
INLINED void lanes_product(int dim, int vectors, const StencilAt *at, const Fields *x,
                           double (*out)[MOST_LANES]) {
    Four sum[3][MOST_VECTORS] = {{{0}}}, s[3][MOST_VECTORS], own[3][MOST_VECTORS];
    const double *b = at->values;
    const long i = at->place;
    for (int d = 0; d < dim; d++)
        for (int w = 0; w < vectors; w++) own[d][w] = FOUR(x->c[d] + i + 4 * w);
    for (int k = 0; k < at->pairs; k++, b += dim * dim) {
        const long j = i + at->offset[k], l = i + at->other[k];
        for (int d = 0; d < dim; d++)
            for (int w = 0; w < vectors; w++)
                s[d][w] = (FOUR(x->c[d] + j + 4 * w) - own[d][w]) + (FOUR(x->c[d] + l + 4 * w) - own[d][w]);
        add_pair(dim, vectors, b, at->mask[k], s, sum);
    }
    for (int k = at->pairs; k < at->blocks; k++, b += dim * dim) {
        const long j = i + at->offset[k];
        for (int d = 0; d < dim; d++)
            for (int w = 0; w < vectors; w++) {
                const Four away = FOUR(x->c[d] + j + 4 * w) - own[d][w];
                for (int c = 0; c < dim; c++) sum[c][w] += SPLAT(b[d * dim + c]) * away;
            }
    }
    for (int c = 0; c < dim; c++)
        for (int w = 0; w < vectors; w++) *(Four *)(out[c] + 4 * w) = sum[c][w];
}

/* The same for one node: the lanes are the components. */
INLINED void single_product(int dim, const StencilAt *at, const Fields *x, double *out) {
    Four sum[3] = {SPLAT(0), SPLAT(0), SPLAT(0)};
    const double *b = at->values;
    double own[3], away[3];
    for (int d = 0; d < dim; d++) own[d] = x->c[d][at->place];
    for (int k = 0; k < at->blocks; k++, b += dim * dim) {
        const long j = at->place + at->offset[k];
        for (int d = 0; d < dim; d++) away[d] = x->c[d][j] - own[d];
        if (k < at->pairs)
            for (int d = 0; d < dim; d++) away[d] += x->c[d][at->place + at->other[k]] - own[d];
        if (dim == 2)
            sum[0] += FOUR(b) * (Four){away[0], away[0], away[1], away[1]};
        else
            for (int d = 0; d < 3; d++) sum[d] += FOUR(b + 3 * d) * SPLAT(away[d]);
    }
    const Four all = sum[0] + sum[1] + sum[2];
    for (int c = 0; c < dim; c++) out[c] = dim == 2 ? all[c] + all[c + 2] : all[c];
}

/* At most 4 vectors nodes: as many vectors as they need. */
INLINED void product(int dim, int vectors, int count, const StencilAt *at, const Fields *x,
                     double (*out)[MOST_LANES]) {
    if (count > 4)
        lanes_product(dim, vectors, at, x, out);
    else
        lanes_product(dim, 1, at, x, out);
}

INLINED StencilAt stencil_at(const Stencils *s, const StencilRun *run, const double *values) {
    const int start = s->start[run->class];
    return (StencilAt){
        s->pairs[run->class], s->start[run->class + 1] - start,       s->offset + start, s->other + start,
        s->mask + start,      values + (long)start * s->dim * s->dim, run->place};
}

#endif
