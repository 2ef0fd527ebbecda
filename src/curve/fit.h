/* From a function, known only by its values, to a curve with a checked error.
 *
 * On each cell the polynomial through 8 Chebyshev points [trefethen2013] is compared with the function at 9
 * other points; where it misses, the cell is split: at a kink or a jump if one is found, else in the middle.
 * So kinks and jumps end up at the ends of pieces, to rounding.
 */
#ifndef JUDDER_CURVE_FIT_H
#define JUDDER_CURVE_FIT_H

#include "curve/curve.h"

/* A function of one variable, or of several. It may fail (a case's function can raise an error). */
typedef struct Function {
    JudderErr (*call)(void *context, double x, double *y); /* NULL: no function */
    void *context;
    int arguments;    /* how many it takes, as it is written */
    const char *file; /* where it is written, for messages */
    int line;
    JudderErr (*call_two)(void *context, double x, double y, double *z); /* NULL: it takes only one */
    /* Of `count` variables, a point in space; NULL: it takes none. */
    JudderErr (*call_at)(void *context, const double *x, int count, double *y);
} Function;

typedef struct FitOptions {
    const char *what;     /* "load", "mu": for messages */
    const char *variable; /* "t", "v" */
    double tolerance;     /* relative to the largest value seen */
    size_t most_pieces;   /* of one cell; more means that the function never settles */
} FitOptions;

typedef struct Fit {
    Function function;
    FitOptions options;
    double scale; /* the largest |value| seen */
    Curve *curve; /* where the pieces go */
    size_t used;  /* pieces of the present cell */
    size_t tries; /* polynomials tried on it */
    bool jumped;  /* the last cell ended with a jump */
    double
        last; /* the function is not evaluated beyond: its value there holds; 0: it is evaluated everywhere */
} Fit;

/* The value of the function; one that is not finite is an input error with the function's line. Gives up if
 * an interrupt is overdue. */
JudderErr fit_call(Fit *fit, double x, double *y);
/* Appends the pieces of one cell [a, b], the next one to the right; jump_a, jump_b: the function is known to
 * jump there, so values are taken just inside. Jumps at the ends that are not known are found too. */
JudderErr fit_cell(Fit *fit, double a, double b, bool jump_a, bool jump_b);

#endif
