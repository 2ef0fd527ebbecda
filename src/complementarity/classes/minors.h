/* Signs of principal minors that hold in spite of rounding. Entries near 1. */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_MINORS_H
#define JUDDER_COMPLEMENTARITY_CLASSES_MINORS_H

#include "complementarity/lcp.h"

typedef enum Sign { SIGN_NEGATIVE, SIGN_ZERO, SIGN_POSITIVE, SIGN_UNCERTAIN } Sign;

typedef struct MinorSearch {
    int n;
    const double *M, *M_D; /* M_D NULL: M is exact */
    bool strict;           /* stop at a zero minor too */
    /* NULL; or: negative minors are as good as positive ones, and of a set whose minor is zero or uncertain
     * this says whether the search may go on (R0) */
    JudderErr (*pass)(void *context, const bool *set, bool *passed);
    void *context;
    int largest; /* order up to which minors are examined */
    bool *set;   /* room of the caller: the witness */
    /* of the witness: negative or zero, proved; positive if there is none; uncertain if the bound of an error
     * hides a sign */
    Sign found;
    bool complete; /* all minors up to that order were examined */
} MinorSearch;

JudderErr minors_search(MinorSearch *search);

/* The minor of a set of M by elimination with pivots, and its sign for all matrices within the radii. */
JudderErr minor_value(const Lcp *lcp, const bool *set, double *value, Sign *sign);

/* The sign of the minor of a set in integers, where the entries are integers of some power of two
 * in each row and all numbers of the elimination fit into 126 bits; uncertain otherwise. */
Sign minor_whole_sign(int n, const double *M, const bool *set);

#endif
