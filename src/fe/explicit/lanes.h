/* Four numbers at a time, and the product of a stencil with the numbers around some consecutive nodes. Written for the
 * compiler to unroll: dim and vectors must be constants where it is called. */
#ifndef JUDDER_FE_EXPLICIT_LANES_H
#define JUDDER_FE_EXPLICIT_LANES_H

#include "fe/explicit/layout.h"
#include "fe/explicit/stencil.h"

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
    int blocks;
    const int *offset;
    const double *values;
    long place;
} StencilAt;

/* out[component][4 vectors numbers] of the nodes place, place + 1, ... */
INLINED void lanes_product(int dim, int vectors, const StencilAt *at, const Fields *x,
                           double (*out)[MOST_LANES]) {
    Four sum[3][MOST_VECTORS] = {{{0}}};
    const double *b = at->values;
    for (int k = 0; k < at->blocks; k++, b += dim * dim) {
        const long j = at->place + at->offset[k];
        for (int d = 0; d < dim; d++)
            for (int w = 0; w < vectors; w++) {
                const Four number = FOUR(x->c[d] + j + 4 * w);
                for (int c = 0; c < dim; c++) {
                    const Four one = SPLAT(b[d * dim + c]);
                    sum[c][w] += one * number;
                }
            }
    }
    for (int c = 0; c < dim; c++)
        for (int w = 0; w < vectors; w++) *(Four *)(out[c] + 4 * w) = sum[c][w];
}

/* The same for one node: the lanes are the components. */
INLINED void single_product(int dim, const StencilAt *at, const Fields *x, double *out) {
    Four sum[3] = {SPLAT(0), SPLAT(0), SPLAT(0)};
    const double *b = at->values;
    for (int k = 0; k < at->blocks; k++, b += dim * dim) {
        const long j = at->place + at->offset[k];
        if (dim == 2) {
            const double first = x->c[0][j], second = x->c[1][j];
            sum[0] += FOUR(b) * (Four){first, first, second, second};
        } else {
            for (int d = 0; d < 3; d++) sum[d] += FOUR(b + 3 * d) * SPLAT(x->c[d][j]);
        }
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
    return (StencilAt){s->start[run->class + 1] - start, s->offset + start,
                       values + (long)start * s->dim * s->dim, run->place};
}

#endif
