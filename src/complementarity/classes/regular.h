/* R0 in spite of rounding: one set at a time, and vectors that prove the contrary. */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_REGULAR_H
#define JUDDER_COMPLEMENTARITY_CLASSES_REGULAR_H

#include "base/error.h"

#include <stdbool.h>

/* Whether 0 <= x _|_ M x >= 0, x != 0, with exact signs of all sums. */
bool homogeneous_holds(int n, const double *M, const double *x);

/* Whether it is proved that no x that is positive on the whole set and zero elsewhere has M x = 0 there and
 * M x >= 0 elsewhere: some y, >= 0 outside of the set, has (M' y)_j <= 0 on it, not all zero, so that
 * y' M x < 0. */
JudderErr regular_set(int n, const double *M, const bool *set, bool *proved);

#endif
