/* Linear systems whose rows are made from rows of S and from single dofs of the same node: what every set of
 * contact states leaves to be solved.
 *
 *   row i of node k:  sum_a c_a (S u)_(k,a) + sum_a e_a u_(k,a) = b_i
 *
 * A fixed row (u_i = b_i) is eliminated before the factorisation. Rows that change afterwards are met by a
 * border of that size [hager1989] until there are too many of them.
 */
#ifndef JUDDER_CONTACT_SOLVER_ROWS_H
#define JUDDER_CONTACT_SOLVER_ROWS_H

#include "base/archive.h"
#include "base/dense.h"

#include <stdbool.h>

typedef struct Row {
    bool fixed;
    double c[3], e[3];
} Row;

/* Friction of a node that slips towards d, |d| = 1, linearised: r_T + p mu d, which changes by
 *   dr_T + mu d dp + (along d d' + across (1 - d d')) dw,
 * (1 - d d') of it taken (1 - turn) times. */
typedef struct RowsOfSlip {
    int tangents, off; /* dofs of the node; whether there is a normal one before them */
    double d[2];
    double mu; /* 0: p does not change, or is no force on the normal dof */
    double along, across, turn;
} RowsOfSlip;
void rows_of_slip(const RowsOfSlip *slip, Row row[2]);

typedef struct Rows {
    int size, dim;
    const double *S;
    double stiffness; /* the largest on its diagonal */
    Row *row, *base;  /* as they are; as they were factored */
    bool factored;
    int active_count;       /* rows that were not fixed when factored */
    int *active, *position; /* their numbers; where a row stands among them, or -1 */
    DenseFactor *factor;
    int most, changes;   /* rows that differ, or once differed, from the base */
    int *changed, *slot; /* their numbers; row -> its place in `changed`, or -1 */
    bool *stale;         /* the row of the border must be computed again */
    int columns;         /* how many of the columns exist */
    double *column;      /* base^-1 e_i of the changed rows */
    double *border;      /* current changed rows times the columns */
    bool border_factored;
    DenseFactor *border_factor;
    double *base_x, *base_b, *border_x;
    long factorisations, solves;
} Rows;

/* Of n nodes with dim dofs each; S is borrowed. */
JudderErr rows_create(int n, int dim, const double *S, Rows **rows);
void rows_destroy(Rows **rows);
void rows_set(Rows *rows, int i, const Row *row);
/* Forgets the factors: the next solve starts afresh. */
void rows_refactor(Rows *rows);
/* Rows and which of them differ from those factored, out and back in: then the same factors are made
 * again. */
JudderErr rows_serialise(Rows *rows, Archive *archive);
/* x with the current rows; *singular is an outcome, x is then useless. x and b must not overlap. */
JudderErr rows_solve(Rows *rows, const double *b, double *x, bool *singular);

#endif
