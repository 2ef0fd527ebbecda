/* Flutter of systems against closed forms: laws that depend on the speed, friction with a memory, and from
 * which mu on something grows. */
#include "study/run_text.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

/* --- laws --- */

/* A particle of mass 1 on a spring k, damped by 0.1, pressed by 10: the tangent is dof 2. */
static const char *particle(double k, const char *contact, const char *fields, const char *flutter) {
    static char text[2000];
    snprintf(text, sizeof text,
             "return system { mass = {{1, 0}, {0, 1}}, damping = {{0.1, 0}, {0, 0.1}},\n"
             " stiffness = {{1000, 0}, {0, %.17g}},\n"
             " contacts = {{ normal = 1, tangent = 2, state = 'slip', direction = -1, %s }},\n"
             " %s study = stability{ flutter = %s } }\n",
             k, contact, fields, flutter);
    return text;
}

static const char falling[] = "friction = exponential{ mu_s = 0.6, mu_d = 0.3, v_c = 0.1 }",
                  with_force[] =
                      "friction = exponential{ mu_s = 0.6, mu_d = 0.3, v_c = 0.1 }, reaction = {-10, "
                      "4}",
                  moving[] = "foundation = { velocity = 0.05 },";

/* lam^2 + (0.1 + p mu') lam + k = 0. */
static void the_slope_of_a_law_is_that_at_the_speed_of_the_obstacle(void **state) {
    (void)state;
    static const struct {
        const char *fields, *flutter;
    } ways[] = {{moving, "{ to = 10 }"},
                {"foundation = { velocity = -0.05 },", "{ up_to_mu = 0 }"},
                {"", "{ to = 10, speed = 0.05 }"},
                {"foundation = { velocity = 7 },", "{ speed = 0.05 }"}};
    const double slope = -3 * exp(-0.5), re = -(0.1 + 10 * slope) / 2;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        Value *report = run_text(particle(100, with_force, ways[i].fields, ways[i].flutter));
        const Value *root = value_at(value_of(report, "flutter"), 0);
        assert_near(number_of(root, "re"), re, 1e-12 * re);
        assert_near(number_of(root, "im"), sqrt(100 - re * re), 1e-11);
        assert_contains(verdict_of(report), "sliding at mu = 0.481959: a vibration"); /* the law's mu */
        /* A law is rounded when it is evaluated. */
        assert_string_not_equal(certainty_of(report), "proved");
        value_destroy(&report);
    }
}

static void a_slope_that_is_given_counts_before_the_law(void **state) {
    (void)state;
    char contact[200];
    snprintf(contact, sizeof contact, "%s, slope = 0.02, mu = 0.4", with_force);
    Value *report = run_text(particle(100, contact, moving, "{ up_to_mu = 0 }"));
    assert_near(number_of(value_at(value_of(report, "flutter"), 0), "re"), -0.15, 1e-13);
    assert_string_equal(certainty_of(report), "proved");
    value_destroy(&report);
}

static void a_law_without_its_speed_or_force_is_no_all_clear(void **state) {
    (void)state;
    static const struct {
        const char *contact, *fields, *part;
    } cases[] = {
        {with_force, "", "friction of contact 1 is exponential, whose mu and slope depend on the speed"},
        {with_force, "foundation = { velocity = 0 },", "give it: foundation = { velocity = ... }"},
        {with_force, "foundation = { velocity = function(t) return 1 + t end },", "depend on the speed"},
        {falling, moving, "give the reaction of the contact"},
        {"friction = rate_state{ mu_0 = 0.5, a = 0.01, b = 0.02, D_c = 1e-6, V_0 = 1e-3 }", "",
         "rate_state"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Value *report = run_text(particle(100, cases[i].contact, cases[i].fields, "{ to = 10 }"));
        assert_string_equal(certainty_of(report), "unanswered");
        assert_contains(verdict_of(report), cases[i].part);
        assert_null(strstr(verdict_of(report), "grows"));
        assert_int_equal(value_kind(value_of(report, "flutter")), VALUE_NULL);
        assert_int_equal(value_kind(value_of(report, "flutter_mu")), VALUE_NULL);
        value_destroy(&report);
    }
}

/* Slip has gone beyond D_c. */
static void slip_weakening_has_its_last_mu(void **state) {
    (void)state;
    Value *report = run_text(particle(100, "friction = slip_weakening{ mu_s = 0.6, mu_d = 0.3, D_c = 1e-5 }",
                                      "", "{ up_to_mu = 0 }"));
    assert_contains(verdict_of(report), "sliding at mu = 0.3: nothing grows");
    assert_string_equal(certainty_of(report), "proved");
    value_destroy(&report);
}

/* --- friction with a memory --- */

/* With mass m = 1 and no damping steady sliding ends at k_c = q (b - a) p/D_c (1 + V^2/(q a p D_c)), where
 * the frequency is w sqrt(b/a - 1), w = V/D_c; and every root solves (lam^2 + k)(lam + w) + p lam (al (lam +
 * w) - be w) = 0, al and be those of (FR-8). */
static void rate_and_state_ends_steady_sliding_at_the_known_stiffness(void **state) {
    (void)state;
    const double p = 10, a = 0.01, b = 0.015, V = 1e-2, V_0 = 1e-3, D_c = 1e-3, q = V / (V + V_0),
                 w = V / D_c, k_c = q * (b - a) * p / D_c * (1 + V * V / (q * a * p * D_c));
    for (int law = 0; law < 2; law++)
        for (int i = -1; i <= 1; i++) {
            char contact[300], text[1000];
            const double k = k_c * (1 + 0.01 * i);
            snprintf(contact, sizeof contact,
                     "friction = rate_state{ mu_0 = 0.6, a = %g, b = %g, D_c = %g, V_0 = %g, law = '%s' }, "
                     "reaction = {-%g, 6}",
                     a, b, D_c, V_0, law ? "slip" : "aging", p);
            snprintf(text, sizeof text,
                     "return system { mass = {{1, 0}, {0, 1}}, stiffness = {{1000, 0}, {0, %.17g}},\n"
                     " contacts = {{ normal = 1, tangent = 2, state = 'slip', direction = -1, %s }},\n"
                     " foundation = { velocity = %g }, study = stability{ flutter = { up_to_mu = 0 } } }\n",
                     k, contact, V);
            Value *report = run_text(text);
            const Value *list = value_of(report, "flutter");
            assert_int_equal(value_length(list), 2); /* a pair, and the state */
            const Value *vibration = value_at(list, number_of(value_at(list, 0), "im") > 0 ? 0 : 1);
            for (size_t r = 0; r < 2; r++) {
                const double al = a / (V + V_0), be = b / (V + V_0);
                const double complex lam = number_of(value_at(list, r), "re") +
                                           I * number_of(value_at(list, r), "im"),
                                     rest = (lam * lam + k) * (lam + w) + p * lam * (al * (lam + w) - be * w);
                assert_at_most(cabs(rest), 1e-10 * k * w);
            }
            const double growth = number_of(vibration, "re");
            if (i == 0) {
                assert_near(growth, 0, 1e-10 * w);
                assert_near(number_of(vibration, "im"), w * sqrt(b / a - 1), 1e-9 * w);
            } else
                assert_true(growth * i < 0 && (strstr(verdict_of(report), "grows like") != NULL) == (i < 0));
            value_destroy(&report);
        }
}

/* --- from which mu on --- */

/* The tangents 3 and 4 of two contacts, K' = {{a, b + mu}, {b - mu, c}}: z = (a + c)/2 +- sqrt(((a - c)/2)^2
 * + b^2 - mu^2). */
static const char *pair(const char *tangents, const char *study) {
    static char text[1000];
    snprintf(text, sizeof text,
             "return system { mass = {{1,0,0,0},{0,1,0,0},{0,0,1,0},{0,0,0,1}},\n"
             " stiffness = {{9,0,0,1},{0,9,1,0},%s},\n"
             " contacts = {{ normal = 1, tangent = 3, state = 'slip', direction = -1, mu = 0.9 },\n"
             "             { normal = 2, tangent = 4, state = 'slip', direction = 1, mu = 0.9 }},\n"
             " study = stability{ %s } }\n",
             tangents, study);
    return text;
}

/* z = -3 +- sqrt(0.25 - mu^2): two drifts become a vibration at mu = 0.5, slow at first; |lam|^2 =
 * sqrt(9 + mu^2 - 0.25), Im lam = sqrt((|lam|^2 - 3)/2). */
static void a_slow_vibration_that_comes_from_two_drifts(void **state) {
    (void)state;
    static const char drifts[] = "{0,1,-3.5,0},{1,0,0,-2.5}";
    Value *report = run_text(pair(drifts, "flutter = { to = 10 }"));
    assert_contains(verdict_of(report), "a vibration at ");
    assert_near(number_of(values_of(report), "flutter_mu"), 0.5, 1e-9);
    assert_null(strstr(value_as_text(value_get(study_at(report, 0), "note")), "no flutter was found"));
    value_destroy(&report);
    /* A band that begins at omega = 0.1: 0.02 = sqrt(8.75 + mu^2) - 3. */
    report = run_text(pair(drifts, "flutter = { from = 0.1/(2*math.pi), to = 10 }"));
    const double mu = number_of(values_of(report), "flutter_mu");
    assert_near(mu, sqrt(3.02 * 3.02 - 8.75), 1e-9);
    assert_near(number_of(values_of(report), "flutter_frequency"), 0.1 / (2 * M_PI), 1e-9);
    value_destroy(&report);
}

/* A chain of six: two frequencies meet at mu = 1/sqrt(2) and pass. */
static void frequencies_that_meet_and_pass_are_no_flutter(void **state) {
    (void)state;
    Value *report = run_text(
        "local K, M = {}, {}\n"
        "for i = 1, 6 do K[i], M[i] = {}, {}\n"
        " for j = 1, 6 do K[i][j] = i == j and 2 or math.abs(i - j) == 1 and -1 or 0\n"
        "  M[i][j] = i == j and 1 or 0 end end\n"
        "return system { mass = M, stiffness = K,\n"
        " contacts = {{ normal = 3, tangent = 2, state = 'slip', mu = 0.8, direction = -1 }},\n"
        " study = stability{ flutter = { to = 0.12763199553648064 } } }\n");
    assert_int_equal(value_kind(value_of(report, "flutter_mu")), VALUE_NULL);
    assert_int_equal(value_length(value_of(report, "unstable_mu")), 0);
    assert_near(number_of(value_at(value_of(report, "merging"), 0), "mu"), sqrt(0.5), 1e-6);
    assert_null(strstr(verdict_of(report), "flutter begins"));
    value_destroy(&report);
}

/* K = -1 held by gyroscopic terms: every root stays on the axis. */
static void what_gyroscopic_terms_hold_does_not_flutter(void **state) {
    (void)state;
    Value *report = run_text(
        "return system { mass = {{1,0,0,0},{0,1,0,0},{0,0,1,0},{0,0,0,1}},\n"
        " damping = {{0,0,0,0},{0,0,0,0},{0,0,0,10},{0,0,-10,0}},\n"
        " stiffness = {{5,1,0.1,0},{1,2,0.1,0},{0.1,0.1,-1,0},{0,0,0,-1}},\n"
        " contacts = {{ normal = 1, tangent = 2, state = 'slip', direction = 1, mu = 0.4 }},\n"
        " study = stability{ flutter = { up_to_mu = 1, to = 10 } } }\n");
    assert_int_equal(value_kind(value_of(report, "flutter_mu")), VALUE_NULL);
    assert_int_equal(value_length(value_of(report, "unstable_mu")), 0);
    value_destroy(&report);
}

/* The undamped frequencies merge at mu = 0.5; strong damping lets nothing grow. */
static void with_damping_merging_alone_is_no_squeal(void **state) {
    (void)state;
    char text[1200];
    static const char study[] = "critical_mu = true, flutter = true";
    for (int damped = 0; damped < 2; damped++) {
        snprintf(text, sizeof text, "%s", pair("{0,1,3.5,0},{1,0,0,2.5}", study));
        char *at = strstr(text, " study");
        snprintf(at, sizeof text - (size_t)(at - text),
                 " damping = rayleigh{ mass = %d }, study = stability{ %s } }", 2 * damped, study);
        Value *report = run_text(text);
        assert_near(number_of(value_at(value_of(report, "merging"), 0), "mu"), 0.5, 1e-9);
        const char *note = value_as_text(value_get(study_at(report, 0), "note"));
        assert_true((strstr(note, "squeals from mu = 0.5") != NULL) == !damped);
        value_destroy(&report);
    }
}

/* At a speed that is a point of the table mu falls on one side: p mu' = -1 there. */
static void on_a_kink_the_lower_slope_counts(void **state) {
    (void)state;
    static const struct {
        const char *flutter, *remark;
        bool grows;
    } cases[] = {{"{ speed = 1, up_to_mu = 0 }", "on a kink of mu", true},
                 {"{ speed = 0.999, up_to_mu = 0 }", NULL, true},
                 {"{ speed = 1.5, up_to_mu = 0 }", NULL, false},
                 {"{ speed = 3, up_to_mu = 0 }", "beyond the last point of the table", false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Value *report = run_text(particle(100,
                                          "friction = tabulated{ v = {0, 1, 2}, mu = {0.5, 0.4, 0.4} }, "
                                          "reaction = {-10, 4}",
                                          "", cases[i].flutter));
        const char *note = value_as_text(value_get(study_at(report, 0), "note"));
        assert_true((strstr(verdict_of(report), "grows like") != NULL) == cases[i].grows);
        if (cases[i].remark)
            assert_contains(note, cases[i].remark);
        else
            assert_null(strstr(note, "the speed of the slip lies"));
        value_destroy(&report);
    }
}

/* The roots were examined where modes merge, and a search is no proof. */
static void a_search_without_flutter_says_where_it_looked(void **state) {
    (void)state;
    for (int damped = 0; damped < 2; damped++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "return system { mass = {{1,0,0},{0,1,0},{0,0,1}}, damping = rayleigh{ mass = %s },\n"
                 " stiffness = {{10,1,.02},{1,2.03,.01},{.02,.01,1}},\n"
                 " contacts = {{ normal = 1, tangent = 2, state = 'slip', direction = 1, mu = .1 }},\n"
                 " study = stability{ flutter = { to = 10, up_to_mu = 3 } } }\n",
                 damped ? "0.5" : "0.003");
        Value *report = run_text(text);
        const char *note = value_as_text(value_get(study_at(report, 0), "note"));
        assert_int_equal(value_length(value_of(report, "unstable_mu")), !damped);
        if (damped)
            assert_contains(note,
                            "no flutter was found in the band 0 to 10 Hz up to mu = 3, by the roots at ");
        if (damped) assert_contains(note, "values of mu (computed)");
        value_destroy(&report);
    }
}

/* K' = {{a, b}, {c a, c b}} at mu = 0 has the root 0, which is no drift. */
static void a_singular_stiffness_is_no_drift(void **state) {
    (void)state;
    for (int i = 1; i < 60; i++) {
        char text[1000];
        const double a = 1 + i % 7, b = i % 5 + 1, c = i % 11 + 1; /* exactly singular */
        snprintf(text, sizeof text,
                 "return system { mass = {{1,0,0},{0,%d,0},{0,0,3}},\n"
                 " stiffness = {{10,0,0},{0,%.17g,%.17g},{0,%.17g,%.17g}},\n"
                 " contacts = {{ normal = 1, tangent = 2, state = 'slip', direction = 1, mu = .1 }},\n"
                 " study = stability{ flutter = { up_to_mu = 0 } } }\n",
                 i, a, b, c * a, c * b);
        Value *report = run_text(text);
        assert_null(strstr(verdict_of(report), "grows like"));
        value_destroy(&report);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slope_of_a_law_is_that_at_the_speed_of_the_obstacle),
        cmocka_unit_test(a_slope_that_is_given_counts_before_the_law),
        cmocka_unit_test(a_law_without_its_speed_or_force_is_no_all_clear),
        cmocka_unit_test(slip_weakening_has_its_last_mu),
        cmocka_unit_test(rate_and_state_ends_steady_sliding_at_the_known_stiffness),
        cmocka_unit_test(a_slow_vibration_that_comes_from_two_drifts),
        cmocka_unit_test(frequencies_that_meet_and_pass_are_no_flutter),
        cmocka_unit_test(what_gyroscopic_terms_hold_does_not_flutter),
        cmocka_unit_test(with_damping_merging_alone_is_no_squeal),
        cmocka_unit_test(on_a_kink_the_lower_slope_counts),
        cmocka_unit_test(a_search_without_flutter_says_where_it_looked),
        cmocka_unit_test(a_singular_stiffness_is_no_drift),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
