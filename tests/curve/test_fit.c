/* Functions of every temper become curves with the promised error, with kinks and jumps where they are. */
#include "base/log.h"
#include "curve/fit.h"
#include "judder_test.h"
#include "random.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PIECES = 20000 };
static const double tolerance = 1e-12;

typedef double (*Plain)(double x);

static JudderErr call_plain(void *context, double x, double *y) {
    *y = (*(const Plain *)context)(x);
    return JUDDER_OK;
}

static JudderErr fit_plain(Plain *f, double a, double b, Curve *curve) {
    Fit fit = {.function = {.call = call_plain, .context = f, .file = "f.lua", .line = 5},
               .options = {"load", "t", tolerance, MOST_PIECES},
               .curve = curve};
    return fit_cell(&fit, a, b, false, false);
}

static double largest_value(const Curve *curve) {
    double most = 0;
    for (size_t i = 0; i < curve->count; i++)
        most = fmax(most, fmax(fabs(curve_piece_value(&curve->pieces[i], curve->pieces[i].start)),
                               fabs(curve_piece_value(&curve->pieces[i], curve->pieces[i].end))));
    return most;
}

static void assert_joined(const Curve *curve, double a, double b, double scale) {
    assert_exact(curve->pieces[0].start, a);
    assert_exact(curve->pieces[curve->count - 1].end, b);
    for (size_t i = 1; i < curve->count; i++) {
        const CurvePiece *left = &curve->pieces[i - 1], *right = &curve->pieces[i];
        assert_exact(left->end, right->start);
        assert_true(right->start < right->end);
        if (!right->jump)
            assert_near(curve_piece_value(left, left->end), curve_piece_value(right, right->start),
                        1e-10 * scale);
    }
}

/* The curve against the function at random points; far from 0, where rounding of x alone moves values,
 * the factor is larger. */
static void assert_fits(Plain f, double a, double b, double factor) {
    Random random = {7};
    Curve curve = {0};
    if (fit_plain(&f, a, b, &curve) != JUDDER_OK) fail_msg("[%g, %g]: %s", a, b, error_message());
    const double scale = largest_value(&curve);
    assert_joined(&curve, a, b, scale);
    assert_at_most(curve.error, factor * tolerance * scale);
    for (int i = 0; i < 100000; i++) {
        const double x = random_in(&random, a, b);
        assert_near(curve_piece_value(&curve.pieces[curve_find(&curve, x)], x), f(x),
                    factor * tolerance * scale);
    }
    curve_release(&curve);
}

static double sine(double x) {
    return sin(x);
}
static double runge(double x) {
    return 1 / (1 + 25 * x * x);
}
static double decay(double x) {
    return exp(-30 * x);
}
static double root(double x) {
    return sqrt(x);
}
static double tiny(double x) {
    return 1e-290 * sin(3 * x);
}
static double huge(double x) {
    return 1e300 * sin(3 * x);
}
static double zero(double x) {
    (void)x;
    return 0;
}
static double offset_sine(double x) {
    return 1e6 + sin(x);
}
static double high_kink(double x) {
    return pow(fabs(x - 0.3), 3);
}

static void smooth_functions(void **state) {
    (void)state;
    assert_fits(sine, -3, 40, 3);
    assert_fits(runge, -1, 1, 3);
    assert_fits(decay, 0, 10, 3);
    assert_fits(root, 0, 2, 3);
    assert_fits(tiny, 0, 1, 3);
    assert_fits(huge, 0, 1, 3);
    assert_fits(zero, 0, 1, 0);
    assert_fits(offset_sine, 0, 100, 3);
    assert_fits(high_kink, 0, 1, 3);
    assert_fits(sine, 1e-300, 2e-300, 3);
    assert_fits(sine, 1e4, 1e4 + 1, 30);
    assert_fits(sine, 1e9, 1e9 + 1, 1e6);
}

static double line(double x) {
    return 3 - 2 * x;
}

static void a_line_stays_one(void **state) {
    (void)state;
    Plain f = line;
    Curve curve = {0};
    assert_int_equal(fit_plain(&f, 0, 7, &curve), JUDDER_OK);
    assert_int_equal(curve.count, 1);
    assert_int_equal(curve.pieces[0].degree, 1);
    assert_near(curve_piece_slope(&curve.pieces[0], 3), -2, 1e-14);
    curve_release(&curve);
}

/* A kink or a jump at `at`, smooth on both sides. */
typedef struct Broken {
    double at, left_slope, right_slope, curvature, jump;
    bool left_value; /* at the jump itself */
} Broken;

static double broken_value(const Broken *f, double x) {
    const double d = x - f->at;
    const bool left = f->left_value ? d <= 0 : d < 0;
    return 1 + f->curvature * d * d + (left ? f->left_slope * d : f->right_slope * d + f->jump);
}

static JudderErr call_broken(void *context, double x, double *y) {
    *y = broken_value(context, x);
    return JUDDER_OK;
}

static void fit_broken(Broken *f, double a, double b, Curve *curve) {
    Fit fit = {.function = {.call = call_broken, .context = f},
               .options = {"load", "t", tolerance, MOST_PIECES},
               .curve = curve};
    assert_int_equal(fit_cell(&fit, a, b, false, false), JUDDER_OK);
}

/* The distance of the nearest end of a piece inside the cell. */
static double nearest_end(const Curve *curve, double x) {
    double least = INFINITY;
    for (size_t i = 1; i < curve->count; i++) least = fmin(least, fabs(curve->pieces[i].start - x));
    return least;
}

static size_t jump_count(const Curve *curve) {
    size_t count = 0;
    for (size_t i = 0; i < curve->count; i++) count += curve->pieces[i].jump;
    return count;
}

static void kinks_are_found(void **state) {
    (void)state;
    Random random = {8};
    for (int i = 0; i < 1000; i++) {
        const double at = i < 9 ? 0.125 * i : random_in(&random, 0.001, 0.999),
                     slope = random_in(&random, 0.2, 5);
        Broken f = {at, -slope, random_in(&random, -0.1, 5), random_in(&random, -2, 2), 0, false};
        Curve curve = {0};
        fit_broken(&f, 0, 1, &curve);
        assert_int_equal(jump_count(&curve), 0);
        assert_in_range(curve.count, 1, 12);
        if (at > 0 && at < 1) assert_at_most(nearest_end(&curve, at), 1e-12);
        for (int j = 0; j < 200; j++) {
            const double x = random_in(&random, 0, 1);
            assert_near(curve_piece_value(&curve.pieces[curve_find(&curve, x)], x), broken_value(&f, x),
                        1e-11);
        }
        curve_release(&curve);
    }
}

static void jumps_are_found(void **state) {
    (void)state;
    Random random = {9};
    for (int i = 0; i < 1000; i++) {
        const double at = i < 18 ? 0.125 * (i % 9) : random_in(&random, 0.001, 0.999);
        Broken f = {at,
                    random_in(&random, -2, 2),
                    random_in(&random, -2, 2),
                    random_in(&random, -2, 2),
                    random_size(&random, 1e-6, 10),
                    i % 2};
        Curve curve = {0};
        fit_broken(&f, 0, 1, &curve);
        if (at > 0 && at < 1) {
            if (jump_count(&curve) != 1)
                fail_msg("%zu jumps, %zu pieces: jump %g at %.17g", jump_count(&curve), curve.count, f.jump,
                         at);
            assert_at_most(nearest_end(&curve, at), 1.2e-16);
        }
        for (int j = 0; j < 100; j++) {
            const double x = random_in(&random, 0, 1);
            assert_near(curve_piece_value(&curve.pieces[curve_find(&curve, x)], x), broken_value(&f, x),
                        1e-10);
        }
        curve_release(&curve);
    }
}

/* A jump exactly between two cells, with the value of the left or of the right side there. */
static void jumps_between_cells(void **state) {
    (void)state;
    for (int left_value = 0; left_value < 2; left_value++) {
        Broken f = {1, 0.5, -2, 0.3, 0.7, left_value};
        Curve curve = {0};
        Fit fit = {.function = {.call = call_broken, .context = &f},
                   .options = {"load", "t", tolerance, MOST_PIECES},
                   .curve = &curve};
        assert_int_equal(fit_cell(&fit, 0, 1, false, false), JUDDER_OK);
        assert_int_equal(fit_cell(&fit, 1, 2, false, false), JUDDER_OK);
        assert_int_equal(curve.count, 2);
        assert_false(curve.pieces[0].jump);
        assert_true(curve.pieces[1].jump);
        assert_near(curve_piece_value(&curve.pieces[0], 1), 1, 1e-12);
        assert_near(curve_piece_value(&curve.pieces[1], 1), 1.7, 1e-12);
        curve_release(&curve);
    }
}

static double zigzag(double x) {
    return fabs(x - 0.21) - 2 * fabs(x - 0.213) + fabs(x - 0.75) + 0.5 * fabs(x - 0.7501);
}
static double stairs(double x) {
    return floor(7.3 * x) + 0.1 * x;
}
static double mixed(double x) {
    return (x < 0.4 ? 0 : 1) + fabs(x - 0.6) + sin(5 * x);
}

static void several_breaks(void **state) {
    (void)state;
    const double kinks[] = {0.21, 0.213, 0.75, 0.7501}, breaks[] = {0.4, 0.6};
    Plain f = zigzag;
    Curve curve = {0};
    assert_int_equal(fit_plain(&f, 0, 1, &curve), JUDDER_OK);
    for (size_t i = 0; i < COUNT_OF(kinks); i++) assert_at_most(nearest_end(&curve, kinks[i]), 1e-12);
    assert_int_equal(jump_count(&curve), 0);
    curve_release(&curve);
    f = stairs;
    assert_int_equal(fit_plain(&f, 0, 1, &curve), JUDDER_OK);
    assert_int_equal(jump_count(&curve), 7);
    for (int i = 1; i <= 7; i++) assert_at_most(nearest_end(&curve, i / 7.3), 2.3e-16);
    curve_release(&curve);
    f = mixed;
    assert_int_equal(fit_plain(&f, 0, 1, &curve), JUDDER_OK);
    assert_int_equal(jump_count(&curve), 1);
    for (size_t i = 0; i < COUNT_OF(breaks); i++) assert_at_most(nearest_end(&curve, breaks[i]), 1e-12);
    curve_release(&curve);
    assert_fits(zigzag, 0, 1, 3);
    assert_fits(mixed, 0, 1, 30);
}

static double not_a_number(double x) {
    return x < 0.3 ? 1 : NAN;
}
static double pole(double x) {
    return 1 / (x - 0.5);
}
static double noise(double x) {
    (void)x;
    return rand() / (double)RAND_MAX;
}
static double wild(double x) {
    return x == 0 ? 0 : sin(1 / x);
}

static void assert_refused(Plain f, const char *why) {
    Curve curve = {0};
    assert_int_equal(fit_plain(&f, 0, 1, &curve), JUDDER_INPUT);
    assert_contains(error_message(), why);
    assert_int_equal(strncmp(error_message(), "f.lua:5: ", 9), 0);
    curve_release(&curve);
}

static void refusals(void **state) {
    (void)state;
    srand(1);
    assert_refused(not_a_number, "load is nan at t = ");
    assert_refused(pole, "load is infinite at t = 0.5");
    assert_refused(noise, "load never settles");
    assert_refused(wild, "load never settles near t = ");
}

static JudderErr call_restless(void *context, double x, double *y) {
    ++*(size_t *)context;
    *y = sin(1 / (x + 1e-9));
    return JUDDER_OK;
}

/* The work is bounded, not only the pieces: most of what is tried on such a function fails. */
static void a_restless_function_is_refused_soon(void **state) {
    (void)state;
    enum { MOST = 65536 };
    size_t calls = 0;
    Curve curve = {0};
    Fit fit = {.function = {.call = call_restless, .context = &calls, .file = "f.lua", .line = 5},
               .options = {"load", "t", tolerance, MOST},
               .curve = &curve};
    const clock_t start = clock();
    assert_int_equal(fit_cell(&fit, 0, 1, false, false), JUDDER_INPUT);
    assert_contains(error_message(), "load never settles near t = ");
    assert_at_most((double)calls, 8. * 17 * MOST);
    const bool slow = SANITIZED || getenv("JUDDER_SLOW"); /* set by tools/analyse */
    assert_at_most((double)(clock() - start) / CLOCKS_PER_SEC, slow ? 60 : 2);
    curve_release(&curve);
}

static JudderErr call_stopping(void *context, double x, double *y) {
    ++*(size_t *)context;
    *y = x < 0.3 ? 0 : 1 + x;
    stop_request();
    return JUDDER_OK;
}

/* An interrupt leaves half a second to end well; then the fit gives up. */
static void a_fit_can_be_interrupted(void **state) {
    (void)state;
    size_t calls = 0;
    Curve curve = {0};
    Fit fit = {.function = {.call = call_stopping, .context = &calls, .file = "f.lua", .line = 5},
               .options = {"load", "t", tolerance, MOST_PIECES},
               .curve = &curve};
    assert_int_equal(fit_cell(&fit, 0, 1, false, false), JUDDER_OK);
    assert_true(stop_requested());
    usleep(600000);
    const size_t before = calls;
    assert_int_equal(fit_cell(&fit, 1, 2, false, false), JUDDER_STOPPED);
    assert_contains(error_message(), "interrupted");
    assert_int_equal(calls, before);
    stop_reset();
    assert_int_equal(fit_cell(&fit, 1, 2, false, false), JUDDER_OK);
    stop_reset();
    curve_release(&curve);
}

static JudderErr call_failing(void *context, double x, double *y) {
    int *left = context;
    *y = x;
    REQUIRE((*left)-- > 0, error_machine("broke at last"));
    return JUDDER_OK;
}

static void failures_pass_through(void **state) {
    (void)state;
    for (int calls = 0; calls < 21; calls++) {
        int left = calls;
        Curve curve = {0};
        Fit fit = {.function = {.call = call_failing, .context = &left, .file = "f.lua", .line = 5},
                   .options = {"load", "t", tolerance, MOST_PIECES},
                   .curve = &curve};
        assert_int_equal(fit_cell(&fit, 0, 1, false, false), JUDDER_MACHINE);
        assert_string_equal(error_message(), "broke at last");
        curve_release(&curve);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_functions),
        cmocka_unit_test(a_line_stays_one),
        cmocka_unit_test(kinks_are_found),
        cmocka_unit_test(jumps_are_found),
        cmocka_unit_test(jumps_between_cells),
        cmocka_unit_test(several_breaks),
        cmocka_unit_test(refusals),
        cmocka_unit_test(a_restless_function_is_refused_soon),
        cmocka_unit_test(a_fit_can_be_interrupted),
        cmocka_unit_test(failures_pass_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
