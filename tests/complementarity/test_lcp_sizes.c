/* Problems whose rows differ by many orders of size: what the judge weighs, the solvers must see. */
#include "lcp_run.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIALS = 400 };

/* By the solver, or by the answer that tries all in turn (NULL). */
static LcpReport solve(const LcpSolver *solver, const Problem *p, double *x) {
    if (solver) return lcp_run(solver, p, x, NULL);
    const Lcp lcp = problem_lcp(p);
    LcpReport report = {0};
    assert_int_equal(lcp_answer(&lcp, x, NULL, &report), JUDDER_OK);
    assert_exact(report.residual, lcp_residual(&lcp, x));
    return report;
}

static const LcpSolver *const solvers[] = {&lcp_lemke, &lcp_principal_pivoting, NULL};

static void must_solve(const Problem *p, const char *what) {
    for (size_t k = 0; k < COUNT_OF(solvers); k++) {
        double x[PROBLEM_MOST];
        const LcpReport report = solve(solvers[k], p, x);
        if (report.outcome != LCP_SOLVED)
            fail_msg("%s, %s, n = %d: %s, residual %g", solvers[k] ? solvers[k]->name : "answer", what, p->n,
                     lcp_outcome_names[report.outcome], report.residual);
    }
}

static void a_small_q_counts_beside_a_large_one(void **state) {
    (void)state;
    Problem p;
    fill_given(2, (double[]){1, 0, 0, 1}, (double[]){-5, -1e-11}, &p);
    must_solve(&p, "two rows");
    for (size_t k = 0; k < COUNT_OF(solvers); k++) {
        double x[PROBLEM_MOST];
        solve(solvers[k], &p, x);
        assert_exact(x[0], 5);
        assert_exact(x[1], 1e-11);
    }
}

static void q_over_fourteen_decades_is_solved(void **state) {
    (void)state;
    Random random = {51};
    for (int trial = 0; trial < TRIALS; trial++) {
        Problem p = {.n = 2 + random_below(&random, 12)};
        for (int i = 0; i < p.n; i++) {
            p.M[i * p.n + i] = random_size(&random, 0.1, 10);
            p.q[i] = (random_below(&random, 3) ? -1 : 1) * random_size(&random, 1e-14, 1);
        }
        must_solve(&p, "diagonal");
        /* triangular with a positive diagonal: P, rows coupled one way */
        for (int i = 0; i < p.n; i++)
            for (int j = 0; j < i; j++) p.M[i * p.n + j] = random_below(&random, 3) - 1;
        must_solve(&p, "triangular");
        /* definite blocks of two, each of its own size */
        p.n -= p.n % 2;
        memset(p.M, 0, sizeof p.M);
        for (int i = 0; i < p.n; i += 2) {
            const double c = random_in(&random, -0.9, 0.9), s = random_size(&random, 1e-14, 1);
            p.M[i * p.n + i] = p.M[(i + 1) * p.n + i + 1] = 1;
            p.M[i * p.n + i + 1] = p.M[(i + 1) * p.n + i] = c;
            p.q[i] = s * random_in(&random, -1, 1);
            p.q[i + 1] = random_below(&random, 4) ? s * random_in(&random, -1, 1) : 0;
        }
        must_solve(&p, "blocks");
        fill_P(&random, p.n, &p);
        for (int i = 0; i < p.n; i++) p.q[i] *= random_size(&random, 1e-14, 1);
        must_solve(&p, "P");
        fill_definite(&random, p.n, &p);
        for (int i = 0; i < p.n; i++) p.q[i] *= random_below(&random, 2) ? 0 : random_size(&random, 1e-14, 1);
        must_solve(&p, "definite, half of q zero");
    }
}

/* Murty's matrix with the q for which Lemke's path with d = e visits 2^n bases: -q_i = 2^n + ... + 2^(n-i+1);
 * and its transpose with -q = 2^i. */
static void families_with_powers_of_two_are_solved(void **state) {
    (void)state;
    for (int n = 1; n <= 24; n++) {
        Problem p;
        fill_murty(n, &p);
        double sum = 0;
        for (int i = 0; i < n; i++) p.q[i] = -(sum += ldexp(1, n - i));
        double x[PROBLEM_MOST];
        for (size_t k = 0; k < COUNT_OF(solvers); k += 2)
            assert_int_equal(solve(solvers[k], &p, x).outcome, LCP_SOLVED);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) p.M[i * n + j] = i == j ? 1 : (j > i ? 2 : 0);
        for (int i = 0; i < n; i++) p.q[i] = -ldexp(1, i);
        for (size_t k = 0; k < COUNT_OF(solvers); k += 2)
            assert_int_equal(solve(solvers[k], &p, x).outcome, LCP_SOLVED);
    }
}

/* w_i = q_i - x_i: x_i = 0 or q_i, each by itself, whatever the size of the others. */
static void lists_hold_small_differences(void **state) {
    (void)state;
    const double q[] = {5, 1e-11, 3e-5, 2e-14};
    Problem p = {.n = 4};
    LcpSolutions all;
    for (int i = 0; i < 4; i++) {
        p.M[5 * i] = -1;
        p.q[i] = q[i];
    }
    const Lcp lcp = problem_lcp(&p);
    assert_int_equal(lcp_enumerate(&lcp, &all), JUDDER_OK);
    assert_true(all.complete && !all.continuum);
    assert_int_equal(all.count, 16);
    for (int k = 0; k < all.count; k++)
        for (int i = 0; i < 4; i++) assert_true(all.x[4 * k + i] == 0 || all.x[4 * k + i] == q[i]);
    lcp_solutions_release(&all);
}

/* No x >= 0 has M x + q >= 0 in the first row, however small its numbers; the second problem needs x_3 < 0.
 */
static void negative_x_is_no_solution(void **state) {
    (void)state;
    Problem p[2];
    fill_given(2, (double[]){-1e-321, -1e-321, -1e-321, -1e-321}, (double[]){-1.304e-321, 2}, &p[0]);
    fill_given(3, (double[]){2.33e-321, 1, 1, 8.923e-321, -2, -1, 1, 5.23e-321, 6.78e-321},
               (double[]){3.36e-322, 4.086e-321, -1}, &p[1]);
    for (int i = 0; i < 2; i++) {
        double x[PROBLEM_MOST];
        for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
            assert_int_not_equal(solve(*solver, &p[i], x).outcome, LCP_SOLVED);
        assert_int_not_equal(solve(NULL, &p[i], x).outcome, LCP_SOLVED);
    }
    const Lcp lcp = problem_lcp(&p[0]);
    assert_true(lcp_residual(&lcp, (double[]){-1.3046875, 0}) > .1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_q_counts_beside_a_large_one),
        cmocka_unit_test(q_over_fourteen_decades_is_solved),
        cmocka_unit_test(families_with_powers_of_two_are_solved),
        cmocka_unit_test(lists_hold_small_differences),
        cmocka_unit_test(negative_x_is_no_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
