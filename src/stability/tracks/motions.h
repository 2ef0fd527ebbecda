/* Motions of steady sliding at one value of a param, in a form in which they can be known again at another
 * one: lam, and the vector in the metric of the masses, so that units do not matter. */
#ifndef JUDDER_STABILITY_TRACKS_MOTIONS_H
#define JUDDER_STABILITY_TRACKS_MOTIONS_H

#include "base/error.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of more dofs than this, random sums are kept instead of the entries: inner products of two vectors stay
 * what they are to about 1/sqrt(MOTIONS_WIDTH) of their lengths. */
enum { MOTIONS_WIDTH = 1024 };
/* What rounding leaves of lam, relative to it: a real part below is none, and so near are partners. */
#define MOTIONS_ROUNDING 1e-11

typedef struct MotionList {
    int count, room;
    int dofs;       /* of what can move; 0: nothing was reported yet */
    uint64_t space; /* a sum of which dofs these are: vectors of two lists are comparable if it is the same */
    int width;      /* numbers kept of a real vector: dofs, at most MOTIONS_WIDTH */
    bool alone;     /* a wish: nothing else is wanted of the study */
    double *lam;    /* re, im of each, im >= 0 */
    double *vector; /* of each the real part, then the imaginary part; of length 1 */
} MotionList;

typedef struct WeighedMotion {
    int dofs;
    const double *mass; /* of each dof; one without mass does not count */
    double re, im;
    const double *x, *y; /* real and imaginary part */
} WeighedMotion;

JudderErr motions_add(MotionList *list, const WeighedMotion *motion);
void motions_release(MotionList *list);

/* |x^H y|^2 of a motion of each, in [0, 1]; the lists must be of one width. */
double motions_likeness(const MotionList *one, int i, const MotionList *other, int j);
/* x^H y of theirs. */
double complex motions_product(const MotionList *one, int i, const MotionList *other, int j);

#endif
