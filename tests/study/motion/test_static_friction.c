/* A coefficient at rest above that of sliding: constant{ mu, mu_s }. */
#include "study/motion/motion.h"

/* Sticks for 2 A/V and slips for 2 (pi - atan(A w/V))/w, A = (mu_s - mu) N/k, w = sqrt(k/m). */
static void static_and_kinetic_friction_has_its_period(void **state) {
    (void)state;
    Value *report = run_text(
        "return slider { mass = 1, stiffness = 25, normal_force = 10, drive = 0.2,\n friction = "
        "constant{ mu = 0.4, mu_s = 0.6 }, study = march{ final = 30, step = 5e-3 } }\n",
        true);
    const Value *march = study_at(report, 0);
    assert_near(number(march, "period"), 1.613777574318, 1e-9);
    assert_near(number(march, "slip_max"), 0.2 + sqrt(0.2 * 0.2 + 0.16), 1e-6);
    assert_exact(number(march, "stage_steps"), 0);
    assert_at_most(number(march, "energy_defect"), 1e-12);
    value_destroy(&report);
}

/* A drop of friction is what a fall over less and less speed tends to, with perfect delay and with mass. */
static void static_friction_of_a_slab_is_the_limit_of_a_steep_fall(void **state) {
    (void)state;
    static const char *const selections[] = {"perfect_delay{}", "mass{ epsilon = 10 }"},
                             *const laws[] = {"constant{ mu = 0.5, mu_s = 0.8 }",
                                              "linear{ mu_s = 0.8, mu_d = 0.5, v_c = 1e-9 }"};
    static const double times[] = {0.5e-4, 0.75e-4, 1.1e-4, 2e-4, 4e-4};
    for (int k = 0; k < 2; k++) {
        double slip[2][5], stuck[2];
        for (int i = 0; i < 2; i++) {
            char words[700];
            snprintf(
                words, sizeof words,
                "return slab { height = 5e-2, material = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 "
                "},\n "
                "contact = pressure{ S = 10*MPa }, friction = %s, selection = %s, foundation = { velocity = "
                "0.1 },\n study = march{ final = 4e-4, step = 5e-8, probe = {%g, %g, %g, %g, %g} } }",
                laws[i], selections[k], times[0], times[1], times[2], times[3], times[4]);
            Value *report = run_text(words, true);
            for (size_t j = 0; j < 5; j++) slip[i][j] = probe(study_at(report, 0), "slip_1", j);
            stuck[i] = number(study_at(report, 0), "stick_fraction");
            assert_true(number(study_at(report, 0), "jumps") > 2);
            assert_true(number(study_at(report, 0), "nonunique_steps") > 100);
            value_destroy(&report);
        }
        assert_true(stuck[0] > 0.2 && stuck[0] < 0.9);
        assert_near(stuck[0], stuck[1], 1e-3);
        for (int j = 0; j < 5; j++) assert_near(slip[0][j], slip[1][j], 1e-6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_and_kinetic_friction_has_its_period),
        cmocka_unit_test(static_friction_of_a_slab_is_the_limit_of_a_steep_fall),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
