/* Tones between the bins, their amplitudes, and no peaks where there are none. */
#include "judder_test.h"
#include "spectrum/spectrum.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT = 20001 };

static Spectrum *spectrum_of(const double *x, size_t count, SpectrumWindow window) {
    const SpectrumOptions options = {.dt = 1e-3, .window = window, .most_peaks = 20, .floor = 1e-5};
    Spectrum *spectrum = NULL;
    assert_int_equal(spectrum_create(x, count, &options, &spectrum), JUDDER_OK);
    return spectrum;
}

static void tones_are_found_between_the_bins(void **state) {
    (void)state;
    double *x = malloc(COUNT * sizeof *x);
    const double f[3] = {5.5962, 35.0711, 98.1987}, a[3] = {2, 0.3, 0.01};
    for (int i = 0; i < COUNT; i++) {
        const double t = i * 1e-3;
        x[i] = 7 + 0.5 * t;
        for (int j = 0; j < 3; j++) x[i] += a[j] * sin(2 * M_PI * f[j] * t + j);
    }
    Spectrum *spectrum = spectrum_of(x, COUNT, SPECTRUM_HANN);
    assert_int_equal(spectrum->peak_count, 3);
    for (int j = 0; j < 3; j++) {
        assert_near(spectrum->peaks[j].frequency, f[j], 2e-4);
        assert_near(spectrum->peaks[j].amplitude / a[j], 1, 1e-2);
    }
    spectrum_destroy(&spectrum);
    assert_null(spectrum);
    free(x);
}

static void whole_periods_need_no_window(void **state) {
    (void)state;
    double *x = malloc(COUNT * sizeof *x);
    for (int i = 0; i < 10000; i++) x[i] = sin(2 * M_PI * 3 * i * 1e-3) + 0.5 * cos(2 * M_PI * 6 * i * 1e-3);
    Spectrum *spectrum = spectrum_of(x, 10000, SPECTRUM_NONE);
    assert_true(spectrum->peak_count >= 2);
    assert_near(spectrum->peaks[0].frequency, 3, 1e-3);
    assert_near(spectrum->peaks[1].frequency, 6, 1e-3);
    assert_near(spectrum->peaks[1].amplitude, 0.5, 1e-2);
    spectrum_destroy(&spectrum);
    free(x);
}

static void a_straight_line_has_no_peaks(void **state) {
    (void)state;
    double x[64];
    for (int i = 0; i < 64; i++) x[i] = 3 - 0.25 * i;
    Spectrum *spectrum = spectrum_of(x, 64, SPECTRUM_HANN);
    assert_int_equal(spectrum->peak_count, 0);
    spectrum_destroy(&spectrum);
    const SpectrumOptions options = {.dt = 1, .most_peaks = 1};
    assert_int_equal(spectrum_create(x, 5, &options, &spectrum), JUDDER_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tones_are_found_between_the_bins),
        cmocka_unit_test(whole_periods_need_no_window),
        cmocka_unit_test(a_straight_line_has_no_peaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
