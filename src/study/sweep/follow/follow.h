/* --follow: the motions of flutter followed over the one axis of a sweep (stability/tracks). */
#ifndef JUDDER_STUDY_SWEEP_FOLLOW_FOLLOW_H
#define JUDDER_STUDY_SWEEP_FOLLOW_FOLLOW_H

#include "base/log.h"
#include "results/read/reader.h"
#include "results/results.h"
#include "study/sweep/points/point.h"

typedef struct FollowThreshold {
    double at, frequency; /* Hz */
    int motion[2];        /* counted from 1: that which grows, and the one it merges with; 0: none */
    bool begins;
} FollowThreshold;

enum { FOLLOW_MOTION, FOLLOW_FREQUENCY, FOLLOW_GROWTH, FOLLOW_LIKENESS, FOLLOW_VALUES };

typedef struct FollowTable {
    size_t rows;
    double *cells; /* the param and FOLLOW_VALUES a row; motion by motion, in order of the param */
    size_t thresholds;
    FollowThreshold *threshold; /* in order of the param */
    size_t motions, places, added;
    size_t doubtful;  /* steps between places over which a motion is not known again */
    bool complete;    /* false: more places were wanted than are computed, or there are doubtful steps */
    bool whole;       /* false: interrupted */
    char reason[400]; /* why nothing could be followed; "": it was */
} FollowTable;

/* Refuses a case or a grid that has nothing to follow. */
JudderErr follow_check(const Case *read, const SweepGrid *grid);

/* Places between those of the grid that an earlier run has computed, as its journal has them. */
typedef struct FollowedPlace {
    double at;
    Point point;
} FollowedPlace;

typedef struct FollowedPlaces {
    size_t count, room;
    FollowedPlace *at;
} FollowedPlaces;

/* The bytes of a place, to be freed; and from bytes into the list: false if they are none. */
JudderErr followed_pack(double at, const unsigned char *point, size_t count, unsigned char **bytes);
bool followed_unpack(FollowedPlaces *places, const unsigned char *bytes, size_t count);
void followed_drop_last(FollowedPlaces *places);
/* The point of that place, lent; NULL: none. */
Point *followed_find(const FollowedPlaces *places, double at);
void followed_release(FollowedPlaces *places);

/* The points of the grid with their motions, which are taken; what is missing between them is computed, and
 * kept as it comes. */
typedef struct FollowWork {
    const SweepPlan *plan;
    Point *points;
    const FollowedPlaces *before; /* of an earlier run; their motions are taken */
    size_t jobs;
    const Log *log;
    JudderErr (*keep)(void *context, double at, const unsigned char *point, size_t count);
    JudderErr (*rest)(void *context); /* now and then */
    void *context;
} FollowWork;
JudderErr follow_points(const FollowWork *work, FollowTable *table);
void follow_release(FollowTable *table);

/* Writes the study "follow"; the same as JSON. */
JudderErr follow_write(const FollowTable *table, const SweepPlan *plan, Results *results);
bool follow_report(const FollowTable *table, const SweepPlan *plan, Value *report);
/* Reads it back; *found is false where the file has none. */
JudderErr follow_read(const Reader *reader, FollowTable *table, bool *found);

#endif
