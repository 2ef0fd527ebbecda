/* Rows of K inside a box of equal cells in 3-D, a plane of nodes at a time. In rectangular cells blocks are
 * mirrored with the directions: entry aa depends on |dx|, |dy|, |dz| alone, entry ab is odd in the directions
 * a and b. So a plane gives to the nodes in it, and above and below it, no more than
 *
 *   E0: to its own nodes,   E1: to both planes beside it,   H: to the lower one, and -H to the upper one,
 *   (K u)(z) = E0(z) + E1(z-1) + E1(z+1) + H(z+1) - H(z-1) + F(z+1/2) - F(z-1/2),
 *
 * with F(z+1/2) = c (u(z+1) - u(z)), which leaves differences alone in E0, E1 and H: rounding is as in
 * reduce.c. A sweep that goes up computes each plane once, just before the nodes below it are moved, and
 * keeps of it only
 *
 *   P(z) = E0(z) + E1(z-1) - H(z-1) - F(z-1/2)   and   D(z) = E1(z) - H(z).
 *
 * Rows of a plane need not be equally long: neighbours are found row by row. */
#ifndef JUDDER_FE_EXPLICIT_STENCIL_GRID_H
#define JUDDER_FE_EXPLICIT_STENCIL_GRID_H

#include "fe/explicit/stencil/lanes.h"

/* Entries of the blocks, each four times over. Of the planes: 0 that of the node, 1 those beside it. */
typedef struct GridFactors {
    double along[2][3][4];  /* f(1,0): of second differences in x of component a */
    double across[2][3][4]; /* f(0,1) + 2 f(1,1): in y */
    double corner[2][3][4]; /* f(1,1): those in x, of both rows beside */
    double through[3][4];   /* f(0,0) + 2 f(1,0) + 2 f(0,1) + 4 f(1,1) of the planes beside: c in F */
    double xy[2][4];
    double xz[2][4]; /* of the row of the node, of the rows beside it */
    double yz[2][4]; /* f(0) + 2 f(1), f(1), of the node and its neighbours in x */
} GridFactors;

/* A class: where the rows of its neighbours lie, from below and behind to above and before; offset of their
 * middle nodes. */
typedef struct GridClass {
    int row[3][3];
    int factors; /* which; -1: the class is none of a grid */
} GridClass;

typedef struct GridRun {
    int slot;    /* where the sums of its first node are kept; -1: the run is none of a grid */
    bool begins; /* nothing is kept yet: the two lower planes come first */
} GridRun;

/* Some consecutive rows, or nodes of a run. */
typedef struct Span {
    int from, count;
} Span;

enum { GRID_KEPT = 6 };
struct StencilGrid {
    GridClass *class;
    int factors;
    GridFactors *K, *C; /* C is NULL as in Stencils */
    GridRun *run;       /* of each run of the stencils */
    int slots;
    int lates; /* rows whose u is not moved on at once, in order */
    Span *late;
    double *kept[2]; /* P and D of each component in each slot, for u and for v */
};

/* Whether a run is computed by planes. */
INLINED bool grid_has(const Stencils *s, int run) {
    return s->dim == 3 && s->grid && s->grid->run[run].slot >= 0;
}

/* Whether its nodes can be moved on at once: no later run reads them. */
INLINED bool grid_moves(const Stencils *s, int run) {
    return grid_has(s, run) && !s->grid->run[run].begins;
}

#endif
