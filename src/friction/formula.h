/* mu(r), or mu(r, temperature), given by a function, known only by its values. */
#ifndef JUDDER_FRICTION_FORMULA_H
#define JUDDER_FRICTION_FORMULA_H

#include "curve/fit.h"
#include "friction/surface.h"

typedef struct Formula {
    Function mu;
    Curve curve;   /* made by prepare, over [0, formula_reach] */
    double *bends; /* speeds between which mu' is monotone */
    size_t bend_count;
    Surface *surface; /* instead of the curve, if mu takes two arguments */
} Formula;

/* Up to which speed a formula is asked; beyond, it goes on straight. */
extern const double formula_reach;

#endif
