/* What is formed from several numbers is rounded, and proofs count that: systems whose answer turns on it. */
#include "judder_test.h"
#include "stability/discs/discs.h"
#include "stability/flutter/flutter.h"
#include "stability/futures.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

static FlutterRoots roots_at(const System *s, double mu) {
    Sliding sliding;
    FlutterRoots roots;
    GOOD(small_motion_check(&s->motion));
    GOOD(sliding_create(&s->motion, &sliding));
    GOOD(flutter_roots(&sliding, mu, &roots));
    assert_true(roots.enclosed);
    sliding_release(&sliding);
    return roots;
}

static void assert_fate(const System *s, FlutterFate fate) {
    FlutterRoots roots = roots_at(s, 0);
    for (int i = 0; i < roots.count; i++) assert_int_equal(roots.at[i].fate, fate);
    flutter_roots_release(&roots);
}

/* Mass 1, stiffness 1 along the slip, no coupling. */
static System *sliding_mass(double damping, double force, double slope) {
    System *s = particle(1, 0, 1, 1);
    s->C[3] = damping;
    s->motion.C = s->C;
    s->contact[0].mu = 0;
    s->contact[0].reaction[0] = -force, s->contact[0].reaction[1] = 0;
    s->contact[0].slope = slope;
    return s;
}

static void damping_that_a_falling_law_cancels_but_for_rounding(void **state) {
    (void)state;
    const double a = 1 + ldexp(1, -30);
    System *s = sliding_mass(1 + ldexp(1, -29), a, -a); /* -2^-60 */
    assert_fate(s, FATE_GROWS);
    s->contact[0].reaction[0] = -3, s->contact[0].slope = -1.0 / 3, s->C[3] = 1; /* 2^-54 */
    assert_fate(s, FATE_DECAYS);
    s->contact[0].slope = 0, s->C[3] = 0;
    assert_fate(s, FATE_NEUTRAL);
    system_free(s);
}

static void damping_that_was_formed_has_parts_of_its_own(void **state) {
    (void)state;
    System *s = sliding_mass(1, 1, -1);
    const double C_low[4] = {0, 0, 0, -ldexp(1, -54)}, C_D[4] = {0, 0, 0, ldexp(1, -58)},
                 wide[4] = {0, 0, 0, ldexp(1, -53)};
    s->motion.C_low = C_low, s->motion.C_D = C_D;
    assert_fate(s, FATE_GROWS);
    s->motion.C_D = wide;
    assert_fate(s, FATE_UNKNOWN);
    system_free(s);
}

/* det K = AC - BB = 1.25 2^52 in units of 2^-104, less than what rounding of both diagonals may take away. */
static void a_stiffness_that_curvature_decides(void **state) {
    (void)state;
    const double unit = ldexp(1, -52), B = 1.5, k = ldexp(1, 25) * unit, less = 0.49 * unit;
    System *s = system_new(4, 2);
    for (int i = 0; i < 4; i++) s->M[5 * i] = 1;
    s->K[0] = s->K[15] = 1;
    s->K[5] = B + k, s->K[10] = B - k + unit, s->K[6] = s->K[9] = B;
    s->contact[0] = slipping(0, 1, 1, 0), s->contact[1] = slipping(3, 2, 1, 0);
    s->contact[0].reaction[1] = s->contact[1].reaction[1] = 0;
    assert_fate(s, FATE_NEUTRAL);
    /* K_tt - less is rounded to K_tt, and the true K is not positive. */
    s->contact[0].curvature = s->contact[1].curvature = less;
    FlutterRoots roots = roots_at(s, 0);
    int unknown = 0;
    for (int i = 0; i < roots.count; i++) unknown += roots.at[i].fate == FATE_UNKNOWN;
    assert_true(unknown > 0);
    flutter_roots_release(&roots);
    system_free(s);
}

/* K = {{2, 1, 0}, {1, 1 + e + 2^-54, 1}, {0, 1, 1}}: mu = e + 2^-54. */
static void a_neutral_state_that_curvature_shifts(void **state) {
    (void)state;
    const double e = ldexp(1, -20), K[9] = {2, 1, 0, 1, 1 + e, 1, 0, 1, 1};
    System *s = system_new(3, 1);
    memcpy(s->K, K, sizeof K);
    s->contact[0] = slipping(0, 1, 1, 0.1);
    s->contact[0].curvature = -ldexp(1, -54), s->contact[0].reaction[1] = 0;
    Futures found;
    GOOD(futures_onset(&s->motion, 0, 10, &found));
    bool covered = false;
    for (int i = 0; i < found.count; i++)
        covered = covered || (found.at[i].proved && found.at[i].low - e <= ldexp(1, -54) &&
                              found.at[i].high - e >= ldexp(1, -54));
    for (int i = 0; i < found.open_count; i++)
        covered = covered || (found.open[i].low <= e && found.open[i].high > e);
    assert_true(covered);
    futures_release(&found);
    system_free(s);
}

/* The part of a matrix that is left out may be the larger one, where a difference of rows cancels. */
static void a_low_part_of_any_size(void **state) {
    (void)state;
    const double third = 1.0 / 3, zero = 0, one = 1;
    const DiscPencil pencil = {.n = 1, .A = &zero, .A_low = &third, .B = &one};
    Discs *d = NULL;
    GOOD(discs_create(1, &d));
    for (int i = 1; i < 100; i++) {
        d->n = 1, d->re[0] = 0.3, d->im[0] = 0, d->X[0] = 1.0 / i;
        GOOD(discs_enclose(&pencil, d));
        for (int step = 0; step < 2 && d->enclosed; step++) GOOD(discs_refine(&pencil, d));
        assert_true(!d->enclosed || fabs(d->re[0] - third) <= d->radius[0]);
    }
    discs_destroy(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damping_that_a_falling_law_cancels_but_for_rounding),
        cmocka_unit_test(damping_that_was_formed_has_parts_of_its_own),
        cmocka_unit_test(a_stiffness_that_curvature_decides),
        cmocka_unit_test(a_neutral_state_that_curvature_shifts),
        cmocka_unit_test(a_low_part_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
