#include "spectrum/spectrum.h"
#include "spectrum/planner.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { CANDIDATES = 512 };

void spectrum_destroy(Spectrum **spectrum) {
    if (!*spectrum) return;
    free((*spectrum)->amplitude);
    free((*spectrum)->peaks);
    free(*spectrum);
    *spectrum = NULL;
}

/* The series without its straight trend, under the window; returns the window's sum. */
static double prepare(const double *x, size_t count, SpectrumWindow window, double *out) {
    const double middle = (double)(count - 1) / 2;
    double mean = 0, slope = 0, square = 0, sum = 0;
    for (size_t i = 0; i < count; i++) mean += x[i] / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double s = (double)i - middle;
        slope += s * (x[i] - mean);
        square += s * s;
    }
    slope /= square;
    for (size_t i = 0; i < count; i++) {
        const double sine = sin(M_PI * (double)i / (double)count);
        const double weight = window == SPECTRUM_HANN ? sine * sine : 1;
        out[i] = weight * (x[i] - mean - slope * ((double)i - middle));
        sum += weight;
    }
    return sum;
}

static JudderErr transform(const double *x, size_t count, SpectrumWindow window, Spectrum *spectrum) {
    double *in = fftw_malloc(count * sizeof *in);
    fftw_complex *out = fftw_malloc(spectrum->count * sizeof *out);
    fftw_plan plan = planner_there(count, in, out);
    if (plan) {
        const double sum = prepare(x, count, window, in);
        fftw_execute(plan);
        for (size_t k = 0; k < spectrum->count; k++)
            spectrum->amplitude[k] = 2 * hypot(out[k][0], out[k][1]) / sum;
        planner_destroy(plan);
    }
    fftw_free(in);
    fftw_free(out);
    return plan ? JUDDER_OK : error_memory();
}

/* What is left of a series that does not vary is the rounding of its numbers and of their mean: no line. */
static void drop_rounding(const double *x, size_t count, Spectrum *spectrum) {
    static const double rounding = 1e-13;
    double largest = 0, strongest = 0;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(x[i]));
    for (size_t k = 0; k < spectrum->count; k++) strongest = fmax(strongest, spectrum->amplitude[k]);
    for (size_t k = 0; k < spectrum->count && strongest <= rounding * largest; k++)
        spectrum->amplitude[k] = 0;
}

static int larger_first(const void *a, const void *b) {
    const double x = ((const SpectrumPeak *)a)->amplitude, y = ((const SpectrumPeak *)b)->amplitude;
    return (x < y) - (x > y);
}

/* A tone between the bins k and k +- 1: the ratio of its two largest bins says where, by the shape of the
 * window. */
static SpectrumPeak refine(const Spectrum *spectrum, size_t k, SpectrumWindow window) {
    const double here = spectrum->amplitude[k], left = spectrum->amplitude[k - 1],
                 right = spectrum->amplitude[k + 1];
    const double ratio = fmax(left, right) / here, side = right > left ? 1 : -1;
    double shift, gain;
    if (window == SPECTRUM_HANN) {
        shift = fmin(fmax((2 * ratio - 1) / (ratio + 1), 0), 0.5);
        gain = shift > 1e-9 ? M_PI * shift * (1 - shift * shift) / sin(M_PI * shift) : 1;
    } else {
        shift = fmin(ratio / (1 + ratio), 0.5);
        gain = shift > 1e-9 ? M_PI * shift / sin(M_PI * shift) : 1;
    }
    return (SpectrumPeak){((double)k + side * shift) * spectrum->bin, here * gain};
}

/* How much a tone leaks to a distance of m bins, at most. */
static double leak(double m, SpectrumWindow window) {
    if (window == SPECTRUM_NONE) return m < 1 ? 1 : 1 / (M_PI * m);
    return m < 2.5 ? 1 : 1 / (M_PI * m * (m * m - 1));
}

static void keep_peaks(Spectrum *spectrum, const SpectrumOptions *options, const SpectrumPeak *found,
                       size_t count) {
    for (size_t i = 0; i < count && spectrum->peak_count < options->most_peaks; i++) {
        double leaked = 0;
        for (size_t j = 0; j < spectrum->peak_count; j++) {
            const double distance = fabs(found[i].frequency - spectrum->peaks[j].frequency) / spectrum->bin;
            leaked += spectrum->peaks[j].amplitude * leak(distance, options->window);
        }
        if (found[i].amplitude < options->floor * found[0].amplitude) break;
        if (found[i].amplitude > 2 * leaked) spectrum->peaks[spectrum->peak_count++] = found[i];
    }
}

static void find_peaks(Spectrum *spectrum, const SpectrumOptions *options, SpectrumPeak *found) {
    size_t count = 0;
    /* Bin 1 is what is left of the trend: less than two periods are no tone. */
    for (size_t k = 2; k + 1 < spectrum->count; k++) {
        const double here = spectrum->amplitude[k];
        if (!(here > 0 && here >= spectrum->amplitude[k - 1] && here > spectrum->amplitude[k + 1])) continue;
        const SpectrumPeak peak = refine(spectrum, k, options->window);
        if (count < 2 * CANDIDATES) found[count++] = peak;
        if (count < 2 * CANDIDATES) continue;
        qsort(found, count, sizeof *found, larger_first);
        count = CANDIDATES;
    }
    qsort(found, count, sizeof *found, larger_first);
    keep_peaks(spectrum, options, found, count);
}

static JudderErr spectrum_fill(const double *x, size_t count, const SpectrumOptions *options,
                               Spectrum *spectrum) {
    spectrum->count = count / 2 + 1;
    spectrum->bin = 1 / ((double)count * options->dt);
    spectrum->amplitude = calloc(spectrum->count, sizeof *spectrum->amplitude);
    spectrum->peaks = calloc(options->most_peaks + 1, sizeof *spectrum->peaks);
    SpectrumPeak *found = calloc(2 * CANDIDATES, sizeof *found);
    JudderErr err = spectrum->amplitude && spectrum->peaks && found ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) err = transform(x, count, options->window, spectrum);
    if (err == JUDDER_OK) drop_rounding(x, count, spectrum);
    if (err == JUDDER_OK) find_peaks(spectrum, options, found);
    free(found);
    return err;
}

JudderErr spectrum_create(const double *x, size_t count, const SpectrumOptions *options,
                          Spectrum **spectrum) {
    REQUIRE(
        count >= SPECTRUM_FEWEST && count < (size_t)1 << 30,
        error_input(NULL, "a spectrum needs from %d to 2^30 samples: there are %zu", SPECTRUM_FEWEST, count));
    Spectrum *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const JudderErr err = spectrum_fill(x, count, options, made);
    if (err != JUDDER_OK) {
        spectrum_destroy(&made);
        return err;
    }
    *spectrum = made;
    return JUDDER_OK;
}
