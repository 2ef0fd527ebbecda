/* Exact propagators: against many small steps of a different method, in all ranges of damping; modes
 * against their equations. (BM-10) */
#include "beam/modal/propagator.h"
#include "beam/modes.h"
#include "judder_test.h"

#include <math.h>
#include <stdlib.h>

/* Runge-Kutta of order 4. */
static void integrate(double omega, double g, double tau, const double force[2], double y[2]) {
    enum { STEPS = 4000 };
    const double h = tau / STEPS;
    for (int n = 0; n < STEPS; n++) {
        double k[4][2], z[2] = {y[0], y[1]};
        for (int i = 0; i < 4; i++) {
            const double s = n * h + (i == 0 ? 0 : i < 3 ? h / 2 : h);
            k[i][0] = z[1];
            k[i][1] = force[0] + force[1] * s / tau - 2 * g * z[1] - omega * omega * z[0];
            const double part = i < 2 ? h / 2 : h;
            for (int j = 0; j < 2; j++) z[j] = y[j] + part * k[i][j];
        }
        for (int j = 0; j < 2; j++) y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
}

static void oscillators_of_every_damping(void **state) {
    (void)state;
    const double omegas[] = {0.3, 5, 40}, ratios[] = {0, 0.01, 0.5, 0.999999, 1, 1.000001, 1.5, 10},
                 tau = 0.2;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 8; j++) {
            const double omega = omegas[i], g = ratios[j] * omega, w = omega;
            const Oscillation p = oscillation_over(omega, g, tau);
            double a[2] = {1, 0}, v[2] = {0, 1}, constant[2] = {0}, ramp[2] = {0};
            integrate(omega, g, tau, (const double[2]){0, 0}, a);
            integrate(omega, g, tau, (const double[2]){0, 0}, v);
            integrate(omega, g, tau, (const double[2]){1, 0}, constant);
            integrate(omega, g, tau, (const double[2]){0, 1}, ramp);
            assert_near(p.aa, a[0], 1e-9);
            assert_near(p.va, a[1], 1e-9 * (1 + w * w));
            assert_near(p.av, v[0], 1e-9);
            assert_near(p.vv, v[1], 1e-9 * (1 + w));
            assert_near(p.constant_a, constant[0], 1e-9);
            assert_near(p.constant_v, constant[1], 1e-9);
            assert_near(p.ramp_a, ramp[0], 1e-9);
            assert_near(p.ramp_v, ramp[1], 1e-9);
        }
}

/* Two half steps are one whole step, down to steps where the closed forms would lose all digits. */
static void steps_compose(void **state) {
    (void)state;
    for (double tau = 1e-9; tau < 10; tau *= 7) {
        const double omega = 35, g = 1;
        const Oscillation whole = oscillation_over(omega, g, tau), half = oscillation_over(omega, g, tau / 2);
        assert_near(half.aa * half.constant_a + half.av * half.constant_v + half.constant_a, whole.constant_a,
                    1e-14 * whole.constant_a + 1e-16);
        const Relaxation r = relaxation_over(20, tau), s = relaxation_over(20, tau / 2);
        assert_near(s.keep * s.constant + s.constant, r.constant, 1e-14 * r.constant);
        assert_near(s.keep * s.ramp / 2 + s.constant / 2 + s.ramp / 2, r.ramp, 1e-14 * r.ramp);
    }
}

static void modes_satisfy_their_equations(void **state) {
    (void)state;
    assert_near(elastic_mode(1, 1).b, 1.8751040687119611, 1e-14);
    for (size_t n = 1; n <= 60; n++) {
        const ElasticMode mode = elastic_mode(1, n);
        assert_near(cos(mode.b) + 1 / cosh(mode.b), 0, 1e-12);
        assert_near(elastic_shape(&mode, n, 1), 2, 1e-12);
        assert_near(elastic_shape(&mode, n, 0), 0, 1e-12);
        double norm = 0;
        for (int p = 0; p < 200; p++)
            for (int g = 0; g < GAUSS; g++) {
                const double y = elastic_shape(&mode, n, (p + gauss_at[g]) / 200);
                norm += gauss_weight[g] / 200 * y * y;
            }
        assert_near(norm, 1, 1e-9);
        const HeatMode heat = heat_mode(0.7, 1.9, n);
        assert_near(0.7 * heat.kappa * cos(heat.kappa) + 1.9 * sin(heat.kappa), 0, 1e-11 * heat.kappa);
    }
}

/* What the modes miss tends to nothing, in order. */
static void missed_modes_shrink(void **state) {
    (void)state;
    enum { MOST = 400 };
    ElasticMode elastic[MOST];
    HeatMode heat[MOST];
    for (size_t n = 0; n < MOST; n++) elastic[n] = elastic_mode(10, n + 1), heat[n] = heat_mode(1, 2, n + 1);
    const double material[3] = {10, 1, 2};
    const MissedModes some = missed_modes(elastic, 100, heat, 100, material),
                      more = missed_modes(elastic, MOST, heat, MOST, material);
    assert_near(log(some.deflection / more.deflection) / log(4), 3, 0.05);
    assert_near(log(some.end / more.end) / log(4), 1, 0.05);
    assert_true(fabs(more.mean) < 2e-6 && fabs(more.moment) < 2e-4);
    assert_true(fabs(more.end_wall) < 1e-5 && fabs(more.mean_wall) < 1e-7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oscillators_of_every_damping),
        cmocka_unit_test(steps_compose),
        cmocka_unit_test(modes_satisfy_their_equations),
        cmocka_unit_test(missed_modes_shrink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
