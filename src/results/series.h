/* One series of a result file, read as a whole. */
#ifndef JUDDER_RESULTS_SERIES_H
#define JUDDER_RESULTS_SERIES_H

#include "base/error.h"

#include <stddef.h>

typedef struct Series {
    char name[64];
    double *t, *at;
    size_t count;
} Series;

/* Reads the series of that name, with its times, from the first study that has it; a NULL name takes the
 * first of `preferred` (ends with NULL) that there is. A name that is not there is an input error. */
JudderErr series_load(const char *file, const char *name, const char *const *preferred, Series *series);
void series_release(Series *series);

#endif
