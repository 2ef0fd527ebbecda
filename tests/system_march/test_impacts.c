/* Impacts, and contacts whose normal force follows from the motion.  (MO-3), (MO-9), (MO-10) */
#include "system_march/chain.h"

/* Tangent dof 1, normal dof 2. */
typedef struct Body {
    double M[4], C[4], K[4], u[2], v[2], load[3];
    Signal forces[2];
    SystemContactSetup contact;
    SystemDofSignal force[2];
    SystemMarchSetup setup;
} Body;

static void body_make(Body *b, const char *mu, double e) {
    memset(b, 0, sizeof *b);
    b->M[0] = b->M[3] = 1;
    b->contact = (SystemContactSetup){.tangent = 0,
                                      .normal = 1,
                                      .law = {.law = &unilateral_contact},
                                      .friction = {&constant_law, mu},
                                      .restitution = e};
    for (int i = 0; i < 2; i++) b->force[i] = (SystemDofSignal){i, &b->forces[i]};
    b->setup = (SystemMarchSetup){.n = 2,
                                  .M = b->M,
                                  .C = b->C,
                                  .K = b->K,
                                  .contact_count = 1,
                                  .contact = &b->contact,
                                  .force_count = 2,
                                  .force = b->force,
                                  .u = b->u,
                                  .v = b->v};
}

static void a_ball_comes_to_rest(void **state) {
    (void)state;
    static Seen seen;
    char *mu = law_coulomb(0);
    SystemEnergy energy;
    Body b;
    body_make(&b, mu, 0.7);
    b.forces[1].constant = 9.81;
    b.u[1] = -0.5;
    b.setup.final = 3, b.setup.step = 0.1;
    const SystemMarchReport report = march_run(&b.setup, &seen, &energy);
    assert_int_equal(report.accumulations, 1);
    assert_true(seen.impacts > 15 && seen.impacts < 40);
    assert_near(seen.impact_t, 1.80922742764, 1e-3);
    assert_near(seen.event[0].t, seen.impact_t, 1e-15);
    assert_exact(seen.u_end[1], 0);
    assert_exact(seen.v_end[1], 0);
    assert_near(energy.impact, -9.81 * 0.5, 1e-10);
    free(mu);
}

static void an_impact_oscillator_has_its_speed(void **state) {
    (void)state;
    static Seen seen;
    char *mu = law_coulomb(0);
    for (int order = 2; order <= 4; order += 2) {
        double error[2];
        for (int i = 0; i < 2; i++) {
            Body b;
            body_make(&b, mu, 0.8);
            b.K[3] = 1, b.C[3] = 0.1;
            b.load[0] = 1, b.load[1] = 2.2;
            b.forces[1].function = (Function){.call = harmonic, .context = b.load};
            b.u[1] = -0.6;
            b.setup.final = 300, b.setup.step = 0.05 / (1 << i), b.setup.order = order;
            march_run(&b.setup, &seen, NULL);
            error[i] = fabs(seen.impact_speed - 1.74263987912);
        }
        assert_true(log2(error[0] / error[1]) > (order == 2 ? 1.9 : 3.8));
        assert_at_most(error[1], order == 2 ? 1e-3 : 1e-6);
    }
    free(mu);
}

/* A rod that slides on its end, and one that hits. */
static void a_rod_sticks_and_hits(void **state) {
    (void)state;
    static Seen seen;
    static const double M[4] = {0.4375, -0.3247595264, -0.3247595264, 0.8125};
    char *mu = law_coulomb(0.5), *less = law_coulomb(0.3);
    SystemEnergy energy;
    Body b;
    body_make(&b, mu, 0);
    memcpy(b.M, M, sizeof M);
    b.forces[0].constant = -3.1858909542, b.forces[1].constant = 7.970625;
    b.v[0] = 1;
    b.setup.final = 0.2, b.setup.step = 0.01;
    march_run(&b.setup, &seen, NULL);
    assert_int_equal(seen.count, 1);
    assert_near(seen.event[0].t, 0.083651198442, 1e-9);
    assert_near(seen.u_end[0], 0.041825599221, 1e-9);
    for (int k = 0; k < 2; k++) {
        body_make(&b, less, 0.5);
        memcpy(b.M, M, sizeof M);
        b.v[0] = k ? 1 : 3, b.v[1] = 1;
        b.setup.final = 0.01, b.setup.step = 0.01;
        march_run(&b.setup, &seen, &energy);
        assert_near(seen.v_end[0], k ? 0 : 1.4058330913, 1e-9);
        assert_near(energy.impact, k ? -0.1986779736 : -0.6385498649, 1e-9);
    }
    /* With e = 1 friction would create energy. */
    body_make(&b, less, 1);
    memcpy(b.M, M, sizeof M);
    b.v[0] = 1, b.v[1] = 1;
    b.setup.final = 0.01, b.setup.step = 0.01;
    march_run(&b.setup, &seen, &energy);
    assert_at_most(energy.impact, 1e-13);
    free(mu);
    free(less);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_comes_to_rest),
        cmocka_unit_test(an_impact_oscillator_has_its_speed),
        cmocka_unit_test(a_rod_sticks_and_hits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
