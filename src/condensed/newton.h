/* One finite increment by the nonsmooth Newton method on the states of the contact nodes (BD-2), over an
 * operator: the dense S of this module, or a body that answers itself (fe/whole). At each node
 *
 *   phi(p, g) = 0,   r_t = P(r_t - k (w_t - before_t)),  P the projection onto the disc of radius mu p,
 *
 * k the body's stiffness there, w relative to the obstacle [alart1991]. An iteration sets the rows of the
 * states it sees, solves them for a step x and moves on by it; the loop is that of contact_solver/newton.h.
 */
#ifndef JUDDER_CONDENSED_NEWTON_H
#define JUDDER_CONDENSED_NEWTON_H

#include "condensed/point.h"
#include "contact_solver/newton.h"
#include "contact_solver/rows.h"

typedef struct NewtonOperator {
    void (*set_row)(void *of, int j, const Row *row, double b);
    /* Makes factors anew that are old; false: they are not. NULL: none is kept. */
    bool (*renew)(void *of);
    /* x of the rows, to that part of their right side; failed: x is useless. */
    JudderErr (*solve)(void *of, double tolerance, bool *failed);
    /* The iterate becomes that of the last solve and so many times x. */
    JudderErr (*move)(void *of, double part);
    /* w and r at the iterate. */
    JudderErr (*evaluate)(void *of, ContactLeft *left);
    /* Of normal and tangential forces of a node: what differs by less is the same. */
    void (*rounding)(const void *of, int node, const ContactPoint *at, double rounding[2]);
    double done, enough; /* relative residuals: wanted; taken if nothing better comes */
    int patience;        /* iterations without progress before steps are halved; 0: never */
    /* The rows must be S with something added: those across a slip are divided by their part of S. */
    bool added;
} NewtonOperator;

typedef struct ContactNewton {
    const NewtonOperator *op;
    void *of;
    CondensedProblem problem; /* its S is not looked at */
    const double *k;          /* stiffness of the body at each dof */
    ContactFields at;         /* the iterate */
    CondensedNode *node;
    double *slid;  /* two a node: where its friction last went, so that a slip turns round only by way of
                      stick;  NULL: at once */
    bool straight; /* a set of states has one solution: one that comes back is a cycle */
} ContactNewton;

typedef struct NewtonStart {
    const CondensedNode *node; /* first states; NULL: as the iterate says */
    bool stick;                /* all touch and stick */
    const double *forces;      /* against which slip of the start goes in 3-D; NULL: those of the iterate */
    bool damped;
    int most; /* iterations; 0: NEWTON_MOST */
} NewtonStart;

/* From the iterate on. */
JudderErr contact_newton_solve(const ContactNewton *newton, const NewtonStart *start, NewtonReport *report);
/* One linear solve with the states given; the residual it leaves. */
JudderErr contact_newton_try(const ContactNewton *newton, const CondensedNode *node, NewtonReport *report);
/* The largest violation of the increment's conditions at the iterate, by the natural map, relative; sets
 * the states. */
double contact_newton_natural(const ContactNewton *newton, const ContactLeft *left);
/* Nodes whose state before the increment holds as well as the one found keep it. */
void contact_newton_keep(const ContactNewton *newton, const CondensedNode *had);
/* The iterate becomes a state; obstacle: its motion, NULL: none. */
void contact_newton_accept(const ContactNewton *newton, const double *obstacle, CondensedState *state);

#endif
