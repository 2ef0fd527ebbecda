/* Singular, empty, huge, tiny and wrong problems; searches that run out of time. */
#include "complementarity/eicp_cases.h"

#include <stdlib.h>

static EicpReport least(const Eicp *eicp, double from, double to, double *x) {
    const EicpSearch search = {.from = from, .to = to};
    EicpReport report;
    assert_int_equal(eicp_least(eicp, &search, x, &report), JUDDER_OK);
    return report;
}

static void test_one_node(void **state) {
    (void)state;
    double a = 3, b = 2, x = 0;
    const Eicp eicp = {1, &a, &b};
    EicpReport report = least(&eicp, 0, INFINITY, &x);
    assert_int_equal(report.outcome, EICP_FOUND);
    assert_near(report.mu, 1.5, 1e-15);
    assert_exact(x, 1);
    assert_true(report.certified);
    report = least(&eicp, 2, INFINITY, &x);
    assert_int_equal(report.outcome, EICP_NONE);
    assert_exact(report.mu_low, INFINITY);
    report = least(&eicp, 0, 1.4, &x);
    assert_int_equal(report.outcome, EICP_NONE);
    assert_exact(report.mu_low, 1.4);
    /* Every mu solves: the least is where the interval starts. */
    a = b = 0;
    report = least(&eicp, 0.25, 7, &x);
    assert_int_equal(report.outcome, EICP_FOUND);
    assert_exact(report.mu, 0.25);
    assert_true(report.certified);
    b = -1; /* A = 0: mu = 0 */
    report = least(&eicp, -1, 1, &x);
    assert_int_equal(report.outcome, EICP_FOUND);
    assert_near(report.mu, 0, 1e-15);
}

/* No friction coefficient enters: no solution, for all mu, if A is positive definite; else for all mu. */
static void test_zero_B(void **state) {
    (void)state;
    Random random = {.state = 3};
    for (int k = 0; k < 40; k++) {
        EicpCase problem;
        double x[CASE_MOST];
        make_definite(&random, 2 + k % 6, &problem);
        for (int i = 0; i < problem.n * problem.n; i++) problem.B[i] = 0;
        const Eicp eicp = case_view(&problem);
        EicpReport report = least(&eicp, 0, INFINITY, x);
        assert_int_equal(report.outcome, EICP_NONE);
        assert_string_not_equal(report.certificate, "enumeration");
        assert_exact(report.mu_low, INFINITY);
        report = least(&eicp, -5, 5, x);
        assert_int_equal(report.outcome, EICP_NONE);
        /* A node that nothing holds. */
        for (int i = 0; i < problem.n; i++) problem.A[i * problem.n] = problem.A[i] = 0;
        report = least(&eicp, 0.5, 9, x);
        assert_int_equal(report.outcome, EICP_FOUND);
        assert_exact(report.mu, 0.5);
        assert_exact(x[0], 1);
    }
}

static void test_singular_B(void **state) {
    (void)state;
    Random random = {.state = 4};
    int certified = 0;
    enum { COUNT = SANITIZED ? 20 : 100 };
    for (int k = 0; k < COUNT; k++) {
        EicpCase problem;
        make_contact(&random, 3 + k % 4, &problem);
        const int n = problem.n;
        for (int i = 0; i < n; i++) /* a row or a column of zeros, or two equal rows */
            if (k % 3 == 0)
                problem.B[i] = 0;
            else if (k % 3 == 1)
                problem.B[i * n] = 0;
            else
                problem.B[i] = problem.B[n + i];
        certified += check_case(&problem, rigorous_provers);
    }
    assert_true(certified * 100 >= 95 * COUNT);
}

static void test_scales(void **state) {
    (void)state;
    const double sizes[] = {1e-100, 1e-30, 1, 1e30, 1e100};
    Random random = {.state = 5};
    for (int k = 0; k < (SANITIZED ? 3 : 10); k++) {
        EicpCase problem, scaled;
        make_contact(&random, 5, &problem);
        problem.to = INFINITY;
        double x[CASE_MOST], y[CASE_MOST];
        const Eicp eicp = case_view(&problem);
        const EicpReport wanted = least(&eicp, 0, INFINITY, x);
        assert_int_equal(wanted.outcome, EICP_FOUND);
        for (size_t a = 0; a < COUNT_OF(sizes); a++)
            for (size_t b = 0; b < COUNT_OF(sizes); b++) {
                scaled = problem;
                for (int i = 0; i < 25; i++) {
                    scaled.A[i] = problem.A[i] * sizes[a];
                    scaled.B[i] = problem.B[i] * sizes[b];
                }
                const Eicp other = case_view(&scaled);
                const EicpReport report = least(&other, 0, INFINITY, y);
                const double mu = wanted.mu * (sizes[a] / sizes[b]);
                assert_int_equal(report.outcome, EICP_FOUND);
                assert_near(report.mu, mu, 1e-12 * mu);
                assert_true(report.certified);
                for (int i = 0; i < 5; i++) assert_near(y[i], x[i], 1e-12);
            }
    }
}

static void expect_refusal(int n, const double *A, const double *B, double from, double to) {
    const Eicp eicp = {n, A, B};
    const EicpSearch search = {.from = from, .to = to};
    EicpReport report;
    EicpSolutions all;
    double x[2];
    assert_int_equal(eicp_least(&eicp, &search, x, &report), JUDDER_INPUT);
    assert_int_equal(eicp_enumerate(&eicp, from, to, &all), JUDDER_INPUT);
}

static void test_wrong_input(void **state) {
    (void)state;
    const double good[] = {2, 1, 1, 2}, nan[] = {2, 1, NAN, 2}, inf[] = {2, 1, 1, INFINITY};
    double x[2];
    EicpReport report;
    expect_refusal(2, nan, good, 0, 1);
    assert_contains(error_message(), "row 2, column 1");
    expect_refusal(2, good, nan, 0, 1);
    expect_refusal(2, good, inf, 0, 1);
    expect_refusal(0, good, good, 0, 1);
    expect_refusal(2, good, good, 1, 0);
    expect_refusal(2, good, good, NAN, 1);
    expect_refusal(2, good, good, 0, NAN);
    expect_refusal(2, good, good, -INFINITY, 0);
    const double huge[] = {1e300, 0, 0, 1e300}, tiny[] = {1e-300, 0, 0, 1e-300};
    expect_refusal(2, huge, tiny, 0, 1);
    const Eicp bad = {2, nan, good};
    assert_int_equal(eicp_any(&bad, x, &report), JUDDER_INPUT);
    const double nothing[] = {0, 0}, negative[] = {1, -1};
    const Eicp eicp = {2, good, good};
    assert_exact(eicp_residual(&eicp, 1, nothing), INFINITY);
    assert_exact(eicp_residual(&eicp, NAN, good), INFINITY);
    assert_true(eicp_residual(&eicp, 1, negative) > 0.1);
}

/* Out of time or out of nodes: what was found, and no claim that was not proved. */
static void test_limits(void **state) {
    (void)state;
    Random random = {.state = 6};
    for (int k = 0; k < 30; k++) {
        EicpCase problem;
        double x[CASE_MOST];
        make_dense(&random, 10, &problem);
        const Eicp eicp = case_view(&problem);
        const bool by_time = k % 2;
        const EicpSearch search = {.from = problem.from,
                                   .to = problem.to,
                                   .provers = rigorous_provers,
                                   .seconds = by_time ? (k % 4 == 1 ? 1e-9 : 2e-3) : 0,
                                   .nodes = by_time ? 0 : 3};
        EicpReport report;
        assert_int_equal(eicp_least(&eicp, &search, x, &report), JUDDER_OK);
        const double wanted = least_of_all(&problem);
        assert_at_most(report.mu_low, wanted + 1e-8);
        assert_true(report.mu_low >= problem.from);
        if (report.certified) assert_near(report.mu, wanted, 1e-8 * (1 + fabs(wanted)));
        if (search.seconds == 1e-9) {
            assert_int_equal(report.outcome, EICP_NOT_FOUND);
            assert_false(report.certified);
        }
        const EicpSearch quick = {.from = problem.from, .to = problem.to, .uncertified = true};
        assert_int_equal(eicp_least(&eicp, &quick, x, &report), JUDDER_OK);
        assert_false(report.certified);
        assert_string_equal(report.certificate, "");
    }
}

/* A proof that the user interrupts ends soon and claims nothing. */
static void test_stop(void **state) {
    (void)state;
    Random random = {.state = 8};
    EicpCase problem;
    double x[CASE_MOST];
    make_dense(&random, 10, &problem);
    const Eicp eicp = case_view(&problem);
    stop_request();
    const EicpReport report = least(&eicp, problem.from, problem.to, x);
    stop_reset();
    assert_int_equal(report.outcome, EICP_NOT_FOUND);
    assert_false(report.certified);
}

/* With all provers; the enumeration alone proves nothing. */
static void test_all_provers(void **state) {
    (void)state;
    Random random = {.state = 9};
    static const EicpProver *const only_sets[] = {&enumeration_prover, NULL};
    for (int k = 0; k < 30; k++) {
        EicpCase problem;
        make_dense(&random, 2 + k % 5, &problem);
        assert_false(check_case(&problem, only_sets));
        assert_true(check_case(&problem, NULL));
    }
}

/* Products with A and B of opposite signs cancel here, and no step of a search may make that an error. */
static void nothing_left_of_a_sum_is_no_error(void **state) {
    (void)state;
    const double A[] = {0, 1, -1, 0}, B[] = {1, 0, 0, -1};
    double x[2];
    const EicpReport report = least(&(Eicp){2, A, B}, -10, INFINITY, x);
    assert_true(report.outcome != EICP_FOUND || report.residual < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_node),
                                       cmocka_unit_test(test_zero_B),
                                       cmocka_unit_test(test_singular_B),
                                       cmocka_unit_test(test_scales),
                                       cmocka_unit_test(test_wrong_input),
                                       cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_stop),
                                       cmocka_unit_test(test_all_provers),
                                       cmocka_unit_test(nothing_left_of_a_sum_is_no_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
