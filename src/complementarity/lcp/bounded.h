/* Numbers with a bound of their error. What is added to the bound is what was really rounded, so that whole
 * numbers of few digits keep the bound 0: then a zero is a zero. */
#ifndef JUDDER_COMPLEMENTARITY_LCP_BOUNDED_H
#define JUDDER_COMPLEMENTARITY_LCP_BOUNDED_H

#include <float.h>
#include <math.h>

typedef struct Bounded {
    double value, error;
} Bounded;

/* Products below this lose digits that an fma does not show. */
#define BOUNDED_SMALL 0x1p-900

/* Bounds are sums and products that are rounded themselves. */
static inline double bounded_up(double error) {
    return error == 0 ? 0 : error * (1 + 16 * DBL_EPSILON) + DBL_MIN;
}

/* a/b for |b| above its error. */
static inline Bounded bounded_quotient(Bounded a, Bounded b) {
    if (a.value == 0 && a.error == 0) return a;
    const double value = a.value / b.value, rest = fabs(fma(-value, b.value, a.value));
    const double lost = fabs(a.value) < BOUNDED_SMALL ? DBL_MIN : 0;
    const double spread = a.error + fabs(value) * b.error + rest + lost;
    return (Bounded){value, bounded_up(spread / (fabs(b.value) - b.error))};
}

/* a - b c */
static inline Bounded bounded_less(Bounded a, Bounded b, Bounded c) {
    const double product = b.value * c.value, value = a.value - product;
    const double back = value - a.value;
    const double rounded = fabs(fma(b.value, c.value, -product)) +
                           fabs((a.value - (value - back)) - (product + back));
    const double lost = b.value != 0 && c.value != 0 && fabs(product) < BOUNDED_SMALL ? DBL_MIN : 0;
    const double carried = a.error + fabs(b.value) * c.error + b.error * (fabs(c.value) + c.error);
    const double error = carried + rounded + lost;
    /* Products of bounds may be too small for a double. */
    const double least = b.error > 0 || c.error > 0 ? DBL_MIN : 0;
    return (Bounded){value, bounded_up(error + least)};
}

#endif
