/* Motions of sliding bodies at one mu: the numbers of the theory page, damping of every kind,
 * left vectors. */
#include "fe/flutter/flutter_test.h"

#include "fe/sparse/matrix.h"

/* omega at mu = 0, n = 33, lumped. */
static void frequencies_without_friction(void **state) {
    (void)state;
    static const double expected[] = {1.77643393, 3.51099058, 5.33960364, 5.53321079, 5.85379307, 6.49291157};
    Moving m = moving_block((MovingData){.nodes = 33, .nu = .3, .lumped = true});
    FePairs pairs;
    GOOD(fe_pairs_find(m.sliding->sliding, &(FePairsWanted){.count = 6}, &pairs));
    assert_int_equal(pairs.count, 6);
    assert_true(pairs.complete);
    for (int i = 0; i < 6; i++) {
        assert_near(pairs.at[i].im, expected[i], 1e-8);
        assert_near(pairs.at[i].re, 0, 1e-12);
        assert_at_most(pairs.at[i].residual, 1e-10);
    }
    GOOD(fe_pairs_release(&pairs));
    /* The same seen from a frequency among them. */
    GOOD(fe_pairs_find(m.sliding->sliding, &(FePairsWanted){.omega = 5.5, .count = 3}, &pairs));
    assert_int_equal(pairs.count, 3);
    assert_near(pairs.at[0].im, expected[3], 1e-8);
    assert_near(pairs.at[1].im, expected[2], 1e-8);
    assert_near(pairs.at[2].im, expected[4], 1e-8);
    GOOD(fe_pairs_release(&pairs));
    moving_free(&m);
}

static void growth_beyond_the_merging(void **state) {
    (void)state;
    Moving m = moving_block((MovingData){.nodes = 33, .nu = .3, .lumped = true});
    FePairs pairs;
    GOOD(fe_pairs_find(m.sliding->sliding, &(FePairsWanted){.mu = .4, .omega = 5.6, .count = 6, .left = true},
                       &pairs));
    int grows = 0;
    for (int i = 0; i < pairs.count; i++) {
        if (!(pairs.at[i].re > 0) || fabs(pairs.at[i].im - 5.6) > .1) continue;
        assert_near(pairs.at[i].re, .21034899, 1e-8);
        grows++;
    }
    assert_int_equal(grows, 1);
    for (int i = 0; i < pairs.count; i++) {
        assert_at_most(pairs.at[i].residual, 1e-9);
        assert_at_most(pairs.left_residual[i], 1e-7);
    }
    GOOD(fe_pairs_release(&pairs));
    moving_free(&m);
}

/* With damping al M + be K: lam^2 + (al + be z) lam + z = 0 for the z of the undamped body. The solver for
 * any damping, which a tiny slope forces, must say the same. */
static void proportional_and_general_agree(void **state) {
    (void)state;
    const double al = .05, be = .01;
    MovingData data = {.nodes = 9, .nu = .3, .eta = be, .mass_damping = al};
    Moving m = moving_block(data);
    data.pressure = 1, data.slope = 1e-13;
    Moving general = moving_block(data);
    assert_true(fe_sliding_proportional(m.sliding->sliding));
    assert_false(fe_sliding_proportional(general.sliding->sliding));
    for (int k = 0; k < 3; k++) {
        const FePairsWanted wanted = {.mu = .35, .omega = 3.0 * k, .count = 6};
        FePairs one, other;
        GOOD(fe_pairs_find(m.sliding->sliding, &wanted, &one));
        GOOD(fe_pairs_find(general.sliding->sliding, &wanted, &other));
        assert_ptr_equal(one.way, &real_shift);
        assert_ptr_equal(other.way, k ? &imaginary_shift : &origin_shift);
        assert_int_equal(one.count, 6);
        assert_int_equal(other.count, 6);
        for (int i = 0; i < 6; i++) {
            assert_near(one.at[i].re, other.at[i].re, 1e-9);
            assert_near(one.at[i].im, other.at[i].im, 1e-9);
            assert_at_most(other.at[i].residual, 1e-9);
        }
        GOOD(fe_pairs_release(&one));
        GOOD(fe_pairs_release(&other));
    }
    moving_free(&m);
    moving_free(&general);
}

/* A particle in space: along the slip m lam^2 + p mu' lam + k = 0, across it m lam^2 + (mu
 * p/r) lam + k' = 0. */
static void a_particle_in_space(void **state) {
    (void)state;
    static const int place[] = {0, 1, 2, 1, 0};
    static const double stiff[] = {5, 2, 3, 0, 0}, mass[] = {.5, .5, .5, 0, 0};
    const FeTriplets K = {3, 5, place, place, stiff}, M = {3, 5, place, place, mass};
    const FeSlide slide = {.rows = 3,
                           .row = {0, 1, 2},
                           .normal = {1, 0, 0},
                           .along = {0, -1, 0},
                           .across = {0, 0, 1},
                           .p = .8,
                           .slope = -.25,
                           .inverse_speed = 2};
    const double mu = .4;
    static const bool held[3];
    FeSlidingData data = {.held = held, .slide = &slide, .slides = 1};
    GOOD(fe_matrix_create(&K, &data.K));
    GOOD(fe_matrix_create(&M, &data.M));
    FeSliding *sliding;
    GOOD(fe_sliding_create(&data, &sliding));
    assert_int_equal(sliding->n, 2);
    for (int k = 0; k < 2; k++) { /* from the origin, and from a frequency */
        FePairs pairs;
        GOOD(fe_pairs_find(sliding, &(FePairsWanted){.mu = mu, .omega = 2.1 * k, .count = 2}, &pairs));
        assert_int_equal(pairs.count, 2);
        for (int i = 0; i < 2; i++) {
            const bool along = pairs.at[i].re > 0;
            const double c = along ? -.25 * .8 : mu * .8 * 2, stiffness = along ? 2 : 3;
            assert_near(pairs.at[i].re, -c, 1e-12); /* c/(2 m) */
            assert_near(pairs.at[i].im, sqrt(stiffness / .5 - c * c), 1e-12);
            assert_at_most(pairs.at[i].residual, 1e-12);
        }
        GOOD(fe_pairs_release(&pairs));
    }
    GOOD(fe_sliding_destroy(&sliding));
    GOOD(MatDestroy(&data.K));
    GOOD(MatDestroy(&data.M));
}

/* The user's wish is followed inside the search of a span, and is no failure. */
static void a_search_can_be_stopped(void **state) {
    (void)state;
    Moving m = moving_block((MovingData){.nodes = 17, .nu = .3, .lumped = true});
    FePairs pairs;
    for (int left = 0; left < 2; left++) {
        stop_request();
        const FePairsWanted wanted = {.mu = .4, .omega = 5.6, .count = 6, .left = left};
        assert_int_equal(fe_error(fe_pairs_find(m.sliding->sliding, &wanted, &pairs)), JUDDER_STOPPED);
        assert_contains(error_message(), "interrupted while the motions of flutter at mu = 0.4");
        stop_reset();
        GOOD(fe_pairs_find(m.sliding->sliding, &wanted, &pairs));
        assert_true(pairs.count >= 6);
        GOOD(fe_pairs_release(&pairs));
    }
    moving_free(&m);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_search_can_be_stopped), cmocka_unit_test(a_particle_in_space),
    cmocka_unit_test(frequencies_without_friction), cmocka_unit_test(growth_beyond_the_merging),
    cmocka_unit_test(proportional_and_general_agree)};
fe_run_tests(tests)
