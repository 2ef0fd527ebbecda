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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dashpot_is_not_overlooked),
        cmocka_unit_test(vibrations_are_not_overlooked),
        cmocka_unit_test(damping_that_takes_energy_leaves_nothing_open),
        cmocka_unit_test(neutral_without_friction_is_said_to_be_so),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
