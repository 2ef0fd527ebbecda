/* All critical points, and the first exit from a band, against dense sampling. */
#include "curve/exp_polynomial.h"
#include "judder_test.h"
#include "random.h"

#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* g with g' = scale (s - r_1) ... (s - r_n). */
static ExpPolynomial with_critical_points(int n, const double *roots, double scale) {
    double d[EXP_POLYNOMIAL_DEGREE + 1] = {scale};
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k >= 0; k--) d[k] = (k ? d[k - 1] : 0) - roots[i] * d[k];
    ExpPolynomial g = {.degree = n + 1};
    for (int k = 0; k <= n; k++) g.c[k + 1] = d[k] / (k + 1);
    return g;
}

static void finds_all_roots_of_products(void **state) {
    (void)state;
    Random random = {1};
    for (int trial = 0; trial < 2000; trial++) {
        const int n = 1 + random_below(&random, 7);
        double roots[8], inside[8], zeros[EXP_POLYNOMIAL_DEGREE + 2];
        int expected = 0;
        /* One in each cell of a grid over [-0.5, 1.5], so that they are apart. */
        for (int i = 0; i < n; i++) roots[i] = -0.5 + 2 * (i + random_in(&random, 0.2, 0.8)) / n;
        for (int i = 0; i < n; i++)
            if (roots[i] > 0 && roots[i] < 1) inside[expected++] = roots[i];
        const ExpPolynomial g = with_critical_points(n, roots, random_size(&random, 1e-6, 1e6));
        assert_int_equal(exp_polynomial_critical(&g, zeros), expected);
        qsort(inside, (size_t)expected, sizeof *inside, by_size);
        for (int i = 0; i < expected; i++) assert_near(zeros[i], inside[i], 1e-10);
    }
}

static void finds_roots_of_high_degree(void **state) {
    (void)state;
    double roots[20], zeros[EXP_POLYNOMIAL_DEGREE + 2];
    for (int i = 0; i < 12; i++) roots[i] = (i + 0.5) / 12;
    const ExpPolynomial g = with_critical_points(12, roots, 1e6);
    assert_int_equal(exp_polynomial_critical(&g, zeros), 12);
    for (int i = 0; i < 12; i++) assert_near(zeros[i], roots[i], 1e-6);
}

static void no_critical_points(void **state) {
    (void)state;
    double zeros[EXP_POLYNOMIAL_DEGREE + 2];
    const ExpPolynomial none[] = {
        {.degree = 0, .c = {3}},
        {.degree = 1, .c = {3, 2}},
        {.degree = 30, .c = {3, 2}},
        {.degree = 0, .amplitude = 1, .rate = 4},
        {.degree = 2, .c = {0, 0, 1}},  /* at the end 0 itself */
        {.degree = 2, .c = {0, -2, 1}}, /* at the end 1 itself */
        {.degree = 1, .c = {0, 1}, .amplitude = -1, .rate = 5},
    };
    for (size_t i = 0; i < COUNT_OF(none); i++) assert_int_equal(exp_polynomial_critical(&none[i], zeros), 0);
}

static void critical_point_of_line_and_exponential(void **state) {
    (void)state;
    Random random = {2};
    for (int trial = 0; trial < 2000; trial++) {
        /* c s + a exp(-k s): zero slope at ln(a k/c)/k. */
        const double k = random_size(&random, 1e-2, 1e6) * (trial % 2 ? 1 : -1);
        const double at = random_in(&random, 0.01, 0.99) / fmax(1, fabs(k) / 600),
                     a = random_size(&random, 1e-3, 1e3);
        const ExpPolynomial g = {.degree = 1, .c = {0, a * k * exp(-k * at)}, .amplitude = a, .rate = k};
        double zeros[EXP_POLYNOMIAL_DEGREE + 2];
        assert_int_equal(exp_polynomial_critical(&g, zeros), 1);
        assert_near(zeros[0], at, 1e-13 + 1e-13 / fabs(k));
    }
}

static void derivatives_match_differences(void **state) {
    (void)state;
    Random random = {3};
    for (int trial = 0; trial < 500; trial++) {
        ExpPolynomial g = {.degree = random_below(&random, 9), .amplitude = random_in(&random, -1, 1)};
        g.rate = random_in(&random, -5, 5);
        for (int k = 0; k <= g.degree; k++) g.c[k] = random_in(&random, -1, 1);
        const double s = random_in(&random, 0.1, 0.9), h = 1e-5;
        assert_exact(exp_polynomial_derivative(&g, 0, s), exp_polynomial_value(&g, s));
        for (int order = 1; order <= 5; order++) {
            const double difference = (exp_polynomial_derivative(&g, order - 1, s + h) -
                                       exp_polynomial_derivative(&g, order - 1, s - h)) /
                                      (2 * h);
            assert_near(exp_polynomial_derivative(&g, order, s), difference, 1e-4 * (1 + fabs(difference)));
        }
    }
}

static ExpPolynomial random_function(Random *random) {
    ExpPolynomial g = {.degree = random_below(random, 9)};
    for (int k = 0; k <= g.degree; k++) g.c[k] = random_in(random, -1, 1) * (1 << random_below(random, 5));
    if (random_below(random, 2)) {
        g.amplitude = random_in(random, -3, 3);
        g.rate = random_size(random, 1e-3, 1e4) * (random_below(random, 4) ? 1 : -1e-3);
    }
    return g;
}

/* Where sampling sees the function outside the band for the first time; 2 if never. */
static double sampled_exit(const ExpPolynomial *g, double low, double high, int *side) {
    enum { SAMPLES = 4000 };
    for (int i = 0; i <= 2 * SAMPLES; i++) {
        /* Half the samples crowd at 0, where stiff exponentials live. */
        const double s = i < SAMPLES ? 0.02 * pow((double)i / SAMPLES, 3)
                                     : 0.02 + 0.98 * (i - SAMPLES) / SAMPLES;
        const double value = exp_polynomial_value(g, s);
        if (value > high || value < low) {
            *side = value > high ? 1 : -1;
            return s;
        }
    }
    return 2;
}

static void first_exit_against_sampling(void **state) {
    (void)state;
    Random random = {4};
    int exits = 0;
    for (int trial = 0; trial < 4000; trial++) {
        const ExpPolynomial g = random_function(&random);
        const double start = exp_polynomial_value(&g, 0);
        const double low = start - random_size(&random, 0.01, 10),
                     high = start + random_size(&random, 0.01, 10);
        double s = -1;
        int side = 0, sampled_side = 0;
        const bool found = exp_polynomial_first_exit(&g, low, high, 0, &s, &side);
        const double sampled = sampled_exit(&g, low, high, &sampled_side);
        if (sampled <= 1) {
            assert_true(found);
            assert_at_most(s, sampled);
        }
        if (!found) continue;
        exits++;
        assert_true(s >= 0 && s <= 1);
        const double level = side > 0 ? high : low;
        assert_near(exp_polynomial_value(&g, s), level, 1e-11 * (1 + fabs(level) + fabs(g.amplitude)));
        /* Between samples nothing may have happened before: the sampling only comes a little later. */
        if (sampled <= 1 && sampled_side == side) assert_near(s, sampled, 0.03);
        ExpPolynomial before = g;
        assert_true(sampled_exit(&before, low - 1e-9 * (1 + fabs(low)), high + 1e-9 * (1 + fabs(high)),
                                 &sampled_side) >= s);
    }
    assert_in_range(exits, 1000, 3900);
}

static void touching_is_no_exit(void **state) {
    (void)state;
    double s;
    int side;
    const ExpPolynomial hill = {.degree = 2, .c = {0, 4, -4}}; /* top 1 at 0.5 */
    assert_false(exp_polynomial_first_exit(&hill, -1, 1, 0, &s, &side));
    assert_false(exp_polynomial_first_exit(&hill, -1, 1 - 1e-13, 1e-12, &s, &side));
    assert_true(exp_polynomial_first_exit(&hill, -1, 1 - 1e-10, 1e-12, &s, &side));
    assert_int_equal(side, 1);
    assert_near(s, 0.5 - sqrt(1e-10) / 2, 1e-9);
    const ExpPolynomial valley = {.degree = 2, .c = {0, -4, 4}};
    assert_false(exp_polynomial_first_exit(&valley, -1, 1, 0, &s, &side));
    /* Starting on the edge and going in, along it, or out. */
    const ExpPolynomial down = {.degree = 1, .c = {1, -1}}, flat = {.c = {1}},
                        up = {.degree = 1, .c = {1, 1}};
    assert_false(exp_polynomial_first_exit(&down, -1, 1, 0, &s, &side));
    assert_false(exp_polynomial_first_exit(&flat, -1, 1, 0, &s, &side));
    assert_true(exp_polynomial_first_exit(&up, -1, 1, 0, &s, &side));
    assert_exact(s, 0);
    assert_int_equal(side, 1);
    /* Reaching the edge exactly at the end. */
    const ExpPolynomial reach = {.degree = 1, .c = {0, 1}};
    assert_false(exp_polynomial_first_exit(&reach, -1, 1, 0, &s, &side));
}

static void stiff_and_growing(void **state) {
    (void)state;
    double s;
    int side;
    /* A boundary layer of width 1e-9, then a slow rise that leaves at 0.75. */
    const ExpPolynomial layer = {.degree = 1, .c = {0, 2}, .amplitude = -1, .rate = 1e9};
    assert_true(exp_polynomial_first_exit(&layer, -2, 1.5, 0, &s, &side));
    assert_near(s, 0.75, 1e-15);
    /* Growth beyond the largest double. */
    const double rates[] = {-100, -800, -1e4, -1e300};
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        const ExpPolynomial growing = {.degree = 1, .c = {0, -1}, .amplitude = 1e-6, .rate = rates[i]};
        assert_true(exp_polynomial_first_exit(&growing, -10, 10, 0, &s, &side));
        assert_int_equal(side, 1);
        assert_near(s * -rates[i], log(1e7), 1e-9 + 20 / -rates[i]);
        const ExpPolynomial falling = {.degree = 1, .c = {0, 1}, .amplitude = -1e-6, .rate = rates[i]};
        assert_true(exp_polynomial_first_exit(&falling, -10, 10, 0, &s, &side));
        assert_int_equal(side, -1);
    }
    const ExpPolynomial dead = {.degree = 1, .c = {0, 0.5}, .amplitude = 0, .rate = -1e300};
    assert_false(exp_polynomial_first_exit(&dead, -1, 1, 0, &s, &side));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_all_roots_of_products),
        cmocka_unit_test(finds_roots_of_high_degree),
        cmocka_unit_test(no_critical_points),
        cmocka_unit_test(critical_point_of_line_and_exponential),
        cmocka_unit_test(derivatives_match_differences),
        cmocka_unit_test(first_exit_against_sampling),
        cmocka_unit_test(touching_is_no_exit),
        cmocka_unit_test(stiff_and_growing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
