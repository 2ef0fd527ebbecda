#include "spectrum/periodicity.h"

#include <stdlib.h>

#include "judder_test.h"
#include "random.h"

enum { COUNT = 5000 };
static double samples[COUNT];

static void a_cycle_is_found_between_samples(void **state) {
    (void)state;
    Random numbers = {3};
    for (int k = 0; k < 50; k++) {
        const double period = random_in(&numbers, 20, 700), phase = random_in(&numbers, 0, 6);
        for (int i = 0; i < COUNT; i++) {
            const double x = 2 * M_PI * i / period + phase;
            samples[i] = 3 + fmax(0, sin(x)) + .3 * cos(3 * x);
        }
        Periodicity found;
        assert_int_equal(periodicity_find(samples, COUNT, COUNT / 3, .99, &found), JUDDER_OK);
        assert_near(found.period, period, .02 + 1e-4 * period);
        assert_true(found.correlation > .99);
    }
}

static void noise_and_rest_are_not_periodic(void **state) {
    (void)state;
    Random numbers = {4};
    Periodicity found;
    for (int i = 0; i < COUNT; i++) samples[i] = random_in(&numbers, -1, 1);
    assert_int_equal(periodicity_find(samples, COUNT, COUNT / 3, .9, &found), JUDDER_OK);
    assert_true(found.correlation < .5);
    for (int i = 0; i < COUNT; i++) samples[i] = 2;
    assert_int_equal(periodicity_find(samples, COUNT, COUNT / 3, .9, &found), JUDDER_OK);
    assert_exact(found.period, 0);
    assert_int_equal(periodicity_find(samples, 3, 2, .9, &found), JUDDER_OK);
    assert_exact(found.period, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cycle_is_found_between_samples),
        cmocka_unit_test(noise_and_rest_are_not_periodic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
