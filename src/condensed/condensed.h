/* Quasi-static contact with friction, condensed onto the contact nodes (BD-2), (BD-3):
 *
 *   S u = f + r,  gap g = gap_0 + u_n - d_n,  slip of an increment = change of u_t - d_t,
 *     d = motion of the obstacle
 *   unilateral: g >= 0, p = r_n >= 0, p g = 0;   friction: r_t in -mu p Dir(slip), a disc in 3-D
 *
 * u_n > 0 moves away from the obstacle. S is the Schur complement of the stiffness on the contact dofs, dense
 * and row-major, per node the normal dof first, then the tangential ones; symmetric, and positive definite
 * unless the body is held by its contact alone.
 */
#ifndef JUDDER_CONDENSED_CONDENSED_H
#define JUDDER_CONDENSED_CONDENSED_H

#include "base/error.h"
#include "contact/contact.h"
#include "contact_solver/defect.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct CondensedProblem {
    int n, dim;         /* contact nodes; 2 or 3 */
    const double *S;    /* (dim n)^2 */
    const double *gap;  /* gap_0, n numbers */
    const double *mu;   /* n numbers */
    const double *area; /* of the nodes, n numbers */
    int contact_count;  /* 1: one law for all nodes, or n */
    const Contact *contact;
} CondensedProblem;

static inline const Contact *condensed_contact(const CondensedProblem *problem, int node) {
    return &problem->contact[problem->contact_count == 1 ? 0 : node];
}

/* A load: forces on the contact dofs, and the motion of the obstacle there (NULL: at rest). */
typedef struct CondensedLoad {
    const double *f, *obstacle;
} CondensedLoad;

typedef enum CondensedNode {
    CONDENSED_OPEN,
    CONDENSED_STICK,
    CONDENSED_SLIP_MINUS, /* 2-D: slips, or last slipped, against the tangent */
    CONDENSED_SLIP_PLUS,
    CONDENSED_SLIP, /* 3-D: against r_t */
} CondensedNode;
extern const char *const condensed_node_names[]; /* "open", "stick", "slip-", "slip+", "slip", NULL */

/* All that a path needs to go on: may be written to a file and given back. */
typedef struct CondensedState {
    int n, dim;
    double s;            /* segments of load done, with the part of the present one */
    double at;           /* part of the present segment, in [0, 1) */
    double *u, *r;       /* dim n */
    double *w;           /* u - d: relative to the obstacle */
    CondensedNode *node; /* n */
} CondensedState;

/* The unloaded state: u = r = 0, closed nodes stick, the others are open. */
JudderErr condensed_state_create(const CondensedProblem *problem, CondensedState **state);
void condensed_state_destroy(CondensedState **state);
void condensed_state_copy(CondensedState *to, const CondensedState *from); /* of the same size */

/* Work of the solvers for one problem; the problem's arrays are borrowed. */
typedef struct Condensed Condensed;
JudderErr condensed_create(const CondensedProblem *problem, Condensed **solver);
void condensed_destroy(Condensed **solver);

typedef enum CondensedOutcome {
    CONDENSED_SOLVED,
    CONDENSED_CYCLED,   /* the sets of states came back to one already seen, by every method tried */
    CONDENSED_RAY,      /* pivoting left along a ray: none found, none excluded */
    CONDENSED_NONE,     /* proved: this increment has no solution */
    CONDENSED_SINGULAR, /* the body is not held: some motion meets no stiffness */
    CONDENSED_LIMIT,    /* a limit of iterations, cuts or events */
    CONDENSED_STOPPED,  /* the watcher said so */
} CondensedOutcome;
extern const char *const condensed_outcome_names[];

typedef struct CondensedStepReport {
    CondensedOutcome outcome;
    const char *method; /* "newton", "newton from stick", "damped newton", "pivoting", "gauss-seidel" */
    int iterations;     /* of Newton, all starts together */
    int cycles;         /* starts of Newton that ended in a cycle */
    int solutions;      /* of the increment, if they could be counted; 0: not counted */
    double defect;      /* by the judge */
} CondensedStepReport;

/* One finite increment from `state` to the load; on anything but CONDENSED_SOLVED the state is
 * left as it was. */
JudderErr condensed_step(Condensed *solver, const CondensedLoad *load, CondensedState *state,
                         CondensedStepReport *report);

/* What the judge looks at: the forces and displacements after an increment, the relative ones before it. */
typedef struct CondensedIncrement {
    const double *f;         /* forces on the contact dofs at the end */
    const double *u, *w, *r; /* at the end */
    const double *before;    /* w at the beginning */
    /* a force: the scale is not below it, so that a body unloaded to nothing is not judged by noise */
    double floor;
} CondensedIncrement;

/* The judge: asks no solver. */
void condensed_defect(const CondensedProblem *problem, const CondensedIncrement *increment,
                      ContactDefect *defect);

/* How far each node is from a change of state: open: its gap; stick: 1 - |r_t|/(mu p); slip: 0. And the
 * resultants. */
typedef struct CondensedSummary {
    int open, stick, slip, slip_minus, slip_plus;
    double force[3];     /* sum of r: normal, tangential(s) */
    double least_margin; /* of sticking nodes; 1 if there are none */
} CondensedSummary;
void condensed_margins(const CondensedProblem *problem, const CondensedState *state, double *margin);
void condensed_summarise(const CondensedProblem *problem, const CondensedState *state,
                         CondensedSummary *summary);

#endif
