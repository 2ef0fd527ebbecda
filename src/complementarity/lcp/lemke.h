/* Lemke's path as a tool: for the solver of that name and for the small linear programs that
 * its proofs need. */
#ifndef JUDDER_COMPLEMENTARITY_LCP_LEMKE_H
#define JUDDER_COMPLEMENTARITY_LCP_LEMKE_H

#include "complementarity/lcp.h"

typedef struct LemkePath {
    LcpOutcome
        outcome; /* LCP_SOLVED: `set` is the set of positive x; LCP_RAY: `ray` is its direction; LCP_LIMIT */
    long pivots;
    bool *set;   /* room of the caller, n flags */
    double *ray; /* n numbers */
} LemkePath;

/* For a problem with numbers near 1; d > 0 of the sizes of what the rows sum. */
JudderErr lemke_follow(const Lcp *lcp, long most, LemkePath *path);

/* y >= 0 with M' y <= 0 and q' y < 0 if there is one whose signs hold exactly (found), by linear programs
 * written as complementarity problems. */
JudderErr farkas_find(const Lcp *lcp, long most, double *y, bool *found);

/* The least multiple of u that is integers within rounding, u with its largest number 1, as far as some
 * denominators are tried. */
bool lcp_whole_multiple(int n, const double *u, double *whole);

#endif
