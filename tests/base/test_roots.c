/* Every root lies where the function changes sign, to neighbouring doubles. */
#include "base/roots.h"
#include "judder_test.h"
#include "random.h"

static int calls;

typedef struct Shifted {
    int kind;
    double root;
} Shifted;

enum { KINDS = 12 };

/* Increasing functions of every temper, with one sign change at the root. */
static double shifted(const void *context, double x) {
    const Shifted *f = context;
    const double d = x - f->root;
    calls++;
    switch (f->kind) {
    case 0: return d;
    case 1: return d * d * d;
    case 2: return pow(fabs(d), 9) * (d < 0 ? -1 : 1);
    case 3: return atan(1e8 * d);
    case 4: return expm1(50 * d);
    case 5: return d < 0 ? -1 : 1;
    case 6: return d < 0 ? -1e-3 : 1e5;
    case 7: return cbrt(d);
    case 8: return d < 0 ? 1e-12 * d : 1e12 * d;
    case 9: return 1e-300 * d;
    case 10: return 1e300 * d;
    default: return d < 0 ? -INFINITY : d > 0 ? INFINITY : 0;
    }
}

static void assert_change_of_sign(const Shifted *f, double x) {
    const double here = shifted(f, x), below = shifted(f, nextafter(nextafter(x, -INFINITY), -INFINITY)),
                 above = shifted(f, nextafter(nextafter(x, INFINITY), INFINITY));
    if (here != 0 && (below < 0) == (above < 0))
        fail_msg("kind %d, root %.17g: found %.17g", f->kind, f->root, x);
}

static void finds_the_change_of_sign(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 6000; i++) {
        const Shifted f = {i % KINDS, random_in(&random, -1, 1) * random_size(&random, 1e-6, 1e6)};
        const double a = f.root - random_size(&random, 1e-3, 1e3),
                     b = f.root + random_size(&random, 1e-3, 1e3);
        calls = 0;
        const double x = i % 2 ? root_bracketed(shifted, &f, a, b) : root_bracketed(shifted, &f, b, a);
        assert_in_range(calls, 1, 260);
        assert_true(x >= a && x <= b);
        assert_change_of_sign(&f, x);
    }
}

/* Secants, not halvings: a smooth function that is simple at its root needs few calls, however wide the
 * bracket. */
static double smooth(const void *context, double x) {
    const Shifted *f = context;
    calls++;
    return f->kind == 0   ? sin(x - f->root)
           : f->kind == 1 ? exp(x) - exp(f->root)
                          : x * x * x - pow(f->root, 3);
}

static void smooth_functions_need_few_calls(void **state) {
    (void)state;
    Random random = {7};
    for (int i = 0; i < 3000; i++) {
        const Shifted f = {i % 3, random_in(&random, 1, 2)};
        calls = 0;
        const double x = root_bracketed(smooth, &f, f.root - random_in(&random, .1, 1),
                                        f.root + random_in(&random, .1, 1.3));
        assert_near(x, f.root, 1e-15);
        assert_in_range(calls, 1, 26);
    }
}

static void finds_roots_close_to_zero(void **state) {
    (void)state;
    const double roots[] = {1e-30, -1e-30, 1e-200, 1e-300, 5e-324, 0};
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        for (int kind = 0; kind < KINDS; kind++) {
            const Shifted f = {kind, roots[i]};
            assert_change_of_sign(&f, root_bracketed(shifted, &f, -1, 3));
        }
}

static void ends_may_be_roots(void **state) {
    (void)state;
    const Shifted f = {0, 2};
    assert_exact(root_bracketed(shifted, &f, 2, 5), 2);
    assert_exact(root_bracketed(shifted, &f, -5, 2), 2);
    assert_exact(root_bracketed(shifted, &f, 2, 2), 2);
}

static void neighbours_of_doubles(void **state) {
    (void)state;
    const Shifted step = {6, 1};
    const double below = nextafter(1, 0);
    assert_exact(root_bracketed(shifted, &step, below, 1), below);
    const double widths[] = {2, 3, 5, 17};
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        const double x = root_bracketed(shifted, &step, 1 - widths[i] * 0x1p-53, 1 + widths[i] * 0x1p-52);
        assert_change_of_sign(&step, x);
    }
}

/* Values so small that halving them loses their sign. */
static double tiny_step(const void *context, double x) {
    const double root = *(const double *)context;
    return x < root ? -5e-324 : 5e-324;
}

static void smallest_values_keep_their_sign(void **state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 200; i++) {
        const double root = random_in(&random, 0, 1);
        assert_near(root_bracketed(tiny_step, &root, -1, 2), root, 4e-16);
    }
}

static void brackets_outwards(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 2000; i++) {
        const Shifted f = {i % KINDS, random_in(&random, -100, 100)};
        const double start = random_in(&random, -100, 100);
        const double h = random_size(&random, 1e-9, 10) * (f.root > start ? 1 : -1), end = h > 0 ? 200 : -200;
        RootBracket at;
        assert_true(root_bracket_outwards(shifted, &f, &(RootWalk){start, h, end}, &at));
        assert_true(h > 0 ? at.near >= start && at.near < at.far && at.far <= end
                          : at.near <= start && at.near > at.far && at.far >= end);
        assert_true(fmin(at.near, at.far) <= f.root && f.root <= fmax(at.near, at.far));
    }
}

static void brackets_nothing(void **state) {
    (void)state;
    const Shifted f = {0, 10};
    RootBracket at = {-7, -8};
    const RootWalk nowhere[] = {{0, 0.1, 9.5}, {0, -0.1, -1e300}, {0, 1, 0}, {0, -1, -INFINITY}};
    for (size_t i = 0; i < COUNT_OF(nowhere); i++)
        assert_false(root_bracket_outwards(shifted, &f, &nowhere[i], &at));
    assert_true(at.near == -7 && at.far == -8);
    /* A step too small to move the start grows until it does. */
    assert_true(root_bracket_outwards(shifted, &f, &(RootWalk){1, 1e-300, 20}, &at));
    assert_true(at.near < 10 && at.far >= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_change_of_sign),  cmocka_unit_test(smooth_functions_need_few_calls),
        cmocka_unit_test(finds_roots_close_to_zero), cmocka_unit_test(ends_may_be_roots),
        cmocka_unit_test(neighbours_of_doubles),     cmocka_unit_test(smallest_values_keep_their_sign),
        cmocka_unit_test(brackets_outwards),         cmocka_unit_test(brackets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
