/* Growth in units in which the largest entries of K and M lie near 1, and so lam^2 of ordinary motions:
 * error-free products, on which proofs rest, then neither overflow nor lose digits. Powers of two change no
 * number. */
#ifndef JUDDER_STABILITY_GROWTH_UNITS_H
#define JUDDER_STABILITY_GROWTH_UNITS_H

#include "base/error.h"
#include "stability/futures.h"

typedef struct GrowthUnits {
    SmallMotion motion;
    double *K, *M;
    SmallContact *contact;
    int exponent; /* lam^2 of the motion given is that of the scaled one times 2 to this */
    bool safe;    /* no product of entries and mu is too small for a double */
} GrowthUnits;

JudderErr growth_units_open(const SmallMotion *motion, const double *mu, GrowthUnits *units);
void growth_units_close(GrowthUnits *units);
/* From the scaled units to those of the motion given; where they are not safe nothing is called proved. */
JudderErr growth_units_restore(const GrowthUnits *units, Futures *futures);
/* The same where nothing was scaled: what products may lose digits of is not called proved. */
JudderErr growth_units_doubt(const SmallMotion *motion, const double *mu, Futures *futures);

#endif
