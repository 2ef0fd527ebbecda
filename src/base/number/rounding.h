/* Rounding counted a priori: no rounding mode is changed, since threads of BLAS and WebAssembly do not follow
 * one. u = 2^-53; a sum of k products, in any order, with or without fused operations, is off by at most
 * gamma_k times the sum of their sizes. And sums and products whose rounding is kept [ogita2005]: a + b = sum
 * + error, a b = product + error, exactly but for underflow. */
#ifndef JUDDER_BASE_NUMBER_ROUNDING_H
#define JUDDER_BASE_NUMBER_ROUNDING_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define UNIT_ROUNDOFF (DBL_EPSILON / 2)

/* gamma_k = k u/(1 - k u), twice of it to be safe. */
static inline double rounding_gamma(double k) {
    const double ku = k * UNIT_ROUNDOFF;
    return ku < 0.1 ? 2 * ku / (1 - ku) : INFINITY;
}

/* Sums of bounds, whose terms are all >= 0, are rounded too; up to some thousand million of them: */
#define ROUNDING_UP (1 + 1e-6)

/* z 2^exponent; where that leaves the normal numbers, not below it, or not above it. */
static inline double rounding_scaled(double z, int exponent, bool above) {
    const double value = ldexp(z, exponent);
    if (z == 0 || isinf(z) || isnormal(value)) return value;
    if (fabs(value) < 1) return nextafter(value, above ? INFINITY : -INFINITY);
    return isinf(value) && above == (value < 0) ? copysign(DBL_MAX, value) : value;
}

/* The radius of a number that was scaled by 2^exponent: never rounded to less, and what scaling took from a
 * number too small for it joins it. */
static inline double rounding_scaled_radius(double given, double scaled, double radius, int exponent) {
    const double lost = given != 0 && !isnormal(scaled) ? DBL_MIN : 0;
    return lost + (radius > 0 ? ldexp(radius, exponent) + DBL_MIN : 0);
}

static inline double sum_error(double a, double b, double sum) {
    const double other = sum - a;
    return (a - (sum - other)) + (b - other);
}

/* a + b and the error of that. */
static inline double sum_with_error(double a, double b, double *error) {
    const double sum = a + b;
    *error = sum_error(a, b, sum);
    return sum;
}

/* By halves of 26 bits [dekker1971]. */
static inline double upper_half(double a) {
    const double c = 134217729.0 * a;
    return c - (c - a);
}

static inline double product_error(double a, double b, double product) {
    const double a_h = upper_half(a), a_l = a - a_h, b_h = upper_half(b), b_l = b - b_h;
    return a_l * b_l - (((product - a_h * b_h) - a_l * b_h) - a_h * b_l);
}

/* Adds a b to *sum + *low. */
static inline void add_product(double a, double b, double *sum, double *low) {
    const double product = a * b, next = *sum + product;
    *low += sum_error(*sum, product, next) + product_error(a, b, product);
    *sum = next;
}

#endif
