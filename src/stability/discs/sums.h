/* Products of matrices whose rounding is kept [ogita2005]. */
#ifndef JUDDER_STABILITY_SUMS_H
#define JUDDER_STABILITY_SUMS_H

#include "base/number/rounding.h"

#include <stddef.h>

/* C + C_low <- (A + A_low)(B + B_low), n by n, |B_low| <= u |B|: within 32 (n + 4)^2 u^2 |A||B| + 4 (n + 4) u
 * |A_low||B|, A_low of any size, since what it enters is a plain sum of n + 4 roundings; there is enough left
 * in both for two more products and sums with C. A_low may be NULL; `room` holds 2 n n numbers. */
void product_in_two(int n, const double *const A[2], const double *const B[2], double *const C[2],
                    double *room);
static inline double product_in_two_rounding(int n) {
    return 32.0 * (n + 4) * (n + 4) * UNIT_ROUNDOFF * UNIT_ROUNDOFF;
}
static inline double product_in_two_rounding_low(int n) {
    return 4.0 * (n + 4) * UNIT_ROUNDOFF;
}

#endif
