/* The contact problem of a stage without its condensed matrix S, for bodies whose contact (BD-5), (BD-6) has
 * thousands of nodes: S is what is left of Khat when all else is in balance, so rows of S at the contact
 * (stage/) are rows of Khat V = B + G^T r on the whole body. A set of such rows is solved by GMRES [saad1986]
 * from the velocities of before, preconditioned by blocks of the nodes while mass rules Khat and by multigrid
 * where stiffness does. Every rank has the numbers of all contact nodes and decides alike. */
#ifndef JUDDER_FE_MARCH_MATRIX_FREE_H
#define JUDDER_FE_MARCH_MATRIX_FREE_H

#include "contact_solver/rows.h"
#include "fe/contact/contact.h"
#include "fe/system/system.h"
#include "stage/stage.h"

typedef struct MatrixFree {
    const FeContact *contact;
    FeSystem *system; /* with the rows of the contact, without solver */
    int n, dim;
    int own_count, *own; /* contact nodes of this rank */
    PetscInt first;      /* dof of this rank */
    double *block;       /* of Khat, on the rows, for each contact node */
    StageOperator op;
    Vec V, B; /* y of the present velocities, 0 where they are given; the load */
    Vec rest, step, work;
    const Row *row;  /* of the linear system under way */
    double *nodal;   /* (A + E)^-1 A of each contact node on its free dofs */
    double *numbers; /* work: dim a contact node */
    Mat J;
    KSP rows, whole; /* of J; of Khat alone, whose preconditioner serves both */
    long iterations; /* of GMRES since creation */
} MatrixFree;

/* `mass`: the part of Khat that is mass, to choose the preconditioner. Collective. */
PetscErrorCode matrix_free_create(const FeContact *contact, FeSystem *system, double mass, MatrixFree **made);
PetscErrorCode matrix_free_destroy(MatrixFree **made);
/* A stage begins: its load and the velocities to start from; b of the rows of the contact, on
 * every rank. Collective. */
PetscErrorCode matrix_free_begin(MatrixFree *m, FeLoad load, Vec v, double *b);
/* Its velocities, with those that are given. Collective. */
PetscErrorCode matrix_free_end(const MatrixFree *m, Vec given, Vec v);

/* --- between the files --- */

/* The operator that a stage asks, and the solver behind it. Collective. */
PetscErrorCode matrix_free_connect(MatrixFree *m);

#endif
