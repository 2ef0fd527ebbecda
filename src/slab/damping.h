/* Loss that is requested: every trip of the shear waves passes a Gaussian-like filter of variance tau T_1,
 * the low-frequency loss of a Kelvin-Voigt time tau. */
#ifndef JUDDER_SLAB_DAMPING_H
#define JUDDER_SLAB_DAMPING_H

#include "base/archive.h"

#include <stddef.h>

enum { DAMPING_WIDTH = 4 }; /* numbers of one step: two stages of two components */

typedef struct Damping Damping;

/* variance in squares of the step. */
JudderErr damping_create(double variance, Damping **damping);
void damping_destroy(Damping **damping);
/* How many steps the output lags behind the input. */
size_t damping_lag(const Damping *damping);
/* The lag of a filter of that variance, known before it is made. */
double damping_lag_of(double variance);
/* What the filter has seen, out and back in. */
void damping_serialise(Damping *damping, Archive *archive);
/* Takes the numbers of one step, gives those of a step `lag` before it. */
void damping_push(Damping *damping, const double in[DAMPING_WIDTH], double out[DAMPING_WIDTH]);

#endif
