/* The points of a sweep, computed by several processes. */
#ifndef JUDDER_STUDY_SWEEP_WORKERS_H
#define JUDDER_STUDY_SWEEP_WORKERS_H

#include "study/sweep/points/point.h"

typedef struct SweepWork {
    const SweepPlan *plan;
    const bool *done; /* of each point: needs no computing */
    size_t jobs;
    /* Called in the order in which points are finished. */
    JudderErr (*take)(void *context, size_t index, const unsigned char *bytes, size_t count);
    /* Called after the points that came together. */
    JudderErr (*rest)(void *context);
    void *context;
} SweepWork;

/* Does what is not done. A process that dies costs the point it was at, which fails. Ends early when a
 * stop is requested. */
JudderErr workers_run(const SweepWork *work);
/* Processors that this process may use. */
size_t workers_processors(void);

#endif
