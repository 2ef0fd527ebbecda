/* Between two neighbouring stations growth of a track begins or ends: by a function that is smooth there,
 * also where two frequencies meet like a square root. */
#ifndef JUDDER_STABILITY_TRACKS_CROSSING_H
#define JUDDER_STABILITY_TRACKS_CROSSING_H

#include "stability/tracks/tracks.h"

typedef struct Crossing {
    double f[2]; /* at both stations, of opposite sign or one of them 0 */
    int track, partner;
    bool begins;
} Crossing;

/* False: the track does not begin or cease to grow between them. */
bool crossing_of(const Station *a, const Station *b, int track, Crossing *crossing);
/* Where the straight line through both values is zero. */
double crossing_place(const Station *a, const Station *b, const Crossing *crossing);

/* ((z_1 - z_2)/2)^2 of two motions, z = -lam^2: positive for two real z, negative for two conjugate ones. */
double crossing_gap(const Station *station, int one, int other);

#endif
