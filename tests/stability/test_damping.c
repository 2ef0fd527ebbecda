/* Growth with damping counted (ST-18): closed forms, by doubles and by exact arithmetic, and two ways to the
 * same number. */
#include "judder_test.h"

#include "exact/exact.h"
#include "small_motion/damping.h"

#include <math.h>

typedef struct Lists {
    Futures doubles;
    ExactModes exact;
    ExactRestReport rest;
    double from, until; /* where growth begins */
} Lists;

static Lists ask(const SmallMotion *motion, double mu) {
    Lists lists = {0};
    double all[4] = {mu, mu, mu, mu};
    Exact *exact = NULL;
    assert_int_equal(futures_growth(motion, all, &lists.doubles), JUDDER_OK);
    assert_int_equal(exact_create(motion, 0, &exact), JUDDER_OK);
    assert_int_equal(exact_growth(exact, all, &lists.exact), JUDDER_OK);
    assert_int_equal(exact_rest(exact, &lists.rest), JUDDER_OK);
    assert_int_equal(exact_growth_begins(exact, &lists.from, &lists.until), JUDDER_OK);
    exact_destroy(&exact);
    assert_true(lists.doubles.complete && lists.exact.complete);
    assert_int_equal(lists.doubles.count, lists.exact.count);
    for (int i = 0; i < lists.exact.count; i++) {
        const ExactMode *mode = &lists.exact.at[i];
        const FutureMode *other = &lists.doubles.at[i];
        assert_true(mode->low <= mode->value && mode->value <= mode->high);
        assert_true(other->proved && other->low <= mode->high && mode->low <= other->high);
        assert_true(mode->high - mode->low <= 1e-13 * mode->high);
    }
    return lists;
}

static void release(Lists *lists) {
    futures_release(&lists->doubles);
    exact_modes_release(&lists->exact);
}

static SmallContact slips(double mu) {
    return (SmallContact){
        .tangent = 1, .state = SMALL_CONTACT_SLIP, .direction = 1, .mu = mu, .reaction = {-1, -mu}};
}

/* A dashpot between normal and tangent: lam^2 + (C_tt - mu C_nt) lam + 1 = 0, and no neutral state at any mu.
 */
static void a_dashpot_drives_a_particle(void **state) {
    (void)state;
    const double one[] = {1, 0, 0, 1}, psd[] = {1000, 10, 10, 0.1}, skew[] = {0, 10, -10, 0};
    const SmallContact contact = slips(0.5);
    SmallMotion motion = {.n = 2, .K = one, .M = one, .C = psd, .contacts = 1, .contact = &contact};
    Lists lists = ask(&motion, 0.5);
    assert_int_equal(lists.exact.count, 2);
    assert_near(sqrt(lists.exact.at[0].value), (4.9 + sqrt(4.9 * 4.9 - 4)) / 2, 1e-14);
    assert_int_equal(lists.rest.rest, EXACT_STABLE);
    assert_near(lists.from, 0.21, 1e-15);
    release(&lists);
    lists = ask(&motion, 0.2); /* complex: it does not leave in one direction */
    assert_int_equal(lists.exact.count, 0);
    release(&lists);
    motion.C = skew;
    lists = ask(&motion, 0.5);
    assert_near(sqrt(lists.exact.at[0].value), (5 + sqrt(21)) / 2, 1e-14);
    assert_int_equal(lists.rest.rest, EXACT_STABLE);
    release(&lists);
}

/* C that feeds a free dof, and C that holds it though its stiffness lets it go. */
static void energy_is_said_of_what_takes_it(void **state) {
    (void)state;
    const double one[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, K[] = {5, 1, .1, 1, 2, .1, .1, .1, 3};
    double C[9] = {0};
    const SmallContact contact = slips(0.4);
    const SmallMotion motion = {.n = 3, .K = K, .M = one, .C = C, .contacts = 1, .contact = &contact};
    C[8] = -0.2;
    Lists lists = ask(&motion, 0.4);
    assert_int_equal(lists.exact.count, 0);
    assert_int_equal(lists.rest.rest, EXACT_REST_UNDECIDED);
    assert_true(lists.rest.feeds);
    assert_true(isnan(lists.from));
    release(&lists);
    C[8] = -10;
    lists = ask(&motion, 0.4);
    assert_int_equal(lists.rest.rest, EXACT_UNSTABLE);
    assert_near(sqrt(lists.exact.at[1].value), 5 + sqrt(22), 1e-13); /* the contact sticks */
    release(&lists);
    const double loose[] = {5, 1, .1, 0, 1, 2, .1, 0, .1, .1, -1, 0, 0, 0, 0, -1},
                 unit[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                 turns[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, -10, 0};
    lists = ask(&(SmallMotion){.n = 4, .K = loose, .M = unit, .C = turns, .contacts = 1, .contact = &contact},
                0.4);
    assert_int_equal(lists.exact.count, 0);
    assert_int_equal(lists.rest.rest, EXACT_REST_UNDECIDED);
    release(&lists);
}

/* C = M/2 + 2 K as parts, and as a matrix: the same lists. */
static void parts_and_their_matrix_agree(void **state) {
    (void)state;
    const double K[] = {4, 1, .5, 0, 1, 1, 0, .5, .5, 0, 6, 2, 0, .5, 2, 1.5},
                 M[] = {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4};
    double C[16];
    SmallContact contact[2] = {slips(3), slips(3)};
    contact[1].normal = 2, contact[1].tangent = 3;
    SmallMotion motion = {.n = 4, .K = K, .M = M, .C = C, .contacts = 2, .contact = contact};
    for (int i = 0; i < 16; i++) C[i] = 0.5 * M[i] + 2 * K[i];
    Lists any = ask(&motion, 3);
    motion.parts = (SmallParts){0.5, 2};
    Lists mapped = ask(&motion, 3);
    assert_true(any.exact.count > 0);
    assert_int_equal(any.exact.count, mapped.exact.count);
    for (int i = 0; i < any.exact.count; i++) {
        assert_near(any.exact.at[i].value, mapped.exact.at[i].value, 1e-13 * any.exact.at[i].value);
        for (int k = 0; k < 4; k++) assert_near(any.exact.at[i].V[k], mapped.exact.at[i].V[k], 1e-12);
    }
    release(&any);
    release(&mapped);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dashpot_drives_a_particle),
        cmocka_unit_test(energy_is_said_of_what_takes_it),
        cmocka_unit_test(parts_and_their_matrix_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
