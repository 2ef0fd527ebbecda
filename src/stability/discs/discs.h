/* All eigenvalues of A x = lam B x in discs that hold for every member of an enclosure of A and B, with all
 * rounding counted (PR-13): for any X and any block-diagonal L, the pencil is similar to L + T with
 * T = (B X)^-1 (A X - B X L), and the rows of |T| are radii [gershgorin1931]. k discs that touch no other
 * hold k eigenvalues; one alone about a real centre holds a real one. */
#ifndef JUDDER_STABILITY_DISCS_H
#define JUDDER_STABILITY_DISCS_H

#include "base/error.h"

#include <stdbool.h>

/* The true matrices lie within A_D of A + A_low, B_D of B + B_low. All n by n, row-major, entries of moderate
 * size; _low and _D may be NULL: zero. */
typedef struct DiscPencil {
    int n;
    const double *A, *A_low, *A_D;
    const double *B, *B_low, *B_D;
} DiscPencil;

typedef struct Discs {
    int n, most;
    /* Approximate pairs, given and then refined: re + i im, vectors as LAPACK packs them, one per column, as
     * X + X_low; of two conjugates the one with im > 0 comes first. */
    double *re, *im, *X, *X_low;
    bool enclosed;  /* every eigenvalue lies in a disc; false: nothing is known, and what follows is void */
    double *radius; /* of each disc */
    int *group;     /* the first of those it is connected with */
    int *members;   /* how many these are */
    double *bound;  /* |T|, in a basis in which the conjugates stand alone */
    struct DiscRoom *room;
} Discs;

/* Room for pencils of up to `most` rows. */
JudderErr discs_create(int most, Discs **discs);
void discs_destroy(Discs **discs);

/* From re, im and X of the caller: plain sums, which are enough where nothing cancels. */
JudderErr discs_enclose(const DiscPencil *pencil, Discs *discs);
/* A step of Newton for all pairs at once, with residuals as if in twice the precision; then the discs anew.
 */
JudderErr discs_refine(const DiscPencil *pencil, Discs *discs);

bool discs_alone(const Discs *discs, int j);
/* The vector of a real disc that is alone: it lies within x_D of x + x_low. */
void discs_vector(const Discs *discs, int j, double *x, double *x_low, double *x_D);

#endif
