/* Sections by themselves: sequences of states that repeat, nearly repeat, drift, die away or never do. */
#include "judder_test.h"
#include "stepper/section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 3 };

static const int groups[WIDTH] = {0, 0, 1};

static Section *section_new(double tolerance) {
    Section *s = NULL;
    assert_int_equal(section_create(WIDTH, groups, tolerance, &s), JUDDER_OK);
    return s;
}

/* Crossings 1 .. count at the times k + shift(k), between them the motion ranges over [-size, size]. */
typedef void State(size_t k, double x[WIDTH]);

static void feed(Section *s, size_t count, State *state, double size) {
    for (size_t k = 1; k <= count; k++) {
        double x[WIDTH];
        section_pass(s, (double[WIDTH]){-size, -size, -size});
        section_pass(s, (double[WIDTH]){size, size, size});
        state(k, x);
        section_cross(s, (double)k, x);
    }
}

static size_t cycle_length = 1;

static void cyclic(size_t k, double x[WIDTH]) {
    const size_t place = k % cycle_length;
    for (size_t i = 0; i < WIDTH; i++) x[i] = sin((double)(place * (i + 1)));
}

/* 1 to 64 crossings a period are found, as few as repeat; 65 are not. */
static void the_least_number_of_cycles_is_found(void **state) {
    (void)state;
    for (cycle_length = 1; cycle_length <= 66; cycle_length++) {
        Section *s = section_new(SECTION_EXACT);
        feed(s, 4 * cycle_length, cyclic, 1);
        const SectionPeriod found = section_period(s, (double)(4 * cycle_length));
        if (cycle_length > SECTION_CYCLES) {
            assert_int_equal(found.cycles, 0);
            assert_true(isnan(found.period));
        } else {
            assert_int_equal(found.cycles, cycle_length);
            assert_near(found.period, (double)cycle_length, 1e-12);
            assert_near(found.spread, 0, 1e-12);
        }
        section_destroy(&s);
    }
}

static void three_repetitions_are_needed(void **state) {
    (void)state;
    cycle_length = 5;
    Section *s = section_new(SECTION_EXACT);
    feed(s, 4 * cycle_length - 1, cyclic, 1);
    assert_int_equal(section_period(s, 19).cycles, 0);
    section_destroy(&s);
}

static void golden(size_t k, double x[WIDTH]) {
    const double angle = 2 * acos(-1) * (double)k * 0.5 * (sqrt(5) - 1);
    x[0] = cos(angle), x[1] = sin(angle), x[2] = 0;
}

static void a_rotation_by_the_golden_mean_has_no_period(void **state) {
    (void)state;
    Section *s = section_new(SECTION_EXACT);
    feed(s, 1000, golden, 1);
    assert_int_equal(section_period(s, 1000).cycles, 0);
    section_destroy(&s);
}

/* What differs by less than the tolerance of its range counts as equal, more does not. */
static double wobble;
static void wobbling(size_t k, double x[WIDTH]) {
    x[0] = 0.3 + (k % 2 ? wobble : 0), x[1] = 0, x[2] = 0.1;
}

static void equal_is_what_differs_by_less_than_the_tolerance(void **state) {
    (void)state;
    for (int more = 0; more < 2; more++) {
        wobble = 2 * SECTION_EXACT * (more ? 1.1 : 0.9); /* the range is 2 */
        Section *s = section_new(SECTION_EXACT);
        feed(s, 20, wobbling, 1);
        assert_int_equal(section_period(s, 20).cycles, more ? 2 : 1);
        section_destroy(&s);
    }
}

/* x_k falls by a tenth from crossing to crossing, as does everything between: never equal, however small. */
static void a_motion_that_dies_away_does_not_repeat(void **state) {
    (void)state;
    Section *s = section_new(SECTION_EXACT);
    for (size_t k = 1; k <= 600; k++) {
        const double size = pow(0.9, (double)k);
        section_pass(s, (double[WIDTH]){-size, -size, -size});
        section_cross(s, (double)k, (double[WIDTH]){size, 0, 0.5 * size});
        assert_int_equal(section_period(s, (double)k).cycles, 0);
    }
    section_destroy(&s);
}

/* A number that is rounding beside the others of its group does not matter. */
static void noisy(size_t k, double x[WIDTH]) {
    x[0] = 0.5, x[1] = 1e-16 * sin(7.0 * (double)(k * k)), x[2] = 2;
}

static void rounding_does_not_hide_a_period(void **state) {
    (void)state;
    Section *s = section_new(SECTION_EXACT);
    for (size_t k = 1; k <= 12; k++) {
        double x[WIDTH];
        noisy(k, x);
        section_pass(s, (double[WIDTH]){-1, x[1], 2});
        section_cross(s, (double)k, x);
    }
    assert_int_equal(section_period(s, 12).cycles, 1);
    section_destroy(&s);
}

static void a_motion_that_has_ended_has_no_period(void **state) {
    (void)state;
    cycle_length = 1;
    Section *s = section_new(SECTION_EXACT);
    feed(s, 50, cyclic, 1);
    assert_int_equal(section_period(s, 50.9).cycles, 1);
    assert_int_equal(section_period(s, 52).cycles, 0);
    assert_near(section_interval(s), 1, 0);
    assert_int_equal(section_crossings(s), 50);
    section_destroy(&s);
}

static void a_section_goes_on_from_an_archive(void **state) {
    (void)state;
    cycle_length = 7;
    for (size_t until = 3; until < 400; until += 132) {
        Archive *out = NULL, *in = NULL;
        Section *whole = section_new(SECTION_EXACT), *part = section_new(SECTION_EXACT);
        feed(whole, until, cyclic, 1);
        assert_int_equal(archive_create(&out), JUDDER_OK);
        section_serialise(whole, out);
        size_t size;
        const void *bytes = archive_bytes(out, &size);
        void *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        assert_int_equal(archive_open(copy, size, &in), JUDDER_OK);
        section_serialise(part, in);
        assert_int_equal(archive_state(in), JUDDER_OK);
        feed(whole, 40, cyclic, 1);
        feed(part, 40, cyclic, 1);
        assert_int_equal(section_crossings(part), section_crossings(whole));
        const SectionPeriod a = section_period(whole, 40), b = section_period(part, 40);
        assert_int_equal(a.cycles, 7);
        assert_memory_equal(&a, &b, sizeof a);
        archive_destroy(&out);
        archive_destroy(&in);
        section_destroy(&whole);
        section_destroy(&part);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_least_number_of_cycles_is_found),
                                       cmocka_unit_test(three_repetitions_are_needed),
                                       cmocka_unit_test(a_rotation_by_the_golden_mean_has_no_period),
                                       cmocka_unit_test(equal_is_what_differs_by_less_than_the_tolerance),
                                       cmocka_unit_test(a_motion_that_dies_away_does_not_repeat),
                                       cmocka_unit_test(rounding_does_not_hide_a_period),
                                       cmocka_unit_test(a_motion_that_has_ended_has_no_period),
                                       cmocka_unit_test(a_section_goes_on_from_an_archive)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
