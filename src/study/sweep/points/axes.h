/* The grid of a sweep: what --over says. */
#ifndef JUDDER_STUDY_SWEEP_AXES_H
#define JUDDER_STUDY_SWEEP_AXES_H

#include "base/error.h"
#include "case/case.h"

typedef struct SweepAxis {
    char *key;
    size_t count;
    char **texts;    /* as --set takes them */
    double *values;  /* the numbers; for words the position, from 1 on */
    bool log, words; /* spaced by factors; values that are no numbers */
} SweepAxis;

typedef struct SweepGrid {
    size_t axes, points;
    SweepAxis *axis;
} SweepGrid;

enum { SWEEP_AXES_MOST = 8, SWEEP_POINTS_MOST = 10000000 };

/* Each text is "key=first:last:count", the same with ":log", or "key=a,b,c"; numbers may have units, 5*mm.
 * The key must be a param of the case. */
JudderErr grid_create(const char *const *over, size_t count, const Case *read, SweepGrid *grid);
void grid_release(SweepGrid *grid);

/* Position on an axis of a point; the last axis runs fastest. */
size_t grid_position(const SweepGrid *grid, size_t point, size_t axis);

/* A number with units of the case language as factors: "5*mm", "1e3/s" is none. False: not a number. */
bool number_with_units(const char *text, double *number);

#endif
