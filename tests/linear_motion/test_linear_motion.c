/* Closed forms, the equation itself and the energy balance. */
#include "judder_test.h"
#include "linear_motion/linear_motion.h"
#include "random.h"

#include <string.h>

/* u'' + 2 z u' + u = 0 from u = 1, v = 0, by pieces. */
static void follows_a_damped_oscillator(void **state) {
    (void)state;
    const double M = 2, C = .4, K = 2, z = .1;
    const bool given = false;
    LinearMotion *m = NULL;
    bool singular = true;
    assert_int_equal(JUDDER_OK, linear_motion_create(1, &M, &C, &K, &m));
    assert_int_equal(JUDDER_OK, linear_motion_mode(m, &(LinearMode){.given = &given}, &singular));
    assert_false(singular);
    const double h = 1 / linear_motion_rate(m), w = sqrt(1 - z * z);
    double t = 0;
    m->u[0] = 1;
    for (int k = 0; k < 40; k++) {
        linear_motion_expand(m, h);
        linear_motion_at(m, 1, m->u, m->v, NULL);
        t += h;
    }
    assert_near(m->u[0], exp(-z * t) * (cos(w * t) + z / w * sin(w * t)), 1e-14);
    assert_near(m->v[0], -exp(-z * t) * sin(w * t) / w, 1e-14);
    linear_motion_destroy(&m);
}

/* A dof that is moved with a given acceleration, a polynomial load, a dashpot: every row is in balance at
 * every s. */
static void balances_every_row(void **state) {
    (void)state;
    enum { N = 5 };
    Random random = {3};
    for (int trial = 0; trial < 50; trial++) {
        double M[N * N], C[N * N], K[N * N], r[LINEAR_TERMS];
        for (int i = 0; i < N * N; i++)
            C[i] = random_in(&random, -.2, .2), K[i] = random_in(&random, -1, 1),
            M[i] = (i % (N + 1) == 0) * 2 + random_in(&random, -.2, .2);
        const bool given[N] = {false, true, false, false, trial % 2 == 1};
        const LinearJoin join = {.at = 0, .of = 1, .factor = .3};
        const LinearDashpot dashpot = {.at = 2, .c = -.5};
        LinearMotion *m = NULL;
        bool singular = true;
        assert_int_equal(JUDDER_OK, linear_motion_create(N, M, C, K, &m));
        const LinearMode mode = {given, 1, 1, &join, &dashpot};
        assert_int_equal(JUDDER_OK, linear_motion_mode(m, &mode, &singular));
        assert_false(singular);
        for (int i = 0; i < N; i++) m->u[i] = random_in(&random, -1, 1), m->v[i] = random_in(&random, -1, 1);
        for (int i = 0; i < 4 * N; i++) m->f[i] = random_in(&random, -1, 1);
        m->moved[1] = .7, m->moved[N + 1] = -.4;
        linear_motion_expand(m, .8 / linear_motion_rate(m));
        double force[N][LINEAR_TERMS];
        for (int i = 0; i < N; i++) linear_motion_force(m, i, force[i]);
        for (int k = 0; k < 8; k++) {
            const double s = k / 7.0;
            double v[N], a[N];
            linear_motion_at(m, s, NULL, v, a);
            for (int i = 0; i < N; i++)
                r[i] = linear_series_at((LinearSeries){force[i], 1, LINEAR_TERMS - 1}, s);
            assert_near(r[0], join.factor * r[1], 1e-13);
            assert_near(r[2], -dashpot.c * v[2], 1e-13);
            assert_near(r[3], 0, 1e-13);
            assert_near(a[1], .7 - .4 * s, 1e-14);
            if (given[4])
                assert_near(a[4], 0, 1e-15);
            else
                assert_near(r[4], 0, 1e-13);
        }
        linear_motion_destroy(&m);
    }
}

/* Kinetic and elastic energy change by the work of the load less what the dashpots take. */
static void accounts_for_energy(void **state) {
    (void)state;
    enum { N = 2 };
    const double M[] = {1, 0, 0, 2}, C[] = {.3, -.1, -.1, .2}, K[] = {2, -1, -1, 1.5};
    const bool given[N] = {false, false};
    LinearMotion *m = NULL;
    bool singular = true;
    assert_int_equal(JUDDER_OK, linear_motion_create(N, M, C, K, &m));
    assert_int_equal(JUDDER_OK, linear_motion_mode(m, &(LinearMode){.given = given}, &singular));
    m->u[0] = .5, m->v[1] = -.7, m->f[0] = 1, m->f[3] = .5, m->f[4] = -2;
    double energy[2], external = 0, viscous = 0;
    const double h = .9 / linear_motion_rate(m), end = .6;
    linear_motion_expand(m, h);
    for (int k = 0; k < 2; k++) {
        double u[N], v[N];
        linear_motion_at(m, k * end, u, v, NULL);
        energy[k] = .5 * (v[0] * v[0] + 2 * v[1] * v[1]) + u[0] * u[0] - u[0] * u[1] + .75 * u[1] * u[1];
    }
    for (int i = 0; i < N; i++) {
        const LinearSeries v = {m->v + i, N, LINEAR_TERMS};
        external += h * linear_series_work((LinearSeries){m->f + i, N, LINEAR_TERMS}, v, end);
        for (int j = 0; j < N; j++)
            viscous += h * C[i * N + j] *
                       linear_series_work(v, (LinearSeries){m->v + j, N, LINEAR_TERMS}, end);
    }
    assert_near(energy[1] - energy[0], external - viscous, 1e-15);
    assert_true(fabs(external) > .01 && viscous > .01);
    linear_motion_destroy(&m);
}

/* A rod that slides on its end: beyond a mu the mode has no acceleration (Painleve). */
static void tells_a_singular_mode(void **state) {
    (void)state;
    const double M[] = {.4375, -.3247595264, -.3247595264, .8125}, K[4] = {0};
    const bool given[] = {false, true};
    LinearMotion *m = NULL;
    bool singular = false;
    assert_int_equal(JUDDER_OK, linear_motion_create(2, M, NULL, K, &m));
    const LinearJoin join = {.at = 0, .of = 1, .factor = .4375 / -.3247595264};
    assert_int_equal(JUDDER_OK, linear_motion_mode(m, &(LinearMode){given, 1, 0, &join, NULL}, &singular));
    assert_true(singular);
    linear_motion_destroy(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_a_damped_oscillator),
        cmocka_unit_test(balances_every_row),
        cmocka_unit_test(accounts_for_energy),
        cmocka_unit_test(tells_a_singular_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
