/* Ticks: what every axis must satisfy, over random ranges. */
#include "report/plot/ticks.h"

#include "judder_test.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

/* The number that a text of a tick shows. */
static double shown(const Tick *tick) {
    char plain[TICK_TEXT];
    const bool minus = strncmp(tick->text, "\xE2\x88\x92", 3) == 0;
    snprintf(plain, sizeof plain, "%s%s", minus ? "-" : "", tick->text + (minus ? 3 : 0));
    char *end;
    const double value = strtod(plain, &end);
    if (*end || end == plain) fail_msg("\"%s\" is no number", tick->text);
    return value;
}

static void check_linear(double low, double high, const char *unit) {
    Ticks ticks;
    ticks_make(&(TickWish){low, high, false, 6, unit}, &ticks);
    if (ticks.count < 2 || ticks.count > 14) fail_msg("%zu ticks in [%.17g, %.17g]", ticks.count, low, high);
    const double step = ticks.at[1].value - ticks.at[0].value;
    for (size_t i = 0; i < ticks.count; i++) {
        const Tick *tick = &ticks.at[i];
        assert_at_most(low, tick->value);
        assert_at_most(tick->value, high);
        /* What is written is what is meant. */
        assert_near(shown(tick) * ticks.factor, tick->value, 1e-6 * step + 1e-12 * fabs(tick->value));
        if (i > 0)
            assert_near(tick->value - ticks.at[i - 1].value, step, 1e-6 * step + 1e-12 * fabs(tick->value));
        if (i > 0) assert_string_not_equal(tick->text, ticks.at[i - 1].text);
    }
    const double part = step / pow(10, floor(log10(step) + 1e-9));
    const bool nice = fabs(part - 1) < 1e-4 || fabs(part - 2) < 1e-4 || fabs(part - 2.5) < 1e-4 ||
                      fabs(part - 5) < 1e-4 || fabs(part - 10) < 1e-3;
    if (!nice) fail_msg("the step %.17g is not round", step);
}

static void linear_ranges(void **state) {
    (void)state;
    Random random = {7};
    static const char *const units[] = {"", "s", "Pa", "m/s", "Hz", "furlong"};
    for (int i = 0; i < 20000; i++) {
        const double middle = random_in(&random, -1, 1) * random_size(&random, 1e-9, 1e9);
        const double half = fmax(random_size(&random, 1e-5, 1e5) * fabs(middle), 1e-12);
        check_linear(middle - half, middle + half, units[random_below(&random, 6)]);
    }
}

static void exact_ticks(void **state) {
    (void)state;
    Ticks ticks;
    ticks_make(&(TickWish){0, 100e-6, false, 5, "s"}, &ticks);
    assert_string_equal(ticks.prefix, "\xC2\xB5");
    assert_int_equal(ticks.count, 6);
    assert_string_equal(ticks.at[0].text, "0");
    assert_string_equal(ticks.at[1].text, "20");
    assert_string_equal(ticks.at[5].text, "100");
    ticks_make(&(TickWish){-0.3, 0.3, false, 4, ""}, &ticks);
    assert_string_equal(ticks.at[0].text, "\xE2\x88\x92"
                                          "0.2");
    assert_string_equal(ticks.at[1].text, "0.0");
    ticks_make(&(TickWish){0, 3e7, false, 4, ""}, &ticks);
    assert_string_equal(ticks.prefix, "10\xE2\x81\xB7");
    ticks_make(&(TickWish){1e-3, 1e3, true, 8, ""}, &ticks);
    assert_int_equal(ticks.count, 7);
    assert_string_equal(ticks.at[0].text, "10\xE2\x81\xBB\xC2\xB3");
    assert_near(ticks.at[6].value, 1e3, 0);
}

static void log_ranges(void **state) {
    (void)state;
    Random random = {8};
    for (int i = 0; i < 20000; i++) {
        const double low = random_size(&random, 1e-200, 1e200), high = low * random_size(&random, 1.01, 1e60);
        Ticks ticks;
        ticks_make(&(TickWish){low, high, true, 6, ""}, &ticks);
        size_t major = 0;
        for (size_t k = 0; k < ticks.count; k++) {
            assert_at_most(low, ticks.at[k].value);
            assert_at_most(ticks.at[k].value, high);
            if (k > 0) assert_true(ticks.at[k].value > ticks.at[k - 1].value);
            major += !ticks.at[k].minor;
        }
        if (major < 1 || major > 14) fail_msg("%zu ticks in [%.17g, %.17g]", major, low, high);
    }
}

/* The range shown holds the data and is never empty, however small, large or flat they are. */
static void padded_ranges(void **state) {
    (void)state;
    Random random = {9};
    const double largest = 1.7e308;
    for (int i = 0; i < 10000; i++) {
        double low = random_in(&random, -1, 1) * random_size(&random, 1e-290, 1e290), high = low;
        if (i % 3) high += random_size(&random, 1e-18, 1e3) * fabs(low);
        double from = low, to = high;
        range_pad(&from, &to, false);
        assert_true(from <= low && to >= high && from < to && isfinite(from) && isfinite(to));
        low = fabs(low), high = low * 2, from = low, to = high;
        range_pad(&from, &to, true);
        assert_true(from <= low && to >= high && from < to && from > 0);
    }
    double low = INFINITY, high = -INFINITY;
    range_pad(&low, &high, false);
    assert_true(low < high);
    low = -largest, high = largest;
    range_pad(&low, &high, false);
    assert_true(low < high);
}

static void numbers_for_people(void **state) {
    (void)state;
    char text[40];
    number_show(0.25, text);
    assert_string_equal(text, "0.25");
    number_show(-1234.5678, text);
    assert_string_equal(text, "\xE2\x88\x92"
                              "1234.6");
    number_show(1e8, text);
    assert_string_equal(text, "10\xE2\x81\xB8");
    number_show(-2.5e-13, text);
    assert_string_equal(text, "\xE2\x88\x92"
                              "2.5\xC2\xB7"
                              "10\xE2\x81\xBB\xC2\xB9\xC2\xB3");
    number_show(NAN, text);
    assert_string_equal(text, "none");
    number_show(-1.2345e-300, text);
    assert_true(strlen(text) < 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(linear_ranges), cmocka_unit_test(exact_ticks),
                                       cmocka_unit_test(log_ranges), cmocka_unit_test(padded_ranges),
                                       cmocka_unit_test(numbers_for_people)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
