/* Where a search or a proof stands on an edge: double roots, solutions at the start of the interval, numbers
 * that overflow, intervals of no length. */
#include "complementarity/eicp_cases.h"

static EicpReport least(const Eicp *eicp, double from, double to, double *x) {
    const EicpSearch search = {.from = from, .to = to, .nodes = 300};
    EicpReport report;
    assert_int_equal(eicp_least(eicp, &search, x, &report), JUDDER_OK);
    return report;
}

/* A = [[1 + c, -c], [c, 1 - c]], B = I: the root 1 is double with one vector (1, 1), and Newton's method only
 * linear there; the next solution, 1 + c, is regular. */
static void test_double_root(void **state) {
    (void)state;
    for (double c = 0.05; c < 0.95; c += SANITIZED ? 0.15 : 0.05) {
        const double A[] = {1 + c, -c, c, 1 - c}, B[] = {1, 0, 0, 1};
        double x[2];
        const Eicp eicp = {2, A, B};
        const EicpReport report = least(&eicp, 0, INFINITY, x);
        assert_int_equal(report.outcome, EICP_FOUND);
        assert_near(report.mu, 1, 1e-6);
        assert_near(x[0], 0.5, 1e-5);
        assert_at_most(report.residual, 1e-12);
        assert_at_most(report.mu_low, 1 + 1e-15);
    }
}

/* Nothing lies below the start of the interval. */
static void test_solution_at_start(void **state) {
    (void)state;
    const double zero[] = {0}, one[] = {1}, corner[] = {0, 0, 0, 1}, identity[] = {1, 0, 0, 1};
    const Eicp problems[] = {{1, zero, one}, {2, corner, identity}};
    for (size_t k = 0; k < COUNT_OF(problems); k++) {
        double x[2];
        EicpCertificate *certificate = NULL;
        const EicpSearch search = {.from = 0, .to = INFINITY, .certificate = &certificate};
        EicpReport report;
        bool holds = false;
        assert_int_equal(eicp_least(&problems[k], &search, x, &report), JUDDER_OK);
        assert_int_equal(report.outcome, EICP_FOUND);
        assert_exact(report.mu, 0);
        assert_exact(x[0], 1);
        assert_true(report.certified);
        assert_int_equal(eicp_certificate_holds(&problems[k], 0, 0, certificate, &holds), JUDDER_OK);
        assert_true(holds);
        assert_int_equal(eicp_certificate_holds(&problems[k], 0, 1e-3, certificate, &holds), JUDDER_OK);
        assert_false(holds);
        eicp_certificate_destroy(&certificate);
    }
}

/* Where the least mu is no double, or an entry beside the largest is none, 0 is not what is proved. */
static void test_small_values(void **state) {
    (void)state;
    const double far[] = {1e-300, 0, 0, 1e-135}, large[] = {1e165, 0, 0, 1e165}; /* mu = 1e-465 */
    const double apart[] = {1e-200, 0, 0, 1e200}, identity[] = {1, 0, 0, 1};     /* mu = 1e-200 */
    const Eicp problems[] = {{2, far, large}, {2, apart, identity}};
    for (size_t k = 0; k < COUNT_OF(problems); k++) {
        double x[2];
        const EicpReport report = least(&problems[k], 0, INFINITY, x);
        assert_int_equal(report.outcome, EICP_FOUND);
        assert_false(report.certified);
        assert_at_most(report.mu_low, 0);
        assert_false(report.mu_high == 0);
    }
    EicpSolutions all;
    assert_int_equal(eicp_enumerate(&problems[0], 0, INFINITY, &all), JUDDER_OK);
    assert_int_equal(all.count, 1); /* 1e-300 alone */
    assert_near(all.mu[0], 1e-300, 1e-312);
    assert_true(all.undecided > 0);
    assert_false(all.complete);
    eicp_solutions_release(&all);
}

/* x0 so large that the load of the judge overflows to inf - inf: it must not say that nothing
 * is left over. */
static void test_force_overflows(void **state) {
    (void)state;
    const double A[] = {0, 0, 0, 0, 0, 0, 0, 0, 0}, B[] = {-1, 0, 0, 0, -1, 0.9, 0, 0.9, -1};
    const Eicp eicp = {3, A, B};
    EicpProblem *problem = NULL;
    assert_int_equal(eicp_problem_create(&eicp, 0, 1000, &problem), JUDDER_OK);
    EicpSide side[] = {EICP_SLIPS, EICP_FREE, EICP_FREE};
    EicpBox box = {100, 101, side};
    const double numbers[] = {1, 1, 1, 0, 1.5e308, 1.5e308, 0.01};
    int forced = 0;
    assert_int_equal(eicp_force(problem, &box, numbers, &forced), JUDDER_OK);
    assert_true(forced <= 0);
    assert_int_equal(side[1], EICP_FREE);
    assert_int_equal(side[2], EICP_FREE);
    eicp_problem_destroy(&problem);
}

/* from = to: one mu alone. */
static void test_no_length(void **state) {
    (void)state;
    Random random = {.state = 77};
    for (int k = 0; k < 60; k++) {
        EicpCase problem;
        make_dense(&random, 2 + k % 6, &problem);
        problem.from = problem.to = random_in(&random, -1.5, 1.5);
        check_case(&problem, rigorous_provers);
    }
}

/* An interval that leaves the numbers once it is divided by the ratio of A and B is refused, not
 * rounded to 0 or infinity. */
static void test_far_interval(void **state) {
    (void)state;
    const double big[] = {1e200}, small[] = {1e-100}, one[] = {1};
    double x;
    EicpReport report;
    const Eicp high = {1, big, small}, low = {1, small, big}, same = {1, one, one};
    assert_int_equal(eicp_least(&high, &(EicpSearch){.from = 1e-20, .to = 1}, &x, &report), JUDDER_INPUT);
    assert_int_equal(eicp_least(&high, &(EicpSearch){.from = 0, .to = 1e-20}, &x, &report), JUDDER_INPUT);
    assert_int_equal(eicp_least(&low, &(EicpSearch){.from = 1e20, .to = INFINITY}, &x, &report),
                     JUDDER_INPUT);
    assert_int_equal(eicp_least(&low, &(EicpSearch){.from = 0, .to = 1e20}, &x, &report), JUDDER_INPUT);
    assert_int_equal(eicp_least(&high, &(EicpSearch){.from = 0, .to = INFINITY}, &x, &report), JUDDER_OK);
    assert_near(report.mu, 1e300, 1e286);
    assert_int_equal(eicp_least(&same, &(EicpSearch){.from = 0, .to = 1e300}, &x, &report), JUDDER_OK);
    assert_exact(report.mu, 1);
}

/* The enumeration stops when it is asked to, and then claims nothing. */
static void test_enumeration_stops(void **state) {
    (void)state;
    enum { N = EICP_ENUMERATE_MOST };
    static double A[N * N], B[N * N];
    Random random = {.state = 78};
    for (int i = 0; i < N * N; i++) A[i] = random_in(&random, -1, 1);
    for (int i = 0; i < N; i++) B[i * N + i] = 1;
    const Eicp eicp = {N, A, B};
    static const EicpProver *const only_sets[] = {&enumeration_prover, NULL};
    double x[N];
    EicpReport report;
    const double begin = clock_seconds();
    const EicpSearch search = {.from = -3, .to = 3, .seconds = 0.3, .provers = only_sets};
    assert_int_equal(eicp_least(&eicp, &search, x, &report), JUDDER_OK);
    assert_at_most(clock_seconds() - begin, 60); /* far more than a busy machine needs to see the limit */
    assert_false(report.certified);
    EicpSolutions all;
    stop_request();
    assert_int_equal(eicp_enumerate(&eicp, -3, 3, &all), JUDDER_OK);
    stop_reset();
    assert_false(all.whole);
    assert_int_equal(all.count, 0);
    eicp_solutions_release(&all);
    const Eicp small = {1, A, B};
    assert_int_equal(eicp_enumerate(&small, -3, 3, &all), JUDDER_OK);
    assert_true(all.whole);
    eicp_solutions_release(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_values),      cmocka_unit_test(test_double_root),
        cmocka_unit_test(test_solution_at_start), cmocka_unit_test(test_force_overflows),
        cmocka_unit_test(test_no_length),         cmocka_unit_test(test_far_interval),
        cmocka_unit_test(test_enumeration_stops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
