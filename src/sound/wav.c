/* A WAV file in memory: 16 bit, one channel, the canonical head of 44 bytes. */
#include "sound/sound.h"

#include "sound/pitch.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 44 };
static const double shortest = 0.1; /* seconds: less is a click */

static void wav_put(unsigned char *at, uint32_t number, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(number >> 8 * i & 255);
}

static void write_head(unsigned char *at, size_t samples) {
    const uint32_t data = (uint32_t)(2 * samples);
    memcpy(at, "RIFF....WAVEfmt ", 16);
    wav_put(at + 4, 36 + data, 4);
    wav_put(at + 16, 16, 4);
    wav_put(at + 20, 1, 2);
    wav_put(at + 22, 1, 2);
    wav_put(at + 24, SOUND_RATE, 4);
    wav_put(at + 28, 2 * SOUND_RATE, 4);
    wav_put(at + 32, 2, 2);
    wav_put(at + 34, 16, 2);
    memcpy(at + 36, "data", 4);
    wav_put(at + 40, data, 4);
}

JudderErr sound_wav(const SoundSeries *series, unsigned char **bytes, size_t *size, SoundReport *report) {
    double pitch = series->pitch, *sound = NULL, largest = 0;
    size_t length = 0, count = series->count;
    *bytes = NULL, *size = 0;
    if (pitch == 0) TRY(sound_pitch(series->at, count, series->dt, &pitch));
    const double most = series->longest * pitch / series->dt;
    const double *from = series->at;
    if ((double)count > most) from += count - (size_t)most, count = (size_t)most;
    if (count < 16 || (double)(count - 1) * series->dt / pitch < shortest) return JUDDER_OK;
    TRY(sound_make(&(SoundSeries){.at = from, .count = count, .dt = series->dt, .pitch = pitch}, &sound,
                   &length));
    unsigned char *made = malloc(HEAD + 2 * length);
    for (size_t i = 0; i < length; i++) largest = fmax(largest, fabs(sound[i]));
    if (made && largest > 0) {
        write_head(made, length);
        for (size_t i = 0; i < length; i++)
            wav_put(made + HEAD + 2 * i, (uint32_t)(int32_t)lround(32767 * sound[i]), 2);
        *bytes = made, *size = HEAD + 2 * length;
    }
    free(sound);
    REQUIRE(made, error_memory());
    if (*size == 0) free(made);
    *report = (SoundReport){.pitch = pitch, .seconds = (double)length / SOUND_RATE};
    return JUDDER_OK;
}
