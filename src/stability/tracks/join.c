/* Stations and the joints between them. Motions are alike by |x^H y|^2 in the metric of the masses
 * [allemang1982]; where two of them are equally alike, as near the point where two merge, the nearer lam
 * decides. */
#include "stability/tracks/tracks.h"

#include "base/array/grow.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_ALIKE = 0.2; /* below it two motions are not one */
static const double NEARNESS = 0.1;    /* what the distance of lam counts at most, against likeness */
static const double EQUAL = 1e-6; /* motions with lam so near share a space: its part of a vector counts */
static const double DEPENDENT = 1e-10; /* what is left of a motion that lies among others */
enum { TOGETHER = 16 };                /* motions that may share a space */

static void station_release(Station *s) {
    motions_release(&s->motions);
    free(s->from);
    free(s->track);
    free(s->likeness);
}

void tracks_release(Tracks *tracks) {
    for (int i = 0; i < tracks->count; i++) station_release(&tracks->station[i]);
    free(tracks->station);
    *tracks = (Tracks){0};
}

/* --- stations --- */

static JudderErr check_dofs(const Tracks *tracks, double value, const MotionList *motions) {
    static const char *const why = "motions can be known again only among the same dofs";
    for (int i = 0; i < tracks->count && motions->dofs > 0; i++) {
        const Station *other = &tracks->station[i];
        if (other->motions.dofs == 0) continue;
        REQUIRE(other->motions.dofs == motions->dofs,
                error_input(NULL, "%d dofs move at %g and %d at %g: %s", other->motions.dofs, other->value,
                            motions->dofs, value, why));
        REQUIRE(other->motions.space == motions->space,
                error_input(NULL, "other dofs move at %g than at %g, though as many: %s", other->value, value,
                            why));
    }
    return JUDDER_OK;
}

double tracks_scale(const Tracks *tracks, double value) {
    return tracks->log ? log(value) : value;
}

double tracks_value(const Tracks *tracks, double at) {
    return tracks->log ? exp(at) : at;
}

JudderErr tracks_add(Tracks *tracks, double value, MotionList *motions) {
    const size_t count = (size_t)motions->count + 1;
    const double at = tracks_scale(tracks, value);
    Station s = {.at = at,
                 .value = value,
                 .motions = *motions,
                 .from = calloc(count, sizeof(int)),
                 .track = calloc(count, sizeof(int)),
                 .likeness = calloc(count, sizeof(double)),
                 .joined_to = NAN};
    *motions = (MotionList){0};
    const bool memory = s.from && s.track && s.likeness &&
                        grow(&tracks->station, &tracks->room, (size_t)tracks->count + 1, sizeof s);
    JudderErr err = memory ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) err = check_dofs(tracks, value, &s.motions);
    int place = tracks->count;
    while (err == JUDDER_OK && place > 0 && tracks->station[place - 1].at > at) place--;
    const bool there = err == JUDDER_OK && place > 0 && tracks->station[place - 1].at == at;
    if (err != JUDDER_OK || there) {
        station_release(&s);
        return err;
    }
    memmove(tracks->station + place + 1, tracks->station + place,
            (size_t)(tracks->count - place) * sizeof *tracks->station);
    tracks->station[place] = s;
    tracks->count++;
    return JUDDER_OK;
}

/* --- one joint --- */

typedef struct Candidate {
    int before, now;
    double score, likeness;
} Candidate;

static double join_distance(const MotionList *a, int i, const MotionList *b, int j) {
    return hypot(a->lam[2 * i] - b->lam[2 * j], a->lam[2 * i + 1] - b->lam[2 * j + 1]);
}

static double size_of(const MotionList *list, int i) {
    return hypot(list->lam[2 * i], list->lam[2 * i + 1]);
}

static int by_score(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    if (x->before != y->before) return x->before - y->before;
    return x->now - y->now;
}

/* The part of a motion before that is in the space of all motions now whose lam is that of one. */
static double shared_likeness(const MotionList *before, int i, const MotionList *now, int j) {
    double complex L[TOGETHER][TOGETHER], c[TOGETHER]; /* Cholesky's factor of their products; L c: with x */
    int group[TOGETHER], used = 0;
    double sum = 0;
    for (int k = 0; k < now->count && used < TOGETHER; k++) {
        if (join_distance(now, j, now, k) > EQUAL * size_of(now, j)) continue;
        double complex *row = L[used], part = motions_product(now, k, before, i);
        double rest = 1;
        for (int a = 0; a < used; a++) {
            row[a] = motions_product(now, k, now, group[a]);
            for (int b = 0; b < a; b++) row[a] -= row[b] * conj(L[a][b]);
            row[a] /= L[a][a];
            rest -= creal(row[a] * conj(row[a]));
            part -= row[a] * c[a];
        }
        if (rest < DEPENDENT) continue; /* nothing new in this one */
        row[used] = sqrt(rest);
        c[used] = part / row[used];
        sum += creal(c[used] * conj(c[used]));
        group[used++] = k;
    }
    return fmin(1, sum);
}

static size_t list_candidates(const MotionList *before, const MotionList *now, Candidate *list) {
    size_t count = 0;
    for (int i = 0; i < before->count; i++)
        for (int j = 0; j < now->count; j++) {
            const double shared = shared_likeness(before, i, now, j), gap = join_distance(before, i, now, j),
                         near = size_of(before, i) / 50, far = gap > 0 ? gap / (gap + near) : 0;
            if (shared < LEAST_ALIKE) continue;
            const double score = motions_likeness(before, i, now, j) - NEARNESS * far;
            list[count++] = (Candidate){i, j, score, shared};
        }
    return count;
}

/* The best first; each motion once. */
static JudderErr join_neighbours(const Station *before, Station *now) {
    const size_t most = (size_t)before->motions.count * (size_t)now->motions.count + 1;
    SCOPED_FREE Candidate *list = malloc(most * sizeof *list);
    SCOPED_FREE bool *taken = calloc((size_t)before->motions.count + 1, sizeof *taken);
    const bool memory = list && taken;
    for (int j = 0; j < now->motions.count; j++) now->from[j] = -1, now->likeness[j] = NAN;
    const size_t count = memory ? list_candidates(&before->motions, &now->motions, list) : 0;
    if (count > 1) qsort(list, count, sizeof *list, by_score);
    for (size_t k = 0; k < count; k++) {
        const Candidate *c = &list[k];
        if (taken[c->before] || now->from[c->now] >= 0) continue;
        taken[c->before] = true;
        now->from[c->now] = c->before;
        now->likeness[c->now] = c->likeness;
    }
    now->joined_to = before->at;
    return memory ? JUDDER_OK : error_memory();
}

/* --- all of them --- */

/* The next motion without a number, the lowest frequency first. */
static int next_new(const Station *s) {
    int next = -1;
    for (int j = 0; j < s->motions.count; j++)
        if (s->track[j] < 0 && (next < 0 || s->motions.lam[2 * j + 1] < s->motions.lam[2 * next + 1]))
            next = j;
    return next;
}

JudderErr tracks_join(Tracks *tracks) {
    tracks->tracks = 0;
    for (int i = 0; i < tracks->count; i++) {
        Station *s = &tracks->station[i];
        const Station *before = i > 0 ? s - 1 : NULL;
        if (before && s->joined_to != before->at) TRY(join_neighbours(before, s));
        for (int j = 0; j < s->motions.count; j++) {
            if (!before) s->from[j] = -1, s->likeness[j] = NAN;
            s->track[j] = before && s->from[j] >= 0 ? before->track[s->from[j]] : -1;
        }
        for (int j = next_new(s); j >= 0; j = next_new(s)) s->track[j] = tracks->tracks++;
    }
    return JUDDER_OK;
}

/* --- what the others ask --- */

bool track_grows(const Station *s, int motion) {
    return s->motions.lam[2 * motion] > MOTIONS_ROUNDING * size_of(&s->motions, motion);
}

int track_find(const Station *s, int track) {
    for (int j = 0; j < s->motions.count; j++)
        if (s->track[j] == track) return j;
    return -1;
}

int track_partner(const Station *s, int motion) {
    const double *lam = s->motions.lam + 2 * motion;
    for (int j = 0; j < s->motions.count; j++) {
        const double *other = s->motions.lam + 2 * j;
        if (j != motion &&
            hypot(other[0] + lam[0], other[1] - lam[1]) <= MOTIONS_ROUNDING * size_of(&s->motions, motion))
            return j;
    }
    return -1;
}
