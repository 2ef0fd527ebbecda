/* Bracketed roots of a continuous scalar function. */
#ifndef JUDDER_BASE_ROOTS_H
#define JUDDER_BASE_ROOTS_H

typedef double (*ScalarFunction)(const void *context, double x);

/* The root between a and b, where the function has opposite signs (or is zero at an end): secant steps inside
 * a bracket that halves at least every third step, down to neighbouring doubles. */
double root_bracketed(ScalarFunction f, const void *context, double a, double b);

/* The place where f first changes sign going from a in steps that double, starting with h (either sign), up
 * to the end; returns 1 and the bracket [*low, *high] (low nearer to a), or 0. */
int root_bracket_outwards(ScalarFunction f, const void *context, double a, double h, double end, double *low,
                          double *high);

#endif
