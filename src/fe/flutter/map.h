/* The motions of steady sliding followed in mu, for systems too large to be solved dense at every mu (ST-14).
 *
 * Right and left vectors of the lowest motions at a few mu span a small space, onto which M', C' and K' are
 * projected; mu stays free there, so the dense code (stability/flutter) follows pairs, merging points and
 * growth with damping at no cost. The whole system judges: where a projected motion leaves a residual, at a
 * bisection of the range and at every place that is reported, its own motions are computed and added. Left
 * vectors make the error of an eigenvalue the square of that residual.
 */
#ifndef JUDDER_FE_FLUTTER_MAP_H
#define JUDDER_FE_FLUTTER_MAP_H

#include "fe/flutter/pairs.h"

typedef struct FeMap {
    MergingList merging;   /* on the first rank, as is all of it */
    MuIntervals intervals; /* with damping */
    double divergence;     /* least mu at which sliding drifts away without vibration; NAN: none */
    int samples;           /* mu at which the whole system was solved */
    int dimension;         /* of the projection */
    double residual;       /* the largest, of the whole system, at what is reported */
    bool whole;            /* false: interrupted */
} FeMap;

/* search->lowest motions are followed. Collective. */
PetscErrorCode fe_map_follow(FeSliding *sliding, const FlutterSearch *search, FeMap *map);
void fe_map_release(FeMap *map);

/* How many modes at mu = 0 lie below a frequency: by the signs of the pivots of K - omega^2 M, which must be
 * symmetric. Collective. */
PetscErrorCode fe_modes_below(FeSliding *sliding, double omega, int *count);

#endif
