/* All z in [0, inf) in intervals: some in z up to a bound, the others in t = 1/z from 0 on. Each is given the
 * largest mu up to which it is proved to hold nothing; matrices of a place are enclosed once. */
#ifndef JUDDER_STABILITY_STABLE_COVER_H
#define JUDDER_STABILITY_STABLE_COVER_H

#include "stability/stable/form.h"

#include "base/log.h"

#include <stddef.h>

enum { COVER_Z, COVER_T };

typedef struct CoverInterval {
    int side, depth;
    double from, to, beyond; /* the proof looks at a place beyond */
    double mu;               /* nothing at any mu in [0, mu]; 0: not even without friction */
} CoverInterval;

typedef struct Cover {
    const Pencil *pencil;
    double cap;      /* no mu beyond it is asked about; may be infinite */
    double deadline; /* in work_seconds */
    int most;        /* places */
    FormRoom room;
    double *slip, *memory;
    int places[2];
    size_t place_room[2];
    Place **place[2]; /* of both sides */
    int count;
    size_t count_room;
    CoverInterval *at;
    Progress *progress;
} Cover;

JudderErr cover_create(const Pencil *pencil, Cover **cover);
void cover_destroy(Cover **cover);
bool cover_is_over(const Cover *cover);
/* A first cover; *reason says why there can be none. */
JudderErr cover_begin(Cover *cover, const char **reason);
/* The interval of the least mu; good until the next split. */
const CoverInterval *cover_worst(const Cover *cover);
/* Halves it; *split false: it is too short. */
JudderErr cover_split(Cover *cover, bool *split);
/* The matrices of z, or of M + t K. */
JudderErr cover_place(Cover *cover, int side, double at, const Place **place);

#endif
