/* Lists of all solutions of complementarity problems, decided by exact arithmetic where it can be loaded: the
 * doubles of the problem are taken as the rational numbers that they are. JUDDER_PROOFS=doubles in the
 * environment leaves them to rounded numbers. */
#ifndef JUDDER_EXACT_PROBLEMS_PROBLEMS_H
#define JUDDER_EXACT_PROBLEMS_PROBLEMS_H

#include "base/error.h"
#include "complementarity/eicp.h"
#include "complementarity/lcp.h"

/* lcp_enumerate, the sets that rounding leaves open decided exactly. seconds: for those; 0: some. */
JudderErr exact_lcp_enumerate(const Lcp *lcp, double seconds, LcpSolutions *solutions);

/* eicp_enumerate, set by set; *decided: false where the problem is too large, time was out, or there is no
 * exact arithmetic, and then nothing is listed. Where a set has det(A - mu B) = 0 for every mu, or an
 * eigenvalue has more than one vector or lies beyond the range of doubles, the list is not called complete.
 */
enum { EXACT_EICP_MOST = 8 };
JudderErr exact_eicp_enumerate(const Eicp *eicp, double from, double to, EicpSolutions *solutions,
                               bool *decided);

#endif
