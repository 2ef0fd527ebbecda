/* A series as sound: pitch, fades, level, and nothing above what can be heard. */
#include "judder_test.h"
#include "sound/sound.h"
#include "spectrum/spectrum.h"

#include <math.h>
#include <stdlib.h>

static void a_tone_comes_out_at_its_pitch(void **state) {
    (void)state;
    enum { COUNT = 50000 };
    double *x = malloc(COUNT * sizeof *x), *sound = NULL;
    size_t length = 0;
    /* 5.6 Hz, and 3000 Hz that 40 times higher would be far above hearing. */
    for (int i = 0; i < COUNT; i++)
        x[i] = 3 + sin(2 * M_PI * 5.6 * i * 1e-4) + sin(2 * M_PI * 3000 * i * 1e-4);
    assert_int_equal(
        sound_make(&(SoundSeries){.at = x, .count = COUNT, .dt = 1e-4, .pitch = 40}, &sound, &length),
        JUDDER_OK);
    assert_near((double)length / SOUND_RATE, 5.0 / 40, 1e-3);
    double largest = 0;
    for (size_t i = 0; i < length; i++) largest = fmax(largest, fabs(sound[i]));
    assert_near(largest, 0.9, 1e-12);
    assert_near(sound[0], 0, 1e-12);
    assert_near(sound[length - 1], 0, 1e-12);
    const SpectrumOptions options = {.dt = 1.0 / SOUND_RATE, .most_peaks = 3, .floor = 1e-2};
    Spectrum *spectrum = NULL;
    assert_int_equal(spectrum_create(sound, length, &options, &spectrum), JUDDER_OK);
    assert_near(spectrum->peaks[0].frequency, 224, 0.5);
    assert_int_equal(spectrum->peak_count, 1);
    spectrum_destroy(&spectrum);
    free(sound);
    free(x);
}

static void absurd_lengths_are_refused(void **state) {
    (void)state;
    double x[100] = {0}, *sound = NULL;
    size_t length;
    assert_int_equal(
        sound_make(&(SoundSeries){.at = x, .count = 100, .dt = 1e9, .pitch = 1}, &sound, &length),
        JUDDER_INPUT);
    assert_int_equal(
        sound_make(&(SoundSeries){.at = x, .count = 100, .dt = 1e-9, .pitch = 1}, &sound, &length),
        JUDDER_INPUT);
    assert_null(sound);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tone_comes_out_at_its_pitch),
        cmocka_unit_test(absurd_lengths_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
