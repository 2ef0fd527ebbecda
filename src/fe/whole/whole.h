/* Unilateral contact with Coulomb friction on the whole body, without condensation: for bodies whose contact has too many
 * dofs for a dense matrix, or whose stiffness is too large to factorise (BD-2).
 *
 *   A u = b + G^T r;  nonsmooth Newton on the states of the contact nodes, r = G (A u - b):
 *   open: r = 0;  stick: u_n = -gap, u_t as before;  slip: u_n = -gap, r_t = mu p t,  t = ahead / |ahead|,  ahead = r_t - k slip
 *
 * Each iteration solves one sparse system by GMRES; its preconditioner is multigrid on the symmetric part, where held dofs
 * are fixed and a slipping node meets the stiffness against turning. The obstacle must lie across an axis.
 */
#ifndef JUDDER_FE_WHOLE_WHOLE_H
#define JUDDER_FE_WHOLE_WHOLE_H

#include "condensed/condensed.h"
#include "fe/contact/contact.h"

/* A contact node in the present iteration. */
typedef struct WholeNode {
    CondensedNode state;
    double t[2];    /* slip: direction of its friction force */
    double turning; /* slip in 3-D: stiffness against turning, across t */
} WholeNode;

typedef struct FeWhole {
    const FeContact *contact;
    FeSystem *system;
    double mu;
    int n, dim;
    PetscInt *row; /* of each dof in the frame of the contact, dim a node */
    double *sign;  /* frame = sign times component */
    double *k;     /* stiffness: diagonal of A */
    double *w, *r, *before,
        *on; /* every rank has them: displacement, contact force, displacement before; work */
    WholeNode *node;
    CondensedNode *built;         /* the states for which P was made */
    Vec u, b, rest, rhs, x, work; /* rest = b - A u; x: step of Newton */
    bool *held;                   /* dofs that the contact holds in this iteration */
    Mat J, P;
    KSP ksp;
    double diagonal; /* of held dofs in P and J */
    bool known;      /* P is that of `built` */
} FeWhole;

typedef struct FeWholeReport {
    CondensedOutcome outcome; /* solved, or limit */
    int newton, linear;       /* iterations */
    double defect;            /* by the judge */
} FeWholeReport;

/* Whether the frame of a contact allows this method. Not collective. */
bool fe_whole_may(const FeContact *contact);
/* The system must have no kept dofs and a positive definite A, at least with its contact nodes held. Collective. */
PetscErrorCode fe_whole_create(const FeContact *contact, FeSystem *system, double mu, FeWhole **whole);
PetscErrorCode fe_whole_destroy(FeWhole **whole);
/* One finite increment to a load. The state is on the first rank (NULL elsewhere); if not solved, all stay as they were.
 * Collective. */
PetscErrorCode fe_whole_step(FeWhole *whole, FeLoad load, CondensedState *state, FeWholeReport *report);

/* --- between the files of this folder --- */

/* Numbers of a vector at the contact dofs, in the frame, on every rank. Collective. */
PetscErrorCode whole_gather(const FeWhole *whole, Vec vector, double *framed);
/* Sets a vector at the contact dofs of this rank, where `chosen` (all if NULL) is true. Not collective. */
PetscErrorCode whole_scatter(const FeWhole *whole, const double *framed, const bool *chosen, Vec vector);
/* w, r and rest = b - A u at u. Collective. */
PetscErrorCode whole_evaluate(FeWhole *whole);
/* The linear system of the present states and its solution x, useless if it failed. Collective. */
PetscErrorCode whole_solve(FeWhole *whole, double tolerance, int *iterations, bool *failed);
/* The largest of what the rows of inner dofs leave; infinite if any number of u is not finite. Collective. */
PetscErrorCode whole_inside(FeWhole *whole, double *left);
/* The judge: asks no solver; relative to the largest contact force or load. Collective. */
PetscErrorCode whole_defect(FeWhole *whole, double *defect);

#endif
