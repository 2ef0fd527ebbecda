/* Linear complementarity problems by every solver: solved, within limits, whatever the units. */
#include "lcp_run.h"

#include <stdio.h>
#include <stdlib.h>

static void must_solve(const LcpSolver *solver, const Problem *p, const char *what) {
    double x[PROBLEM_MOST];
    const LcpReport report = lcp_run(solver, p, x, NULL);
    double most = 1;
    for (int i = 0; i < p->n; i++) most = fmax(most, fabs(x[i]));
    if (report.outcome != LCP_SOLVED || !(natural_residual(p, x) <= 1e-10 * most))
        fail_msg("%s, %s, n = %d: %s, residual %g, own %g", solver->name, what, p->n,
                 lcp_outcome_names[report.outcome], report.residual, natural_residual(p, x));
}

static void every_solver_solves_definite_problems(void **state) {
    (void)state;
    Random random = {11};
    Problem p;
    const int sizes[] = {1, 2, 3, 5, 8, 13, 30, 60};
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
        for (size_t k = 0; k < COUNT_OF(sizes); k++)
            for (int trial = 0; trial < (sizes[k] > 20 ? 3 : 20); trial++) {
                fill_definite(&random, sizes[k], &p);
                must_solve(*solver, &p, "definite");
            }
}

static void all_but_gauss_seidel_solve_P_problems(void **state) {
    (void)state;
    Random random = {12};
    Problem p;
    const int sizes[] = {1, 2, 3, 5, 8, 13, 25};
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
        for (size_t k = 0; k < COUNT_OF(sizes); k++)
            for (int trial = 0; trial < 30; trial++) {
                fill_P(&random, sizes[k], &p);
                if (*solver != &lcp_projected_gauss_seidel) must_solve(*solver, &p, "P");
            }
}

/* The solution is x = (1, 0, ..., 0) in both families. */
static void exponential_families_are_solved(void **state) {
    (void)state;
    for (int n = 1; n <= 12; n++)
        for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++) {
            Problem p;
            double x[PROBLEM_MOST];
            for (int family = 0; family < 2; family++) {
                if (family == 0)
                    fill_murty(n, &p);
                else
                    fill_fathi(n, &p);
                must_solve(*solver, &p, family == 0 ? "Murty" : "Fathi");
                lcp_run(*solver, &p, x, NULL);
                for (int i = 0; i < n; i++) assert_near(x[i], i == 0, 1e-9);
            }
        }
}

/* With a start that no block step improves, the least index has the word; a limit of steps is kept. */
static void limits_are_kept(void **state) {
    (void)state;
    Random random = {13};
    Problem p;
    fill_definite(&random, 30, &p);
    const Lcp lcp = problem_lcp(&p);
    const LcpLimits limits = {.iterations = 1};
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++) {
        double x[PROBLEM_MOST] = {0};
        LcpReport report;
        assert_int_equal((*solver)->solve(&lcp, &limits, x, NULL, &report), JUDDER_OK);
        assert_true(report.iterations <= 1);
        if ((*solver) == &lcp_lemke) assert_int_equal(report.outcome, LCP_LIMIT);
        assert_true((report.outcome == LCP_SOLVED) == (lcp_residual(&lcp, x) <= 1e-12));
    }
}

/* Rows and columns multiplied by 1e-150 ... 1e150: the same problem in other units. */
static void units_do_not_matter(void **state) {
    (void)state;
    Random random = {14};
    Problem p;
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
        for (int trial = 0; trial < 60; trial++) {
            const int n = 1 + random_below(&random, 8);
            fill_definite(&random, n, &p);
            const double all = trial % 3 == 0 ? 1e-150 : trial % 3 == 1 ? 1e150 : 1;
            for (int i = 0; i < n; i++) {
                const double row = all * random_size(&random, 1e-60, 1e60),
                             column = random_size(&random, 1e-60, 1e60);
                for (int j = 0; j < n; j++) {
                    p.M[i * n + j] *= row;
                    p.M[j * n + i] *= column;
                }
                p.q[i] *= row;
            }
            double x[PROBLEM_MOST];
            const LcpReport report = lcp_run(*solver, &p, x, NULL);
            if (report.outcome != LCP_SOLVED)
                fail_msg("%s: %s %g, trial %d, n = %d", (*solver)->name, lcp_outcome_names[report.outcome],
                         report.residual, trial, n);
        }
}

static void one_unknown(void **state) {
    (void)state;
    const double M[] = {2, 2, 0, -1, 1e-150, 1e150}, q[] = {-3, 3, 4, 5, -1e-150, -1};
    const double expected[] = {1.5, 0, 0, 0, 1, 1e-150};
    for (size_t k = 0; k < COUNT_OF(M); k++) {
        Problem p;
        double x[PROBLEM_MOST];
        fill_given(1, &M[k], &q[k], &p);
        assert_int_equal(lcp_run(&lcp_lemke, &p, x, NULL).outcome, LCP_SOLVED);
        assert_near(x[0], expected[k], 1e-15 * expected[k]);
    }
}

/* Found by a search in exact fractions: among rows that tie, the first row (the first two problems) or the
 * first variable (the others) leads Lemke's method into a cycle. */
static void ties_do_not_lead_round(void **state) {
    (void)state;
    const double q[] = {-1, -1, -1, -1, -1};
    const double M[][25] = {
        {0, 2, 0, 1, -2, 2, -2, -2, 0, 0, 1, 0, 2, 2, 0, -1, 0, -1, 0, 0, 2, 0, 0, 1, -2},
        {0, 1, 0, 1, 0, 1, 2, 1, -2, 1, -1, -1, -2, 1, 2, 2, 1, 2, -1, -2, 1, 2, 0, 2, 0},
        {1, -1, 0, 1, -1, 0, -1, 0, 2, -1, 0, -2, 0, -2, 2, 2, 2, -1, 1, 1, -1, -1, 0, 2, 0},
        {-1, 0, -2, 0, -1, -1, -1, -2, 2, 1, -2, 2, -2, 0, 2, -2},
    };
    for (size_t k = 0; k < COUNT_OF(M); k++) {
        Problem p;
        double x[PROBLEM_MOST], proof[PROBLEM_MOST];
        fill_given(k < 3 ? 5 : 4, M[k], q, &p);
        const LcpReport report = lcp_run(&lcp_lemke, &p, x, proof);
        assert_int_not_equal(report.outcome, LCP_LIMIT);
        assert_true(report.iterations < 32);
    }
}

/* P matrices on which changing all wrong rows at once goes round (found in exact fractions): the
 * least index ends it. */
static void whole_blocks_may_go_round(void **state) {
    (void)state;
    const double M[][16] = {{2, 0, 3, -2, 3, 2, 2, 1, 1, 1, 2, 2, 0, -3, -3, 1},
                            {1, 0, -3, 0, -3, 3, 3, 1, 3, -2, 1, 3, -2, 3, 0, 3}};
    const double q[][4] = {{-2, -2, -2, 1}, {-2, 2, 1, 3}};
    for (size_t k = 0; k < COUNT_OF(M); k++) {
        Problem p;
        fill_given(4, M[k], q[k], &p);
        must_solve(&lcp_principal_pivoting, &p, "round");
    }
}

static void degenerate_problems_do_not_cycle(void **state) {
    (void)state;
    /* a P matrix with many ties */
    const double cyclic[] = {1, 2, 0, 0, 1, 2, 2, 0, 1};
    for (int pattern = 0; pattern < 27; pattern++) {
        const double q[] = {pattern % 3 - 1, pattern / 3 % 3 - 1, pattern / 9 - 1};
        Problem p;
        fill_given(3, cyclic, q, &p);
        for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
            if (*solver != &lcp_projected_gauss_seidel) must_solve(*solver, &p, "cyclic");
    }
    Random random = {17};
    for (int trial = 0; trial < 300; trial++) {
        Problem p;
        const int n = 2 + random_below(&random, 10);
        fill_definite(&random, n, &p);
        for (int i = 0; i < n; i++) p.q[i] = random_below(&random, 2) ? -1 : 0;
        must_solve(&lcp_lemke, &p, "ties");
        must_solve(&lcp_principal_pivoting, &p, "ties");
        /* small integers: ties and singular blocks everywhere */
        for (int i = 0; i < n * n; i++) p.M[i] = random_below(&random, 3) - 1;
        for (int i = 0; i < n; i++) p.q[i] = random_below(&random, 3) - 1;
        double x[PROBLEM_MOST], proof[PROBLEM_MOST];
        const Lcp lcp = problem_lcp(&p);
        const LcpReport report = lcp_run(&lcp_lemke, &p, x, proof);
        assert_int_not_equal(report.outcome, LCP_LIMIT);
        if (report.outcome == LCP_RAY) assert_true(lcp_ray_holds(&lcp, proof));
        if (report.outcome == LCP_NONE) assert_true(lcp_none_holds(&lcp, proof));
    }
}

/* Rows in which only rounding is summed: a ray with zeros in its rows, and a solution whose x_4
 * must be exactly zero. */
static void rounding_alone_is_no_reason(void **state) {
    (void)state;
    Problem p;
    double x[PROBLEM_MOST], u[PROBLEM_MOST];
    fill_given(5,
               (double[]){0, 0, 1, -2, 1, -2, 2, 0, -2, 2, 1, 0, -2, -1, -2, 2, -1, 3, 1, 2, 3, 3, 1, 3, -2},
               (double[]){-0.5, 1, 0, -1.5, -1}, &p);
    const Lcp lcp = problem_lcp(&p);
    assert_int_equal(lcp_run(&lcp_lemke, &p, x, u).outcome, LCP_RAY);
    assert_true(lcp_ray_holds(&lcp, u));
    assert_true(lcp_ray_holds(&lcp, (double[]){1, 1, 0, 0, 0}));
    assert_false(lcp_ray_holds(&lcp, (double[]){1, 1 + 0x1p-52, 0, 0, 0})); /* w_2 = 2^-51 is above zero */
    assert_false(lcp_ray_holds(&lcp, (double[]){1, 1 + 1e-6, 0, 0, 0}));
    fill_given(8, (double[]){-2, -1, -1, 1,  0,  2, 2, -3, 1,  1, -1, 0, 2,  -3, -2, 2, 0,  -3, 1,  1,  2, 0,
                             3,  -3, -2, -1, 1,  3, 3, 1,  -1, 0, -3, 1, 0,  -3, 2,  0, -2, 2,  1,  -3, 3, 1,
                             1,  0,  3,  1,  -1, 0, 2, -3, 0,  0, 0,  0, -1, 1,  -3, 0, 3,  2,  -3, -3},
               (double[]){-0.5, 1, 0.5, -1.5, -0.5, 0.5, 0, 0}, &p);
    LcpReport report;
    const Lcp larger = problem_lcp(&p);
    assert_int_equal(lcp_answer(&larger, x, NULL, &report), JUDDER_OK);
    assert_int_equal(report.outcome, LCP_SOLVED);
    assert_exact(x[3], 0);
    assert_at_most(natural_residual(&p, x), 1e-15);
}

static void bad_numbers_are_refused(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t k = 0; k < COUNT_OF(bad); k++)
        for (int place = 0; place < 6; place++) {
            Problem p;
            fill_given(2, (double[]){2, 1, 1, 2}, (double[]){-1, -1}, &p);
            if (place < 4)
                p.M[place] = bad[k];
            else
                p.q[place - 4] = bad[k];
            const Lcp lcp = problem_lcp(&p);
            double x[PROBLEM_MOST] = {0};
            LcpReport report;
            LcpSolutions solutions;
            for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
                assert_int_equal((*solver)->solve(&lcp, NULL, x, NULL, &report), JUDDER_INPUT);
            assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_INPUT);
            assert_contains(error_message(), "invalid number");
            assert_false(lcp_ray_holds(&lcp, (double[]){1, 1}));
            assert_false(lcp_none_holds(&lcp, (double[]){1, 1}));
            assert_true(lcp_residual(&lcp, (double[]){1, 1}) > 1e-3);
        }
    const Lcp nothing = {.n = 0};
    LcpReport report;
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
        assert_int_equal((*solver)->solve(&nothing, NULL, NULL, NULL, &report), JUDDER_INPUT);
}

/* A start that is nonsense is no reason to fail. */
static void bad_starts_do_no_harm(void **state) {
    (void)state;
    Random random = {18};
    Problem p;
    fill_definite(&random, 6, &p);
    const Lcp lcp = problem_lcp(&p);
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++) {
        double x[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0};
        LcpReport report;
        assert_int_equal((*solver)->solve(&lcp, NULL, x, NULL, &report), JUDDER_OK);
        assert_int_equal(report.outcome, LCP_SOLVED);
    }
}

static void solvers_are_found_by_name(void **state) {
    (void)state;
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
        assert_ptr_equal(lcp_solver_find((*solver)->name), *solver);
    assert_null(lcp_solver_find("lemkes"));
    assert_string_equal(lcp_outcome_names[LCP_RAY], "ray");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_solves_definite_problems),
        cmocka_unit_test(all_but_gauss_seidel_solve_P_problems),
        cmocka_unit_test(exponential_families_are_solved),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(one_unknown),
        cmocka_unit_test(ties_do_not_lead_round),
        cmocka_unit_test(whole_blocks_may_go_round),
        cmocka_unit_test(degenerate_problems_do_not_cycle),
        cmocka_unit_test(rounding_alone_is_no_reason),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(bad_starts_do_no_harm),
        cmocka_unit_test(solvers_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
