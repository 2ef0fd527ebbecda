/* Inside the module: the work of the solvers. Everything here is relative to the obstacle: S w = F + r with
 * w = u - d and F = f - S d, so that its motion is one more load. */
#ifndef JUDDER_CONDENSED_SOLVER_H
#define JUDDER_CONDENSED_SOLVER_H

#include "condensed/newton.h"

enum { COUNT_MOST = 64, COUNT_ROOM = 20000, PIVOT_MOST = 120, PIVOT_ROWS = 600 };

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
    double *solved_w; /* the iterate at which x was solved for */
    CondensedNode *node, *start, *chosen;
    double *best_w;                   /* of several solutions */
    double *several;                  /* COUNT_ROOM numbers: different solutions, one after the other */
    double *rate_u, *rate_r, *rate_F; /* per unit of the segment */
    double *from_F, *f, *obstacle;    /* at the beginning of the segment; at the present point of it */
    unsigned char *kind;              /* of the nodes in a rate problem */
    CondensedNode *was;               /* before an event */
    CondensedState *kept;             /* finite steps go back to it */
};

/* y <- S x */
void condensed_multiply(const Condensed *c, const double *x, double *y);
/* F <- f - S d */
void condensed_relative_load(Condensed *c, const CondensedLoad *load, double *F);
/* A force to compare with: the largest of a load and of what displacements meet. */
double condensed_scale(const Condensed *c, const double *F, const double *w);
/* The same at the point (c->F, w) of a path, not below the floor. */
double condensed_point_scale(const Condensed *c, const double *w);

static inline bool condensed_slips(CondensedNode node) {
    return node >= CONDENSED_SLIP_MINUS;
}
/* Sign of the slip in 2-D. */
static inline int condensed_sign(CondensedNode node) {
    return node == CONDENSED_SLIP_PLUS ? 1 : node == CONDENSED_SLIP_MINUS ? -1 : 0;
}

/* Newton on the increment from w, before to F in `c`; fills w, r, node. */
ContactNewton condensed_newton(Condensed *c);
/* r at w, the residual of the increment there, relative; fills node. */
double condensed_natural(Condensed *c);

/* Gauss-Seidel with exact solves at each node, from w in `c`; w, r and node are filled, to be polished. What
 * is left, relative. */
double condensed_gauss_seidel(Condensed *c, int sweeps);
/* Pivoting on the increment as one linear complementarity problem; 2-D, unilateral. */
JudderErr condensed_pivot(Condensed *c, CondensedOutcome *outcome);

#endif
