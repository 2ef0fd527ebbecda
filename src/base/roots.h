/* Bracketed roots of a continuous scalar function: secants by the Illinois rule [dowell1971]. */
#ifndef JUDDER_BASE_ROOTS_H
#define JUDDER_BASE_ROOTS_H

#include <stdbool.h>

typedef double (*ScalarFunction)(const void *context, double x);

/* The root between a and b, where the function has opposite signs (or is zero at an end): secant steps inside
 * a bracket that halves at least every third step, down to neighbouring doubles. */
double root_bracketed(ScalarFunction f, const void *context, double a, double b);

/* Steps that double, starting with `step` (either sign), up to the end. */
typedef struct RootWalk {
    double from, step, end;
} RootWalk;

typedef struct RootBracket {
    double near, far; /* from where the walk began */
} RootBracket;

/* Where f first changes sign on the walk; false: nowhere, and the bracket is as it was. */
bool root_bracket_outwards(ScalarFunction f, const void *context, const RootWalk *walk, RootBracket *bracket);

#endif
