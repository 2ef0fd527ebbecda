/* Systems whose contacts differ by many powers of ten, and systems without stiffness in some direction. */
#include "judder_test.h"
#include "random.h"
#include "stability/futures.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

/* A grazing particle of its own for every stiffness, with the load that allows three futures. */
static System *grazing_particles(int count, const double *stiffness) {
    System *s = system_new(2 * count, count);
    for (int i = 0; i < count; i++) {
        const int n = 2 * i, t = n + 1, order = 2 * count;
        s->K[n * order + n] = 5 * stiffness[i];
        s->K[n * order + t] = s->K[t * order + n] = 2 * stiffness[i];
        s->K[t * order + t] = stiffness[i];
        s->load[n] = 1;
        s->load[t] = 0.75;
        s->contact[i] = (SmallContact){.normal = n, .tangent = t, .state = SMALL_CONTACT_GRAZING, .mu = 1};
    }
    system_set_mu(s, 1);
    return s;
}

/* Particles that know nothing of each other have the product of their futures, whatever their units. */
static void stiffness_ratios_do_not_matter(void **state) {
    (void)state;
    for (int power = -14; power <= 14; power += 2) {
        const double stiffness[] = {1, pow(10, power)};
        System *s = grazing_particles(2, stiffness);
        Futures rates, neutral, onset;
        GOOD(futures_rates(&s->motion, s->mu, &rates));
        GOOD(futures_neutral(&s->motion, s->mu, &neutral));
        GOOD(futures_onset(&s->motion, 0, INFINITY, &onset));
        assert_int_equal(rates.count, 9);
        assert_true(rates.complete);
        assert_false(rates.continuum);
        assert_int_equal(neutral.count, 0);
        assert_true(neutral.complete);
        assert_int_equal(onset.count, 0);
        assert_true(onset.complete);
        futures_release(&rates);
        futures_release(&neutral);
        futures_release(&onset);
        system_free(s);
    }
}

static System *diagonal(double K_nn, double K_tt) {
    System *s = system_new(2, 1);
    s->K[0] = K_nn;
    s->K[3] = K_tt;
    s->M[0] = s->M[3] = 1;
    s->contact[0] = (SmallContact){.normal = 0, .tangent = 1, .state = SMALL_CONTACT_GRAZING, .mu = 1};
    system_set_mu(s, 1);
    return s;
}

/* Without stiffness a grazing particle may leave at any mu: the least is where the interval starts, and that
 * is what R0 says as well. */
static void nothing_holds_the_particle(void **state) {
    (void)state;
    const double stiffness[][2] = {{0, 1}, {1, 0}, {0, 1e10}, {1e-10, 0}, {0, 0}, {2, 1}};
    for (size_t i = 0; i < COUNT_OF(stiffness); i++)
        for (double from = 0; from < 1; from += 0.5) {
            const bool held = stiffness[i][0] > 0 && stiffness[i][1] > 0;
            System *s = diagonal(stiffness[i][0], stiffness[i][1]);
            Futures onset, neutral;
            GOOD(futures_onset(&s->motion, from, INFINITY, &onset));
            GOOD(futures_neutral(&s->motion, s->mu, &neutral));
            assert_int_equal(onset.count > 0, !held);
            assert_int_equal(neutral.count > 0, !held);
            if (!held) {
                assert_exact(onset.at[0].mu, from);
                if (stiffness[i][1] > 0) {
                    assert_exact(onset.at[0].V[0], -1);
                    assert_int_equal(onset.at[0].future[0], FUTURE_OPEN);
                }
            }
            futures_release(&onset);
            futures_release(&neutral);
            system_free(s);
        }
}

/* det(N_0 - mu N_1) = 0 for every mu: no tangential stiffness and none that couples. The list
 * cannot be whole. */
static void a_singular_pencil_is_told(void **state) {
    (void)state;
    System *s = diagonal(1, 0);
    s->contact[0] = slipping(0, 1, 1, 1);
    Futures onset;
    GOOD(futures_onset(&s->motion, 0.25, INFINITY, &onset));
    assert_int_equal(onset.count, 1);
    assert_exact(onset.at[0].mu, 0.25);
    assert_false(onset.complete);
    futures_release(&onset);
    system_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stiffness_ratios_do_not_matter),
                                       cmocka_unit_test(nothing_holds_the_particle),
                                       cmocka_unit_test(a_singular_pencil_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
