/* Flutter: the closed forms of two degrees of freedom, damping, and the block of square elements. */
#include "judder_test.h"
#include "random.h"
#include "stability/flutter/flutter.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

static const double textbook[4] = {2, 1, 2, 4.0 / 3}, ratio_ten[4] = {3, 0.8, 2, 1.5};
static const FlutterSearch wide = {.up_to = 3, .from = 0, .to = INFINITY, .lowest = 100};

static double merging_mu(const double k[4]) {
    return ((k[0] - k[2]) * (k[0] - k[2]) / 4 + k[1] * k[1]) / (k[1] * k[3]);
}

static void the_textbook_pair_merges(void **state) {
    (void)state;
    System *s = two_dof(textbook, 1, 1);
    Sliding sliding;
    GOOD(sliding_create(&s->motion, &sliding));
    assert_int_equal(sliding.n, 2);
    assert_false(sliding.damped);
    MergingList list;
    GOOD(flutter_merging(&sliding, &wide, &list));
    assert_int_equal(list.count, 1);
    assert_int_equal(list.at[0].pair[0], 1);
    assert_int_equal(list.at[0].pair[1], 2);
    assert_near(list.at[0].mu, 0.75, 1e-10);
    assert_near(list.at[0].omega, 1.414213562373, 1e-8);
    assert_true(isnan(list.at[0].until));
    merging_release(&list);
    FlutterRoots roots;
    GOOD(flutter_roots(&sliding, 1.2 * 0.75, &roots));
    assert_int_equal(roots.count, 2);
    assert_near(roots.at[0].re, 0.1571466722395, 1e-12);
    assert_near(roots.at[0].im, 1.422917803879, 1e-12);
    assert_near(roots.at[1].re, -0.1571466722395, 1e-12);
    assert_at_most(roots.at[0].residual, 1e-14);
    flutter_roots_release(&roots);
    double mu;
    GOOD(sliding_divergence(&sliding, 10, &mu));
    assert_true(isnan(mu));
    sliding_release(&sliding);
    system_free(s);
}

/* Slip the other way: no flutter, divergence at (k11 k22 - k12^2)/(k12 k3). */
static void the_other_way_it_diverges(void **state) {
    (void)state;
    System *s = two_dof(textbook, 1, -1);
    Sliding sliding;
    GOOD(sliding_create(&s->motion, &sliding));
    MergingList list;
    GOOD(flutter_merging(&sliding, &wide, &list));
    assert_int_equal(list.count, 0);
    merging_release(&list);
    double mu;
    GOOD(sliding_divergence(&sliding, 10, &mu));
    assert_near(mu, 3 / (4.0 / 3), 1e-13);
    FlutterRoots roots;
    GOOD(flutter_roots(&sliding, 1.1 * mu, &roots));
    assert_true(roots.at[0].re > 0);
    assert_exact(roots.at[0].im, 0);
    flutter_roots_release(&roots);
    sliding_release(&sliding);
    system_free(s);
}

static void random_pairs_merge_where_the_formula_says(void **state) {
    (void)state;
    Random random = {5};
    for (int i = 0; i < 60; i++) {
        const double m = random_size(&random, 0.1, 10),
                     k[4] = {random_in(&random, 1, 4), random_in(&random, 0.2, 0.9), random_in(&random, 1, 4),
                             random_in(&random, 0.3, 2)},
                     mu = merging_mu(k);
        System *s = two_dof(k, m, 1);
        Sliding sliding;
        GOOD(sliding_create(&s->motion, &sliding));
        MergingList list;
        GOOD(flutter_merging(&sliding, &(FlutterSearch){1.5 * mu, 0, INFINITY, 100, NULL}, &list));
        assert_int_equal(list.count, 1);
        assert_near(list.at[0].mu / mu, 1, 1e-10);
        assert_near(list.at[0].omega, sqrt((k[0] + k[2]) / (2 * m)), 1e-6);
        merging_release(&list);
        sliding_release(&sliding);
        system_free(s);
    }
}

static double damped_mu(const double k[4], double c1, double c2, const FlutterSearch *search) {
    System *s = two_dof(k, 2, 1);
    s->motion.C = s->C;
    s->C[0] = c1, s->C[4] = c2;
    Sliding sliding;
    GOOD(sliding_create(&s->motion, &sliding));
    assert_true(sliding.damped);
    MuIntervals found;
    GOOD(flutter_intervals(&sliding, search, &(MergingList){0}, &found));
    const double mu = found.count ? found.at[0].from : NAN;
    if (found.count) assert_true(isnan(found.at[0].to));
    intervals_release(&found);
    sliding_release(&sliding);
    system_free(s);
    return mu;
}

/* The paradox of vanishing damping: in the ratio ten it lowers the threshold from .741666 to .602203. */
static void vanishing_damping_lowers_the_threshold(void **state) {
    (void)state;
    assert_near(merging_mu(ratio_ten), 0.741666666667, 1e-12);
    assert_near(damped_mu(ratio_ten, 1e-4, 1e-5, &wide), 0.6022038567493, 1e-8);
    assert_near(damped_mu(ratio_ten, 1e-5, 1e-4, &wide), 0.6022038567493, 1e-8);
    /* In equal parts it does not. */
    assert_near(damped_mu(ratio_ten, 1e-4, 1e-4, &wide), 0.741666666667, 1e-6);
    /* Outside the band nothing is reported. */
    assert_true(isnan(damped_mu(ratio_ten, 1e-5, 1e-6, &(FlutterSearch){1, 5, 9, 100, NULL})));
}

/* Proportional damping: lam^2 + (al + be z) lam + z = 0 for each z of the undamped system. */
static void proportional_damping_by_its_formula(void **state) {
    (void)state;
    const double al = 0.03, be = 0.02, mu = 0.6;
    System *s = two_dof(ratio_ten, 2, 1);
    s->motion.C = s->C;
    for (int i = 0; i < 9; i++) s->C[i] = al * s->M[i] + be * s->K[i];
    Sliding sliding;
    GOOD(sliding_create(&s->motion, &sliding));
    FlutterRoots roots;
    GOOD(flutter_roots(&sliding, mu, &roots));
    const double *k = ratio_ten, mean = (k[0] + k[2]) / 4,
                 half = sqrt((k[0] - k[2]) * (k[0] - k[2]) / 4 + k[1] * (k[1] - mu * k[3])) / 2;
    assert_int_equal(roots.count, 2);
    for (int i = 0; i < 2; i++) {
        const double z = roots.at[i].im < sqrt(mean) ? mean - half : mean + half, c = al + be * z;
        assert_near(roots.at[i].re, -c / 2, 1e-13);
        assert_near(roots.at[i].im, sqrt(z - c * c / 4), 1e-13);
        assert_at_most(roots.at[i].residual, 1e-13);
    }
    flutter_roots_release(&roots);
    sliding_release(&sliding);
    system_free(s);
}

/* Friction that falls with the slip speed is negative damping: p_0 mu' on the diagonal of C'. */
static void a_falling_law_makes_a_mass_vibrate(void **state) {
    (void)state;
    System *s = particle(4, 0, 2, 1);
    s->contact[0].slope = -0.3;
    s->contact[0].reaction[0] = -5, s->contact[0].reaction[1] = -5;
    Sliding sliding;
    GOOD(sliding_create(&s->motion, &sliding));
    assert_true(sliding.damped);
    FlutterRoots roots;
    GOOD(flutter_roots(&sliding, 0.7, &roots));
    assert_int_equal(roots.count, 1);
    assert_near(roots.at[0].re, 5 * 0.3 / (2 * 2), 1e-14);
    assert_near(roots.at[0].im, sqrt(2 - pow(5 * 0.3 / 4, 2)), 1e-14);
    flutter_roots_release(&roots);
    MuIntervals found;
    GOOD(flutter_intervals(&sliding, &wide, &(MergingList){0}, &found));
    assert_int_equal(found.count, 1);
    assert_exact(found.at[0].from, 0);
    intervals_release(&found);
    sliding_release(&sliding);
    system_free(s);
}

/* Two modes that meet and part again: K' = [[2 + 2 mu, 1/5], [-mu/5, 3]] has (z_1 - z_2)^2 = (2 mu - 1)^2
 * - 4 mu/25. */
static void a_pair_may_become_stable_again(void **state) {
    (void)state;
    System *s = system_new(3, 1);
    /* row_t - mu row_n with the normal as dof 2. */
    const double K[] = {2, 0, 0, 0.2, 3, 0, -2, 0.2, 9};
    memcpy(s->K, K, sizeof K);
    for (int i = 0; i < 3; i++) s->M[4 * i] = 1;
    s->contact[0] = slipping(2, 0, 1, 0.5);
    Sliding sliding;
    GOOD(sliding_create(&s->motion, &sliding));
    MergingList list;
    GOOD(flutter_merging(&sliding, &wide, &list));
    /* (2 + 2 mu - 3)^2 + 4 (-mu/5)(1/5) = 0 */
    const double middle = (4 + 0.16) / 8, half = sqrt(middle * middle - 0.25);
    assert_int_equal(list.count, 1);
    assert_near(list.at[0].mu, middle - half, 1e-10);
    assert_near(list.at[0].until, middle + half, 1e-10);
    merging_release(&list);
    /* A band of instability narrower than a step. */
    s->K[3] = s->K[7] = 2e-3;
    sliding_release(&sliding);
    GOOD(sliding_create(&s->motion, &sliding));
    GOOD(flutter_merging(&sliding, &wide, &list));
    const double narrow = (4 + 1.6e-5) / 8, width = sqrt(narrow * narrow - 0.25);
    assert_int_equal(list.count, 1);
    assert_near(list.at[0].mu, narrow - width, 1e-9);
    assert_near(list.at[0].until, narrow + width, 1e-9);
    merging_release(&list);
    /* Uncoupled modes cross and nothing happens. */
    s->K[3] = s->K[7] = 0;
    sliding_release(&sliding);
    GOOD(sliding_create(&s->motion, &sliding));
    GOOD(flutter_merging(&sliding, &wide, &list));
    assert_int_equal(list.count, 0);
    merging_release(&list);
    sliding_release(&sliding);
    system_free(s);
}

/* Five contact nodes, C = .02 K: least mu .4029 lumped, .4620 consistent. */
static void damped_block(void **state) {
    (void)state;
    static const double expected[] = {0.4029, 0.4620};
    for (int i = 0; i < 2; i++) {
        System *s = table_block(5, 0.3, i == 0);
        s->motion.C = s->C;
        for (int k = 0; k < s->motion.n * s->motion.n; k++) s->C[k] = 0.02 * s->K[k];
        Sliding sliding;
        GOOD(sliding_create(&s->motion, &sliding));
        MuIntervals found;
        GOOD(flutter_intervals(&sliding, &(FlutterSearch){0.5, 0, INFINITY, 100, NULL}, &(MergingList){0},
                               &found));
        assert_true(found.count > 0);
        assert_near(found.at[0].from, expected[i], 5e-5);
        intervals_release(&found);
        sliding_release(&sliding);
        system_free(s);
    }
}

/* Of the undamped block: each merging pair is real just below and complex just above. */
static void merging_pairs_of_a_block(void **state) {
    (void)state;
    System *s = table_block(5, 0.3, true);
    Sliding sliding;
    GOOD(sliding_create(&s->motion, &sliding));
    MergingList list;
    GOOD(flutter_merging(&sliding, &(FlutterSearch){0.5, 0, INFINITY, 1000, NULL}, &list));
    assert_true(list.count > 0);
    for (int i = 0; i < list.count; i++) {
        const double at[] = {list.at[i].mu - 1e-6, list.at[i].mu + 1e-6};
        int growing[2];
        for (int k = 0; k < 2; k++) {
            FlutterRoots roots;
            GOOD(flutter_roots(&sliding, at[k], &roots));
            growing[k] = 0;
            for (int j = 0; j < roots.count; j++)
                growing[k] += roots.at[j].re > 0 && fabs(roots.at[j].im / list.at[i].omega - 1) < 1e-3;
            flutter_roots_release(&roots);
        }
        assert_int_equal(growing[0], 0);
        assert_int_equal(growing[1], 1);
        if (i) assert_true(list.at[i].mu >= list.at[i - 1].mu);
        assert_true(list.at[i].pair[0] < list.at[i].pair[1]);
    }
    merging_release(&list);
    sliding_release(&sliding);
    system_free(s);
}

static void what_cannot_slide_is_refused(void **state) {
    (void)state;
    System *s = particle(1, 1, 1, 1);
    Sliding sliding;
    s->motion.M = NULL;
    assert_int_equal(sliding_create(&s->motion, &sliding), JUDDER_INPUT);
    assert_string_equal(error_field(), "mass");
    s->motion.M = s->M;
    s->contact[0].state = SMALL_CONTACT_GRAZING;
    assert_int_equal(sliding_create(&s->motion, &sliding), JUDDER_INPUT);
    assert_string_equal(error_field(), "state");
    s->contact[0].state = SMALL_CONTACT_STUCK;
    assert_int_equal(sliding_create(&s->motion, &sliding), JUDDER_INPUT);
    system_free(s);
}

/* A root near a known one at the mu of the contacts, that of the one along dof k alone changed by a
 * step. */
static void root_beside(const System *s, int k, double step, const FlutterRoot *root, double lam[2]) {
    const double mu = s->contact[0].mu;
    Sliding moved;
    FlutterRoots near;
    GOOD(sliding_create(&s->motion, &moved));
    for (int j = k * moved.n; j < (k + 1) * moved.n; j++) {
        moved.M_0[j] -= step * moved.M_1[j];
        moved.C_0[j] -= step * moved.C_1[j];
        moved.K_0[j] -= step * moved.K_1[j];
    }
    GOOD(flutter_roots(&moved, mu, &near));
    double least = INFINITY;
    for (int i = 0; i < near.count; i++) {
        const double distance = hypot(near.at[i].re - root->re, near.at[i].im - root->im);
        if (distance < least) least = distance, lam[0] = near.at[i].re, lam[1] = near.at[i].im;
    }
    flutter_roots_release(&near);
    sliding_release(&moved);
}

static void check_parts(const System *s, const Sliding *sliding, const FlutterRoot *root,
                        const double *parts) {
    const double eps = 1e-6;
    for (int k = 0; k < sliding->n; k++) {
        double more[2], less[2];
        if (sliding->slide[k] < 0) {
            assert_exact(parts[2 * k], 0);
            continue;
        }
        root_beside(s, k, eps, root, more);
        root_beside(s, k, -eps, root, less);
        const double size = 1e-6 + 1e-4 * hypot(parts[2 * k], parts[2 * k + 1]);
        for (int i = 0; i < 2; i++) assert_near(parts[2 * k + i], (more[i] - less[i]) / (2 * eps), size);
    }
}

/* Parts of the contacts against roots with the mu of one contact alone a little larger and smaller; without
 * damping, with a proportional one, with another one. */
static void each_contact_drives_its_part(void **state) {
    (void)state;
    const double mu = 0.4;
    for (int damping = 0; damping < 3; damping++) {
        System *s = table_block(5, 0.3, damping != 1);
        const int all = s->motion.n;
        for (int i = 0; i < all * all && damping; i++) s->C[i] = 0.02 * s->K[i];
        for (int i = 0; i < all && damping == 2; i++) s->C[i * all + i] += 0.01 * (i % 3);
        s->motion.C = damping ? s->C : NULL;
        system_set_mu(s, mu);
        Sliding sliding;
        FlutterRoots roots, left;
        double parts[2 * SYSTEM_MOST];
        GOOD(sliding_create(&s->motion, &sliding));
        GOOD(flutter_motions(&sliding, mu, &roots));
        GOOD(flutter_left_motions(&sliding, mu, &left));
        for (int which = 0; which < 4; which++) {
            flutter_participation(&sliding, &(FlutterDriven){mu, &roots, &left, which}, parts);
            check_parts(s, &sliding, &roots.at[which], parts);
        }
        flutter_roots_release(&roots);
        flutter_roots_release(&left);
        sliding_release(&sliding);
        system_free(s);
    }
}

/* A vibration that grows becomes two drifts while K' stays regular. */
static void a_growing_pair_that_becomes_two_drifts(void **state) {
    (void)state;
    /* lam^2 - 2 a lam + (a^2 + 1 - mu) = 0 with a = 1: lam = 1 +- sqrt(mu - 1), real from mu = 1 on, and K' =
     * 2 - mu is singular only at mu = 2. */
    System *s = system_new(2, 1);
    s->K[0] = 2, s->K[3] = 10, s->K[1] = s->K[2] = 1; /* K' = K_tt - mu K_nt = 2 - mu */
    s->M[0] = s->M[3] = 1;
    s->C[0] = -2;
    s->motion.C = s->C;
    s->contact[0] = slipping(1, 0, 1, 0.5);
    Sliding sliding;
    double mu = NAN;
    GOOD(sliding_create(&s->motion, &sliding));
    GOOD(sliding_divergence(&sliding, 3, &mu));
    assert_near(mu, 1, 1e-9);
    GOOD(sliding_divergence(&sliding, 0.9, &mu));
    assert_true(isnan(mu));
    sliding_release(&sliding);
    system_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_textbook_pair_merges),
        cmocka_unit_test(the_other_way_it_diverges),
        cmocka_unit_test(random_pairs_merge_where_the_formula_says),
        cmocka_unit_test(vanishing_damping_lowers_the_threshold),
        cmocka_unit_test(proportional_damping_by_its_formula),
        cmocka_unit_test(a_falling_law_makes_a_mass_vibrate),
        cmocka_unit_test(a_pair_may_become_stable_again),
        cmocka_unit_test(damped_block),
        cmocka_unit_test(merging_pairs_of_a_block),
        cmocka_unit_test(what_cannot_slide_is_refused),
        cmocka_unit_test(each_contact_drives_its_part),
        cmocka_unit_test(a_growing_pair_that_becomes_two_drifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
