/* Growing motions at a given mu when only a pencil is known (ST-7): the roots z = lam^2 >= 0 of mu*(z) =
 * mu, where mu*(z) is the least mu of the complementarity problem with A(z), B(z). For small systems given
 * by their matrices futures_growth needs no such search. */
#ifndef JUDDER_STABILITY_GROWTH_H
#define JUDDER_STABILITY_GROWTH_H

#include "stability/pencil.h"

#include "base/log.h"

#include <stddef.h>

typedef struct GrowthRoot {
    double z;        /* lam^2 */
    double residual; /* by eicp_residual at z and mu */
    double *x;       /* slip rates, sum 1 */
} GrowthRoot;

typedef struct GrowthList {
    int count;
    size_t room;
    GrowthRoot *at; /* the largest first */
    int jumps;  /* places where mu*(z) passes mu without being equal to it: no motion of this kind there */
    double top; /* the largest z that was examined */
    bool clear; /* proved: none at all, all rounding counted (PR-12); nothing was scanned then */
    bool unbounded; /* still below mu at the end of the scan: the mass allows growth without bound */
    bool whole;     /* false: interrupted, or out of time */
} GrowthList;

typedef struct GrowthLimits {
    double seconds; /* of computing, for the whole scan; 0: 30 */
    const Log *log; /* NULL: no progress */
} GrowthLimits;

JudderErr growth_scan(const Pencil *pencil, double mu, const GrowthLimits *limits, GrowthList *list);
void growth_release(GrowthList *list);

#endif
