/* Where more stations are needed: where motions are not known again, where growth begins or ends, and where
 * it may between two stations at which nothing grows. */
#include "stability/tracks/crossing.h"

#include <math.h>

static const double ALIKE = 0.8;   /* below it a step is halved */
static const double AROUND = 0.02; /* a threshold is enclosed by so much of the step on either side */
static const double LOOKS = 10;    /* where nothing is seen to grow: so many times the finest step */

typedef struct Wanted {
    const Tracks *tracks;
    const TracksWish *wish;
    double range;
    double *places;
    int count, room;
} Wanted;

/* A place that is not requested yet. */
static void wanted_add(Wanted *w, double place) {
    for (int i = 0; i < w->count; i++)
        if (w->places[i] == place) return;
    if (w->count < w->room) w->places[w->count++] = place;
}

/* --- motions that are not known again --- */

static double highest_of(const MotionList *list) {
    double highest = 0;
    for (int i = 0; i < list->count; i++) highest = fmax(highest, list->lam[2 * i + 1]);
    return highest;
}

static bool wanted_continues(const Station *now, int before) {
    for (int j = 0; j < now->motions.count; j++)
        if (now->from[j] == before) return true;
    return false;
}

/* What comes or goes at the upper end of the list is no doubt: the list is cut there. */
static bool is_doubtful(const Station *before, const Station *now) {
    const double top = fmin(highest_of(&before->motions), highest_of(&now->motions));
    for (int j = 0; j < now->motions.count; j++) {
        const bool known = now->from[j] >= 0 && now->likeness[j] >= ALIKE;
        if (!known && now->motions.lam[2 * j + 1] < top) return true;
    }
    for (int i = 0; i < before->motions.count; i++)
        if (before->motions.lam[2 * i + 1] < top && !wanted_continues(now, i)) return true;
    return false;
}

/* --- thresholds --- */

static void want_threshold(Wanted *w, const Station *a, const Station *b, const Crossing *c) {
    const double step = b->at - a->at, around = AROUND * step;
    if (!(step > w->wish->tolerance * w->range)) return;
    const double place = fmin(b->at - 1.5 * around, fmax(a->at + 1.5 * around, crossing_place(a, b, c)));
    wanted_add(w, place - around);
    wanted_add(w, place + around);
}

/* --- what may happen between stations at which nothing grows --- */

/* The least value of the parabola through three values, if it is inside and hardly above zero. */
static bool parabola_sinks(const Station *s, const double f[3], double *place) {
    const double h = s[1].at - s[0].at, k = s[2].at - s[1].at, left = (f[1] - f[0]) / h,
                 right = (f[2] - f[1]) / k, bend = (right - left) / (h + k);
    if (!(bend > 0) || !(f[0] > 0 && f[1] > 0 && f[2] > 0)) return false;
    const double slope = left + bend * h, shift = -slope / (2 * bend); /* at the middle; from there */
    *place = s[1].at + shift;
    return shift > -h && shift < k && f[1] + slope * shift / 2 < 0.02 * f[1];
}

static void look_at(Wanted *w, const Station *s, const double f[3]) {
    const double finest = LOOKS * w->wish->finest * w->range;
    double place;
    if (!parabola_sinks(s, f, &place)) return;
    for (int k = 0; k < 3; k++)
        if (fabs(place - s[k].at) < finest) return;
    wanted_add(w, place);
}

static bool is_undamped(const MotionList *list, int motion) {
    return fabs(list->lam[2 * motion]) <= MOTIONS_ROUNDING * list->lam[2 * motion + 1];
}

/* The next frequency above that of a motion; -1: none. */
static int next_above(const MotionList *list, int motion) {
    int next = -1;
    for (int j = 0; j < list->count; j++) {
        const double im = list->lam[2 * j + 1];
        if (j == motion || im < list->lam[2 * motion + 1] || (next >= 0 && im >= list->lam[2 * next + 1]))
            continue;
        next = j;
    }
    return next;
}

/* Two frequencies that may meet and part, or growth that may come and go, around the middle one of three
 * stations. */
static void look_around(Wanted *w, const Station *s) {
    for (int i = 0; i < s[1].motions.count; i++) {
        const int other = next_above(&s[1].motions, i);
        const bool pairs = is_undamped(&s[1].motions, i);
        double f[3];
        bool quiet = !pairs || other >= 0;
        for (int k = 0; k < 3 && quiet; k++) {
            const int one = track_find(&s[k], s[1].track[i]),
                      two = pairs ? track_find(&s[k], s[1].track[other]) : one;
            quiet = one >= 0 && two >= 0 && is_undamped(&s[k].motions, one) == pairs &&
                    is_undamped(&s[k].motions, two) == pairs;
            if (quiet) f[k] = pairs ? crossing_gap(&s[k], one, two) : -s[k].motions.lam[2 * one];
        }
        if (quiet) look_at(w, s, f);
    }
}

int tracks_doubts(const Tracks *tracks) {
    int count = 0;
    for (int i = 1; i < tracks->count; i++)
        count += is_doubtful(&tracks->station[i - 1], &tracks->station[i]);
    return count;
}

static bool looks_around(const Tracks *tracks, const TracksWish *wish) {
    return tracks->count < wish->most / 2;
}

bool tracks_settled(const Tracks *tracks, const TracksWish *wish) {
    return looks_around(tracks, wish) && tracks_doubts(tracks) == 0;
}

int tracks_wanted(const Tracks *tracks, const TracksWish *wish, double *values, int room) {
    Wanted w = {.tracks = tracks, .wish = wish, .places = values, .room = room};
    if (tracks->count < 2 || tracks->count >= wish->most) return 0;
    const Station *s = tracks->station;
    w.range = s[tracks->count - 1].at - s[0].at;
    const bool more = looks_around(tracks, wish);
    for (int i = 1; i < tracks->count; i++) {
        const double step = s[i].at - s[i - 1].at;
        Crossing c;
        for (int j = 0; j < s[i].motions.count; j++)
            if (crossing_of(&s[i - 1], &s[i], s[i].track[j], &c)) want_threshold(&w, &s[i - 1], &s[i], &c);
        if (more && step > wish->finest * w.range && is_doubtful(&s[i - 1], &s[i]))
            wanted_add(&w, s[i - 1].at + step / 2);
        if (more && i + 1 < tracks->count) look_around(&w, &s[i - 1]);
    }
    for (int i = 0; i < w.count; i++) values[i] = tracks_value(tracks, values[i]);
    return w.count;
}
