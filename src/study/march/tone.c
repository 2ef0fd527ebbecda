#include "study/march/tone.h"

#include "spectrum/spectrum.h"

#include <math.h>
#include <stdlib.h>

enum { TONE_ROOM = 1 << 17 };

JudderErr tone_open(Tone *tone) {
    *tone = (Tone){.at = calloc(TONE_ROOM, sizeof(double)), .every = 1};
    REQUIRE(tone->at, error_memory());
    return JUDDER_OK;
}

void tone_close(Tone *tone) {
    free(tone->at);
    tone->at = NULL;
}

void tone_add(Tone *tone, double t, double value) {
    if (tone->skipped++ % tone->every != 0) return;
    if (tone->count == TONE_ROOM) {
        for (size_t i = 0; i < TONE_ROOM / 2; i++) tone->at[i] = tone->at[2 * i];
        tone->count = TONE_ROOM / 2;
        tone->every *= 2;
        if ((tone->skipped - 1) % tone->every != 0) return;
    }
    if (tone->count == 0) tone->first_time = t;
    tone->last_time = t;
    tone->at[tone->count++] = value;
}

JudderErr tone_frequency(const Tone *tone, double *frequency) {
    *frequency = 0;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < tone->count; i++) low = fmin(low, tone->at[i]), high = fmax(high, tone->at[i]);
    if (tone->count < SPECTRUM_FEWEST || !(high > low)) return JUDDER_OK;
    const double dt = (tone->last_time - tone->first_time) / (double)(tone->count - 1);
    const SpectrumOptions options = {.dt = dt, .window = SPECTRUM_HANN, .most_peaks = 1};
    Spectrum *spectrum = NULL;
    TRY(spectrum_create(tone->at, tone->count, &options, &spectrum));
    if (spectrum->peak_count > 0) *frequency = spectrum->peaks[0].frequency;
    spectrum_destroy(&spectrum);
    return JUDDER_OK;
}

void tone_serialise(Tone *tone, Archive *archive) {
    Tone copy = *tone;
    copy.at = NULL;
    archive_array(archive, "tone", &copy, sizeof copy);
    if (copy.count > TONE_ROOM || copy.every == 0) {
        archive_refuse(archive, "the number of samples");
        return;
    }
    copy.at = tone->at;
    *tone = copy;
    archive_array(archive, "samples", tone->at, tone->count * sizeof *tone->at);
}
