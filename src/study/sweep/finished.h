/* A finished sweep, read back from its result: what --resume finds when there is nothing left to do. */
#ifndef JUDDER_STUDY_SWEEP_FINISHED_H
#define JUDDER_STUDY_SWEEP_FINISHED_H

#include "study/sweep/points/point.h"

/* Fills all points of the grid if the file holds this very sweep, complete; else *found is false and
 * they stay as they were. */
JudderErr finished_read(const SweepPlan *plan, const char *result, Point *points, bool *found);

#endif
