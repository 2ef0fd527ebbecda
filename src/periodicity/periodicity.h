/* Is a sampled quantity nearly periodic, and what is its strongest frequency? */
#ifndef JUDDER_PERIODICITY_PERIODICITY_H
#define JUDDER_PERIODICITY_PERIODICITY_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Periodicity {
    double period;      /* in samples, between samples by a parabola; 0: none */
    double correlation; /* of the samples with themselves one period later */
} Periodicity;

/* The first lag, up to the longest, at which the correlation of the samples with themselves has a maximum of at least `enough`; if there is none, the
 * highest maximum (then correlation < enough). */
JudderErr periodicity_find(const double *samples, size_t count, size_t longest_lag, double enough,
                           Periodicity *found);

/* The frequency, in cycles per sample, of the strongest line under a Hann window, between bins by a parabola of the logarithms; 0 if the samples do not vary. */
JudderErr periodicity_dominant_frequency(const double *samples, size_t count, double *frequency);

#endif
