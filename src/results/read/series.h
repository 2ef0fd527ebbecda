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

typedef struct SeriesWish {
    const char *name;             /* "NAME" or "STUDY/NAME"; NULL: the first of */
    const char *const *preferred; /* that there is; ends with NULL */
} SeriesWish;

/* Reads a series with its times. A name that is not there, or that several studies have, is an input error.
 */
JudderErr series_load(const char *file, const SeriesWish *wish, Series *series);
void series_release(Series *series);

#endif
