/* Inside the module: the work of the solvers. Everything here is relative to the obstacle: S w = F + r with
 * w = u - d and F = f - S d, so that its motion is one more load. */
#ifndef JUDDER_CONDENSED_SOLVER_H
#define JUDDER_CONDENSED_SOLVER_H

#include "condensed/point.h"
#include "condensed/rows.h"

#include <stdint.h>

enum { NEWTON_MOST = 80, COUNT_MOST = 64, COUNT_ROOM = 20000, PIVOT_MOST = 120, PIVOT_ROWS = 600 };

struct Condensed {
    CondensedProblem problem;
    int size;         /* dim n */
    bool plane_rigid; /* 2-D, all laws rigid: linear complementarity */
    bool straight;    /* 2-D, all laws linear in pieces: a set of states has one solution */
    double *k;        /* stiffness of the body at each dof: makes forces of displacements */
    Rows *rows;
    double floor;      /* a force of the path or of the state before: what is small is small against it */
    double path_floor; /* the part of it that a path gives: its largest load */
    double *F;         /* load */
    double *before;    /* w at the beginning of the increment */
    double *w, *r;     /* the iterate */
    double *b, *x, *Sx;
    CondensedNode *node, *start, *chosen;
    double *best_w;                   /* of several solutions */
    double *several;                  /* COUNT_ROOM numbers: different solutions, one after the other */
    double *rate_u, *rate_r, *rate_F; /* per unit of the segment */
    double *from_F, *f, *obstacle;    /* at the beginning of the segment; at the present point of it */
    unsigned char *kind;              /* of the nodes in a rate problem */
    CondensedNode *was;               /* before an event */
    CondensedState *kept;             /* finite steps go back to it */
    uint64_t seen[NEWTON_MOST];
};

/* y <- S x */
void condensed_multiply(const Condensed *c, const double *x, double *y);
/* F <- f - S d */
void condensed_relative_load(Condensed *c, const CondensedLoad *load, double *F);
/* A force to compare with: the largest of a load and of what displacements meet. */
double condensed_scale(const Condensed *c, const double *F, const double *w);
/* The same at the point (c->F, w) of a path, not below the floor. */
double condensed_point_scale(const Condensed *c, const double *w);
uint64_t condensed_hash(const CondensedNode *node, int n);

static inline bool condensed_slips(CondensedNode node) {
    return node >= CONDENSED_SLIP_MINUS;
}
/* Sign of the slip in 2-D. */
static inline int condensed_sign(CondensedNode node) {
    return node == CONDENSED_SLIP_PLUS ? 1 : node == CONDENSED_SLIP_MINUS ? -1 : 0;
}

typedef struct NewtonReport {
    CondensedOutcome outcome; /* solved, cycled, singular or limit */
    int iterations;
    double residual; /* relative */
} NewtonReport;

typedef struct NewtonOptions {
    const CondensedNode *start; /* NULL: all touch and stick */
    const double *forces;       /* against which slip of the start goes in 3-D; NULL: those of the iterate */
    bool damped;
    int most; /* iterations; 0: NEWTON_MOST */
} NewtonOptions;

/* Node i at w, r in `c`. */
void condensed_point(const Condensed *c, int i, ContactPoint *at);
/* From w, r in `c` to F: nonsmooth Newton on the sets of states. Fills w, r, node. */
JudderErr condensed_newton(Condensed *c, const NewtonOptions *options, NewtonReport *report);
/* The largest violation of the increment's conditions at w, r, by the natural map, relative; fills node. */
double condensed_natural(Condensed *c);
/* Nodes whose state before the increment holds as well as that in c->node keep it. */
void condensed_keep_states(Condensed *c, const CondensedNode *had);
/* One linear solve with given states; accepted if the natural map vanishes. */
JudderErr condensed_try_states(Condensed *c, const CondensedNode *node, bool *solved, bool *singular);

/* Block Gauss-Seidel with exact solves at each node, from w in `c`; w, r and node are filled,
 * to be polished. */
JudderErr condensed_gauss_seidel(Condensed *c, int sweeps, double *residual);
/* Pivoting on the increment as one linear complementarity problem; 2-D, unilateral. */
JudderErr condensed_pivot(Condensed *c, CondensedOutcome *outcome);

#endif
