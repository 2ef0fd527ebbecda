/* What is picked out of a series for a diagram: extremes, crossings, or moments at equal distances. */
#ifndef JUDDER_STUDY_SWEEP_SAMPLE_H
#define JUDDER_STUDY_SWEEP_SAMPLE_H

#include "base/error.h"

#include <stddef.h>

typedef enum SampleKind { SAMPLE_NONE, SAMPLE_MAXIMA, SAMPLE_MINIMA, SAMPLE_AT, SAMPLE_EVERY } SampleKind;

typedef struct SampleWish {
    SampleKind kind;
    char series[64]; /* what is sampled */
    char other[64];  /* whose crossing gives the moment */
    double level;    /* of the crossing, upwards */
    double period;   /* of the moments */
    double after;    /* what is before counts as transient: a time, or a part of the run */
    bool part;       /* the latter */
} SampleWish;

/* "NAME:maxima", "NAME:minima", "NAME:at:OTHER=LEVEL", "NAME:every=PERIOD"; after: a time or "50%". */
JudderErr sample_read(const char *sample, const char *after, SampleWish *wish);

/* The rows of the series; other is NULL unless the kind needs it. */
typedef struct SampleRows {
    const double *t, *at, *other;
    size_t count;
} SampleRows;

typedef struct Samples {
    size_t count;
    double *t, *at; /* at is to be freed, t goes with it */
} Samples;

enum { SAMPLES_MOST = 400 }; /* of one run: the last ones */

/* A series that no longer varies gives its last value. */
JudderErr sample_take(const SampleWish *wish, const SampleRows *rows, Samples *samples);

#endif
