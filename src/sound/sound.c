#include "sound/sound.h"

#include "results/place/target.h"
#include "results/read/series.h"
#include "sound/pitch.h"
#include "spectrum/spectrum.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Zeros of the sinc on each side of the kernel; longest sound. */
enum { ZEROS = 16, LONGEST_SECONDS = 3600 };
static const double loudest = 0.9, fade_seconds = 0.02, heard_low = 60, heard_high = 8000, heard_at = 220;

const char *const sound_preferred[] = {"end_velocity", "slip_1",           "slip", "v",
                                       "velocity",     "tangential_force", NULL};

typedef struct SoundFiles {
    const char *result, *wav;
} SoundFiles;

static double kernel(double x) {
    if (fabs(x) >= ZEROS) return 0;
    const double cosine = cos(M_PI * x / (2 * ZEROS));
    return (fabs(x) < 1e-12 ? 1 : sin(M_PI * x) / (M_PI * x)) * cosine * cosine;
}

/* The value at a place between samples, without the frequencies above `cut` of those that the samples
 * have. */
static double resample(const double *x, size_t count, double place, double cut) {
    const double reach = ZEROS / cut;
    const size_t first = place > reach ? (size_t)ceil(place - reach) : 0;
    size_t last = (size_t)floor(place + reach);
    if (last >= count) last = count - 1;
    double sum = 0, weight = 0;
    for (size_t i = first; i <= last; i++) {
        const double k = kernel(cut * (place - (double)i));
        sum += k * x[i];
        weight += k;
    }
    return weight > 0 ? sum / weight : 0;
}

/* The straight trend would only be a thump. */
static void remove_trend(double *x, size_t count) {
    const double middle = (double)(count - 1) / 2;
    double mean = 0, slope = 0, square = 0;
    for (size_t i = 0; i < count; i++) mean += x[i] / (double)count;
    for (size_t i = 0; i < count; i++) {
        slope += ((double)i - middle) * (x[i] - mean);
        square += ((double)i - middle) * ((double)i - middle);
    }
    for (size_t i = 0; i < count; i++) x[i] -= mean + slope / square * ((double)i - middle);
}

static void fade_and_level(double *x, size_t count) {
    const size_t fade = (size_t)fmin(fade_seconds * SOUND_RATE, (double)count / 4);
    double peak = 0;
    for (size_t i = 0; i < fade; i++) {
        const double sine = sin(M_PI / 2 * (double)i / (double)fade);
        x[i] *= sine * sine;
        x[count - 1 - i] *= sine * sine;
    }
    for (size_t i = 0; i < count; i++) peak = fmax(peak, fabs(x[i]));
    for (size_t i = 0; peak > 0 && i < count; i++) x[i] *= loudest / peak;
}

JudderErr sound_make(const SoundSeries *series, double **sound, size_t *length) {
    const size_t count = series->count;
    const double pitch = series->pitch, rate = pitch / series->dt, seconds = (double)(count - 1) / rate;
    REQUIRE(seconds <= LONGEST_SECONDS && seconds * SOUND_RATE >= 8,
            error_input("--pitch",
                        "with pitch %g the sound would last %.3g s: allowed is up to %d s, and at least "
                        "some samples",
                        pitch, seconds, LONGEST_SECONDS));
    const size_t made = (size_t)floor(seconds * SOUND_RATE) + 1;
    double *copy = malloc(count * sizeof *copy), *out = malloc(made * sizeof *out);
    if (!copy || !out) {
        free(copy);
        free(out);
        return error_memory();
    }
    memcpy(copy, series->at, count * sizeof *copy);
    remove_trend(copy, count);
    const double cut = fmin(1, 0.95 * SOUND_RATE / rate);
    for (size_t i = 0; i < made; i++) out[i] = resample(copy, count, (double)i * rate / SOUND_RATE, cut);
    free(copy);
    fade_and_level(out, made);
    *sound = out;
    *length = made;
    return JUDDER_OK;
}

static int write_samples(int wav, const double *sound, size_t length) {
    SF_INFO info = {.samplerate = SOUND_RATE, .channels = 1, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    errno = 0;
    SNDFILE *file = sf_open_fd(wav, SFM_WRITE, &info, 0);
    if (!file) return errno ? errno : EIO;
    const bool good = sf_writef_double(file, sound, (sf_count_t)length) == (sf_count_t)length &&
                      sf_error(file) == SF_ERR_NO_ERROR;
    if (sf_close(file) == 0 && good) return 0;
    return errno ? errno : EIO;
}

static JudderErr write_wav(const SoundFiles *files, const double *sound, size_t length) {
    const char *const inputs[] = {files->result, NULL};
    Target target;
    static const FileKind kind = {"a sound (.wav)", "RIFF", 4};
    TRY(target_create(&target,
                      &(PlaceWish){.path = files->wav, .option = "--wav", .inputs = inputs, .kind = &kind}));
    return target_finish(&target, write_samples(target.file, sound, length));
}

JudderErr sound_pitch(const double *x, size_t count, double dt, double *pitch) {
    const SpectrumOptions options = {.dt = dt, .most_peaks = 1};
    Spectrum *spectrum = NULL;
    TRY(spectrum_create(x, count, &options, &spectrum));
    const double strongest = spectrum->peak_count ? spectrum->peaks[0].frequency : 0;
    spectrum_destroy(&spectrum);
    *pitch = strongest <= 0 || (strongest >= heard_low && strongest <= heard_high) ? 1 : heard_at / strongest;
    return JUDDER_OK;
}

/* Rows with equal steps: a last shorter step is left out. */
static JudderErr equal_steps(Series *series, double *dt) {
    REQUIRE(series->count >= SPECTRUM_FEWEST,
            error_input("--of", "the series %s has %zu values: at least %d are needed", series->name,
                        series->count, SPECTRUM_FEWEST));
    *dt = series->t[1] - series->t[0];
    if (fabs(series->t[series->count - 1] - series->t[series->count - 2] - *dt) > 1e-6 * *dt) series->count--;
    for (size_t i = 0; i < series->count; i++)
        REQUIRE(isfinite(series->at[i]) && fabs(series->t[i] - series->t[0] - *dt * (double)i) < 0.01 * *dt,
                error_input("--of", "the series %s does not have equal steps", series->name));
    return JUDDER_OK;
}

static JudderErr export_series(Series *series, double pitch, const SoundFiles *files, SoundReport *report) {
    double dt = 0, *sound = NULL;
    size_t length = 0;
    TRY(equal_steps(series, &dt));
    if (pitch == 0) TRY(sound_pitch(series->at, series->count, dt, &pitch));
    TRY(sound_make(&(SoundSeries){.at = series->at, .count = series->count, .dt = dt, .pitch = pitch}, &sound,
                   &length));
    double largest = 0;
    for (size_t i = 0; i < length; i++) largest = fmax(largest, fabs(sound[i]));
    JudderErr err = largest > 0 ? write_wav(files, sound, length)
                                : error_input("--of", "the series %s does not vary: there is nothing to hear",
                                              series->name);
    free(sound);
    *report = (SoundReport){.pitch = pitch, .seconds = (double)length / SOUND_RATE};
    memcpy(report->name, series->name, sizeof report->name);
    return err;
}

JudderErr sound_export(const char *result_file, const char *name, double pitch, const char *wav_file,
                       SoundReport *report) {
    Series series;
    TRY(series_load(result_file, &(SeriesWish){name, sound_preferred}, &series));
    const JudderErr err = export_series(&series, pitch, &(SoundFiles){result_file, wav_file}, report);
    series_release(&series);
    return err;
}

static JudderErr export_wav(const ExportAsk *ask, char **said) {
    double pitch = 0;
    if (ask->pitch) {
        char *end;
        pitch = strtod(ask->pitch, &end);
        REQUIRE(*ask->pitch && !*end && pitch > 0 && pitch <= 1e12,
                error_input(NULL, "judder export: --pitch %s: a number > 0 is needed", ask->pitch));
    }
    SoundReport report;
    TRY(sound_export(ask->file, ask->series, pitch, ask->where, &report));
    REQUIRE(asprintf(said, "%s: %s, frequencies times %.4g, %.3g s", ask->where, report.name, report.pitch,
                     report.seconds) >= 0,
            error_memory());
    return JUDDER_OK;
}

const ExportFormat wav_format = {
    .option = "--wav",
    .argument = "FILE.wav [--of NAME] [--pitch X]",
    .help = "  --wav FILE  one series as sound: 44.1 kHz, faded, never clipped\n"
            "  --of NAME   which series; without it the velocity of the contact\n"
            "  --pitch X   frequencies times X; without it, chosen so that the strongest can be heard\n",
    .one_series = true,
    .write = export_wav,
};
