/* Steady sliding: closed forms, balance, and eigenvalues against runs. (BM-12)-(BM-15) */
#include "beam/beam_cases.h"
#include "beam/steady.h"
#include "judder_test.h"

#include <stdlib.h>

static SteadySetup page_setup(const BeamLaw *law, double damping, double beta) {
    return (SteadySetup){10, damping, 1, 1, 0.01, beta, 400, 400, law};
}

static void the_checked_numbers(void **state) {
    (void)state;
    const double mu = 0.9;
    BeamLaw law;
    assert_int_equal(beam_law_open(&(Friction){&constant_law, (double[]){mu, mu}}, 0.01, 0, &law), JUDDER_OK);
    const SteadySetup setup = page_setup(&law, 0, 0);
    const SteadyState one = steady_state(&setup, 1);
    assert_true(one.exists);
    assert_near(one.A, 1.80405913, 5e-9);
    assert_near(one.pressure, 4.00902030, 5e-9);
    assert_near(one.end_displacement, 0.01202706, 5e-9);
    assert_near(steady_critical_velocity(&setup), 444.4444, 5e-5);
    const SteadyState fast = steady_state(&setup, 200);
    assert_near(steady_thermal_growth(&setup, &fast), -2.230851, 5e-7);
    assert_false(steady_state(&setup, 445).exists);
    beam_law_close(&law);
}

/* The roots of (BM-14) are roots, the argument principle counts as many unstable ones, and flutter comes
 * below the critical velocity. */
static void flutter_without_damping(void **state) {
    (void)state;
    const double mu = 0.9;
    BeamLaw law;
    assert_int_equal(beam_law_open(&(Friction){&constant_law, (double[]){mu, mu}}, 0.01, 0, &law), JUDDER_OK);
    const SteadySetup setup = page_setup(&law, 0, 0), damped = page_setup(&law, 1e-4, 0);
    const double critical = steady_critical_velocity(&setup),
                 flutter = steady_flutter_velocity(&setup, critical, 8);
    assert_true(flutter > 0 && flutter < critical);
    assert_true(isnan(steady_flutter_velocity(&damped, critical, 8)));
    for (int i = 0; i < 6; i++) {
        const double V = critical * (i + 0.5) / 6;
        const SteadyState state_at = steady_state(&setup, V);
        SteadySpectrum spectrum;
        steady_spectrum(&setup, &state_at, 8, &spectrum);
        assert_int_equal(spectrum.count, 16);
        assert_true(spectrum.verified);
        assert_int_equal(spectrum.unstable_found > 0, V > flutter);
        for (size_t j = 0; j < spectrum.count; j++) assert_true(spectrum.roots[j].residual < 1e-12);
    }
    beam_law_close(&law);
}

/* beta > 0: a steady state for every V, and it balances. (BM-13) */
static void with_beta_every_speed_has_a_steady_state(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        const double mu = beam_uniform(0.1, 1), V = pow(10, beam_uniform(-2, 5)), alpha = 0.01;
        const double wall = beam_uniform(100, 500), other = beam_uniform(100, 500),
                     beta = beam_uniform(0.01, 0.15);
        BeamLaw law;
        assert_int_equal(beam_law_open(&(Friction){&constant_law, (double[]){mu, mu}}, alpha, beta, &law),
                         JUDDER_OK);
        const SteadySetup s = {10,    0,   beam_uniform(0.1, 3), beam_uniform(0.1, 3), alpha, beta, wall,
                               other, &law};
        const SteadyState st = steady_state(&s, V);
        assert_true(st.exists);
        assert_true(st.pressure > 0 && st.pressure * beta < 1);
        const double heat = mu * st.bound * V, out = st.A * (s.k + s.h_b) - s.h_b * (other - wall);
        assert_near(heat, out, 1e-8 * (fabs(heat) + fabs(out) + 1));
        beam_law_close(&law);
    }
}

static JudderErr falling(void *context, double v, double theta, double *mu) {
    (void)context;
    *mu = 0.5 + 0.3 * exp(-v) + 0.1 / (1 + exp((theta - 402) / 3));
    return JUDDER_OK;
}

static SteadyState start_state;
static double start_scale;

static JudderErr start_bend(void *context, double x, double *y) {
    (void)context;
    *y = start_state.shear / 200 * x * x * (1 - x / 3);
    return JUDDER_OK;
}
static JudderErr start_kick(void *context, double x, double *y) {
    (void)context;
    *y = start_scale * x * x * (3 - x) / 2;
    return JUDDER_OK;
}
static JudderErr start_heat(void *context, double x, double *y) {
    (void)context;
    *y = 400 + start_state.A * x;
    return JUDDER_OK;
}

/* A run that starts beside the steady state grows as the leading root says: a law of speed and
 * temperature. */
static void a_run_grows_at_the_leading_rate(void **state) {
    (void)state;
    BeamCase c;
    beam_case_make(&c, 4, &modal_method, 4, 2e-4);
    formula_law.release(&c.formula);
    c.formula.mu.call_two = falling;
    formula_law.prepare(&c.formula);
    BeamLaw law;
    assert_int_equal(beam_law_open(&c.setup.friction, 0.01, 0, &law), JUDDER_OK);
    const SteadySetup setup = page_setup(&law, 1e-4, 0);
    start_state = steady_state(&setup, 1);
    start_scale = 1e-4;
    SteadySpectrum spectrum;
    steady_spectrum(&setup, &start_state, 6, &spectrum);
    assert_true(spectrum.verified);
    const double rate = creal(spectrum.roots[0].lambda), omega = cimag(spectrum.roots[0].lambda);
    assert_true(rate > 0.1);
    c.setup.start = BEAM_GIVEN;
    c.setup.start_velocity = (Function){.call = start_kick};
    c.setup.start_displacement = (Function){.call = start_bend};
    c.setup.start_temperature = (Function){.call = start_heat};
    Beam *beam = beam_case_open(&c);
    double peak_early = 0, peak_late = 0, early = 0, late = 0;
    for (int n = 1; n <= 20000; n++) {
        assert_int_equal(modal_method.step(beam, n * 2e-4), JUDDER_OK);
        const double t = n * 2e-4, size = fabs(beam->now.velocity);
        if (t > 1 && t < 1 + 2 * M_PI / omega && size > peak_early) peak_early = size, early = t;
        if (t > 3 && t < 3 + 2 * M_PI / omega && size > peak_late) peak_late = size, late = t;
    }
    assert_near(log(peak_late / peak_early) / (late - early), rate, 0.01 * rate);
    beam_destroy(&beam);
    beam_law_close(&law);
    formula_law.release(&c.formula);
}

/* Heat beside the steady state decays at the rate of the leading thermal root of (BM-14), near (BM-15). */
static void heat_decays_at_the_thermal_rate(void **state) {
    (void)state;
    BeamCase c;
    beam_case_make(&c, 2, &modal_method, 6, 1e-3);
    c.velocity = (Signal){.constant = 200};
    c.setup.damping = 5e-3;
    Beam *beam = beam_case_open(&c);
    const SteadySetup setup = page_setup(&beam->law, 5e-3, 0);
    const SteadyState steady = steady_state(&setup, 200);
    SteadySpectrum spectrum;
    steady_spectrum(&setup, &steady, 4, &spectrum);
    double thermal = -INFINITY;
    for (size_t i = 0; i < spectrum.count; i++)
        if (!spectrum.roots[i].elastic) thermal = fmax(thermal, creal(spectrum.roots[i].lambda));
    assert_near(thermal, spectrum.thermal_growth_rate, 1e-3);
    double at[2] = {0};
    for (int n = 1; n <= 6000; n++) {
        assert_int_equal(modal_method.step(beam, n * 1e-3), JUDDER_OK);
        if (n == 5000) at[0] = beam->now.mean - steady.mean_temperature;
        if (n == 6000) at[1] = beam->now.mean - steady.mean_temperature;
    }
    assert_near(log(at[1] / at[0]), thermal, 2e-3);
    beam_destroy(&beam);
}

/* mu straight between points, and as at the last one beyond. */
typedef struct Points {
    Numbers v, mu;
} Points;

static SteadyIntervals intervals_of(const Friction *friction, double alpha, double wall, double beta) {
    BeamLaw law;
    SteadyIntervals found;
    assert_int_equal(beam_law_open(friction, alpha, beta, &law), JUDDER_OK);
    const SteadySetup setup = {10, 0, 1, 1, alpha, beta, wall, wall, &law};
    steady_intervals(&setup, &found);
    assert_true(found.known);
    assert_false(found.cut);
    /* Every speed has as many states as the list says, near its ends too. */
    for (size_t i = 0; i < found.count; i++) {
        const double to = fmin(found.at[i].to, 1e6);
        const double at[] = {found.at[i].from * (1 + 1e-9), (found.at[i].from + to) / 2, to * (1 - 1e-9)};
        for (int k = 0; k < 3; k++)
            assert_int_equal(steady_state(&setup, at[k]).solutions, found.at[i].states);
        if (i > 0 && found.at[i].from > found.at[i - 1].to)
            assert_false(steady_state(&setup, (found.at[i].from + found.at[i - 1].to) / 2).exists);
    }
    beam_law_close(&law);
    return found;
}

/* V mu(V) = 400 in closed form: on the way up, down and up again. */
static void a_law_that_falls_has_states_again_beyond_the_critical_velocity(void **state) {
    (void)state;
    double v[] = {0, 100, 200, 300}, mu[] = {3, 3, 3, 1};
    Points points = {{4, v}, {4, mu}};
    const SteadyIntervals found = intervals_of(&(Friction){&tabulated_law, &points}, 0.01, 400, 0);
    assert_int_equal(found.count, 2);
    assert_near(found.at[0].from, 0, 0);
    assert_near(found.at[0].to, 400. / 3, 1e-12 * 400);
    assert_near(found.at[1].from, (7 + sqrt(49 - 32)) / 0.04, 1e-12 * 400); /* 7 V - V^2/50 = 400 */
    assert_near(found.at[1].to, 400, 1e-12 * 400);
}

/* A dip that is narrower than the steps of any reasonable scan, and a touch that is no passing. */
static void narrow_intervals_are_found(void **state) {
    (void)state;
    double v[] = {0, 100, 100.0001, 100.0002}, mu[] = {5, 5, 3.9, 5};
    Points points = {{4, v}, {4, mu}};
    SteadyIntervals found = intervals_of(&(Friction){&tabulated_law, &points}, 0.01, 400, 0);
    assert_int_equal(found.count, 2);
    assert_near(found.at[0].to, 80, 1e-11);
    /* V (5 - 1.1 (V - 100)/1e-4) = 400 and its mirror image. */
    const double fall = 1.1 / 1e-4, b = 5 + 100 * fall, c = 5 - 100.0002 * fall;
    assert_near(found.at[1].from, (b + sqrt(b * b - 1600 * fall)) / (2 * fall), 1e-9);
    assert_near(found.at[1].to, (-c + sqrt(c * c + 1600 * fall)) / (2 * fall), 1e-9);
    mu[2] = 4.01;
    found = intervals_of(&(Friction){&tabulated_law, &points}, 0.01, 400, 0);
    assert_int_equal(found.count, 1);
}

static double weakened(const Weakening *p, double V) {
    return V * (p->mu_d + (p->mu_s - p->mu_d) * exp(-V / p->v_c));
}

/* Random laws: what lies between the intervals found has none, by fine sampling. */
static void exponential_laws_have_up_to_two_intervals(void **state) {
    (void)state;
    int twice = 0;
    for (int i = 0; i < 300; i++) {
        const Weakening p = {beam_uniform(0.5, 4), beam_uniform(0.01, 0.1), pow(10, beam_uniform(2, 3.5))};
        const SteadyIntervals found = intervals_of(&(Friction){&exponential_law, &p}, 0.01, 400, 0);
        assert_true(found.count == 1 || found.count == 2);
        twice += found.count == 2;
        for (double V = 1; V < 1e5; V *= 1.003) {
            bool inside = false;
            for (size_t k = 0; k < found.count; k++)
                inside = inside || (V >= found.at[k].from && V < found.at[k].to);
            if (fabs(weakened(&p, V) - 400) > 1e-6) assert_int_equal(inside, weakened(&p, V) < 400);
        }
    }
    assert_true(twice > 20);
}

/* A beam too cold to touch has its cold state at every speed, and hot ones beyond a level. (BM-16) */
static void cold_beams_have_several_states(void **state) {
    (void)state;
    const double mu = 0.5, alpha = 0.01, level = 4 / (alpha * mu);
    const Friction constant = {&constant_law, (double[]){mu, mu}};
    SteadyIntervals found = intervals_of(&constant, alpha, -100, 0);
    assert_int_equal(found.count, 2);
    assert_near(found.at[0].to, level, 1e-12 * level);
    assert_int_equal(found.at[0].states, 1);
    assert_int_equal(found.at[1].states, 2);
    assert_true(isinf(found.at[1].to));
    /* beta = 0.1, p_0 = -1: G + 1/G = 2 + 4/10. */
    found = intervals_of(&constant, alpha, -100, 0.1);
    assert_int_equal(found.at[1].states, 3);
    assert_near(found.at[1].from, level * (1.2 + sqrt(0.44)), 1e-12 * level);
    found = intervals_of(&constant, alpha, 400, 0.1);
    assert_int_equal(found.count, 1);
    assert_true(isinf(found.at[0].to));
}

/* The rate of (BM-15), and of the heat of a march whose end is held by a stiff beam. */
static void beyond_the_critical_velocity_heat_grows_at_a_rate(void **state) {
    (void)state;
    const double mu = 0.9;
    BeamLaw law;
    assert_int_equal(beam_law_open(&(Friction){&constant_law, (double[]){mu, mu}}, 0.01, 0, &law), JUDDER_OK);
    const SteadySetup setup = page_setup(&law, 0, 0);
    assert_true(isnan(steady_heat_growth(&setup, 440)));
    for (double V = 445; V < 1e5; V *= 3) {
        const double rate = steady_heat_growth(&setup, V), s = sqrt(rate);
        const double left = s * s * cosh(s) + s * sinh(s), right = 0.01 * mu * V * (cosh(s) - 1);
        assert_true(rate > 0);
        assert_near(left / right, 1, 1e-9);
    }
    /* At the critical velocity it begins at 0. */
    const double critical = steady_critical_velocity(&setup);
    assert_true(steady_heat_growth(&setup, critical * (1 + 1e-6)) < 1e-4);
    beam_law_close(&law);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checked_numbers),
        cmocka_unit_test(flutter_without_damping),
        cmocka_unit_test(with_beta_every_speed_has_a_steady_state),
        cmocka_unit_test(a_run_grows_at_the_leading_rate),
        cmocka_unit_test(heat_decays_at_the_thermal_rate),
        cmocka_unit_test(a_law_that_falls_has_states_again_beyond_the_critical_velocity),
        cmocka_unit_test(narrow_intervals_are_found),
        cmocka_unit_test(exponential_laws_have_up_to_two_intervals),
        cmocka_unit_test(cold_beams_have_several_states),
        cmocka_unit_test(beyond_the_critical_velocity_heat_grows_at_a_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
