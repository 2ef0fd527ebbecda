/* The planner of FFTW [frigo2005] keeps what it learns in one place for the whole process: threads take
 * turns. */
#ifndef JUDDER_SPECTRUM_PLANNER_H
#define JUDDER_SPECTRUM_PLANNER_H

#include <fftw3.h>

/* Plans of n real numbers to their n/2 + 1 bins, and back; NULL: no memory, or room that is NULL. */
fftw_plan planner_there(size_t n, double *x, fftw_complex *bins);
fftw_plan planner_back(size_t n, fftw_complex *bins, double *x);
/* Accepts NULL. */
void planner_destroy(fftw_plan plan);

#endif
