/* Proofs of problems whose entries have radii: they must hold for every member (PR-5), (PR-6). */
#include "complementarity/eicp.h"
#include "complementarity/eicp/existence/exists.h"
#include "judder_test.h"
#include "random.h"

enum { N = 4 };

typedef struct Wide {
    double A[N * N], B[N * N], A_D[N * N], B_D[N * N];
} Wide;

/* A near a diagonally dominant matrix, B of any sign. */
static Wide make(Random *random, double radius) {
    Wide w;
    for (int i = 0; i < N * N; i++) {
        const bool diagonal = i % (N + 1) == 0;
        w.A[i] = diagonal ? random_in(random, 1, 3) : random_in(random, -.4, .4);
        w.B[i] = random_in(random, -.3, 1);
        w.A_D[i] = random_below(random, 3) ? radius * random_in(random, 0, 1) : 0;
        w.B_D[i] = random_below(random, 3) ? radius * random_in(random, 0, 1) : 0;
    }
    return w;
}

static EicpReport least(const Wide *w, double to, double *x) {
    const EicpRadii radii = {w->A_D, w->B_D};
    EicpReport report;
    const EicpSearch search = {.to = to, .radii = &radii};
    assert_int_equal(eicp_least(&(Eicp){N, w->A, w->B}, &search, x, &report), JUDDER_OK);
    return report;
}

/* The least mu of a member at the corners of its radii; infinite: none up to `to`. */
static double member_mu(Random *random, const Wide *w, double to) {
    double A[N * N], B[N * N], x[N];
    for (int i = 0; i < N * N; i++) {
        A[i] = w->A[i] + (random_below(random, 2) ? .999 : -.999) * w->A_D[i];
        B[i] = w->B[i] + (random_below(random, 2) ? .999 : -.999) * w->B_D[i];
    }
    EicpReport report;
    assert_int_equal(eicp_least(&(Eicp){N, A, B}, &(EicpSearch){.to = to}, x, &report), JUDDER_OK);
    return report.outcome == EICP_FOUND ? report.mu : INFINITY;
}

static void what_is_proved_holds_for_every_member(void **state) {
    (void)state;
    Random random = {5};
    int lows = 0, highs = 0;
    for (int k = 0; k < (SANITIZED ? 20 : 60); k++) {
        const double radius = random_size(&random, 1e-8, 3e-2);
        const Wide w = make(&random, radius);
        double x[N];
        const EicpReport report = least(&w, 50, x);
        const bool low = report.mu_low > 0, high = !isnan(report.mu_high);
        lows += low;
        highs += high;
        for (int m = 0; m < 6; m++) {
            const double mu = member_mu(&random, &w, 50);
            if (low && mu < report.mu_low * (1 - 1e-12))
                fail_msg("a member has %.12g, none was proved below %.12g", mu, report.mu_low);
            if (high && mu > report.mu_high * (1 + 1e-12))
                fail_msg("a member has %.12g, one was proved below %.12g", mu, report.mu_high);
            if (report.outcome == EICP_NONE) assert_true(isinf(mu));
        }
        if (report.certified && report.outcome == EICP_FOUND)
            assert_at_most(report.mu_high - report.mu_low, 1.0001e-9 * report.mu_high);
    }
    assert_true(lows > (SANITIZED ? 15 : 45));
    assert_true(highs > (SANITIZED ? 6 : 20));
}

/* Wide radii: the claim ends before the least mu of any member, and is not called certified. */
static void wide_radii_are_not_certified(void **state) {
    (void)state;
    const double A[] = {3}, B[] = {2}, wide[] = {.01}, none[] = {0};
    double x[1];
    EicpReport report;
    const EicpRadii radii = {wide, none};
    const EicpSearch search = {.to = INFINITY, .radii = &radii};
    assert_int_equal(eicp_least(&(Eicp){1, A, B}, &search, x, &report), JUDDER_OK);
    assert_int_equal(report.outcome, EICP_FOUND);
    assert_false(report.certified);
    assert_true(report.mu_low <= 1.495 && report.mu_low > 1.4);
    assert_true(report.mu_high >= 1.505 && report.mu_high < 1.52);
}

/* B = 0, but not known to be: a finite claim in place of "for every mu". */
static void a_zero_with_a_radius_ends_the_claim(void **state) {
    (void)state;
    const double A[] = {2, 0, 0, 1}, B[] = {0, 0, 0, 0}, B_D[] = {1e-20, 0, 0, 1e-20}, zero[4] = {0};
    double x[2];
    EicpReport report;
    assert_int_equal(eicp_least(&(Eicp){2, A, B}, &(EicpSearch){.to = INFINITY}, x, &report), JUDDER_OK);
    assert_int_equal(report.outcome, EICP_NONE);
    assert_true(report.certified);
    const EicpRadii radii = {zero, B_D};
    const EicpSearch search = {.to = INFINITY, .radii = &radii};
    assert_int_equal(eicp_least(&(Eicp){2, A, B}, &search, x, &report), JUDDER_OK);
    assert_int_equal(report.outcome, EICP_NOT_FOUND);
    assert_false(report.certified);
    assert_true(report.mu_low > 1e12 && report.mu_low <= 1e20);
    const EicpSearch finite = {.to = 1e9, .radii = &radii};
    assert_int_equal(eicp_least(&(Eicp){2, A, B}, &finite, x, &report), JUDDER_OK);
    assert_int_equal(report.outcome, EICP_NONE);
    assert_true(report.certified);
}

/* A node with x_i = w_i = 0 at the solution: members have it slip or stick, and each has a solution near. */
static void solutions_at_corners_are_proved_too(void **state) {
    (void)state;
    /* x = (1, 0), mu = 1: w_2 = A_21 - mu B_21 = 0; with node 2 alone mu = 3. */
    const double A[] = {1, .2, .5, 3}, B[] = {1, 0, .5, 1}, radius[] = {1e-13, 1e-13, 1e-13, 1e-13};
    const EicpRadii radii = {radius, radius};
    for (int wide = 0; wide < 2; wide++) {
        double x[2];
        EicpReport report;
        const EicpSearch search = {.to = 10, .radii = wide ? &radii : NULL};
        assert_int_equal(eicp_least(&(Eicp){2, A, B}, &search, x, &report), JUDDER_OK);
        assert_int_equal(report.outcome, EICP_FOUND);
        assert_near(report.mu, 1, 1e-9);
        assert_true(report.mu_high >= 1 && report.mu_high < 1 + 1e-8);
        assert_string_equal(report.existence, "krawczyk");
    }
}

static void copositive_is_said_of_copositive_matrices(void **state) {
    (void)state;
    const double yes[] = {1, -.9, -.9, 1}, mixed[] = {2, 2, 2, 1}, verge[] = {1, -1, -1, 1},
                 no[] = {1, -2, -2, 1}, horn[] = {1,  -1, 1, 1, -1, -1, 1,  -1, 1, 1, 1,  -1, 1,
                                                  -1, 1,  1, 1, -1, 1,  -1, -1, 1, 1, -1, 1};
    const double radius[] = {.2, .2, .2, .2};
    bool proved;
    assert_int_equal(eicp_proves_copositive(2, yes, NULL, &proved), JUDDER_OK);
    assert_true(proved);
    assert_int_equal(eicp_proves_copositive(2, mixed, NULL, &proved), JUDDER_OK);
    assert_true(proved);
    assert_int_equal(eicp_proves_copositive(2, yes, radius, &proved), JUDDER_OK);
    assert_false(proved);
    assert_int_equal(eicp_proves_copositive(2, verge, NULL, &proved), JUDDER_OK);
    assert_false(proved);
    assert_int_equal(eicp_proves_copositive(2, no, NULL, &proved), JUDDER_OK);
    assert_false(proved);
    assert_int_equal(eicp_proves_copositive(5, horn, NULL, &proved), JUDDER_OK);
    assert_false(proved); /* copositive, not strictly */
}

/* mu = -1e-17 is a solution, but not one of those from 0 on; the next is 4. */
static void a_box_that_reaches_below_the_interval_proves_nothing(void **state) {
    (void)state;
    const double A[] = {-1e-17, 0, 0, 1}, B[] = {1, 0, 0, .25}, zero[4] = {0}, x[] = {1, 0};
    const EicpRadii radii = {zero, zero};
    const EicpBounded bounded = {{2, A, B}, &radii};
    double high;
    const char *proof;
    assert_int_equal(eicp_exists_within(&bounded, &(EicpPoint){0, 0, x}, &high, &proof), JUDDER_OK);
    assert_true(isnan(high) || high >= 4);
}

/* A least mu that was computed beside an exact one: {1, -1; -1, 1} x = mu x has its least at 0. */
static void the_least_mu_lies_in_its_proved_interval(void **state) {
    (void)state;
    const double A[] = {1, -1, -1, 1}, B[] = {1, 0, 0, 1};
    double x[] = {.5, .5};
    EicpReport report = {.mu = 1.6e-16, .mu_low = 0, .mu_high = 0};
    eicp_report_within(&(Eicp){2, A, B}, x, &report);
    assert_true(report.mu == 0 && report.residual == 0);
    report = (EicpReport){.mu = 1, .mu_low = 2, .mu_high = NAN};
    eicp_report_within(&(Eicp){2, A, B}, x, &report);
    assert_true(report.mu == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proved_holds_for_every_member),
        cmocka_unit_test(wide_radii_are_not_certified),
        cmocka_unit_test(a_zero_with_a_radius_ends_the_claim),
        cmocka_unit_test(solutions_at_corners_are_proved_too),
        cmocka_unit_test(a_box_that_reaches_below_the_interval_proves_nothing),
        cmocka_unit_test(the_least_mu_lies_in_its_proved_interval),
        cmocka_unit_test(copositive_is_said_of_copositive_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
