/* A ladder of slabs: the slip velocity of one motion is kept, and others are compared with it step by step.
 */
#ifndef JUDDER_STUDY_SLAB_COMPARE_H
#define JUDDER_STUDY_SLAB_COMPARE_H

#include "study/limit/limit.h"
#include "study/slab/slab_model.h"

/* What marches, and how. */
typedef struct SlabWay {
    SlabData data;
    const SlabMethod *method;
    SlabChoices choices;
} SlabWay;

/* What such a ladder keeps. */
typedef struct SlabLadder {
    /* The slip velocity of the kept motion, at its steps. */
    size_t count, room;
    double *t, *v[2];
    /* The rung under way. */
    Stepper *stepper; /* NULL: none */
    size_t cursor;    /* the next kept step */
    double begun;     /* clock_seconds since which its seconds are not counted yet; 0: it rests */
    struct {
        double t, v[2];                 /* the step before */
        double kept_t, kept_difference; /* the kept one before */
        double distance;                /* integral of |v - v_kept| over time */
        double seconds;                 /* of the march */
    } now;
} SlabLadder;

/* Marches once by the delay method with every step kept. */
JudderErr slab_ladder_keep(Ladder *ladder, const SlabData *data);
/* Marches once, or goes on, and compares each step with the kept motion, straight between its own: what it
 * misses between them counts. The distance and the seconds are then in `now`. */
JudderErr slab_ladder_climb(Ladder *ladder, const SlabWay *way);
/* The rung under way, out and back in; the kept motion is computed again. */
JudderErr slab_ladder_serialise(Ladder *ladder, const SlabWay *way, Archive *archive);
void slab_ladder_release(Ladder *ladder);

#endif
