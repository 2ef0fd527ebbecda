/* The strongest line of something that a march records, heard in bounded memory. */
#ifndef JUDDER_STUDY_TONE_H
#define JUDDER_STUDY_TONE_H

#include "base/archive.h"

/* Equally spaced samples: when the room is full, every other one is dropped. */
typedef struct Tone {
    double *at;
    size_t count, every, skipped;
    double first_time, last_time;
} Tone;

JudderErr tone_open(Tone *tone);
void tone_close(Tone *tone);
void tone_add(Tone *tone, double t, double value);
/* 0 if it does not vary or is too short. */
JudderErr tone_frequency(const Tone *tone, double *frequency);
/* Out and back in. */
void tone_serialise(Tone *tone, Archive *archive);

#endif
