/* A law given by a function agrees with the law of the same formula; what is no law is refused. */
#include "friction/formula.h"
#include "friction/params.h"
#include "random.h"

#include <stdlib.h>

typedef double (*Plain)(double v);

static JudderErr call_plain(void *context, double v, double *mu) {
    *mu = (*(const Plain *)context)(v);
    return JUDDER_OK;
}

static Formula formula_of(Plain *f) {
    return (Formula){.mu = {.call = call_plain, .context = f, .arguments = 1, .file = "f.lua", .line = 4}};
}

static JudderErr call_law(void *context, double v, double *mu) {
    const Friction *f = context;
    *mu = v > 0 ? friction_sliding(f, v, 0) : friction_at_rest(f, 0);
    return JUDDER_OK;
}

/* Values to 1e-11 and slopes to 1e-6 of what they are or, where mu hardly changes, of mu/v. */
static void assert_agrees(const FrictionLaw *law, const char *params, uint64_t seed) {
    Friction exact = {law, params};
    Formula formula = {.mu = {.call = call_law, .context = &exact, .arguments = 1}};
    if (formula_law.prepare(&formula) != JUDDER_OK) fail_msg("%s: %s", law->word.name, error_message());
    const Friction fitted = {&formula_law, &formula};
    assert_near(friction_at_rest(&fitted, 0), friction_at_rest(&exact, 0), 1e-11);
    Random random = {seed};
    for (int i = 0; i < 20000; i++) {
        const double v = random_size(&random, 1e-9, 1e6), mu = friction_sliding(&exact, v, 0);
        assert_near(friction_sliding(&fitted, v, 0), mu, 1e-11 * (1 + mu));
        const double slope = friction_slope(&exact, v, 0);
        assert_near(friction_slope(&fitted, v, 0), slope, 1e-6 * (fabs(slope) + 1e-3 * mu / v));
    }
    double kappa, kappa_fitted;
    assert_int_equal(friction_steepest_fall(&exact, &kappa), JUDDER_OK);
    assert_int_equal(friction_steepest_fall(&fitted, &kappa_fitted), JUDDER_OK);
    assert_near(kappa_fitted, kappa, 1e-6 * (1 + kappa));
    formula_law.release(&formula);
}

static void agrees_with_the_laws(void **state) {
    (void)state;
    const double sizes[] = {1e-3, 0.1, 7};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        char *p = law_weakening(&exponential_law, 0.8, 0.5, "v_c", sizes[i]);
        assert_agrees(&exponential_law, p, 1);
        free(p);
        p = law_weakening(&linear_law, 0.8, 0.5, "v_c", sizes[i]);
        assert_agrees(&linear_law, p, 2);
        free(p);
        p = law_weakening(&stribeck_law, 0.8, 0.5, "v_c", sizes[i]);
        assert_agrees(&stribeck_law, p, 3);
        law_set(&stribeck_law, p, "viscous", 0.01);
        assert_agrees(&stribeck_law, p, 4);
        free(p);
    }
}

static double logarithmic(double v) {
    return 0.6 + 0.01 * log1p(v / 1e-6);
}

static void agrees_with_a_logarithm(void **state) {
    (void)state;
    Plain f = logarithmic;
    Formula formula = formula_of(&f);
    assert_int_equal(formula_law.prepare(&formula), JUDDER_OK);
    Random random = {5};
    for (int i = 0; i < 20000; i++) {
        const double v = random_size(&random, 1e-9, 1e8);
        assert_near(formula_law.sliding(&formula, v, 0), logarithmic(v), 1e-11);
        assert_near(formula_law.slope(&formula, v, 0), 0.01 / (1e-6 + v), 1e-6 * 0.01 / (1e-6 + v));
    }
    formula_law.release(&formula);
}

static double hill(double v) {
    return 0.3 + v * exp(-v);
}
static double root(double v) {
    return sqrt(v);
}
static double kinks(double v) {
    return fmax(0.4, 0.9 - 2 * v) + 0.2 * fmax(0, fmin(v - 0.6, 0.3));
}
static double touching(double v) {
    return (v - 0.5) * (v - 0.5) / (1 + v * v);
}

static void finds_bends(void **state) {
    (void)state;
    /* mu'' of v exp(-v) vanishes at 2; kinks are bends too. */
    const struct {
        Plain f;
        int count;
        double at[3];
    } table[] = {{hill, 1, {2}}, {kinks, 3, {0.25, 0.6, 0.9}}};
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        Plain f = table[i].f;
        Formula formula = formula_of(&f);
        assert_int_equal(formula_law.prepare(&formula), JUDDER_OK);
        const size_t count = formula_law.bends(&formula, NULL, 0);
        double *bends = calloc(count, sizeof *bends);
        assert_int_equal(formula_law.bends(&formula, bends, count), count);
        for (int j = 0; j < table[i].count; j++) {
            double least = INFINITY;
            for (size_t k = 0; k < count; k++) least = fmin(least, fabs(bends[k] - table[i].at[j]));
            assert_at_most(least, i == 0 ? 1e-5 : 1e-12);
        }
        free(bends);
        formula_law.release(&formula);
        assert_null(formula.bends);
    }
}

static void accepts_odd_laws(void **state) {
    (void)state;
    Plain odd[] = {root, touching, hill};
    Random random = {6};
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        Formula formula = formula_of(&odd[i]);
        if (formula_law.prepare(&formula) != JUDDER_OK) fail_msg("%zu: %s", i, error_message());
        for (int j = 0; j < 5000; j++) {
            const double v = random_size(&random, 1e-9, 1e6), mu = odd[i](v);
            assert_near(formula_law.sliding(&formula, v, 0), mu, 1e-11 * (1 + mu));
        }
        /* Prepared twice, nothing is lost or doubled. */
        const size_t bends = formula.bend_count;
        assert_int_equal(formula_law.prepare(&formula), JUDDER_OK);
        assert_int_equal(formula.bend_count, bends);
        formula_law.release(&formula);
    }
}

static void goes_on_straight_far_away(void **state) {
    (void)state;
    char *p = law_weakening(&stribeck_law, 0.8, 0.5, "v_c", 0.1);
    law_set(&stribeck_law, p, "viscous", 0.25);
    Friction exact = {&stribeck_law, p};
    Formula formula = {.mu = {.call = call_law, .context = &exact, .arguments = 1}};
    assert_int_equal(formula_law.prepare(&formula), JUDDER_OK);
    assert_near(formula_law.final_slope(&formula), 0.25, 1e-9);
    const double far = 8 * formula_reach;
    assert_near(formula_law.sliding(&formula, far, 0), 0.25 * far, 1e-8 * far);
    formula_law.release(&formula);
    free(p);
}

static double not_a_number(double v) {
    return v > 3 ? NAN : 0.5;
}
static double infinite(double v) {
    return 0.5 / v;
}
static double negative(double v) {
    return 0.5 - v;
}
static double barely_negative(double v) {
    return touching(v) - 1e-6;
}
/* Negative only where it is slow, though huge far away. */
static double negative_then_viscous(double v) {
    return fabs(v - 0.1) - 1e-5;
}
static double jumping(double v) {
    return v < 0.2 ? 0.8 : 0.5;
}
static double jumping_at_rest(double v) {
    return v == 0 ? 0.8 : 0.5;
}
static double restless(double v) {
    return 1 + sin(v);
}
static double random_one(double v) {
    (void)v;
    return rand() / (double)RAND_MAX;
}

static void assert_refused(Plain f, const char *why) {
    Formula formula = formula_of(&f);
    if (formula_law.prepare(&formula) != JUDDER_INPUT) fail_msg("not refused: %s", why);
    assert_contains(error_message(), why);
    assert_int_equal(strncmp(error_message(), "f.lua:4: ", 9), 0);
    formula_law.release(&formula);
}

static void refusals(void **state) {
    (void)state;
    srand(1);
    assert_refused(not_a_number, "mu is nan at v = ");
    assert_refused(infinite, "mu is infinite at v = 0");
    assert_refused(negative, "it must not be negative");
    assert_refused(barely_negative, "it must not be negative");
    assert_refused(negative_then_viscous, "it must not be negative");
    assert_refused(jumping, "mu jumps at v = 0.2, from 0.8 to 0.5: a law must be continuous");
    assert_refused(jumping_at_rest, "mu jumps (as v leaves 0) at v = 0, from 0.8 to 0.5: a law must be");
    assert_refused(restless, "mu never settles near v = ");
    assert_refused(random_one, "it must depend on v alone");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_laws),
        cmocka_unit_test(agrees_with_a_logarithm),
        cmocka_unit_test(finds_bends),
        cmocka_unit_test(accepts_odd_laws),
        cmocka_unit_test(goes_on_straight_far_away),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
