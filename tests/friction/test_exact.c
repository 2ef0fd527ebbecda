/* The formula of each law (FR-1)-(FR-7), and the exact evolution of states against fine integration. */
#include "friction/params.h"
#include "random.h"

static void assert_law(const FrictionLaw *law, const char *params, double state, double r, double mu,
                       double slope) {
    assert_near(law->sliding(params, r, state), mu, 1e-15);
    assert_near(law->slope(params, r, state), slope, 1e-14);
}

static void constant_and_linear(void **state) {
    (void)state;
    char *p = law_presets(&constant_law);
    law_set(&constant_law, p, "mu", 0.6);
    assert_exact(constant_law.at_rest(p, 0), 0.6);
    assert_law(&constant_law, p, 0, 3, 0.6, 0);
    assert_false(friction_jumps(&(Friction){&constant_law, p}));
    assert_int_equal(constant_law.word.check(p), JUDDER_OK);
    law_set(&constant_law, p, "mu_s", 0.9);
    assert_int_equal(constant_law.word.check(p), JUDDER_OK);
    assert_exact(constant_law.at_rest(p, 0), 0.9);
    assert_law(&constant_law, p, 0, 1e-300, 0.6, 0);
    assert_true(friction_jumps(&(Friction){&constant_law, p}));
    assert_exact(friction_steady(&(Friction){&constant_law, p}, NAN).mu, 0.6);
    law_set(&constant_law, p, "mu_s", 0.5);
    assert_int_equal(constant_law.word.check(p), JUDDER_INPUT);
    assert_contains(error_message(), "mu_s = 0.5 is below mu = 0.6");
    free(p);
    p = law_weakening(&linear_law, 0.8, 0.5, "v_c", 0.1);
    assert_exact(linear_law.at_rest(p, 0), 0.8);
    assert_law(&linear_law, p, 0, 0.05, 0.65, -3);
    assert_law(&linear_law, p, 0, 0.1, 0.5, 0);
    assert_law(&linear_law, p, 0, 7, 0.5, 0);
    double kappa;
    assert_int_equal(friction_steepest_fall(&(Friction){&linear_law, p}, &kappa), JUDDER_OK);
    assert_near(kappa, 3, 1e-14);
    free(p);
}

static void exponential_and_stribeck(void **state) {
    (void)state;
    char *p = law_weakening(&exponential_law, 0.8, 0.5, "v_c", 0.1);
    assert_exact(exponential_law.at_rest(p, 0), 0.8);
    assert_law(&exponential_law, p, 0, 0.1, 0.5 + 0.3 / M_E, -3 / M_E);
    /* The fold of v + mu(v): mu' = -1 at 0.1 ln 3. */
    assert_near(exponential_law.slope(p, 0.1 * log(3), 0), -1, 1e-14);
    free(p);
    p = law_weakening(&stribeck_law, 0.8, 0.5, "v_c", 0.1);
    assert_law(&stribeck_law, p, 0, 0.1, 0.65, -0.75);
    law_set(&stribeck_law, p, "viscous", 0.02);
    assert_exact(stribeck_law.at_rest(p, 0), 0.8);
    assert_law(&stribeck_law, p, 0, 0.3, 0.575 + 0.006, -3.0 / 16 + 0.02);
    assert_exact(stribeck_law.final_slope(p), 0.02);
    free(p);
}

static void tabulated_points(void **state) {
    (void)state;
    double v[] = {0, 0.1, 0.4, 0.5}, mu[] = {0.9, 0.5, 0.75, 0.35};
    char *p = law_presets(&tabulated_law);
    *(Numbers *)law_field(&tabulated_law, p, "v") = (Numbers){4, v};
    *(Numbers *)law_field(&tabulated_law, p, "mu") = (Numbers){4, mu};
    assert_int_equal(tabulated_law.word.check(p), JUDDER_OK);
    assert_exact(tabulated_law.at_rest(p, 0), 0.9);
    for (int i = 0; i < 4; i++) assert_near(tabulated_law.sliding(p, v[i], 0), mu[i], 1e-15);
    assert_law(&tabulated_law, p, 0, 0.05, 0.7, -4);
    assert_law(&tabulated_law, p, 0, 9, 0.35, 0);
    assert_near(tabulated_law.slope(p, 0.1, 0), 0.25 / 0.3, 1e-14);
    double bends[2] = {0};
    assert_int_equal(tabulated_law.bends(p, bends, 2), 3);
    assert_exact(bends[0], 0.1);
    assert_exact(bends[1], 0.4);
    free(p);
}

static void tabulated_checks(void **state) {
    (void)state;
    double v[] = {0, 0.1, 0.1}, mu[] = {0.9, 0.5, 0.75}, late[] = {0.1, 0.2};
    const struct {
        Numbers v, mu;
        const char *why;
    } wrong[] = {{{3, v}, {2, mu}, "2 values for 3 speeds"},
                 {{0, v}, {0, mu}, "v is empty"},
                 {{2, late}, {2, mu}, "the first speed must be 0"},
                 {{3, v}, {3, mu}, "speeds must increase"}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        char *p = law_presets(&tabulated_law);
        *(Numbers *)law_field(&tabulated_law, p, "v") = wrong[i].v;
        *(Numbers *)law_field(&tabulated_law, p, "mu") = wrong[i].mu;
        assert_int_equal(tabulated_law.word.check(p), JUDDER_INPUT);
        assert_contains(error_message(), wrong[i].why);
        free(p);
    }
}

static char *rate_state_of(double a, double b, double D_c, double V_0, int evolution) {
    char *p = law_presets(&rate_state_law);
    law_set(&rate_state_law, p, "mu_0", 0.6);
    law_set(&rate_state_law, p, "a", a);
    law_set(&rate_state_law, p, "b", b);
    law_set(&rate_state_law, p, "D_c", D_c);
    law_set(&rate_state_law, p, "V_0", V_0);
    *(int *)law_field(&rate_state_law, p, "law") = evolution;
    return p;
}

static void rate_state_values(void **state) {
    (void)state;
    char *p = rate_state_of(0.01, 0.015, 1e-5, 1e-6, 0);
    assert_exact(rate_state_law.state_start(p), 1e-6);
    assert_near(rate_state_law.at_rest(p, 1e-6), 0.6 - 0.015 * log(2), 1e-15);
    assert_near(rate_state_law.sliding(p, 1e-3, 1e-5), 0.6 + 0.01 * log(1001) - 0.015 * log(11), 1e-15);
    assert_near(rate_state_law.slope(p, 1e-3, 1e-5), 0.01 / (1e-6 + 1e-3), 1e-13);
    /* In steady sliding y = r: mu_ss = mu_0 + (a - b) phi(r). */
    for (double r = 1e-9; r < 10; r *= 10)
        assert_near(rate_state_law.sliding(p, r, r), 0.6 - 0.005 * log1p(r / 1e-6), 1e-14);
    law_set(&rate_state_law, p, "start", 4e-6);
    assert_exact(rate_state_law.state_start(p), 4e-6);
    /* Cut at 0 where the logarithm would make it negative. */
    law_set(&rate_state_law, p, "b", 1);
    assert_exact(rate_state_law.sliding(p, 1e-9, 1), 0);
    assert_exact(rate_state_law.slope(p, 1e-9, 1), 0);
    free(p);
}

/* ln y by Runge-Kutta: (ln y)' = (r - y)/D_c (aging) or (r/D_c) ln(r/y) (slip). */
static double log_rate(int evolution, double log_y, double r, double D_c) {
    if (evolution == 0) return (r - exp(log_y)) / D_c;
    return r == 0 ? 0 : r / D_c * (log(r) - log_y);
}

static double integrate(int evolution, double y, double r, double dt, double D_c) {
    enum { STEPS = 4000 };
    const double h = dt / STEPS;
    double z = log(y);
    for (int i = 0; i < STEPS; i++) {
        const double k1 = log_rate(evolution, z, r, D_c), k2 = log_rate(evolution, z + h / 2 * k1, r, D_c),
                     k3 = log_rate(evolution, z + h / 2 * k2, r, D_c),
                     k4 = log_rate(evolution, z + h * k3, r, D_c);
        z += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return exp(z);
}

static void rate_state_evolution(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 400; i++) {
        const int evolution = i % 2;
        const double D_c = random_size(&random, 1e-6, 1), y = random_size(&random, 1e-2, 1e2) * D_c,
                     r = i % 10 < 2 ? 0 : random_size(&random, 1e-3, 1e2) * D_c,
                     dt = random_size(&random, 1e-3, 10) * D_c / fmax(r, y);
        char *p = rate_state_of(0.01, 0.015, D_c, 1e-6, evolution);
        const double exact = rate_state_law.state_advance(p, y, r, dt);
        assert_near(exact, integrate(evolution, y, r, dt, D_c), 1e-8 * exact);
        free(p);
    }
}

static void rate_state_limits(void **state) {
    (void)state;
    for (int evolution = 0; evolution < 2; evolution++) {
        char *p = rate_state_of(0.01, 0.015, 1e-5, 1e-6, evolution);
        /* After much slip the state is the speed; almost without slip it stays (or ages as at rest). */
        assert_near(rate_state_law.state_advance(p, 1e-9, 0.1, 1), 0.1, 1e-15);
        const double rest = rate_state_law.state_advance(p, 1e-3, 0, 0.01);
        assert_near(rest, evolution ? 1e-3 : 1e-3 / 2, 1e-16);
        const double slow[] = {1e-20, 1e-100, 1e-300};
        for (size_t i = 0; i < COUNT_OF(slow); i++)
            assert_near(rate_state_law.state_advance(p, 1e-3, slow[i], 0.01), rest, 1e-14);
        free(p);
    }
}

static void slip_weakening_values(void **state) {
    (void)state;
    char *p = law_weakening(&slip_weakening_law, 0.7, 0.5, "D_c", 4e-4);
    assert_exact(slip_weakening_law.state_start(p), 0);
    assert_exact(slip_weakening_law.at_rest(p, 0), 0.7);
    assert_law(&slip_weakening_law, p, 1e-4, 3, 0.65, 0);
    assert_law(&slip_weakening_law, p, 4e-4, 3, 0.5, 0);
    assert_law(&slip_weakening_law, p, 1, 3, 0.5, 0);
    assert_near(slip_weakening_law.state_advance(p, 1e-4, 0.5, 1e-3), 6e-4, 1e-18);
    assert_exact(slip_weakening_law.state_advance(p, 1e-4, 0, 5), 1e-4);
    free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_and_linear), cmocka_unit_test(exponential_and_stribeck),
        cmocka_unit_test(tabulated_points),    cmocka_unit_test(tabulated_checks),
        cmocka_unit_test(rate_state_values),   cmocka_unit_test(rate_state_evolution),
        cmocka_unit_test(rate_state_limits),   cmocka_unit_test(slip_weakening_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
