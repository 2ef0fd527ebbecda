#include "stability/tracks/crossing.h"

#include <math.h>
#include <stdlib.h>

/* The square of the frequency of a track, or the mean of those of two that merge: smooth where they do. */
static double square_of(const Station *s, const Crossing *c) {
    const int one = track_find(s, c->track), other = c->partner >= 0 ? track_find(s, c->partner) : -1;
    const double *l = s->motions.lam + 2 * one, *m = s->motions.lam + 2 * (other >= 0 ? other : one);
    return (l[1] * l[1] - l[0] * l[0] + m[1] * m[1] - m[0] * m[0]) / 2;
}

/* One that drifts without vibration has 0. */
static double omega_at(const Station *a, const Station *b, const Crossing *c, double at) {
    const double low = square_of(a, c), high = square_of(b, c);
    return sqrt(fmax(0, low + (high - low) * (at - a->at) / (b->at - a->at)));
}

static int count_crossings(const Tracks *tracks, TrackThreshold *found) {
    int count = 0;
    for (int i = 1; i < tracks->count; i++) {
        const Station *a = &tracks->station[i - 1], *b = a + 1;
        for (int j = 0; j < b->motions.count; j++) {
            Crossing c;
            if (!crossing_of(a, b, b->track[j], &c)) continue;
            const double at = crossing_place(a, b, &c);
            if (found)
                found[count] = (TrackThreshold){tracks_value(tracks, at), omega_at(a, b, &c, at), c.track,
                                                c.partner, c.begins};
            count++;
        }
    }
    return count;
}

static int by_place(const void *a, const void *b) {
    const TrackThreshold *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return x->track - y->track;
}

JudderErr tracks_thresholds(const Tracks *tracks, TrackThreshold **found, int *count) {
    *count = count_crossings(tracks, NULL);
    *found = calloc((size_t)*count + 1, sizeof **found);
    REQUIRE(*found, error_memory());
    count_crossings(tracks, *found);
    if (*count > 1) qsort(*found, (size_t)*count, sizeof **found, by_place);
    return JUDDER_OK;
}
