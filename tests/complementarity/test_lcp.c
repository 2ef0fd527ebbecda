#include "complementarity/lcp.h"
#include "judder_test.h"
#include "problems.h"

#include <stdio.h>
#include <stdlib.h>

static LcpReport run(const LcpSolver *solver, const Problem *p, double *x, double *proof) {
    const Lcp lcp = problem_lcp(p);
    LcpReport report = {.iterations = -1};
    for (int i = 0; i < p->n; i++) x[i] = 0;
    assert_int_equal(solver->solve(&lcp, NULL, x, proof, &report), JUDDER_OK);
    assert_true(report.iterations >= 0);
    if (report.outcome != LCP_NONE && report.outcome != LCP_RAY)
        assert_true((report.outcome == LCP_SOLVED) == (report.residual <= 1e-12));
    assert_exact(report.residual, lcp_residual(&lcp, x));
    return report;
}

static void must_solve(const LcpSolver *solver, const Problem *p, const char *what) {
    double x[PROBLEM_MOST];
    const LcpReport report = run(solver, p, x, NULL);
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
                run(*solver, &p, x, NULL);
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
            const LcpReport report = run(*solver, &p, x, NULL);
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
        assert_int_equal(run(&lcp_lemke, &p, x, NULL).outcome, LCP_SOLVED);
        assert_near(x[0], expected[k], 1e-15 * expected[k]);
    }
}

static void infeasible_problems_are_proved(void **state) {
    (void)state;
    Random random = {15};
    int proved = 0;
    for (int trial = 0; trial < 300; trial++) {
        Problem p;
        double x[PROBLEM_MOST], y[PROBLEM_MOST] = {0};
        const int n = 1 + random_below(&random, 9);
        fill_P(&random, n, &p);
        /* y > 0 with M' y <= 0 and q' y < 0: the last row undoes the sum of the others */
        double weights[PROBLEM_MOST], sum = 0;
        for (int i = 0; i < n; i++) weights[i] = random_in(&random, 0.5, 2);
        for (int j = 0; j < n; j++) {
            double column = 0;
            for (int i = 0; i < n - 1; i++) column += weights[i] * p.M[i * n + j];
            p.M[(n - 1) * n + j] = (-column - random_in(&random, 0, 1)) / weights[n - 1];
        }
        for (int i = 0; i < n - 1; i++) sum += weights[i] * p.q[i];
        p.q[n - 1] = (-sum - random_in(&random, 0.1, 1)) / weights[n - 1];
        const Lcp lcp = problem_lcp(&p);
        assert_true(lcp_none_holds(&lcp, weights));
        const LcpReport report = run(&lcp_lemke, &p, x, y);
        assert_int_equal(report.outcome, LCP_NONE);
        assert_true(lcp_none_holds(&lcp, y));
        proved++;
        LcpSolutions solutions;
        assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_OK);
        assert_int_equal(solutions.count, 0);
        assert_true(solutions.complete);
        lcp_solutions_release(&solutions);
        for (const LcpSolver *const *solver = lcp_solvers; *solver && trial < 40; solver++)
            assert_int_not_equal(run(*solver, &p, x, NULL).outcome, LCP_SOLVED);
        /* wrong proofs are refused */
        y[random_below(&random, n)] -= 10;
        assert_false(lcp_none_holds(&lcp, y));
        memset(y, 0, sizeof y);
        assert_false(lcp_none_holds(&lcp, y));
        y[0] = NAN;
        assert_false(lcp_none_holds(&lcp, y));
    }
    assert_int_equal(proved, 300);
}

/* Feasible problems without a solution, or that Lemke's path misses: a ray, and it holds. */
static void rays_are_certified(void **state) {
    (void)state;
    Random random = {16};
    int rays = 0;
    for (int trial = 0; trial < 2000; trial++) {
        Problem p = {.n = 2 + random_below(&random, 5)};
        double x[PROBLEM_MOST], u[PROBLEM_MOST] = {0};
        for (int i = 0; i < p.n * p.n; i++) p.M[i] = random_in(&random, -1, 1);
        fill_q(&random, &p);
        const Lcp lcp = problem_lcp(&p);
        const LcpReport report = run(&lcp_lemke, &p, x, u);
        assert_int_not_equal(report.outcome, LCP_LIMIT);
        if (report.outcome == LCP_NONE) assert_true(lcp_none_holds(&lcp, u));
        if (report.outcome != LCP_RAY) continue;
        rays++;
        assert_true(lcp_ray_holds(&lcp, u));
        for (int i = 0; i < p.n; i++) u[i] *= 1e100;
        assert_true(lcp_ray_holds(&lcp, u));
        for (int i = 0; i < p.n; i++) u[i] = u[i] * (1 + 0.01 * (i + 1)) + 1e98 * (i + 1);
        assert_false(lcp_ray_holds(&lcp, u));
        memset(u, 0, sizeof u);
        assert_false(lcp_ray_holds(&lcp, u));
        u[0] = -1;
        assert_false(lcp_ray_holds(&lcp, u));
    }
    assert_true(rays > 100);
}

/* w_1 = x_2 - 1 >= 0 needs x_2 >= 1, which makes w_2 = x_2 > 0: feasible, but never complementary.
 * With w_2 = 0 in its place x = (0, t), t >= 1 are solutions, but the path may miss them: a ray
 * proves nothing for such M. */
static void a_ray_is_no_proof_of_none(void **state) {
    (void)state;
    for (int solvable = 0; solvable < 2; solvable++) {
        const double M[] = {0, 1, 0, !solvable}, q[] = {-1, 0};
        Problem p;
        double x[PROBLEM_MOST], u[PROBLEM_MOST];
        fill_given(2, M, q, &p);
        const Lcp lcp = problem_lcp(&p);
        assert_int_equal(run(&lcp_lemke, &p, x, u).outcome, LCP_RAY);
        assert_true(lcp_ray_holds(&lcp, u));
        LcpSolutions solutions;
        assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_OK);
        assert_int_equal(solutions.count, solvable);
        assert_true(solutions.continuum == solvable);
        if (solvable) assert_near(solutions.x[1], 1, 1e-15);
        lcp_solutions_release(&solutions);
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
        const LcpReport report = run(&lcp_lemke, &p, x, proof);
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
        /* small whole numbers: ties and singular blocks everywhere */
        for (int i = 0; i < n * n; i++) p.M[i] = random_below(&random, 3) - 1;
        for (int i = 0; i < n; i++) p.q[i] = random_below(&random, 3) - 1;
        double x[PROBLEM_MOST], proof[PROBLEM_MOST];
        const Lcp lcp = problem_lcp(&p);
        const LcpReport report = run(&lcp_lemke, &p, x, proof);
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
    assert_int_equal(run(&lcp_lemke, &p, x, u).outcome, LCP_RAY);
    assert_true(lcp_ray_holds(&lcp, (double[]){1, 1 + 0x1p-52, 0, 0, 0}));
    assert_false(lcp_ray_holds(&lcp, (double[]){1, 1 + 1e-6, 0, 0, 0}));
    fill_given(8, (double[]){-2, -1, -1, 1,  0,  2, 2, -3, 1,  1, -1, 0, 2,  -3, -2, 2, 0,  -3, 1,  1,  2, 0,
                             3,  -3, -2, -1, 1,  3, 3, 1,  -1, 0, -3, 1, 0,  -3, 2,  0, -2, 2,  1,  -3, 3, 1,
                             1,  0,  3,  1,  -1, 0, 2, -3, 0,  0, 0,  0, -1, 1,  -3, 0, 3,  2,  -3, -3},
               (double[]){-0.5, 1, 0.5, -1.5, -0.5, 0.5, 0, 0}, &p);
    assert_int_equal(run(&lcp_lemke, &p, x, u).outcome, LCP_SOLVED);
    assert_exact(x[3], 0);
    assert_near(x[4], 0.625, 1e-15);
    assert_near(x[6], 0.375, 1e-15);
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

static void the_judge_refuses_wrong_solutions(void **state) {
    (void)state;
    Random random = {19};
    for (int trial = 0; trial < 500; trial++) {
        Problem p;
        double x[PROBLEM_MOST], wrong[PROBLEM_MOST];
        const int n = 1 + random_below(&random, 10);
        fill_P(&random, n, &p);
        const Lcp lcp = problem_lcp(&p);
        run(&lcp_lemke, &p, x, NULL);
        assert_at_most(lcp_residual(&lcp, x), 1e-14);
        double most = 0;
        for (int i = 0; i < n; i++) most = fmax(most, x[i]);
        const int k = random_below(&random, n);
        memcpy(wrong, x, sizeof x);
        wrong[k] += 1e-6 * (most > 0 ? most : 1);
        assert_true(lcp_residual(&lcp, wrong) > 1e-10);
        wrong[k] = x[k] - 1e-6 * (most > 0 ? most : 1);
        assert_true(lcp_residual(&lcp, wrong) > 1e-10);
        wrong[k] = NAN;
        assert_true(lcp_residual(&lcp, wrong) == INFINITY);
    }
    /* an unknown that no row feels must still be complementary; zero is the solution when q >= 0 */
    Problem p;
    fill_given(2, (double[]){0, 0, 0, 0}, (double[]){1, 1}, &p);
    const Lcp lcp = problem_lcp(&p);
    assert_true(lcp_residual(&lcp, (double[]){5, 1e200}) >= 1);
    assert_exact(lcp_residual(&lcp, (double[]){0, 0}), 0);
    /* the negative of a solution, and w < 0 at x = 0 */
    fill_given(2, (double[]){2, 0, 0, 2}, (double[]){-2, -2}, &p);
    assert_exact(lcp_residual(&lcp, (double[]){1, 1}), 0);
    assert_true(lcp_residual(&lcp, (double[]){-1, -1}) >= 0.9);
    assert_true(lcp_residual(&lcp, (double[]){1, 0}) >= 0.9);
}

static void solvers_are_found_by_name(void **state) {
    (void)state;
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++)
        assert_ptr_equal(lcp_solver_find((*solver)->name), *solver);
    assert_null(lcp_solver_find("lemkes"));
    assert_string_equal(lcp_outcome_names[LCP_RAY], "ray");
}

/* Whatever the matrix: an answer comes with what proves it, and small problems without an
 * answer have no solution. */
static void answers_are_proved(void **state) {
    (void)state;
    Random random = {31};
    Problem p;
    double x[PROBLEM_MOST], proof[PROBLEM_MOST];
    int seen[4] = {0};
    for (int trial = 0; trial < 400; trial++) {
        fill_definite(&random, 2 + trial % 9, &p);
        for (int i = 0; trial % 2 && i < p.n * p.n; i++) p.M[i] = random_in(&random, -1, 1);
        const Lcp lcp = problem_lcp(&p);
        LcpReport report = {0};
        LcpSolutions all = {0};
        assert_int_equal(lcp_answer(&lcp, x, proof, &report), JUDDER_OK);
        assert_int_equal(lcp_enumerate(&lcp, &all), JUDDER_OK);
        seen[report.outcome]++;
        if (report.outcome == LCP_SOLVED) assert_true(lcp_residual(&lcp, x) <= 1e-12);
        if (report.outcome == LCP_NONE) assert_true(lcp_none_holds(&lcp, proof) && all.count == 0);
        if (report.outcome == LCP_RAY) assert_true(lcp_ray_holds(&lcp, proof));
        if (trial % 2 == 0) assert_int_equal(report.outcome, LCP_SOLVED);
        lcp_solutions_release(&all);
    }
    assert_true(seen[LCP_SOLVED] > 200 && seen[LCP_NONE] > 5 && seen[LCP_RAY] > 5);
    const double nothing = NAN;
    assert_int_equal(lcp_answer(&(Lcp){1, &nothing, &nothing}, x, NULL, &(LcpReport){0}), JUDDER_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_solves_definite_problems),
        cmocka_unit_test(all_but_gauss_seidel_solve_P_problems),
        cmocka_unit_test(exponential_families_are_solved),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(one_unknown),
        cmocka_unit_test(infeasible_problems_are_proved),
        cmocka_unit_test(rays_are_certified),
        cmocka_unit_test(a_ray_is_no_proof_of_none),
        cmocka_unit_test(ties_do_not_lead_round),
        cmocka_unit_test(whole_blocks_may_go_round),
        cmocka_unit_test(degenerate_problems_do_not_cycle),
        cmocka_unit_test(rounding_alone_is_no_reason),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(bad_starts_do_no_harm),
        cmocka_unit_test(the_judge_refuses_wrong_solutions),
        cmocka_unit_test(solvers_are_found_by_name),
        cmocka_unit_test(answers_are_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
