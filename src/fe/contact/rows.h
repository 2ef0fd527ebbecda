/* Contact rows: what touches is a coordinate w = sum of factors times dofs, the displacement of a body
 * relative to what it may touch along a normal or a tangent. The coordinates of one place stand together and
 * have a pivot, the node whose dofs they replace (AS-6):
 *
 *     u = T y,   T^-1: the pivots' dofs become the coordinates, all other dofs stay.
 *
 * On the dofs of its pivot a place of `dim` coordinates is a rotation: normal and tangents. The other terms
 * are of nodes that are no pivots, so T needs no solve. A place whose coordinates are dofs of its pivot but
 * for the sign needs no T: y has the dof itself. A fixed dof is a coordinate of such places alone; what is
 * condensed onto the rows gives it a row with a stiffness of its own, so that it stays where it is. */
#ifndef JUDDER_FE_CONTACT_ROWS_H
#define JUDDER_FE_CONTACT_ROWS_H

#include "fe/body/body.h"

typedef struct FeRowTerm {
    FeDof dof;
    double factor;
} FeRowTerm;

typedef struct FeRowsData {
    int count;        /* coordinates */
    const int *pivot; /* of each */
    const int *start; /* of the terms of each, count + 1 numbers */
    const FeRowTerm *term;
} FeRowsData;

typedef struct FeRows {
    const FeBody *body;
    int count;
    int *pivot, *start;
    FeRowTerm *term;
    PetscInt *at;   /* the row of y that has the coordinate */
    double *sign;   /* coordinate = sign times what y has */
    PetscInt *kept; /* the rows of y that are coordinates and not fixed, x y z of each place */
    int kept_count;
    int *place;  /* of each coordinate among them; -1: it is fixed */
    bool turned; /* T is not the identity */
} FeRows;

/* The data are copied. Refuses pivots that are in no cell, there twice, in terms of others, or fixed where
 * they are turned, and what does not turn them by a rotation. Not collective. */
JudderErr fe_rows_create(const FeBody *body, const FeRowsData *data, FeRows **rows);
void fe_rows_destroy(FeRows **rows);

/* The direction of a coordinate at its pivot, 0 beyond the dimension. */
void fe_rows_direction(const FeRows *rows, int coordinate, double *direction);
/* Whether all terms are of the pivots. */
bool fe_rows_are_of_nodes(const FeRows *rows);
/* Coordinates of displacements in the order of the mesh. */
void fe_rows_restrict(const FeRows *rows, const double *u, double *w);
/* The transpose: f += factor times what forces r on the coordinates are on the dofs. */
void fe_rows_spread(const FeRows *rows, double factor, const double *r, double *f);

/* From numbers or a matrix on the kept dofs, and back; fixed coordinates are 0. */
void fe_rows_take(const FeRows *rows, const double *kept, double *w);
void fe_rows_take_matrix(const FeRows *rows, const double *kept, double *S);
void fe_rows_give(const FeRows *rows, const double *w, double *kept);

/* T, or T^-1; NULL if T is the identity. Collective. */
PetscErrorCode fe_rows_basis(const FeRows *rows, bool inverse, Mat *T);
/* T'A T as a new matrix. Collective. */
PetscErrorCode fe_rows_congruence(Mat T, Mat A, Mat *turned);
/* Coordinates of a vector y to every rank. Collective. */
PetscErrorCode fe_rows_gather(const FeRows *rows, Vec y, double *w);
/* Sets a vector y at the coordinates of this rank, where `chosen` (all if NULL) is true. Not collective. */
PetscErrorCode fe_rows_scatter(const FeRows *rows, const double *w, const bool *chosen, Vec y);

#endif
