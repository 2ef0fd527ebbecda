/* Exact arithmetic by itself: numbers that are known in closed form, and what is singular, double or
 * irrational. */
#include "judder_test.h"

#include "exact/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 };

/* A motion with room for its numbers. */
typedef struct Room {
    SmallMotion motion;
    double K[MOST * MOST], M[MOST * MOST], load[MOST], mu[MOST];
    SmallContact contact[MOST / 2];
} Room;

static void fill(Room *room, int n, const double *K) {
    *room = (Room){0};
    memcpy(room->K, K, (size_t)(n * n) * sizeof *K);
    for (int i = 0; i < n; i++) room->M[i * n + i] = 1;
    room->motion = (SmallMotion){
        .n = n, .K = room->K, .M = room->M, .load = room->load, .contact = room->contact};
}

static void touch(Room *room, SmallContactState state, double mu) {
    const int i = room->motion.contacts++;
    room->mu[i] = mu;
    room->contact[i] = (SmallContact){.normal = 2 * i,
                                      .tangent = 2 * i + 1,
                                      .state = state,
                                      .direction = 1,
                                      .mu = mu,
                                      .reaction = {-1, -mu}};
}

static Exact *open_room(const Room *room) {
    Exact *exact = NULL;
    assert_true(exact_affordable(&room->motion, NULL));
    assert_int_equal(exact_create(&room->motion, 0, &exact), JUDDER_OK);
    return exact;
}

/* The least mu; NAN: proved none. */
static double least_of(const Room *room, double up_to) {
    Exact *exact = open_room(room);
    ExactModes modes;
    assert_int_equal(exact_least_mu(exact, 0, up_to, &modes), JUDDER_OK);
    assert_true(modes.complete);
    const double mu = modes.count ? modes.at[0].value : NAN;
    if (modes.count) {
        assert_true(modes.at[0].low <= mu && mu <= modes.at[0].high);
        assert_true(modes.at[0].high <= nextafter(modes.at[0].low, INFINITY));
    }
    exact_modes_release(&modes);
    exact_destroy(&exact);
    return mu;
}

/* A = [[2, -1], [-1, 2]], B = [[1, 0], [1, 1]]: mu^2 - 5 mu + 3 = 0. */
static const double irrational[] = {10, 1, 0, 0, 1, 2, 1, -1, 0, 1, 10, 1, 0, -1, 1, 2};

static void an_irrational_least_mu_has_neighbours_as_ends(void **state) {
    (void)state;
    Room room;
    fill(&room, 4, irrational);
    touch(&room, SMALL_CONTACT_SLIP, 0.4);
    touch(&room, SMALL_CONTACT_SLIP, 0.4);
    assert_near(least_of(&room, INFINITY), (5 - sqrt(13)) / 2, 2e-16);
    assert_true(isnan(least_of(&room, 0.69)));
}

/* Two copies that know nothing of each other: at the irrational root the set in which all slip lacks two
 * ranks. */
static void two_copies_have_the_root_twice(void **state) {
    (void)state;
    Room room;
    double K[64] = {0};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) K[i * 8 + j] = K[(i + 4) * 8 + j + 4] = irrational[i * 4 + j];
    fill(&room, 8, K);
    for (int i = 0; i < 4; i++) touch(&room, SMALL_CONTACT_SLIP, 1);
    assert_near(least_of(&room, INFINITY), (5 - sqrt(13)) / 2, 2e-16);
    Exact *exact = open_room(&room);
    ExactModes growth;
    assert_int_equal(exact_growth(exact, room.mu, &growth), JUDDER_OK);
    /* z = mu B - A has the eigenvalues of [[1 - 2, 1], [1 + 1, 1 - 2]] = -1 +- sqrt 2, once in the list. */
    assert_true(growth.complete);
    assert_int_equal(growth.count, 1);
    assert_near(growth.at[0].value, sqrt(2) - 1, 1e-15);
    exact_modes_release(&growth);
    exact_destroy(&exact);
}

/* 1 - 2^-53 of it is another answer: nothing is rounded. */
static void the_last_bit_counts(void **state) {
    (void)state;
    Room room;
    const double K[] = {9, 1, 0, 1, 1, 1, 0, 1, 1}; /* K_tt - K_tf K_ff^-1 K_ft = 0 */
    static const ExactRest rests[] = {EXACT_UNSTABLE, EXACT_NEUTRAL, EXACT_STABLE};
    for (int i = 0; i < 3; i++) {
        ExactRestReport report;
        fill(&room, 3, K);
        touch(&room, SMALL_CONTACT_SLIP, 0.4);
        room.K[4] = i == 0 ? nextafter(1, 0) : i == 1 ? 1 : nextafter(1, 2);
        Exact *exact = open_room(&room);
        assert_int_equal(exact_rest(exact, &report), JUDDER_OK);
        assert_int_equal(report.rest, rests[i]);
        assert_true(report.free_definite);
        exact_destroy(&exact);
    }
}

static void entries_of_every_size(void **state) {
    (void)state;
    Room room;
    const double K[] = {5e300, 3e-150, 3e-150, 2e-300};
    fill(&room, 2, K);
    touch(&room, SMALL_CONTACT_SLIP, 0.4);
    assert_near(least_of(&room, INFINITY) * 1e150, 2.0 / 3, 1e-15);
}

/* (ST-2): K_tt + chi r_n and K_nt - chi r_t, of the exact products. */
static void a_curved_obstacle(void **state) {
    (void)state;
    Room room;
    const double K[] = {5, 2, 2, 2};
    fill(&room, 2, K);
    touch(&room, SMALL_CONTACT_SLIP, 0.5);
    room.contact[0].curvature = 0.25;
    room.contact[0].reaction[0] = -4;
    room.contact[0].reaction[1] = -2;
    /* (2 - 1)/(2 + 0.5) */
    assert_near(least_of(&room, INFINITY), 0.4, 1e-16);
}

static void responses_are_counted(void **state) {
    (void)state;
    Room room;
    const double K[] = {9, 0, 0, 0, 0, 1, 0, 1, 0, 0, 9, 0, 0, 1, 0, 1};
    fill(&room, 4, K);
    touch(&room, SMALL_CONTACT_SLIP, 0);
    touch(&room, SMALL_CONTACT_SLIP, 0);
    room.load[1] = room.load[3] = 1;
    for (int i = 0; i < 3; i++) {
        room.K[7] = room.K[13] = i == 0 ? 1 : i == 1 ? nextafter(1, 2) : nextafter(1, 0);
        Exact *exact = open_room(&room);
        ExactModes modes;
        assert_int_equal(exact_rates(exact, room.mu, &modes), JUDDER_OK);
        assert_true(modes.complete);
        assert_int_equal(modes.continuum, i == 0);
        assert_int_equal(modes.count, i == 0 ? 2 : i == 1 ? 3 : 1); /* of a continuum its ends */
        exact_modes_release(&modes);
        exact_destroy(&exact);
    }
}

static void minors_and_their_witness(void **state) {
    (void)state;
    Room room;
    fill(&room, 4, irrational);
    touch(&room, SMALL_CONTACT_SLIP, 1);
    touch(&room, SMALL_CONTACT_SLIP, 1);
    Exact *exact = open_room(&room);
    ExactMinor P, P0;
    assert_int_equal(exact_minors(exact, room.mu, &P, &P0), JUDDER_OK);
    assert_true(P.answered && P0.answered);
    assert_false(P.holds || P0.holds);
    assert_near(P.minor, -1, 1e-15); /* 1 - 5 + 3 */
    assert_true(P.set[0] && P.set[1]);
    ExactModes neutral;
    assert_int_equal(exact_neutral(exact, room.mu, &neutral), JUDDER_OK);
    assert_int_equal(neutral.count, 0);
    exact_modes_release(&neutral);
    exact_destroy(&exact);
}

static void growth_begins_where_the_curve_is_lowest(void **state) {
    (void)state;
    Room room;
    const double K[] = {50, 1, .9, 1, 2, 1, .9, 1, 1};
    double low, high;
    fill(&room, 3, K);
    touch(&room, SMALL_CONTACT_SLIP, 3);
    room.M[4] = .01;
    room.M[8] = 10;
    Exact *exact = open_room(&room);
    assert_int_equal(exact_growth_begins(exact, &low, &high), JUDDER_OK);
    assert_near(low, 2.0573653604249103, 1e-15);
    assert_true(low <= high && high - low < 1e-15);
    exact_destroy(&exact);
    room.contact[0].direction = -1; /* pulls: nothing ever grows */
    room.contact[0].reaction[1] = 3;
    exact = open_room(&room);
    assert_int_equal(exact_growth_begins(exact, &low, &high), JUDDER_OK);
    assert_true(isinf(low) && isinf(high));
    exact_destroy(&exact);
}

static void a_stiffness_that_is_not_symmetric(void **state) {
    (void)state;
    Room room;
    const double K[] = {9, 0, 0, 0, 1, 2, 0, 3, 1};
    ExactRestReport report;
    fill(&room, 3, K);
    touch(&room, SMALL_CONTACT_SLIP, 0.4);
    Exact *exact = open_room(&room);
    assert_int_equal(exact_rest(exact, &report), JUDDER_OK);
    assert_int_equal(report.rest, EXACT_UNSTABLE); /* z = sqrt 6 - 1 grows */
    exact_destroy(&exact);
    room.motion.M = NULL;
    exact = open_room(&room);
    assert_int_equal(exact_rest(exact, &report), JUDDER_OK);
    assert_int_equal(report.rest, EXACT_REST_UNDECIDED);
    exact_destroy(&exact);
}

/* det M = -2^-53 on what moves is symmetric and near a mass: 2 + 3 z - 2^-53 z^2 = 0 has a root that grows.
 */
static void an_indefinite_mass_is_not_called_stable(void **state) {
    (void)state;
    Room room;
    const double K[] = {5, 1, 0, 1, 2, 0, 0, 0, 1};
    ExactRestReport report;
    fill(&room, 3, K);
    touch(&room, SMALL_CONTACT_SLIP, 0.4);
    room.M[5] = room.M[7] = 1;
    static const ExactRest rests[] = {EXACT_UNSTABLE, EXACT_STABLE, EXACT_STABLE};
    for (int i = 0; i < 3; i++) {
        room.M[8] = i == 0 ? nextafter(1, 0) : i == 1 ? 1 : 2;
        Exact *exact = open_room(&room);
        assert_int_equal(exact_rest(exact, &report), JUDDER_OK);
        assert_int_equal(report.rest, rests[i]);
        exact_destroy(&exact);
    }
}

static void time_that_is_out_is_no_proof(void **state) {
    (void)state;
    Room room;
    Exact *exact = NULL;
    ExactModes modes;
    fill(&room, 4, irrational);
    touch(&room, SMALL_CONTACT_SLIP, 1);
    touch(&room, SMALL_CONTACT_SLIP, 1);
    assert_int_equal(exact_create(&room.motion, 1e-12, &exact), JUDDER_OK);
    assert_int_equal(exact_least_mu(exact, 0, INFINITY, &modes), JUDDER_OK);
    assert_false(modes.complete);
    exact_modes_release(&modes);
    assert_int_equal(exact_growth(exact, room.mu, &modes), JUDDER_OK);
    assert_false(modes.complete);
    exact_modes_release(&modes);
    exact_destroy(&exact);
}

/* Where growth begins is not looked for beyond the time: its roots alone may take minutes. */
static void growth_begins_within_its_time(void **state) {
    (void)state;
    Room room;
    Exact *exact = NULL;
    const double K[] = {5, 1, 1, 2};
    fill(&room, 2, K);
    touch(&room, SMALL_CONTACT_SLIP, 0.4);
    for (int i = 0; i < 2; i++) {
        double low, high;
        assert_int_equal(exact_create(&room.motion, i ? 10 : 1e-9, &exact), JUDDER_OK);
        assert_int_equal(exact_growth_begins(exact, &low, &high), JUDDER_OK);
        assert_int_equal(isnan(low) && isnan(high), i == 0);
        exact_destroy(&exact);
    }
}

static void what_is_too_large_or_switched_off_is_left_alone(void **state) {
    (void)state;
    Room room;
    const char *why;
    fill(&room, 4, irrational);
    for (int i = 0; i < 2; i++) touch(&room, SMALL_CONTACT_SLIP, 1);
    setenv("JUDDER_PROOFS", "doubles", 1);
    assert_false(exact_affordable(&room.motion, &why));
    assert_contains(why, "JUDDER_PROOFS");
    unsetenv("JUDDER_PROOFS");
    assert_true(exact_affordable(&room.motion, &why));
    SmallMotion large = room.motion;
    large.n = EXACT_DOFS + 1;
    assert_false(exact_affordable(&large, &why));
    assert_string_equal(why, "");
}

/* Roots of a determinant with 13 000 bits took minutes, and no limit of time reaches into their search. */
static void entries_too_far_apart_are_left_to_doubles(void **state) {
    (void)state;
    Room room;
    double K[12 * 12] = {0};
    for (int i = 0; i < 12; i++) K[i * 12 + i] = i % 2 ? 1 : 5e-324;
    fill(&room, 12, K);
    touch(&room, SMALL_CONTACT_SLIP, 1);
    assert_false(exact_affordable(&room.motion, NULL));
    for (int i = 0; i < 12; i++) room.K[i * 12 + i] = i % 2 ? 1 : 1e-200;
    assert_true(exact_affordable(&room.motion, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_irrational_least_mu_has_neighbours_as_ends),
        cmocka_unit_test(two_copies_have_the_root_twice),
        cmocka_unit_test(the_last_bit_counts),
        cmocka_unit_test(entries_of_every_size),
        cmocka_unit_test(a_curved_obstacle),
        cmocka_unit_test(responses_are_counted),
        cmocka_unit_test(minors_and_their_witness),
        cmocka_unit_test(growth_begins_where_the_curve_is_lowest),
        cmocka_unit_test(a_stiffness_that_is_not_symmetric),
        cmocka_unit_test(an_indefinite_mass_is_not_called_stable),
        cmocka_unit_test(time_that_is_out_is_no_proof),
        cmocka_unit_test(growth_begins_within_its_time),
        cmocka_unit_test(what_is_too_large_or_switched_off_is_left_alone),
        cmocka_unit_test(entries_too_far_apart_are_left_to_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
