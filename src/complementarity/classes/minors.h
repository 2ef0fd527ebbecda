/* Signs of principal minors, with bounds of their rounding errors. Entries near 1. */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_MINORS_H
#define JUDDER_COMPLEMENTARITY_CLASSES_MINORS_H

#include "base/error.h"

#include <stdbool.h>

typedef enum Sign { SIGN_NEGATIVE, SIGN_ZERO, SIGN_POSITIVE, SIGN_UNCERTAIN } Sign;

typedef struct MinorSearch {
    int n;
    const double *M;
    bool strict; /* stop at a zero minor too */
    int largest; /* order up to which minors are looked at */
    bool *set;   /* room of the caller: the witness */
    /* of the witness: negative or zero; positive if there is none; uncertain if rounding hides a sign */
    Sign found;
    bool complete; /* all minors up to that order were looked at */
} MinorSearch;

JudderErr minors_search(MinorSearch *search);

/* The minor of a set by elimination with pivots, and its sign. */
JudderErr minor_value(int n, const double *M, const bool *set, double *value, Sign *sign);

#endif
