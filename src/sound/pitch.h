/* How much faster or slower a series must run to be heard. */
#ifndef JUDDER_SOUND_PITCH_H
#define JUDDER_SOUND_PITCH_H

#include "base/error.h"

#include <stddef.h>

/* 1 if the strongest frequency can be heard as it is; else what brings it to the middle of hearing. */
JudderErr sound_pitch(const double *x, size_t count, double dt, double *pitch);

#endif
