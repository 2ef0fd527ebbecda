/* What is told of growth where damping, or a stiffness that is not symmetric, takes part (ST-18). */
#include "study/run_text.h"

#define SLIPS "contacts = {{ normal = 1, tangent = 2, state = 'slip', direction = 1, mu = 0.5 }}, "
#define ONE3  "mass = {{1,0,0},{0,1,0},{0,0,1}}, "
#define ONE4  "mass = {{1,0,0,0},{0,1,0,0},{0,0,1,0},{0,0,0,1}}, "

static void a_dashpot_is_not_overlooked(void **state) {
    (void)state;
    Value *report = run_text("return system{ mass = {{1,0},{0,1}}, damping = {{1000,10},{10,0.1}}, stiffness "
                             "= {{1,0},{0,1}}, " SLIPS
                             "study = stability{ critical_mu = true, growth = true } }");
    assert_contains(verdict_of(report), "from rest it is stable up to mu = 0.21;");
    assert_contains(verdict_of(report), "runs away like exp(4.68662692 t)");
    value_destroy(&report);
    report = run_text(
        "return system{ mass = {{1,0},{0,1}}, damping = rayleigh{ stiffness = 10 }, stiffness = "
        "{{4,1},{1,1}}, " SLIPS "study = stability{ growth = { mu = 2 } } }");
    assert_contains(verdict_of(report), "runs away like exp(10.0990195 t)");
    value_destroy(&report);
}

/* Only a motion in one direction is excluded where energy excludes nothing else. */
static void vibrations_are_not_overlooked(void **state) {
    (void)state;
    Value *report = run_text("return system{ " ONE3 "damping = {{0,0,0},{0,0,0},{0,0,-0.2}}, stiffness = "
                             "{{5,1,0.1},{1,2,0.1},{0.1,0.1,3}}, " SLIPS
                             "study = stability{ critical_mu = true, growth = true } }");
    assert_contains(verdict_of(report), "from rest no motion leaves in one direction at the mu");
    assert_contains(verdict_of(report), "a vibration at 0.275205 Hz grows like exp(0.1 t)");
    assert_null(strstr(verdict_of(report), "nothing grows"));
    assert_null(strstr(verdict_of(report), "stable up to"));
    assert_string_equal(value_as_text(value_of(report, "without_friction")), "undecided");
    value_destroy(&report);
    report = run_text("return system{ " ONE4 "stiffness = "
                      "{{5,1,0.1,0},{1,2,0.1,0},{0.1,0.1,2,1},{0,0,-1,2}}, " SLIPS
                      "study = stability{ critical_mu = true, growth = true } }");
    assert_contains(verdict_of(report), "from rest no motion leaves in one direction at the mu");
    assert_contains(verdict_of(report), "a vibration at 0.231626 Hz grows like exp(0.343561 t)");
    assert_null(strstr(verdict_of(report), "nothing grows"));
    value_destroy(&report);
    /* Held by gyroscopic terms: neither excluded nor found. */
    report = run_text("return system{ " ONE4 "damping = {{0,0,0,0},{0,0,0,0},{0,0,0,10},{0,0,-10,0}}, "
                      "stiffness = {{5,1,0.1,0},{1,2,0.1,0},{0.1,0.1,-1,0},{0,0,0,-1}}, " SLIPS
                      "study = stability{ growth = true } }");
    assert_null(strstr(verdict_of(report), "runs away"));
    assert_contains(verdict_of(report), "are not excluded");
    value_destroy(&report);
}

/* With damping that takes energy, and with none, "nothing grows" is said as before. */
static void damping_that_takes_energy_leaves_nothing_open(void **state) {
    (void)state;
    Value *report = run_text("return system{ " ONE3 "damping = {{0,0,0},{0,0.1,0},{0,0,0.2}}, stiffness = "
                             "{{5,1,0.1},{1,2,0.1},{0.1,0.1,3}}, " SLIPS
                             "study = stability{ critical_mu = true, growth = true } }");
    assert_contains(verdict_of(report),
                    "from rest it is stable up to mu = 2.00334448; from rest nothing grows");
    assert_true(value_as_flag(value_of(report, "growth_complete")));
    value_destroy(&report);
}

static void neutral_without_friction_is_said_to_be_so(void **state) {
    (void)state;
    Value *report = run_text("return system{ stiffness = {{1,0},{0,0}}, " SLIPS
                             "study = stability{ critical_mu = true } }");
    assert_contains(verdict_of(report), "without friction it is neutral: some motion needs no force");
    value_destroy(&report);
}

/* Friction that falls acts as damping that feeds: lam^2 - 1000 lam + 1 = 0, whatever the stiffness says. */
static void friction_that_falls_leaves_growth_open(void **state) {
    (void)state;
    static const char *const falls[] = {"friction = linear{ mu_s = 0.5, mu_d = 0.3, v_c = 0.01 }",
                                        "slope = -20"};
    for (size_t i = 0; i < COUNT_OF(falls); i++) {
        char text[600];
        snprintf(
            text, sizeof text,
            "return system{ mass = {{1,0},{0,1}}, stiffness = {{100,0},{0,1}}, contacts = {{ normal = 1, "
            "tangent = 2, state = 'slip', direction = 1, mu = 0.5, reaction = {-50, -25}, %s }}, "
            "study = stability{ critical_mu = true, growth = true } }",
            falls[i]);
        Value *report = run_text(text);
        assert_contains(verdict_of(report), "the friction changes with the speed of slip");
        assert_null(strstr(verdict_of(report), "nothing grows"));
        assert_null(strstr(verdict_of(report), "stable up to"));
        assert_string_equal(certainty_of(report), "unanswered");
        const char *note = value_as_text(value_get(study_at(report, 0), "note"));
        assert_null(strstr(note, "nothing grows at"));
        assert_null(strstr(note, "does not slip away"));
        assert_true(!value_of(report, "growth_complete") ||
                    value_kind(value_of(report, "growth_complete")) == VALUE_NULL);
        value_destroy(&report);
    }
}

/* Blocks that grow at their own mu or not: no sentence names the mu of one for both. */
static void contacts_with_several_mu_are_not_called_by_one(void **state) {
    (void)state;
    Value *report = run_text(
        "return system{ " ONE4
        "stiffness = {{5,-1,0,0},{-1,2,0,0},{0,0,5,1},{0,0,1,2}}, contacts = {{ normal = "
        "1, tangent = 2, state = 'slip', direction = 1, mu = 3 }, { normal = 3, tangent = 4, state = 'slip', "
        "direction = 1, mu = 0.1 }}, study = stability{ growth = true } }");
    assert_contains(value_as_text(value_get(study_at(report, 0), "note")),
                    "at the mu of the contacts nothing grows (proved)");
    value_destroy(&report);
}

/* K_nt < 0: no neutral state at any mu, and yet it runs away from 1.25 on, since the mass couples. */
static void a_neutral_state_is_not_called_the_begin_of_slip(void **state) {
    (void)state;
    Value *report = run_text("return system{ mass = {{1,0.8},{0.8,1}}, stiffness = {{5,-1},{-1,2}}, " SLIPS
                             "study = stability{ critical_mu = true } }");
    assert_contains(verdict_of(report), "from rest no mu has a neutral state");
    assert_contains(verdict_of(report), "from rest it is stable up to mu = 1.2");
    value_destroy(&report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dashpot_is_not_overlooked),
        cmocka_unit_test(vibrations_are_not_overlooked),
        cmocka_unit_test(damping_that_takes_energy_leaves_nothing_open),
        cmocka_unit_test(neutral_without_friction_is_said_to_be_so),
        cmocka_unit_test(friction_that_falls_leaves_growth_open),
        cmocka_unit_test(contacts_with_several_mu_are_not_called_by_one),
        cmocka_unit_test(a_neutral_state_is_not_called_the_begin_of_slip),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
