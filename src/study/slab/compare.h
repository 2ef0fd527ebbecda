/* A motion kept to compare others with. */
#ifndef JUDDER_STUDY_SLAB_COMPARE_H
#define JUDDER_STUDY_SLAB_COMPARE_H

#include "study/slab/slab_model.h"

/* The slip velocity of a motion, sampled at its steps. */
typedef struct KeptMotion {
    size_t count, room, cursor;
    double *t, *v[2];
    bool stopped;
    size_t jumps;
} KeptMotion;

/* Marches once with every step kept; it may have been stopped (stopped). */
JudderErr kept_motion_create(const StudyRun *run, const SlabData *data, KeptMotion *motion);
void kept_motion_release(KeptMotion *motion);

typedef struct Comparison {
    double distance; /* integral of |v - v_kept| over time */
    double seconds;  /* of the march */
    bool stopped;
} Comparison;

/* What marches, and how. */
typedef struct SlabWay {
    const SlabData *data;
    const SlabMethod *method;
    const SlabChoices *choices;
} SlabWay;

/* Marches once and compares each step with the kept motion, straight between its samples. */
JudderErr kept_motion_compare(const StudyRun *run, const SlabWay *way, KeptMotion *motion,
                              Comparison *comparison);

#endif
