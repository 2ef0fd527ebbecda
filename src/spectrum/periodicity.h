/* Is a sampled quantity nearly periodic? */
#ifndef JUDDER_SPECTRUM_PERIODICITY_H
#define JUDDER_SPECTRUM_PERIODICITY_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Periodicity {
    double period;      /* in samples, between samples by a parabola; 0: none */
    double correlation; /* of the samples with themselves one period later */
} Periodicity;

/* The first lag, up to the longest, at which the correlation of the samples with themselves has a maximum of
 * at least `enough`; if there is none, the highest maximum (then correlation < enough). */
JudderErr periodicity_find(const double *samples, size_t count, size_t longest_lag, double enough,
                           Periodicity *found);

#endif
