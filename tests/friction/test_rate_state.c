/* Rate and state in the form asinh over many decades of speed and state: against numbers of fifty digits,
 * long doubles, the other form, and its own evolution. (MO-13), (MO-14) */
#include "friction/friction_root.h"
#include "friction/params.h"
#include "random.h"

#include <float.h>

enum { LOG1P, ASINH };

typedef struct Numbers8 {
    double a, b, D_c, V_0, mu_0, r, y, dt;
} Numbers8;

static char *rate_state(const Numbers8 *n, int form, int law) {
    char *p = law_presets(&rate_state_law);
    law_set(&rate_state_law, p, "mu_0", n->mu_0);
    law_set(&rate_state_law, p, "a", n->a);
    law_set(&rate_state_law, p, "b", n->b);
    law_set(&rate_state_law, p, "D_c", n->D_c);
    law_set(&rate_state_law, p, "V_0", n->V_0);
    *(int *)law_field(&rate_state_law, p, "form") = form;
    *(int *)law_field(&rate_state_law, p, "law") = law;
    return p;
}

/* By mpmath with 50 digits: mu and its slope at y, y after dt, mu and its slope then. */
static const struct {
    Numbers8 n;
    int law;
    double mu, slope, y, advanced, advanced_slope;
} known[] = {
    {{0.01, 0.015, 0.008, 1e-06, 0.6, 1e-20, 2e-09, 30000000.0},
     0,
     0.37085720845716645,
     1.0000000000000001e+18,
     2.3529411765198963e-10,
     0.40295820090929617,
     9.9999999996856625e+17},
    {{0.01, 0.015, 0.008, 1e-06, 0.6, 1e-09, 2e-09, 1000000.0},
     1,
     0.62414156868651148,
     9999999.9999999996,
     1.8435632353233691e-9,
     0.6253632727967197,
     9384391.4885428001},
    {{0.01, 0.015, 0.008, 1e-06, 0.6, 1.5, 1e-12, 0.001},
     0,
     0.94944241503018847,
     0.0066666666666666668,
     1.2062302494208148e-12,
     0.94662991503019053,
     0.0047916666666667998},
    {{0.008, 0.012, 5e-06, 1e-06, 0.6, 100.0, 1e-20, 1e-09},
     1,
     1.1341997415746186,
     8.0000000000000002e-5,
     2.7266486998782932e-20,
     1.1221628623029608,
     -4.1545276258943422e-5},
    {{0.008, 0.012, 5e-06, 1e-06, 0.6, 3e-14, 0.007, 10000.0},
     0,
     0.35517946722127652,
     266666666666.66669,
     5.0001496443571689e-10,
     0.55263392273114803,
     266654666785.80956},
    {{0.0005, 0.0008, 1e-05, 1e-06, 0.6, 1e-07, 1e-15, 0.01},
     1,
     0.61542732012306008,
     5000.0000000000003,
     1.0018436734538852e-15,
     0.61542584654228084,
     4984.4649689842844},
    {{0.0005, 0.0008, 1e-05, 1e-06, 0.6, 1e-20, 1e-20, 1000000000000.0},
     0,
     0.60967085739057497,
     50000000000000004.0,
     9.9999999999999995e-21,
     0.60967085739057497,
     49920039986670003.0},
    {{0.2, 0.01, 0.001, 0.1, 0.05, 1e-06, 10, 1.0},
     1,
     1.0199376425742628e-6,
     1.019937642565421,
     9.8401903334289277,
     1.0207595353226284e-6,
     1.0215303356150136},
};

static void values_of_fifty_digits(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const Numbers8 *n = &known[i].n;
        char *p = rate_state(n, ASINH, known[i].law);
        const Friction f = {&rate_state_law, p};
        const double y = rate_state_law.state_advance(p, n->y, n->r, n->dt);
        assert_near(friction_sliding(&f, n->r, n->y), known[i].mu, 2e-14 * known[i].mu);
        assert_near(friction_slope(&f, n->r, n->y), known[i].slope, 1e-13 * known[i].slope);
        assert_near(y, known[i].y, 1e-14 * known[i].y);
        assert_near(friction_advanced(&f, n->r, n->y, n->dt), known[i].advanced, 2e-14 * known[i].advanced);
        assert_near(friction_advanced_slope(&f, n->r, n->y, n->dt), known[i].advanced_slope,
                    1e-12 * fabs(known[i].slope));
        free(p);
    }
}

/* psi/a up to some 3000, so that its exponential is beyond every double, but not beyond a long double. */
static Numbers8 random_numbers(Random *random) {
    return (Numbers8){.a = random_size(random, 4e-4, 0.1),
                      .b = random_size(random, 4e-4, 0.1),
                      .D_c = random_size(random, 1e-6, 1e-1),
                      .V_0 = random_size(random, 1e-9, 1e-1),
                      .mu_0 = random_in(random, 0.1, 0.9),
                      .r = random_size(random, 1e-20, 1e2),
                      .y = random_size(random, 1e-20, 1e2),
                      .dt = random_size(random, 1e-9, 1e10)};
}

static long double long_mu(const Numbers8 *n, long double y) {
    const long double psi = n->mu_0 - n->b * logl(y / n->V_0);
    return n->a * asinhl(n->r / (2 * (long double)n->V_0) * expl(psi / n->a));
}

static long double long_slope(const Numbers8 *n, long double y) {
    const long double psi = n->mu_0 - n->b * logl(y / n->V_0),
                      c = 2 * (long double)n->V_0 * expl(-psi / n->a);
    return n->a / sqrtl((long double)n->r * n->r + c * c);
}

static long double long_advance(const Numbers8 *n, int law) {
    const long double x = (long double)n->r * n->dt / n->D_c, e = expl(-x);
    if (law == 1) return n->r * expl(logl((long double)n->y / n->r) * e);
    return 1 / (e / n->y - expm1l(-x) / n->r);
}

static void many_decades_keep_their_digits(void **state) {
    (void)state;
    _Static_assert(LDBL_MAX_10_EXP > 4000 || LDBL_MANT_DIG == DBL_MANT_DIG, "a wider range, or none");
    if (LDBL_MANT_DIG == DBL_MANT_DIG) skip();
    Random random = {31};
    int beyond = 0;
    for (int i = 0; i < 20000; i++) {
        const int law = i % 2;
        const Numbers8 n = random_numbers(&random);
        char *p = rate_state(&n, ASINH, law);
        const Friction f = {&rate_state_law, p};
        const double mu = (double)long_mu(&n, n.y), slope = (double)long_slope(&n, n.y),
                     after = (double)long_advance(&n, law), size = 60 + (n.mu_0 + 60 * n.b) / n.a;
        beyond += n.mu_0 - n.b * log(n.y / n.V_0) > 709 * n.a;
        assert_near(friction_sliding(&f, n.r, n.y), mu, 4e-16 * size * fmin(mu, n.a) + 4e-15 * mu);
        if (slope > 1e-290) assert_near(friction_slope(&f, n.r, n.y), slope, (4e-16 * size + 4e-15) * slope);
        assert_near(rate_state_law.state_advance(p, n.y, n.r, n.dt), after, 3e-14 * after);
        assert_exact(friction_at_rest(&f, n.y), 0);
        assert_true(isfinite(friction_advanced(&f, n.r, n.y, n.dt)));
        free(p);
    }
    assert_true(beyond > 500);
}

/* The other form with V_0 below all speeds is the same law: r and y are then large against it. */
static void the_other_form_with_a_tiny_reference_is_the_same(void **state) {
    (void)state;
    Random random = {32};
    for (int i = 0; i < 4000; i++) {
        Numbers8 n = {.a = 0.01, .b = 0.015, .D_c = 0.008, .V_0 = 1e-6, .mu_0 = 0.6};
        n.r = random_size(&random, 1e-12, 10), n.y = random_size(&random, 1e-12, 10);
        Numbers8 tiny = n, other = n;
        tiny.V_0 = 1e-18, other.V_0 = 3e-4;
        tiny.mu_0 += (n.a - n.b) * log(tiny.V_0 / n.V_0);
        other.mu_0 += (n.a - n.b) * log(other.V_0 / n.V_0);
        char *p = rate_state(&n, ASINH, 0), *q = rate_state(&tiny, LOG1P, 0),
             *o = rate_state(&other, ASINH, 0);
        const double mu = rate_state_law.sliding(p, n.r, n.y), log_mu = rate_state_law.sliding(q, n.r, n.y);
        /* Within what ln(1 + r/V_0) adds, while asinh is a logarithm. */
        if (mu > 20 * n.a) assert_near(log_mu, mu, 1e-18 * (n.a / n.r + n.b / n.y) + 1e-14);
        assert_near(rate_state_law.sliding(o, n.r, n.y), mu, 1e-14);
        free(p), free(q), free(o);
    }
    /* A larger reference is not below them: at 1e-12 m/s it shows in the fourth digit of b. */
    Numbers8 n = {.a = 0.01, .b = 0.015, .D_c = 0.008, .V_0 = 1e-6, .mu_0 = 0.6}, coarse = n;
    coarse.V_0 = 1e-14;
    coarse.mu_0 += (n.a - n.b) * log(coarse.V_0 / n.V_0);
    char *p = rate_state(&n, ASINH, 0), *q = rate_state(&coarse, LOG1P, 0);
    const double apart = rate_state_law.sliding(q, 1, 1e-12) - rate_state_law.sliding(p, 1, 1e-12);
    assert_near(apart, -0.015 * log1p(0.01), 1e-12);
    free(p), free(q);
}

/* psi' as (MO-14) has it, by a short time of the exact evolution of y. */
static void psi_evolves_as_it_should(void **state) {
    (void)state;
    Random random = {33};
    for (int i = 0; i < 2000; i++) {
        const int law = i % 2;
        Numbers8 n = random_numbers(&random);
        n.y = n.r * random_size(&random, 1e-3, 1e3);
        char *p = rate_state(&n, ASINH, law);
        const double psi = n.mu_0 - n.b * log(n.y / n.V_0), dt = 1e-6 * n.D_c / fmax(n.r, n.y);
        const double by_label = law == 0 ? n.b * n.V_0 / n.D_c * (exp((n.mu_0 - psi) / n.b) - n.r / n.V_0)
                                         : -n.b * n.r / n.D_c * (log(n.r / n.V_0) + (psi - n.mu_0) / n.b);
        const double y = rate_state_law.state_advance(p, n.y, n.r, dt), seen = -n.b * log(y / n.y) / dt;
        assert_near(seen, by_label, 1e-4 * n.b * fmax(n.r, n.y) / n.D_c);
        free(p);
    }
}

static double left_side(const Friction *f, const FrictionEquation *e, double r) {
    return e->A * r + e->S * friction_advanced(f, r, e->state, e->duration) - e->Q;
}

/* The root of a step solves it, lies in the list, and stands where the flow from r_0 first stops. */
static void roots_over_decades_solve_their_step(void **state) {
    (void)state;
    Random random = {34};
    int several = 0, alone = 0;
    for (int i = 0; i < 3000; i++) {
        const Numbers8 n = {.a = random_size(&random, 5e-3, 0.02),
                            .b = random_size(&random, 5e-3, 0.04),
                            .D_c = random_size(&random, 1e-6, 1e-2),
                            .V_0 = 1e-6,
                            .mu_0 = 0.6};
        char *p = rate_state(&n, ASINH, i % 2);
        const Friction f = {&rate_state_law, p};
        FrictionRoots *roots = NULL;
        assert_int_equal(friction_roots_create(f, &roots), JUDDER_OK);
        const FrictionEquation e = {.A = random_size(&random, 1e-3, 1e12),
                                    .S = random_size(&random, 1, 1e8),
                                    .Q = 0,
                                    .r_0 = random_below(&random, 4) ? random_size(&random, 1e-16, 1) : 0,
                                    .state = random_size(&random, 1e-14, 1),
                                    .duration = random_size(&random, 1e-6, 1e9)};
        FrictionEquation with_load = e;
        with_load.Q = e.S * random_in(&random, 0.2, 1.2);
        double r[16];
        const size_t count = friction_root_list(roots, &with_load, r, 16);
        const FrictionRoot taken = friction_root(roots, &with_load);
        assert_in_range(count, 1, 16);
        double nearest = INFINITY;
        for (size_t k = 0; k < count; k++) {
            assert_true(r[k] > 0);
            assert_near(left_side(&f, &with_load, r[k]), 0, 1e-13 * with_load.Q);
            nearest = fmin(nearest, fabs(r[k] / taken.r - 1));
        }
        assert_at_most(nearest, 1e-9);
        assert_int_equal(taken.several, count > 1);
        several += count > 1, alone += count == 1;
        /* Between r_0 and the root the left side does not change its sign. */
        if (with_load.r_0 > 0)
            for (int k = 1; k < 50; k++) {
                const double x = taken.r * pow(with_load.r_0 / taken.r, k / 50.0);
                if (fabs(log(x / taken.r)) > 1e-9)
                    assert_int_equal(left_side(&f, &with_load, x) < 0, x < taken.r);
            }
        assert_exact(friction_root(roots, &e).r, 0);
        friction_roots_destroy(&roots);
        free(p);
    }
    assert_true(several > 20 && alone > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_fifty_digits),
        cmocka_unit_test(many_decades_keep_their_digits),
        cmocka_unit_test(the_other_form_with_a_tiny_reference_is_the_same),
        cmocka_unit_test(psi_evolves_as_it_should),
        cmocka_unit_test(roots_over_decades_solve_their_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
