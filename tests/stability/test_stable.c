/* Up to which mu nothing grows (PR-12): the dip, mass that couples, and blocks. */
#include "judder_test.h"
#include "random.h"
#include "small_motion/condense.h"
#include "stability/certain/condensed.h"
#include "stability/critical.h"
#include "stability/futures.h"
#include "stability/stable/stable.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

static void assert_within(double value, double low, double high) {
    if (!(value >= low && value <= high)) fail_msg("%.17g is not in [%.17g, %.17g]", value, low, high);
}

static StableUpTo ask(System *s, double up_to) {
    Condenser *condenser = NULL;
    GOOD(condenser_create(&s->motion, &condenser));
    const Pencil pencil = condenser_pencil(condenser);
    const StableSearch search = {.up_to = up_to, .neutral = NAN, .seconds = 20};
    StableUpTo found;
    GOOD(stable_up_to(&pencil, &search, &found));
    condenser_destroy(&condenser);
    return found;
}

static System *small(int n, const double *K, const double *M) {
    System *s = system_new(n, 1);
    memcpy(s->K, K, (size_t)(n * n) * sizeof *K);
    memcpy(s->M, M, (size_t)(n * n) * sizeof *M);
    s->contact[0] = slipping(0, 1, 1, 1);
    return s;
}

static double largest_growth(System *s, double mu) {
    Futures growth;
    system_set_mu(s, mu);
    GOOD(futures_growth(&s->motion, s->mu, &growth));
    assert_true(growth.complete);
    const double lambda = growth.count ? sqrt(growth.at[0].z) : 0;
    futures_release(&growth);
    return lambda;
}

/* Neutral at mu = 10 first, but growing from 2.0573653604 on (z = 2.81827). */
static void growth_begins_below_the_neutral_state(void **state) {
    (void)state;
    const double K[] = {50, 1, 0.9, 1, 2, 1, 0.9, 1, 1}, M[] = {1, 0, 0, 0, 0.01, 0, 0, 0, 10};
    System *s = small(3, K, M);
    const StableUpTo found = ask(s, INFINITY);
    assert_within(found.low, 2.0573, 2.0573653604249103);
    assert_within(found.high, 2.0573653604249103, 2.058);
    assert_near(found.z, 2.81826786847, 0.05);
    assert_true(largest_growth(s, 2.058) > 0);
    assert_true(largest_growth(s, found.low) == 0);
    /* Asked up to less, it is proved up to there. */
    assert_near(ask(s, 2.05).low, 2.05, 0);
    system_free(s);
}

/* The mass itself couples: growth from mu = 1.25 on, though nothing is neutral below 2. */
static void mass_that_couples(void **state) {
    (void)state;
    const double K[] = {5, 1, 1, 2}, M[] = {1, 0.8, 0.8, 1};
    System *s = small(2, K, M);
    const StableUpTo found = ask(s, INFINITY);
    assert_within(found.low, 1.2499, 1.25);
    assert_within(found.high, 1.25, 2.0001);
    system_free(s);
}

/* Nothing grows up to 2.2 of 2.2205992877, with either mass. */
static void blocks(void **state) {
    (void)state;
    for (int lumped = 0; lumped < 2; lumped++) {
        System *s = table_block(9, 0.3, lumped);
        const StableUpTo found = ask(s, 2.2);
        assert_near(found.low, 2.2, 0);
        assert_true(found.intervals < 40);
        system_free(s);
    }
    System *s = table_block(17, 0.3, true);
    assert_near(ask(s, 2.15).low, 2.15, 0);
    system_free(s);
}

/* Random systems: below `low` nothing grows or is neutral, by enumeration; at `high` something does, or is.
 */
static void nothing_grows_below(void **state) {
    (void)state;
    Random random = {7};
    int answered = 0, met = 0;
    for (int trial = 0; trial < 60; trial++) {
        const int contacts = 1 + random_below(&random, 3), n = 2 * contacts + random_below(&random, 4);
        System *s = system_new(n, contacts);
        for (int k = 0; k < n + 1; k++) {
            double row[2][SYSTEM_MOST];
            for (int i = 0; i < 2 * n; i++) row[i % 2][i / 2] = random_in(&random, -1, 1);
            for (int i = 0; i < n * n; i++) {
                s->K[i] += row[0][i / n] * row[0][i % n];
                if (trial % 2 || i / n == i % n) s->M[i] += row[1][i / n] * row[1][i % n];
            }
        }
        for (int i = 0; i < contacts; i++)
            s->contact[i] = slipping(2 * i, 2 * i + 1, random_below(&random, 2) ? 1 : -1, 1);
        const StableUpTo found = ask(s, 20);
        answered += found.low > 0;
        met += found.high <= found.low * (1 + 1e-4);
        for (int k = 1; k <= 8 && found.low > 0; k++) {
            Futures growth;
            system_set_mu(s, found.low * k / 8);
            GOOD(futures_growth(&s->motion, s->mu, &growth));
            assert_int_equal(growth.count, 0);
            futures_release(&growth);
        }
        if (found.low > 0 && !isnan(found.high)) assert_true(found.high > found.low);
        system_free(s);
    }
    assert_in_range(answered, 50, 60);
    assert_in_range(met, 15, 60);
}

/* What is unstable without friction is stable up to nothing; what is not symmetric is not answered. */
static void what_cannot_be_answered_says_why(void **state) {
    (void)state;
    const double K[] = {5, 1, 2, 1, 1, 2, 2, 2, 1}, M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                 turned[] = {5, 1, 0, 1, 3, 1, 0, -1, 4};
    System *s = small(3, K, M);
    StableUpTo found = ask(s, INFINITY);
    assert_true(isnan(found.low));
    assert_true(found.reason[0] != '\0');
    system_free(s);
    s = small(3, turned, M);
    found = ask(s, INFINITY);
    assert_true(isnan(found.low));
    assert_true(found.reason[0] != '\0');
    system_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growth_begins_below_the_neutral_state),
        cmocka_unit_test(mass_that_couples),
        cmocka_unit_test(blocks),
        cmocka_unit_test(nothing_grows_below),
        cmocka_unit_test(what_cannot_be_answered_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
