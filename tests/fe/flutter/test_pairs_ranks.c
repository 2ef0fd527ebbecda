/* Motions of sliding bodies at one mu: the numbers of the theory page, damping of every kind, left vectors. */
#include "fe/flutter/flutter_test.h"

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

/* With damping al M + be K: lam^2 + (al + be z) lam + z = 0 for the z of the undamped body. The solver for any damping, which a
 * tiny slope forces, must say the same. */
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

static const struct CMUnitTest tests[] = {cmocka_unit_test(frequencies_without_friction),
                                          cmocka_unit_test(growth_beyond_the_merging),
                                          cmocka_unit_test(proportional_and_general_agree)};
fe_run_tests(tests)
