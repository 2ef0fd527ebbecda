#include "stability/tracks/crossing.h"

#include <math.h>

double crossing_gap(const Station *station, int one, int other) {
    const double *l = station->motions.lam + 2 * one, *m = station->motions.lam + 2 * other;
    const double re = (l[0] * l[0] - l[1] * l[1] - m[0] * m[0] + m[1] * m[1]) / 2,
                 im = l[0] * l[1] - m[0] * m[1];
    return re * re - im * im;
}

/* The square of the frequency of a motion that may turn into a drift without vibration. */
static double crossing_square(const Station *station, int motion) {
    const double *lam = station->motions.lam + 2 * motion;
    return lam[1] * lam[1] - lam[0] * lam[0];
}

static bool is_on_axis(const Station *station, int motion) {
    const double *lam = station->motions.lam + 2 * motion;
    return lam[1] > 0 && fabs(lam[0]) <= MOTIONS_ROUNDING * lam[1];
}

/* The two ends of a step: where the track is quiet and where it grows, and its motions there. */
typedef struct Ends {
    const Station *quiet, *growing;
    int at_quiet, at_growing;
} Ends;

/* Without damping: by the gap of the two that merge, or by the square of a frequency that vanishes; else by
 * the growth itself. */
static void values_of(const Ends *e, Crossing *c, double *quiet, double *growing) {
    const double *lam = e->growing->motions.lam + 2 * e->at_growing;
    const int partner = lam[1] > 0 ? track_partner(e->growing, e->at_growing) : -1;
    *quiet = fmax(0, -e->quiet->motions.lam[2 * e->at_quiet]);
    *growing = -lam[0];
    c->partner = partner >= 0 ? e->growing->track[partner] : -1;
    if (!is_on_axis(e->quiet, e->at_quiet)) return;
    if (lam[1] == 0) {
        *quiet = crossing_square(e->quiet, e->at_quiet);
        *growing = crossing_square(e->growing, e->at_growing);
    }
    if (partner < 0) return;
    const int other = track_find(e->quiet, c->partner);
    *quiet = other >= 0 ? crossing_gap(e->quiet, e->at_quiet, other) : 1;
    *growing = other >= 0 ? crossing_gap(e->growing, e->at_growing, partner) : -1;
}

bool crossing_of(const Station *a, const Station *b, int track, Crossing *c) {
    const int i = track_find(a, track), j = track_find(b, track);
    if (i < 0 || j < 0 || track_grows(a, i) == track_grows(b, j)) return false;
    *c = (Crossing){.track = track, .begins = track_grows(b, j)};
    const Ends ends = c->begins ? (Ends){a, b, i, j} : (Ends){b, a, j, i};
    values_of(&ends, c, c->begins ? &c->f[0] : &c->f[1], c->begins ? &c->f[1] : &c->f[0]);
    return true;
}

double crossing_place(const Station *a, const Station *b, const Crossing *c) {
    const double sum = c->f[0] - c->f[1], part = sum != 0 ? c->f[0] / sum : 0.5;
    return a->at + (b->at - a->at) * fmin(1, fmax(0, part));
}
