/* All that may follow, by enumeration: the closed forms of the theory page, and what every system must
 * satisfy. */
#include "judder_test.h"
#include "random.h"
#include "small_motion/condense.h"
#include "stability/futures.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

/* Unstable if and only if s K_nt > 0 and mu >= K_tt/(s K_nt); lam^2 = (mu s K_nt - K_tt)/m. */
static void the_particle_follows_its_law(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 500; i++) {
        const double K_tt = random_size(&random, 0.01, 100), K_nt = random_in(&random, -10, 10),
                     m = random_size(&random, 0.01, 100), mu = random_size(&random, 0.01, 10);
        const int s = random_below(&random, 2) ? 1 : -1;
        System *p = particle(K_tt, K_nt, m, s);
        system_set_mu(p, mu);
        assert_int_equal(small_motion_check(&p->motion), JUDDER_OK);
        Futures onset, growth;
        GOOD(futures_onset(&p->motion, 0, INFINITY, &onset));
        GOOD(futures_growth(&p->motion, p->mu, &growth));
        const double critical = K_tt / (s * K_nt);
        assert_int_equal(onset.count, s * K_nt > 0);
        if (onset.count) {
            assert_near(onset.at[0].mu / critical, 1, 1e-13);
            assert_near(onset.at[0].V[1], s, 1e-14);
            assert_int_equal(onset.at[0].future[0], FUTURE_SLIP);
        }
        const bool unstable = s * K_nt > 0 && mu >= critical;
        assert_int_equal(growth.count, unstable);
        if (unstable) assert_near(growth.at[0].z / ((mu * s * K_nt - K_tt) / m), 1, 1e-11);
        futures_release(&onset);
        futures_release(&growth);
        system_free(p);
    }
}

/* A curved obstacle: K_tt + chi r_n and K_nt - chi r_t take the place of K_tt and K_nt. (ST-2) */
static void curvature_changes_the_particle(void **state) {
    (void)state;
    System *p = particle(3, 2, 1, -1);
    p->contact[0].curvature = 0.5;
    p->contact[0].mu = p->mu[0] = 2;
    p->contact[0].reaction[0] = -2, p->contact[0].reaction[1] = 4;
    Futures growth;
    GOOD(futures_growth(&p->motion, p->mu, &growth));
    /* K_tt = 3 - 1 = 2, K_nt = 2 - 2 = 0: stable for every mu. */
    assert_int_equal(growth.count, 0);
    p->contact[0].curvature = 2;
    /* K_tt = 3 - 4 = -1, K_nt = 2 - 8 = -6: lam^2 = mu s K_nt - K_tt = 12 + 1. */
    GOOD(futures_growth(&p->motion, p->mu, &growth));
    assert_int_equal(growth.count, 1);
    assert_near(growth.at[0].z, 13, 1e-12);
    futures_release(&growth);
    system_free(p);
}

/* A particle that just touches has four futures; for one load each way all of them are met. */
static void a_grazing_particle_has_four_futures(void **state) {
    (void)state;
    System *p = particle(1, 0.5, 1, 1);
    p->contact[0] = (SmallContact){.normal = 0, .tangent = 1, .state = SMALL_CONTACT_GRAZING, .mu = 0.4};
    p->mu[0] = 0.4;
    static const struct {
        double n, t;
        Future future;
        int way;
    } loads[] = {
        {1, 0.1, FUTURE_STICK, 0}, {1, 2, FUTURE_SLIP, 1}, {1, -2, FUTURE_SLIP, -1}, {-1, 0, FUTURE_OPEN, 0}};
    for (size_t i = 0; i < COUNT_OF(loads); i++) {
        p->load[0] = loads[i].n, p->load[1] = loads[i].t;
        Futures rates;
        GOOD(futures_rates(&p->motion, p->mu, &rates));
        assert_int_equal(rates.count, 1);
        assert_false(rates.continuum);
        assert_int_equal(rates.at[0].future[0], loads[i].future);
        if (loads[i].way) assert_true(loads[i].way * rates.at[0].V[1] > 0);
        assert_at_most(rates.at[0].residual, 1e-13);
        futures_release(&rates);
    }
    system_free(p);
}

/* Klarbring: K_tt < mu K_nt. Pressed on and pushed along, the particle may stick, slip or lift off; at
 * rest it stays, whatever mu, since slip that would grow pulls it from the obstacle. */
static void a_grazing_particle_may_have_several_futures(void **state) {
    (void)state;
    System *p = particle(1, 2, 1, 1);
    p->contact[0] = (SmallContact){.normal = 0, .tangent = 1, .state = SMALL_CONTACT_GRAZING, .mu = 1};
    p->mu[0] = 1;
    Futures found;
    GOOD(futures_onset(&p->motion, 0, INFINITY, &found));
    assert_int_equal(found.count, 0);
    futures_release(&found);
    GOOD(futures_growth(&p->motion, p->mu, &found));
    assert_int_equal(found.count, 0);
    futures_release(&found);
    GOOD(futures_neutral(&p->motion, p->mu, &found));
    assert_int_equal(found.count, 0);
    futures_release(&found);
    p->load[0] = 1, p->load[1] = 0.75;
    GOOD(futures_rates(&p->motion, p->mu, &found));
    assert_int_equal(found.count, 3);
    bool seen[3] = {false, false, false};
    for (int i = 0; i < found.count; i++) {
        const FutureMode *mode = &found.at[i];
        seen[mode->future[0]] = true;
        if (mode->future[0] == FUTURE_SLIP) assert_near(mode->V[1], 0.25, 1e-14);
        if (mode->future[0] == FUTURE_OPEN) assert_near(mode->V[0], -0.5, 1e-14);
    }
    assert_true(seen[FUTURE_STICK] && seen[FUTURE_SLIP] && seen[FUTURE_OPEN]);
    futures_release(&found);
    system_free(p);
}

/* R0 is lost exactly at the critical mu. */
static void a_neutral_motion_at_the_critical_mu(void **state) {
    (void)state;
    System *p = particle(1, 2, 1, 1);
    static const double mu[] = {0.4, 0.5, 0.6};
    for (int i = 0; i < 3; i++) {
        Futures found;
        GOOD(futures_neutral(&p->motion, &mu[i], &found));
        assert_int_equal(found.count, i == 1);
        if (i == 1) assert_near(found.at[0].V[1], 1, 1e-12);
        futures_release(&found);
    }
    system_free(p);
}

/* Without friction the rates minimise an energy: one solution for any mixture of states and any load. */
static void without_friction_the_rate_problem_is_unique(void **state) {
    (void)state;
    Random random = {11};
    for (int trial = 0; trial < 200; trial++) {
        enum { N = 7 };
        System *s = system_new(N, 3);
        double root[N * N];
        for (int i = 0; i < N * N; i++) root[i] = random_in(&random, -1, 1);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                s->K[i * N + j] = i == j ? 0.1 : 0;
                for (int k = 0; k < N; k++) s->K[i * N + j] += root[i * N + k] * root[j * N + k];
            }
        for (int i = 0; i < N; i++) s->load[i] = random_in(&random, -1, 1);
        for (int i = 0; i < 3; i++) {
            s->contact[i] = slipping(2 * i, 2 * i + 1, random_below(&random, 2) ? 1 : -1, 0);
            const int state_of = random_below(&random, 4);
            s->contact[i].state = (SmallContactState)state_of;
        }
        Futures rates;
        GOOD(futures_rates(&s->motion, s->mu, &rates));
        assert_int_equal(rates.count, 1);
        assert_false(rates.continuum);
        /* Condensing changes nothing. */
        Condenser *condenser = NULL;
        CondensedMotion condensed;
        GOOD(condenser_create(&s->motion, &condenser));
        GOOD(condensed_motion_create(condenser, 0, &condensed));
        if (condensed.motion.n > 0) {
            Futures small;
            double V[N];
            GOOD(futures_rates(&condensed.motion, s->mu, &small));
            assert_int_equal(small.count, 1);
            GOOD(condenser_expand(condenser, 0, true, small.at[0].V, V));
            for (int i = 0; i < N; i++) assert_near(V[i], rates.at[0].V[i], 1e-9);
            futures_release(&small);
        }
        condensed_motion_release(&condensed);
        condenser_destroy(&condenser);
        futures_release(&rates);
        system_free(s);
    }
}

static int count_rates(double Lam, bool *continuum) {
    System *c = column(Lam, 0.1);
    Futures rates;
    GOOD(futures_rates(&c->motion, c->mu, &rates));
    const int count = rates.count;
    *continuum = rates.continuum;
    futures_release(&rates);
    system_free(c);
    return count;
}

static void rates_of_the_column(void **state) {
    (void)state;
    bool continuum;
    assert_int_equal(count_rates(0.5, &continuum), 1);
    assert_false(continuum);
    assert_int_equal(count_rates(0.636088685655, &continuum), 2);
    assert_true(continuum); /* the two ends */
    assert_int_equal(count_rates(0.68, &continuum), 3);
    assert_false(continuum);
    assert_int_equal(count_rates(0.8, &continuum), 1);
    assert_false(continuum);
}

static void growth_of_the_column(void **state) {
    (void)state;
    System *c = column(0.794191634, 0.1);
    Futures growth;
    GOOD(futures_growth(&c->motion, c->mu, &growth));
    assert_int_equal(growth.count, 2); /* either foot */
    for (int i = 0; i < 2; i++) assert_near(sqrt(growth.at[i].z), 0.588697234, 5e-10);
    futures_release(&growth);
    system_free(c);
    c = column(0.72, 0.1);
    GOOD(futures_growth(&c->motion, c->mu, &growth));
    assert_int_equal(growth.count, 0);
    futures_release(&growth);
    system_free(c);
}

/* One element: exactly one solution for every shape and Poisson's ratio, by its closed form. */
static void one_element_has_one_critical_mu(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 2000; i++) {
        const double beta = random_size(&random, 0.1, 5), nu = random_in(&random, 0.02, 0.49);
        System *e = block((Block2){2, 1, beta, nu, true, -1});
        Futures onset;
        GOOD(futures_onset(&e->motion, 0, INFINITY, &onset));
        const bool sticks = 5 * nu * nu - 8 * (1 + 2 * beta * beta) * nu + 3 > 0;
        const double expected = sticks ? (2 * beta + (1 - nu) / beta) / (0.75 * (1 + nu))
                                       : sqrt((8 + (1 - nu) / (beta * beta)) / (6 * nu));
        assert_int_equal(onset.count, 1);
        assert_near(onset.at[0].mu / expected, 1, 1e-10);
        assert_int_equal(onset.at[0].future[0], FUTURE_SLIP);
        assert_int_equal(onset.at[0].future[1], sticks ? FUTURE_STICK : FUTURE_SLIP);
        futures_release(&onset);
        system_free(e);
    }
}

/* The pencil of one element, entry by entry. */
static void the_pencil_of_one_element(void **state) {
    (void)state;
    Random random = {4};
    for (int i = 0; i < 50; i++) {
        const double b = random_size(&random, 0.1, 5), nu = random_in(&random, 0.02, 0.49);
        System *e = block((Block2){2, 1, b, nu, true, -1});
        Condenser *condenser = NULL;
        GOOD(condenser_create(&e->motion, &condenser));
        double A[4], B[4];
        GOOD(condenser_pencil_at(condenser, 0, A, B));
        const double unit = 1 / (12 * (1 - nu * nu)), tangent = (1 - nu) / b,
                     expected_A[] = {4 * b + 2 * tangent, -4 * b + tangent, -4 * b + tangent,
                                     4 * b + 2 * tangent},
                     expected_B[] = {1.5 * (1 + nu), 1.5 * (1 - 3 * nu), -1.5 * (1 - 3 * nu),
                                     -1.5 * (1 + nu)};
        for (int k = 0; k < 4; k++) {
            assert_near(A[k], unit * expected_A[k], 1e-13 * (1 + b + 1 / b));
            assert_near(B[k], unit * expected_B[k], 1e-13);
        }
        assert_true(condenser_free_is_stable(condenser));
        condenser_destroy(&condenser);
        system_free(e);
    }
}

static void growth_of_blocks(void **state) {
    (void)state;
    static const struct {
        int nodes;
        double nu, mu;
        bool lumped;
        double lambda;
    } rows[] = {{2, .48, 2, true, .48055111},
                {3, .48, 2, true, .91480974},
                {2, .48, 2, false, .68610183},
                {3, .48, 2, false, 1.09938105},
                {3, .1, 5, true, 2.86454991}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        System *b = table_block(rows[i].nodes, rows[i].nu, rows[i].lumped);
        system_set_mu(b, rows[i].mu);
        Futures growth;
        GOOD(futures_growth(&b->motion, b->mu, &growth));
        assert_true(growth.count > 0);
        assert_near(sqrt(growth.at[0].z), rows[i].lambda, 6e-9);
        futures_release(&growth);
        system_free(b);
    }
}

/* Other units, other names of the dofs, the mirror image: the same answer. */
static void what_must_not_matter(void **state) {
    (void)state;
    System *one = table_block(3, 0.1, true);
    system_set_mu(one, 5);
    Futures growth, onset, other;
    GOOD(futures_growth(&one->motion, one->mu, &growth));
    GOOD(futures_onset(&one->motion, 0, 100, &onset));
    const int n = one->motion.n;
    for (int i = 0; i < n * n; i++) one->K[i] *= 1e9, one->M[i] *= 2.5e3;
    GOOD(futures_growth(&one->motion, one->mu, &other));
    assert_int_equal(other.count, growth.count);
    for (int i = 0; i < growth.count; i++) assert_near(other.at[i].z / growth.at[i].z, 1e9 / 2.5e3, 1e-6);
    futures_release(&other);
    GOOD(futures_onset(&one->motion, 0, 100, &other));
    assert_int_equal(other.count, onset.count);
    for (int i = 0; i < onset.count; i++) assert_near(other.at[i].mu, onset.at[i].mu, 1e-9);
    futures_release(&other);
    /* Dofs in the opposite order. */
    for (int i = 0; i < n * n / 2; i++) {
        const double K = one->K[i], M = one->M[i];
        one->K[i] = one->K[n * n - 1 - i], one->K[n * n - 1 - i] = K;
        one->M[i] = one->M[n * n - 1 - i], one->M[n * n - 1 - i] = M;
    }
    for (int i = 0; i < one->motion.contacts; i++) {
        one->contact[i].normal = n - 1 - one->contact[i].normal;
        one->contact[i].tangent = n - 1 - one->contact[i].tangent;
    }
    GOOD(futures_onset(&one->motion, 0, 100, &other));
    assert_int_equal(other.count, onset.count);
    for (int i = 0; i < onset.count; i++) assert_near(other.at[i].mu, onset.at[i].mu, 1e-9);
    futures_release(&other);
    system_free(one);
    /* Slip to the right: the mirror image. */
    one = block((Block2){3, 0.5, 0.25, 0.1, true, 1});
    GOOD(futures_onset(&one->motion, 0, 100, &other));
    assert_int_equal(other.count, onset.count);
    for (int i = 0; i < onset.count; i++) assert_near(other.at[i].mu, onset.at[i].mu, 1e-9);
    futures_release(&other);
    futures_release(&onset);
    futures_release(&growth);
    system_free(one);
}

/* The judge does not believe what is wrong. */
static void the_judge_can_say_no(void **state) {
    (void)state;
    System *b = table_block(2, 0.48, true);
    Futures onset;
    GOOD(futures_onset(&b->motion, 0, 100, &onset));
    double V[4], mu[2] = {onset.at[0].mu, onset.at[0].mu};
    const SmallRates rates = {.mu = mu, .V = V};
    memcpy(V, onset.at[0].V, sizeof V);
    assert_at_most(small_motion_residual(&b->motion, b->K, &rates), 1e-13);
    mu[0] *= 1.01;
    assert_true(small_motion_residual(&b->motion, b->K, &rates) > 1e-4);
    mu[0] = mu[1];
    for (int i = 0; i < 4; i++) V[i] = -V[i];
    assert_true(small_motion_residual(&b->motion, b->K, &rates) > 0.1);
    for (int i = 0; i < 4; i++) V[i] = -V[i] + (i == 1 ? 0.01 : 0); /* into the floor */
    assert_true(small_motion_residual(&b->motion, b->K, &rates) > 1e-3);
    V[0] = NAN;
    assert_true(isinf(small_motion_residual(&b->motion, b->K, &rates)));
    futures_release(&onset);
    system_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_particle_follows_its_law),
        cmocka_unit_test(curvature_changes_the_particle),
        cmocka_unit_test(a_grazing_particle_has_four_futures),
        cmocka_unit_test(a_grazing_particle_may_have_several_futures),
        cmocka_unit_test(a_neutral_motion_at_the_critical_mu),
        cmocka_unit_test(without_friction_the_rate_problem_is_unique),
        cmocka_unit_test(rates_of_the_column),
        cmocka_unit_test(growth_of_the_column),
        cmocka_unit_test(one_element_has_one_critical_mu),
        cmocka_unit_test(the_pencil_of_one_element),
        cmocka_unit_test(growth_of_blocks),
        cmocka_unit_test(what_must_not_matter),
        cmocka_unit_test(the_judge_can_say_no),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
