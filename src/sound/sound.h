/* From a series of a result file to a WAV file. */
#ifndef JUDDER_SOUND_SOUND_H
#define JUDDER_SOUND_SOUND_H

#include "base/error.h"
#include "results/export/format.h"

#include <stddef.h>

enum { SOUND_RATE = 44100 };

typedef struct SoundReport {
    char name[64]; /* of the series */
    double pitch, seconds;
} SoundReport;

/* Writes the series of that name (NULL: the one that is best heard); a pitch of 0 is chosen so that the
 * strongest frequency can be heard. */
JudderErr sound_export(const char *result_file, const char *name, double pitch, const char *wav_file,
                       SoundReport *report);

extern const ExportFormat wav_format;

/* Samples with equal steps; pitch 0: chosen as above. */
typedef struct SoundSeries {
    const double *at;
    size_t count;
    double dt, pitch;
    double longest; /* seconds: only the end is heard if the whole would last longer */
} SoundSeries;

/* The series with its frequencies times the pitch, which is given, at SOUND_RATE: faded at both ends, its
 * largest value 0.9. *sound is to be freed. */
JudderErr sound_make(const SoundSeries *series, double **sound, size_t *length);
/* The same as the bytes of a WAV file, to be freed; *size is 0 if there is nothing to hear. */
JudderErr sound_wav(const SoundSeries *series, unsigned char **bytes, size_t *size, SoundReport *report);

/* Series that are worth hearing, best first; ends with NULL. */
extern const char *const sound_preferred[];

#endif
