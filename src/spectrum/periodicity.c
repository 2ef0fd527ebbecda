#include "spectrum/periodicity.h"
#include "spectrum/planner.h"

#include <math.h>
#include <stdlib.h>

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

/* x becomes the sums of x_i x_{i + lag} for every lag, times n; x is followed by as many zeros
 * as lags are wanted. */
static bool correlate_in_place(double *x, size_t n) {
    fftw_complex *bins = fftw_alloc_complex(n / 2 + 1);
    fftw_plan there = planner_there(n, x, bins);
    fftw_plan back = planner_back(n, bins, x);
    const bool planned = there && back;
    if (planned) {
        fftw_execute(there);
        for (size_t i = 0; i <= n / 2; i++) {
            bins[i][0] = bins[i][0] * bins[i][0] + bins[i][1] * bins[i][1];
            bins[i][1] = 0;
        }
        fftw_execute(back);
    }
    planner_destroy(there);
    planner_destroy(back);
    fftw_free(bins);
    return planned;
}

/* Correlation coefficients for the lags 0 .. longest + 1, each with the mean squares of the
 * parts that overlap. */
static JudderErr correlate(const double *samples, size_t count, size_t longest, double *coefficient) {
    const size_t n = power_of_two(count + longest + 2);
    double *x = fftw_alloc_real(n), *square = calloc(count + 1, sizeof *square);
    bool good = x && square;
    if (good) {
        const double mean = mean_of(samples, count);
        for (size_t i = 0; i < n; i++) x[i] = i < count ? samples[i] - mean : 0;
        for (size_t i = 0; i < count; i++) square[i + 1] = square[i] + x[i] * x[i];
        good = correlate_in_place(x, n);
    }
    for (size_t lag = 0; lag <= longest + 1 && good; lag++) {
        const double early = square[count - lag], late = square[count] - square[lag],
                     size = sqrt(early * late);
        coefficient[lag] = size > 0 ? x[lag] / (double)n / size : 0;
    }
    fftw_free(x);
    free(square);
    return good ? JUDDER_OK : error_memory();
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
        /* The top of the parabola through the three. */
        const double bend = left - 2 * middle + right, shift = bend < 0 ? 0.5 * (left - right) / bend : 0;
        found->period = (double)lag + shift;
        found->correlation = middle - 0.25 * (left - right) * shift;
        if (found->correlation >= enough) break;
    }
    free(coefficient);
    return err;
}
