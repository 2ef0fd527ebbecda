/* Random systems with every kind of contact: the balance of energy, impacts that create none,
 * hostile input. */
#include "system_march/watch.h"

enum { DOFS = 6 };

static void random_matrix(Random *random, double size, double *A) {
    double Q[DOFS][DOFS];
    for (int i = 0; i < DOFS; i++)
        for (int j = 0; j < DOFS; j++) Q[i][j] = random_in(random, -1, 1);
    for (int i = 0; i < DOFS; i++)
        for (int j = 0; j <= i; j++) {
            double sum = i == j ? 0.3 : 0;
            for (int k = 0; k < DOFS; k++) sum += Q[i][k] * Q[j][k] / DOFS;
            A[i * DOFS + j] = A[j * DOFS + i] = size * sum;
        }
}

static JudderErr wave(void *context, double t, double *y) {
    *y = *(const double *)context * sin(3 * t);
    return JUDDER_OK;
}

/* Three contacts: one with a given force, one rigid, one compliant; a force, a driven dof. */
static void every_step_balances_its_energy(void **test_state) {
    (void)test_state;
    Random random = {21};
    Friction laws[LAWS];
    laws_make(0.5, laws);
    static Seen seen;
    for (int k = 0; k < 4 * LAWS; k++) {
        double M[DOFS * DOFS], C[DOFS * DOFS], K[DOFS * DOFS], u[DOFS], v[DOFS], size = 2;
        random_matrix(&random, 1, M);
        random_matrix(&random, 0.1, C);
        random_matrix(&random, 40, K);
        for (int i = 0; i < DOFS; i++) u[i] = random_in(&random, -0.1, 0), v[i] = random_in(&random, -1, 1);
        const Signal force = {.function = {.call = wave, .context = &size}}, speed = {.constant = 0.5},
                     push = {.constant = 3};
        const SystemContactSetup contacts[] = {
            {.tangent = 0,
             .normal = -1,
             .normal_force = &push,
             .velocity = &speed,
             .friction = laws[k % LAWS]},
            {.tangent = 1, .normal = 2, .law = {.law = &unilateral_contact}, .friction = laws[k % LAWS]},
            {.tangent = 3,
             .normal = 4,
             .law = {.law = &compliance_contact, .stiffness = 500, .power = 1.5},
             .velocity = &speed,
             .friction = laws[k % LAWS],
             .reaction = {-1, 0.1}},
        };
        const SystemDofSignal forces[] = {{2, &force}, {0, &force}}, drives[] = {{5, &force}};
        const SystemMarchSetup setup = {.n = DOFS,
                                        .M = M,
                                        .C = k % 2 ? C : NULL,
                                        .K = K,
                                        .contact_count = 3,
                                        .force_count = 2,
                                        .drive_count = 1,
                                        .contact = contacts,
                                        .force = forces,
                                        .drive = drives,
                                        .u = u,
                                        .v = v,
                                        .final = 5,
                                        .step = 0.01};
        SystemEnergy e;
        march_run(&setup, &seen, &e);
        assert_int_equal(stepper_count_steps(setup.final, setup.step), 500);
        const double start = seen.first_energy;
        assert_near(e.kinetic + e.elastic - start,
                    e.external - e.frictional - e.viscous - e.contact + e.numerical + e.impact,
                    1e-10 * seen.largest_energy);
        assert_true(e.frictional > 0);
        for (size_t i = 0; i < seen.count; i++)
            assert_true(seen.event[i].t >= 0 && seen.event[i].t <= 5 + 1e-9);
        for (size_t i = 1; i < seen.count; i++)
            if (seen.event[i].contact == seen.event[i - 1].contact)
                assert_true(seen.event[i].from == seen.event[i - 1].to);
    }
    laws_free(laws);
}

/* A ball on a spring against a wall, whatever the step: an inelastic impact creates no energy, and it
 * comes to rest there. */
static void heavy_impacts_create_no_energy(void **test_state) {
    (void)test_state;
    char *params = law_coulomb(0.3);
    static Seen seen;
    const double M[4] = {1, 0, 0, 1}, K[4] = {10, 0, 0, 5}, step[] = {0.001, 0.0137, 0.1, 0.5, 2};
    for (size_t k = 0; k < COUNT_OF(step); k++) {
        const double u[2] = {-0.5, 0}, v[2] = {0.3, 1};
        const SystemContactSetup contact = {.tangent = 1,
                                            .normal = 0,
                                            .law = {.law = &unilateral_contact},
                                            .friction = {&constant_law, params},
                                            .gap = -0.1};
        const SystemMarchSetup setup = {.n = 2,
                                        .M = M,
                                        .K = K,
                                        .contact_count = 1,
                                        .contact = &contact,
                                        .u = u,
                                        .v = v,
                                        .final = 20,
                                        .step = step[k]};
        const SystemMarchReport report = march_run(&setup, &seen, NULL);
        assert_true(report.impacts >= 1);
        assert_at_most(seen.largest_energy, seen.first_energy * (1 + 1e-13));
        /* The spring pulls to 0, beyond the wall at -.1: it stays at the wall. */
        assert_near(seen.u_end[0], -0.1, 1e-12);
        assert_near(seen.v_end[0], 0, 1e-9);
    }
    free(params);
}

/* A bar of 20 cells whose end touches without mass: 1e5 steps of impacts create no energy, at any
 * ratio of step and cell. */
static void a_bar_may_bounce_for_long(void **test_state) {
    (void)test_state;
    enum { N = 21 };
    static double M[N * N], K[N * N], u[N], v[N];
    char *params = law_coulomb(0);
    static Seen seen;
    const double dx = 1.0 / 20, cfl[] = {0.1, 0.5, 1, 4};
    for (int i = 0; i + 1 < N;
         i++) { /* dof i: displacement down at z = i dx; dof N - 1 is moved with velocity 0 */
        K[i * N + i] += 1 / dx, K[(i + 1) * N + i + 1] += 1 / dx;
        K[i * N + i + 1] -= 1 / dx, K[(i + 1) * N + i] -= 1 / dx;
        M[i * N + i] += dx / 2, M[(i + 1) * N + i + 1] += dx / 2;
    }
    M[0] = 0;
    M[N + 1] += dx / 2;
    for (int i = 0; i < N; i++) u[i] = -0.5 * (1 - i * dx);
    /* The tangential dof of the contact is one more, alone. */
    enum { ALL = N + 1 };
    static double MM[ALL * ALL], KK[ALL * ALL], uu[ALL], vv[ALL];
    for (int i = 0; i < N; i++) {
        uu[i] = u[i], vv[i] = v[i];
        for (int j = 0; j < N; j++) MM[i * ALL + j] = M[i * N + j], KK[i * ALL + j] = K[i * N + j];
    }
    MM[N * ALL + N] = 1;
    const Signal still = {0};
    const SystemDofSignal top = {N - 1, &still};
    const SystemContactSetup contact = {
        .tangent = N, .normal = 0, .law = {.law = &unilateral_contact}, .friction = {&constant_law, params}};
    for (size_t k = 0; k < COUNT_OF(cfl); k++) {
        const double steps = SANITIZED ? 1000 : 25000;
        const SystemMarchSetup setup = {.n = ALL,
                                        .M = MM,
                                        .K = KK,
                                        .contact_count = 1,
                                        .contact = &contact,
                                        .drive_count = 1,
                                        .drive = &top,
                                        .u = uu,
                                        .v = vv,
                                        .final = steps * cfl[k] * dx,
                                        .step = cfl[k] * dx};
        const SystemMarchReport report = march_run(&setup, &seen, NULL);
        assert_int_equal(report.impact_steps, 0);
        assert_at_most(seen.largest_energy, seen.first_energy * (1 + 1e-12));
        if (cfl[k] == 0.5) {
            /* Exact: contact on [1, 2], [4, 5], ...; steps spread the waves a little. */
            assert_near(seen.event[0].t, 1, 0.03);
            assert_int_equal(seen.event[0].from, STAGE_OPEN);
        }
    }
    free(params);
}

static JudderErr refuse_after(double from, double t, double *y) {
    *y = t > from ? -1 : 1;
    return JUDDER_OK;
}

static JudderErr turns_negative(void *context, double t, double *y) {
    return refuse_after(*(const double *)context, t, y);
}

static void hostile_systems_are_refused(void **test_state) {
    (void)test_state;
    char *params = law_coulomb(0.3);
    double M[4] = {1, 0, 0, 1}, K[4] = {1, 0, 0, 1}, late = 0.5;
    const Signal push = {.constant = 1}, negative = {.function = {.call = turns_negative, .context = &late}};
    SystemContactSetup contact = {
        .tangent = 0, .normal = -1, .normal_force = &push, .friction = {&constant_law, params}};
    SystemMarchSetup setup = {
        .n = 2, .M = M, .K = K, .contact_count = 1, .contact = &contact, .final = 1, .step = 0.1};
    SystemMarch *march = NULL;
    K[1] = 0.5;
    assert_int_equal(system_march_create(&setup, &march), JUDDER_INPUT);
    assert_contains(error_message(), "stiffness is not symmetric in row 2, column 1");
    K[1] = 0;
    M[3] = K[3] = 0;
    assert_int_equal(system_march_create(&setup, &march), JUDDER_INPUT);
    assert_contains(error_message(), "without resistance");
    M[3] = 1;
    contact.tangent = 2;
    assert_int_equal(system_march_create(&setup, &march), JUDDER_INPUT);
    assert_contains(error_message(), "tangent is dof 3");
    contact.tangent = 0, contact.normal = 0;
    contact.law = (Contact){.law = &unilateral_contact};
    assert_int_equal(system_march_create(&setup, &march), JUDDER_INPUT);
    assert_contains(error_message(), "used already");
    contact.normal = -1, contact.normal_force = NULL;
    assert_int_equal(system_march_create(&setup, &march), JUDDER_INPUT);
    assert_contains(error_message(), "normal_force");
    contact.normal_force = &negative;
    assert_int_equal(system_march_create(&setup, &march), JUDDER_OK);
    assert_int_equal(stepper_march((Stepper *)march, 1, 0), JUDDER_INPUT);
    assert_contains(error_message(), "must not be negative");
    system_march_destroy(&march);
    free(params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_balances_its_energy),
        cmocka_unit_test(heavy_impacts_create_no_energy),
        cmocka_unit_test(a_bar_may_bounce_for_long),
        cmocka_unit_test(hostile_systems_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
