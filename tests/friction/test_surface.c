/* Laws of two variables: patches with a checked error. */
#include "friction/formula.h"
#include "friction/friction.h"
#include "judder_test.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Random numbers = {5};

static double uniform(double low, double high) {
    return random_in(&numbers, low, high);
}

static JudderErr smooth(void *context, double v, double theta, double *mu) {
    *(long *)context += 1;
    *mu = 0.4 + 0.3 * exp(-v / 0.2) + 0.1 * sin(theta / 50) * exp(-v);
    return JUDDER_OK;
}
static JudderErr kinked(void *context, double v, double theta, double *mu) {
    *(long *)context += 1;
    *mu = 0.5 + 0.2 * fmax(0, 1 - fabs(v - 1)) + 0.001 * fabs(theta - 400 + 10 * v);
    return JUDDER_OK;
}
static JudderErr negative(void *context, double v, double theta, double *mu) {
    *(long *)context += 1;
    *mu = theta < 500 ? 0.5 - v : 0;
    return JUDDER_OK;
}

static void values_and_slopes_are_those_of_the_function(void **state) {
    (void)state;
    long calls = 0;
    const Function f = {.call_two = smooth, .context = &calls, .arguments = 2};
    Surface *surface = NULL;
    assert_int_equal(surface_create(&f, &surface), JUDDER_OK);
    for (int i = 0; i < 20000; i++) {
        const double v = uniform(0, 3), theta = uniform(300, 500);
        double mu;
        smooth(&calls, v, theta, &mu);
        const SurfaceValue value = surface_slopes(surface, v, theta);
        assert_near(value.mu, mu, 3e-12);
        const double slope_r = -1.5 * exp(-v / 0.2) - 0.1 * sin(theta / 50) * exp(-v);
        assert_near(value.slope_r, slope_r, 1e-7);
        assert_near(value.slope_theta, 0.002 * cos(theta / 50) * exp(-v), 1e-8);
    }
    assert_near(surface_value(surface, 0, 350), 0.7 + 0.1 * sin(7), 1e-12);
    double fall, heat;
    surface_steepest(surface, 1, 350, 450, &fall, &heat);
    assert_true(fall >= 1.5 && fall < 20);
    assert_true(heat >= 0.0015 && heat < 0.1);
    assert_true(surface_error(surface) < 1e-12);
    const long before = calls;
    for (int i = 0; i < 1000; i++) surface_value(surface, uniform(0, 3), uniform(310, 490));
    assert_true(calls - before < 20000); /* few patches are new by now */
    surface_destroy(&surface);
    assert_null(surface);
}

static void kinks_across_both_variables_are_met(void **state) {
    (void)state;
    long calls = 0;
    const Function f = {.call_two = kinked, .context = &calls, .arguments = 2};
    Surface *surface = NULL;
    assert_int_equal(surface_create(&f, &surface), JUDDER_OK);
    for (int i = 0; i < 500; i++) {
        const double v = uniform(0, 2), theta = uniform(380, 420);
        double mu;
        kinked(&calls, v, theta, &mu);
        assert_near(surface_value(surface, v, theta), mu, 2e-12);
    }
    assert_true(surface_error(surface) < 1e-11);
    surface_destroy(&surface);
}

static void a_bad_value_is_reported(void **state) {
    (void)state;
    long calls = 0;
    Formula formula = {.mu = {.call_two = negative, .context = &calls, .arguments = 2}};
    assert_int_equal(formula_law.prepare(&formula), JUDDER_OK);
    assert_int_equal(surface_fault(formula.surface, 0.2, 400), JUDDER_OK);
    assert_near(formula_law.sliding(&formula, 2, 400), 0, 0);
    assert_int_equal(surface_fault(formula.surface, 0.3, 400), JUDDER_OK);
    assert_int_equal(surface_fault(formula.surface, 0.7, 400), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "theta = "));
    formula_law.release(&formula);
    assert_null(formula.surface);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_slopes_are_those_of_the_function),
        cmocka_unit_test(kinks_across_both_variables_are_met),
        cmocka_unit_test(a_bad_value_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
