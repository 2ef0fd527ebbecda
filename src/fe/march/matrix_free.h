/* The contact problem of a stage without its condensed matrix S, for bodies whose contact has thousands of
 * nodes: S is what is left of Khat when all else is in balance, so rows of S at the contact (stage/) are
 * rows of Khat V = B + G^T r on the whole body. A set of such rows is solved by GMRES from the velocities
 * of before, preconditioned by blocks of the nodes while mass rules Khat and by multigrid where stiffness
 * does. Every rank has the numbers of all contact nodes and decides alike. */
#ifndef JUDDER_FE_MARCH_MATRIX_FREE_H
#define JUDDER_FE_MARCH_MATRIX_FREE_H

#include "condensed/rows.h"
#include "fe/contact/contact.h"
#include "stage/stage.h"

typedef struct MatrixFree {
    const FeContact *contact;
    FeSystem *system; /* without kept dofs */
    int n, dim;
    int own_count, *own; /* contact nodes of this rank */
    PetscInt *at;        /* and where their dofs begin in its part of a vector */
    double *block;       /* of Khat, in the frame, for each contact node */
    StageOperator op;
    Vec V, B; /* the present velocities, 0 where they are given; the load */
    Vec rest, step, work, turned;
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
/* A stage begins: its load and the velocities to start from; b at the contact, in the frame, on every
 * rank. Collective. */
PetscErrorCode matrix_free_begin(MatrixFree *m, FeLoad load, Vec v, double *b);
/* Its velocities, with those that are given. Collective. */
PetscErrorCode matrix_free_end(const MatrixFree *m, Vec given, Vec v);

/* --- between the files --- */

/* Turns the numbers of contact nodes in a vector: into the frame, or back to the axes. Not collective. */
PetscErrorCode matrix_free_turn(const MatrixFree *m, bool into, Vec vector);
/* Numbers of the contact nodes of a vector in the frame, to every rank. Collective. */
PetscErrorCode matrix_free_gather(const MatrixFree *m, Vec framed, double *all);
/* The operator that a stage asks, and the solver behind it. Collective. */
PetscErrorCode matrix_free_connect(MatrixFree *m);

#endif
