/* Amplitude spectrum of a series with equal steps under a window [harris1978], and its peaks. */
#ifndef JUDDER_SPECTRUM_SPECTRUM_H
#define JUDDER_SPECTRUM_SPECTRUM_H

#include "base/error.h"

#include <stddef.h>

typedef enum SpectrumWindow { SPECTRUM_HANN, SPECTRUM_NONE } SpectrumWindow;

typedef struct SpectrumPeak {
    double frequency, amplitude; /* of a sine; between the bins */
} SpectrumPeak;

typedef struct Spectrum {
    size_t count;      /* bins from 0 to the highest frequency */
    double bin;        /* width in frequency */
    double *amplitude; /* of a sine at a bin */
    size_t peak_count;
    SpectrumPeak *peaks; /* largest first */
} Spectrum;

typedef struct SpectrumOptions {
    double dt;
    SpectrumWindow window;
    size_t most_peaks;
    double floor; /* peaks below this part of the largest are left out */
} SpectrumOptions;

enum { SPECTRUM_FEWEST = 16 }; /* samples */

JudderErr spectrum_create(const double *x, size_t count, const SpectrumOptions *options, Spectrum **spectrum);
void spectrum_destroy(Spectrum **spectrum);

#endif
