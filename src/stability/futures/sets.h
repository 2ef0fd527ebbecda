/* One set of futures at a time, as a linear problem: what the questions of futures.h share. */
#ifndef JUDDER_STABILITY_SETS_H
#define JUDDER_STABILITY_SETS_H

#include "stability/futures.h"

#include "base/dense.h"
#include "stability/discs/discs.h"

/* An unknown: the rate of a dof, or that of a contact's slip, whose row is s row_t - mu row_n. */
typedef struct Unknown {
    int dof, sign;
    int slipping; /* the contact, or -1 */
} Unknown;

typedef struct Sets {
    const SmallMotion *motion;
    double *stiffness, *stiffness_D; /* K with curvature terms, and their rounding */
    int *choice;                     /* of each contact */
    Future *future;                  /* what the choices mean */
    int *way;                        /* sign of the slip of each contact */
    int count;                       /* unknowns of the present set, or of the present piece of it */
    Unknown *unknown;
    int whole_count; /* of the present set */
    Unknown *whole;
    double *N0, *N1; /* blocks of a matrix for the present set: without mu, and what mu multiplies */
    double *P, *Q;   /* the pencil P y = value Q y asked for its eigenvalues */
    double *P_low, *P_D, *Q_low, *Q_D; /* what P and Q leave out, and the radius of both together (PR-1) */
    double *re, *im, *beta, *vectors;
    double *y, *V, *V_0, *left;
    int *row, *column; /* exponents of two that bring the present block to entries near 1 */
    int *order;        /* work of sets_null */
    Discs *discs;      /* of futures_onset and futures_growth */
    Futures *found;
} Sets;

JudderErr sets_open(const SmallMotion *motion, Futures *found, Sets *sets);
void sets_close(Sets *sets);
/* All p >= 0 with (K + p M) V = G' w, the largest first, as the z of modes: nothing is known of the matrices.
 */
JudderErr sets_growth(const SmallMotion *motion, const double *mu, Futures *futures);
/* Goes to the first and to the next set; false after the last. */
void sets_first(Sets *sets);
bool sets_next(Sets *sets);

/* N0 and N1 of a matrix (K with curvature terms, or M). */
void sets_blocks(Sets *sets, const double *matrix);
/* N = N0 - mu N1 with the mu of each contact. */
void sets_combine(const Sets *sets, const double *mu, double *N);
/* The same, what is rounded in N_low, and in N_D what both leave out; `matrix_D` is the radius of the matrix
 * of the blocks (NULL: none). */
void sets_combine_exactly(const Sets *sets, const double *mu, const double *matrix_D, double *const N[3]);
/* The radii of N0 and N1 of the stiffness. */
void sets_radii(const Sets *sets, double *N0_D, double *N1_D);
/* Takes the exponents of a block, and N <- R N C, y <- C y with them. */
JudderErr sets_equilibrate(Sets *sets, const double *N);
void sets_scale(const Sets *sets, double *N);
void sets_unscale(const Sets *sets, double *y);
/* How much the rank of a scaled block lacks, by pivots; a right and a left null vector if it lacks any.
 * Spoils N0, re and im. */
int sets_null(Sets *sets, const double *N, double *right, double *left);
/* The rates of all dofs from the unknowns. */
void sets_expand(const Sets *sets, const double *y, double *V);
/* Keeps a mode whose V (largest 1 after scaling by `scale`) is known to solve the problem. */
JudderErr sets_keep(Sets *sets, const FutureMode *mode, const double *V, double scale);
/* Notes that something between two values is undecided. */
JudderErr sets_leave_open(Sets *sets, double low, double high);
/* Keeps V if the judge agrees that it solves the problem, once; scaled to largest 1 if it is not loaded. */
JudderErr sets_offer(Sets *sets, const SmallRates *rates, double mu, bool family);

#endif
