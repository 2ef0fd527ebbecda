/* Contact of any normal law with Coulomb friction on the whole body, without condensation: for bodies whose
 * contact has too many dofs for a dense matrix, or whose stiffness is too large to factorise (BD-2).
 *
 *   A u = b + G^T r;  r = G (A u - b);  Newton as condensed/newton.h has it, over rows of A
 *
 * Each iteration solves one sparse system by GMRES, no more precisely than the iteration deserves; its
 * preconditioner is multigrid on the symmetric part, where held dofs are fixed and a slipping node meets
 * the stiffness against turning. It is kept while it is good enough, since making it costs as much as some
 * thirty iterations. An increment starts from where the last one points to, if the load goes on.
 *
 * Vectors and matrices are those y and T'A T of the system, which has the rows of the contact. */
#ifndef JUDDER_FE_WHOLE_WHOLE_H
#define JUDDER_FE_WHOLE_WHOLE_H

#include "condensed/newton.h"
#include "contact_solver/rows.h"
#include "fe/contact/contact.h"
#include "fe/system/system.h"

typedef struct FeWhole {
    const FeContact *contact;
    FeSystem *system;
    const double *mu; /* of each node */
    int n, dim;
    Mat A;                  /* of the system, borrowed */
    const PetscInt *row;    /* of each coordinate of the contact, dim a node */
    const double *sign;     /* coordinate = sign times component */
    double *k;              /* stiffness: diagonal of A */
    double *w, *r, *before; /* every rank has them: displacement, contact force, displacement before */
    double *slid;           /* two a node: where its friction went */
    Row *law;               /* of each contact dof: what the contact asks of it in this iteration */
    double *law_b;          /* and its right side */
    CondensedNode *node;
    CondensedNode *accepted;   /* states at the base */
    Vec u, base, motion;       /* present, accepted; what the last increment added */
    Vec b, rest, rhs, x, work; /* rest = b - A u; x: step of Newton */
    double taken;              /* part of x that u has */
    double scale;              /* largest contact force or load at u */
    bool guessed;              /* u is a guess, other than the base */
    Mat J, P;
    KSP ksp;
    double diagonal;  /* of held dofs in P and J */
    bool made, stale; /* P is there; it should be made anew */
    double rate;      /* digits an iteration gained just after P was made */
} FeWhole;

typedef struct FeWholeReport {
    CondensedOutcome outcome; /* solved, or limit */
    int newton;               /* iterations */
    double defect;            /* by the judge */
} FeWholeReport;

/* Contact and mu are borrowed. The system must have the rows of the contact, no solver and a positive
 * definite A, at least with its contact nodes held. Collective. */
PetscErrorCode fe_whole_create(const FeContact *contact, FeSystem *system, const double *mu, FeWhole **whole);
PetscErrorCode fe_whole_destroy(FeWhole **whole);
/* The next increment starts from the base with that many times the last motion added. Collective. */
PetscErrorCode fe_whole_predict(FeWhole *whole, double times);
/* The next increment starts from that many times what the one before it, not taken, moved. Collective. */
PetscErrorCode fe_whole_stretch(FeWhole *whole, double times);
/* One finite increment from the base to a load: u is where it ends, or the base if it was not
 * solved. Collective. */
PetscErrorCode fe_whole_try(FeWhole *whole, FeLoad load, FeWholeReport *report);
/* u becomes the base; the state on the first rank (NULL elsewhere) is told. Collective. */
PetscErrorCode fe_whole_accept(FeWhole *whole, CondensedState *state);

/* --- between the files of this folder --- */

/* Newton on the increment to b from u. Not collective. */
ContactNewton whole_newton(FeWhole *whole);
/* Numbers of a vector at the contact dofs, in the frame, on every rank. Collective. */
PetscErrorCode whole_gather(const FeWhole *whole, Vec vector, double *framed);
/* Sets a vector at the contact dofs of this rank, all or those held, to numbers in the frame (NULL: 0). Not
 * collective. */
PetscErrorCode whole_scatter(const FeWhole *whole, const double *framed, bool held, Vec vector);
/* w, r and rest = b - A u at u, what is left inside and the largest contact force or load. Collective. */
PetscErrorCode whole_evaluate(FeWhole *whole, ContactLeft *left);
/* b of a load. Collective. */
PetscErrorCode whole_load(FeWhole *whole, FeLoad load);
/* The linear system of the present rows and its solution x, useless if it failed. Collective. */
PetscErrorCode whole_solve(FeWhole *whole, double tolerance, bool *failed);
/* Makes P of the present rows and its multigrid. Collective. */
PetscErrorCode whole_precondition(FeWhole *whole);
PetscErrorCode whole_fill(FeWhole *whole);
/* KSP and J. Collective. */
PetscErrorCode whole_create_solver(FeWhole *whole);
/* The judge: asks no solver; relative to the largest contact force or load. Collective. */
PetscErrorCode whole_defect(FeWhole *whole, double *defect);

#endif
