/* The answers about a system do not depend on the units of its dofs (small_motion/units.h). */
#include "random.h"
#include "study/run_text.h"

#include <stdio.h>

static void a_small_unit_hides_no_growth(void **state) {
    (void)state;
    Value *report = run_text(
        "return system { mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-18} }, stiffness = { {3, 2, 0.5e-9}, {2, "
        "2, 0.5e-9}, {0.5e-9, 0.5e-9, 1e-18} }, contacts = { { normal = 1, tangent = 2, state = 'slip', "
        "direction = 1, mu = 0.4 } }, study = stability{ critical_mu = true, growth = { mu = 2 } } }");
    const Value *v = values_of(report);
    assert_near(number_of(v, "critical_mu"), 1, 1e-12);
    assert_near(value_as_number(value_at(value_get(v, "growth"), 0)), 1.38355, 5e-6);
    value_destroy(&report);
}

static void no_unit_makes_or_hides_flutter(void **state) {
    (void)state;
    static const double units[] = {1e-12, 1e-8, 1e-4, 1, 1e4, 1e8, 1e12};
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "local q = %g return system { mass = { {1, 0, 0}, {0, q*q, 0}, {0, 0, 1} }, stiffness = { "
                 "{2, q, 0}, {q, 2*q*q, 4/3*q}, {0, 4/3*q, 10} }, contacts = { { normal = 3, tangent = 1, "
                 "state = 'slip', direction = 1, mu = 0.9 } }, study = stability{ flutter = { to = 1*Hz, "
                 "up_to_mu = 3 } } }",
                 units[i]);
        Value *report = run_text(text);
        assert_near(number_of(values_of(report), "flutter_mu"), 0.75, 1e-9);
        assert_int_equal(value_length(value_get(values_of(report), "merging")), 1);
        value_destroy(&report);
    }
}

/* --- random systems in random units --- */

enum { DOFS = 6, TEXT = 6000 };

typedef struct Drawn {
    double K[DOFS][DOFS], M[DOFS][DOFS], load[DOFS], mu;
    const char *second; /* state of the second contact */
} Drawn;

static Drawn draw(Random *random, bool grazing) {
    Drawn d = {.mu = random_in(random, 0.2, 3), .second = grazing ? "grazing" : "slip"};
    double B[DOFS][DOFS];
    for (int i = 0; i < DOFS; i++) {
        d.load[i] = random_in(random, -1, 1);
        for (int j = 0; j < DOFS; j++) B[i][j] = random_in(random, -1, 1);
    }
    for (int i = 0; i < DOFS; i++)
        for (int j = 0; j < DOFS; j++) {
            for (int k = 0; k < DOFS; k++) d.K[i][j] += B[i][k] * B[j][k];
            d.K[i][j] += i == j ? 0.5 : 0;
            d.M[i][j] = i == j ? random_in(random, 0.5, 2) : 0;
        }
    return d;
}

static int put_matrix(char *text, const char *name, const double A[DOFS][DOFS], const double *q) {
    int used = sprintf(text, "%s = {", name);
    for (int i = 0; i < DOFS; i++) {
        used += sprintf(text + used, "{");
        for (int j = 0; j < DOFS; j++) used += sprintf(text + used, "%.17g,", A[i][j] * q[i] * q[j]);
        used += sprintf(text + used, "},");
    }
    return used + sprintf(text + used, "},\n");
}

/* Contacts on dofs 1, 2 and 3, 4; a curved obstacle under the first; dofs 5 and 6 are free. */
static Value *run_drawn(const Drawn *d, const double *q) {
    char text[TEXT];
    int used = sprintf(text, "return system { ");
    used += put_matrix(text + used, "mass", d->M, q);
    used += put_matrix(text + used, "stiffness", d->K, q);
    used += sprintf(text + used, "load = {");
    for (int i = 0; i < DOFS; i++) used += sprintf(text + used, "%.17g,", d->load[i] * q[i]);
    used += sprintf(text + used,
                    "},\n contacts = { { normal = 1, tangent = 2, state = 'slip', direction = 1, mu = %.17g, "
                    "curvature = %.17g, reaction = {%.17g, %.17g}, slope = %.17g }, { normal = 3, tangent = "
                    "4, state = '%s', direction = -1, mu = %.17g } },\n",
                    d->mu, 0.1 * q[0], -q[0], -d->mu * q[0], 0.01 * q[0], d->second, d->mu);
    sprintf(text + used,
            "study = stability{ critical_mu = true, growth = {}, rate = true, classes = true, %s } }",
            strcmp(d->second, "slip") == 0 ? "flutter = { to = 2*Hz, up_to_mu = 3 }" : "");
    return run_text(text);
}

static void assert_same_number(const Value *a, const Value *b, const char *key) {
    const Value *x = value_get(a, key), *y = value_get(b, key);
    if (value_kind(x) != value_kind(y)) fail_msg("%s exists in one unit only", key);
    if (value_kind(x) == VALUE_FLAG) assert_int_equal(value_as_flag(x), value_as_flag(y));
    if (value_kind(x) == VALUE_COUNT) assert_int_equal(value_as_count(x), value_as_count(y));
    if (value_kind(x) == VALUE_NUMBER)
        assert_near(value_as_number(x), value_as_number(y), 1e-6 * (1e-3 + fabs(value_as_number(x))));
}

/* Rates in units q are those in units 1 divided by q; a direction is compared by its largest entry. */
static void assert_same_rates(const Value *a, const Value *b, const char *key, const double *q) {
    const Value *one = value_get(a, key), *other = value_get(b, key);
    assert_int_equal(value_length(one), value_length(other));
    for (size_t i = 0; i < value_length(one); i++) {
        const bool all = value_get(value_at(one, i), "motion");
        const char *rates = all ? "motion" : "vector"; /* a pencil knows the slip rates alone */
        const Value *x = value_get(value_at(one, i), rates), *y = value_get(value_at(other, i), rates);
        double top_x = 0, top_y = 0, X[DOFS], Y[DOFS];
        for (size_t k = 0; k < value_length(x); k++) {
            X[k] = value_as_number(value_at(x, k));
            Y[k] = value_as_number(value_at(y, k)) * q[all ? k : 2 * k];
            top_x = fmax(top_x, fabs(X[k]));
            top_y = fmax(top_y, fabs(Y[k]));
        }
        assert_int_equal(top_x > 0, top_y > 0); /* a load may move nothing */
        for (size_t k = 0; k < value_length(x) && top_x > 0; k++)
            assert_near(X[k] / top_x, Y[k] / top_y, 1e-5);
        if (strcmp(key, "rate_solutions") == 0) assert_near(top_x, top_y, 1e-6 * top_x);
    }
}

static void assert_same_lists(const Value *a, const Value *b, const char *key, const char *item) {
    const Value *one = value_get(a, key), *other = value_get(b, key);
    if (value_length(one) != value_length(other))
        fail_msg("%s: %zu and %zu", key, value_length(one), value_length(other));
    for (size_t i = 0; i < value_length(one); i++) {
        const Value *x = value_at(one, i), *y = value_at(other, i);
        if (item) {
            assert_same_number(x, y, item);
            continue;
        }
        assert_near(value_as_number(x), value_as_number(y), 1e-6 * (1e-3 + fabs(value_as_number(x))));
    }
}

static void the_answers_are_the_same_in_all_units(void **state) {
    (void)state;
    static const char *const keys[] = {
        "critical_mu", "certified",  "mu_all_slip", "mu_not_positive_definite", "is_P",          "is_P0",
        "is_R0",       "rate_count", "flutter_mu",  "sliding_divergence_mu",    "free_is_stable"};
    Random random = {20260};
    for (int trial = 0; trial < 60; trial++) {
        const Drawn d = draw(&random, trial % 3 == 2);
        const double same[DOFS] = {1, 1, 1, 1, 1, 1};
        double q[DOFS];
        for (int i = 0; i < DOFS; i++) q[i] = i == 1 || i == 3 ? q[i - 1] : random_size(&random, 1e-12, 1e12);
        Value *plain = run_drawn(&d, same), *changed = run_drawn(&d, q);
        const Value *a = values_of(plain), *b = values_of(changed);
        for (size_t i = 0; i < COUNT_OF(keys); i++)
            if (value_get(a, keys[i])) assert_same_number(a, b, keys[i]);
        assert_same_lists(a, b, "growth", NULL);
        assert_same_lists(a, b, "flutter", "re");
        assert_same_lists(a, b, "flutter", "im");
        assert_same_lists(a, b, "merging", "mu");
        assert_same_rates(a, b, "modes", q);
        assert_same_rates(a, b, "rate_solutions", q);
        value_destroy(&plain);
        value_destroy(&changed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_unit_hides_no_growth),
        cmocka_unit_test(no_unit_makes_or_hides_flutter),
        cmocka_unit_test(the_answers_are_the_same_in_all_units),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
