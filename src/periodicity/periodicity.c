#include "periodicity/periodicity.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

/* In-place transform of a power of two of numbers, decimation in time. */
static void transform(double complex *x, size_t n, int sign) {
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            const double complex keep = x[i];
            x[i] = x[j], x[j] = keep;
        }
    }
    for (size_t length = 2; length <= n; length <<= 1) {
        for (size_t k = 0; k < length / 2; k++) {
            const double angle = sign * 2 * M_PI * (double)k / (double)length;
            const double complex w = cos(angle) + sin(angle) * I;
            for (size_t i = k; i < n; i += length) {
                const double complex a = x[i], b = w * x[i + length / 2];
                x[i] = a + b;
                x[i + length / 2] = a - b;
            }
        }
    }
}

static size_t power_of_two(size_t least) {
    size_t n = 1;
    while (n < least) n <<= 1;
    return n;
}

static double mean_of(const double *samples, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += samples[i];
    return sum / (double)count;
}

/* Where the parabola through three neighbours has its top, relative to the middle one, and its height there. */
static double parabola_top(double left, double middle, double right, double *height) {
    const double bend = left - 2 * middle + right;
    const double shift = bend < 0 ? 0.5 * (left - right) / bend : 0;
    if (height) *height = middle - 0.25 * (left - right) * shift;
    return shift;
}

/* Correlation coefficients for the lags 0 .. longest + 1, each with the mean squares of the parts that overlap. */
static JudderErr correlate(const double *samples, size_t count, size_t longest, double *coefficient) {
    const size_t n = power_of_two(count + longest + 2);
    double complex *x = calloc(n, sizeof *x);
    double *square = calloc(count + 1, sizeof *square);
    if (x && square) {
        const double mean = mean_of(samples, count);
        for (size_t i = 0; i < count; i++) {
            x[i] = samples[i] - mean;
            square[i + 1] = square[i] + (samples[i] - mean) * (samples[i] - mean);
        }
        transform(x, n, -1);
        for (size_t i = 0; i < n; i++) x[i] *= conj(x[i]);
        transform(x, n, 1);
        for (size_t lag = 0; lag <= longest + 1; lag++) {
            const double early = square[count - lag], late = square[count] - square[lag];
            const double size = sqrt(early * late);
            coefficient[lag] = size > 0 ? creal(x[lag]) / (double)n / size : 0;
        }
    }
    const bool memory = x && square;
    free(x);
    free(square);
    return memory ? JUDDER_OK : error_memory();
}

JudderErr periodicity_find(const double *samples, size_t count, size_t longest_lag, double enough,
                           Periodicity *found) {
    *found = (Periodicity){0};
    if (count < 8) return JUDDER_OK;
    if (longest_lag > count / 2) longest_lag = count / 2;
    double *coefficient = calloc(longest_lag + 2, sizeof *coefficient);
    REQUIRE(coefficient, error_memory());
    const JudderErr err = correlate(samples, count, longest_lag, coefficient);
    /* Past the first fall below one half, so that the smoothness of the signal is not taken for a period. */
    size_t lag = 1;
    while (lag <= longest_lag && coefficient[lag] > 0.5) lag++;
    for (; err == JUDDER_OK && lag <= longest_lag; lag++) {
        const double left = coefficient[lag - 1], middle = coefficient[lag], right = coefficient[lag + 1];
        if (middle < left || middle <= right || middle <= found->correlation) continue;
        double height;
        found->period = (double)lag + parabola_top(left, middle, right, &height);
        found->correlation = height;
        if (height >= enough) break;
    }
    free(coefficient);
    return err;
}

JudderErr periodicity_dominant_frequency(const double *samples, size_t count, double *frequency) {
    *frequency = 0;
    if (count < 8) return JUDDER_OK;
    const size_t n = power_of_two(count);
    double complex *x = calloc(n, sizeof *x);
    REQUIRE(x, error_memory());
    const double mean = mean_of(samples, count);
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        x[i] = (samples[i] - mean) * (0.5 - 0.5 * cos(2 * M_PI * ((double)i + 0.5) / (double)count));
        largest = fmax(largest, fabs(samples[i] - mean));
    }
    transform(x, n, -1);
    size_t best = 0;
    /* The main lobe of the window is two bins of its own length wide: below that there is only the mean. */
    const size_t first = 2 * n / count;
    for (size_t k = first; k < n / 2; k++)
        if (best == 0 || cabs(x[k]) > cabs(x[best])) best = k;
    if (largest > 0 && best > first && best + 1 < n / 2) {
        const double shift = parabola_top(log(cabs(x[best - 1]) + 1e-300), log(cabs(x[best]) + 1e-300),
                                          log(cabs(x[best + 1]) + 1e-300), NULL);
        *frequency = ((double)best + shift) / (double)n;
    } else if (largest > 0) {
        *frequency = (double)best / (double)n;
    }
    free(x);
    return JUDDER_OK;
}
