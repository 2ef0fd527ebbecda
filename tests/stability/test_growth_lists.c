/* Lists of growth that deny nothing: what is found is proved, what is not decided is reported as open. */
#include "judder_test.h"
#include "random.h"
#include "stability/futures.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

/* Springs in series from 1 to 1e11: LAPACK's pair of what grows has a residual of 1e-7, and was denied. */
static void a_stiff_chain_is_not_denied(void **state) {
    (void)state;
    enum { N = 12 };
    static const double springs[] = {1e11, 1, 1e7, 1, 1e9, 1e9, 1e9, 1e9, 1e3, 1},
                        masses[] = {1, 0.01, 1, 1, 100, 0.01, 100, 1, 1, 100, 0.01, 100};
    static const int couple[] = {2, 3, 7, 10};
    System *s = system_new(N, 1);
    s->K[0] = 10;
    for (int i = 0; i < N; i++) s->M[i * N + i] = masses[i];
    for (size_t i = 0; i < COUNT_OF(springs); i++) {
        const size_t a = i + 1, b = i + 2;
        s->K[a * N + a] += springs[i], s->K[b * N + b] += springs[i];
        s->K[a * N + b] -= springs[i], s->K[b * N + a] -= springs[i];
    }
    s->K[N * N - 1] += 1;
    for (size_t i = 0; i < COUNT_OF(couple); i++) s->K[couple[i] - 1] += 1, s->K[(couple[i] - 1) * N] += 1;
    s->contact[0] = slipping(0, 1, 1, 3);
    s->mu[0] = 3;
    Futures growth;
    GOOD(futures_growth(&s->motion, s->mu, &growth));
    assert_int_equal(growth.count, 1);
    assert_near(sqrt(growth.at[0].z), 2.2254164715845586, 1e-14);
    assert_true(growth.complete && growth.at[0].proved);
    assert_true(growth.at[0].low < growth.at[0].high && growth.at[0].high / growth.at[0].low < 1 + 1e-11);
    assert_int_equal(growth.open_count, 0);
    futures_release(&growth);
    system_free(s);
}

/* Units that span 1e12: a disc about w = 0 holds z = -7e14, on the other side of infinity. Nothing grows. */
static void what_lies_beyond_infinity_does_not_grow(void **state) {
    (void)state;
    enum { N = 5 };
    static const double K[N * N] = {
        1.4853971658449895e-10,  -2.1015944119967526e-11, -6.409022424865976,     -3.9965386217380354,
        -2.2900060922581807e-11, -2.1015944119967526e-11, 1.0867747149509436e-10, -3.5536863943170354,
        -9.201877774103506,      -1.2491541283483388e-12, -6.409022424865976,     -3.5536863943170354,
        5238816336290.667,       796149155557.6472,       17.91248325316088,      -3.9965386217380354,
        -9.201877774103506,      796149155557.6472,       7156170387300.661,      -7.385497229200248,
        -2.2900060922581807e-11, -1.2491541283483388e-12, 17.91248325316088,      -7.385497229200248,
        1.5767689848565565e-10};
    static const double masses[N] = {2, 10, 0.5, 0.01, 10};
    System *s = system_new(N, 2);
    memcpy(s->K, K, sizeof K);
    for (size_t i = 0; i < N; i++) s->M[i * N + i] = masses[i];
    s->contact[0] = slipping(0, 1, 1, 0.4);
    s->contact[1] = slipping(2, 3, -1, 0.4);
    s->mu[0] = s->mu[1] = 0.4;
    Futures growth;
    GOOD(futures_growth(&s->motion, s->mu, &growth));
    for (int i = 0; i < growth.count; i++) assert_false(growth.at[i].proved);
    futures_release(&growth);
    system_free(s);
}

/* A = B = 0: z = 0 within rounding. It may grow, as far as doubles can tell, and that is reported. */
static void what_doubles_cannot_decide_is_open(void **state) {
    (void)state;
    static const double K[] = {1, 0, 0, 0, 0, 2, 1, 3, 0, 1, 5, 0, 0, 3, 0, 5};
    System *s = system_new(4, 1);
    memcpy(s->K, K, sizeof K);
    for (int i = 0; i < 16; i += 5) s->M[i] = 1;
    s->contact[0] = slipping(0, 1, 1, 0.4);
    s->mu[0] = 0.4;
    Futures growth;
    GOOD(futures_growth(&s->motion, s->mu, &growth));
    assert_false(growth.complete);
    assert_int_equal(growth.open_count, 1);
    assert_near(growth.open[0].low, 0, 0);
    assert_true(growth.open[0].high > 0 && growth.open[0].high < 1e-10);
    for (int i = 0; i < growth.count; i++) assert_false(growth.at[i].proved);
    futures_release(&growth);
    system_free(s);
}

/* Two contacts that know nothing of each other grow each for itself, also where both have the same z. */
static void contacts_that_do_not_act_on_each_other(void **state) {
    (void)state;
    for (int same = 0; same < 2; same++) {
        System *s = system_new(4, 2);
        for (int i = 0; i < 2; i++) {
            const int n = 2 * i, t = n + 1;
            s->K[n * 4 + n] = 5, s->K[t * 4 + t] = 1;
            s->K[n * 4 + t] = s->K[t * 4 + n] = i && !same ? 3 : 2;
            s->M[n * 4 + n] = s->M[t * 4 + t] = 1;
            s->contact[i] = slipping(n, t, 1, 1);
        }
        system_set_mu(s, 1);
        Futures growth;
        GOOD(futures_growth(&s->motion, s->mu, &growth));
        assert_true(growth.complete);
        assert_int_equal(growth.count, 2);
        assert_near(growth.at[0].z, same ? 1 : 2, 1e-14);
        assert_near(growth.at[1].z, 1, 1e-14);
        futures_release(&growth);
        system_free(s);
    }
}

/* Without friction and with all contacts open the number of z > 0 is that of the negative pivots of K. */
static void the_number_of_growing_motions_is_that_of_negative_pivots(void **state) {
    (void)state;
    Random random = {5};
    for (int trial = 0; trial < 100; trial++) {
        enum { N = 8 };
        System *s = system_new(N, 0);
        double L[N * N] = {0};
        int negative = 0;
        for (int i = 0; i < N; i++) {
            s->M[i * N + i] = random_size(&random, 0.01, 100);
            L[i * N + i] = random_below(&random, 2) ? 1 : -1;
            negative += L[i * N + i] < 0;
        }
        /* K = R D R' has the signs of D. */
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k <= j; k++) {
                    const double r_i = i == k ? 1 : sin(3.0 * i + 7 * k + trial),
                                 r_j = j == k ? 1 : sin(3.0 * j + 7 * k + trial);
                    sum += r_i * L[k * N + k] * r_j;
                }
                s->K[i * N + j] = s->K[j * N + i] = sum;
            }
        Futures growth;
        GOOD(futures_growth(&s->motion, s->mu, &growth));
        assert_true(growth.complete);
        assert_int_equal(growth.count, negative);
        futures_release(&growth);
        system_free(s);
    }
}

/* A chain of eight contacts, 256 sets: below where something grows all of them are excluded at once, above it
 * they are asked one by one; both agree with the particle each of them is. */
static void many_sets_are_excluded_at_once(void **state) {
    (void)state;
    enum { CONTACTS = 8, N = 2 * CONTACTS };
    static const double mu[] = {0.3, 0.72};
    for (int k = 0; k < 2; k++) {
        System *s = system_new(N, CONTACTS);
        for (int i = 0; i < CONTACTS; i++) {
            const int n = 2 * i, t = n + 1;
            s->K[n * N + n] = 9, s->K[t * N + t] = 1 + 0.1 * i;
            s->K[n * N + t] = s->K[t * N + n] = 2;
            s->M[n * N + n] = s->M[t * N + t] = 1;
            s->contact[i] = slipping(n, t, 1, mu[k]);
        }
        system_set_mu(s, mu[k]);
        Futures growth;
        GOOD(futures_growth(&s->motion, s->mu, &growth));
        int expected = 0; /* K_tt < mu K_nt */
        for (int i = 0; i < CONTACTS; i++) expected += 1 + 0.1 * i < 2 * mu[k];
        assert_true(growth.complete);
        assert_int_equal(growth.count, expected);
        futures_release(&growth);
        system_free(s);
    }
}

/* K and M times powers of two change lam^2 by a power of two, and nothing else: products that leave the range
 * of doubles must not make proofs. Entries too far apart for that leave everything open. */
static void units_make_no_proofs(void **state) {
    (void)state;
    for (int power = -500; power <= 500; power += 250) {
        System *s = system_new(3, 1);
        const double K[] = {50, 1, 0.9, 1, 2, 1, 0.9, 1, 1}, M[] = {1, 0.01, 10};
        for (int i = 0; i < 9; i++) s->K[i] = ldexp(K[i], power);
        for (int i = 0; i < 3; i++) s->M[4 * i] = ldexp(M[i], -power);
        s->contact[0] = slipping(0, 1, 1, 3);
        s->mu[0] = 3;
        Futures growth;
        GOOD(futures_growth(&s->motion, s->mu, &growth));
        assert_int_equal(growth.count, 2);
        assert_true(growth.complete && growth.at[0].proved && growth.at[1].proved);
        for (int k = 0; k < 2; k++) {
            const double known[] = {9.991490415, 0.2648004653};
            assert_near(sqrt(ldexp(growth.at[k].z, -2 * power)), known[k], 1e-9);
            assert_true(growth.at[k].low <= growth.at[k].z && growth.at[k].z <= growth.at[k].high);
        }
        futures_release(&growth);
        s->K[8] = ldexp(1, power - 400); /* beside 1 */
        s->K[2] = s->K[5] = s->K[6] = s->K[7] = 0;
        GOOD(futures_growth(&s->motion, s->mu, &growth));
        assert_false(growth.complete);
        assert_int_equal(growth.open_count, 1);
        for (int k = 0; k < growth.count; k++) assert_false(growth.at[k].proved);
        futures_release(&growth);
        system_free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_make_no_proofs),
        cmocka_unit_test(a_stiff_chain_is_not_denied),
        cmocka_unit_test(what_lies_beyond_infinity_does_not_grow),
        cmocka_unit_test(what_doubles_cannot_decide_is_open),
        cmocka_unit_test(contacts_that_do_not_act_on_each_other),
        cmocka_unit_test(many_sets_are_excluded_at_once),
        cmocka_unit_test(the_number_of_growing_motions_is_that_of_negative_pivots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
