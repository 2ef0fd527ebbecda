/* All points of a sweep as one table, in the order of the grid; as a result file and as JSON. */
#ifndef JUDDER_STUDY_SWEEP_TABLE_H
#define JUDDER_STUDY_SWEEP_TABLE_H

#include "results/results.h"
#include "study/sweep/points/point.h"

typedef struct SweepTable {
    const SweepPlan *plan;
    Point *points;      /* of the grid */
    size_t columns;     /* values that any point has */
    const char **names; /* lent by the points */
    double *cells;      /* point by point; NaN where a point has no such value */
    size_t failed, missing, samples;
    size_t unanswered; /* points that are done, but a study of theirs has no answer */
} SweepTable;

JudderErr sweep_table_create(const SweepPlan *plan, Point *points, SweepTable *table);
void sweep_table_release(SweepTable *table);

/* Writes the studies "sweep" and, with samples, "sample". */
JudderErr sweep_table_write(const SweepTable *table, const char *sample_unit, Results *results);
/* Adds axes, columns, rows and failures to the report. */
JudderErr sweep_table_report(const SweepTable *table, Value *report);

#endif
