/* What is proved about linear complementarity problems, and the judges of proofs. */
#include "lcp_run.h"

#include <stdio.h>
#include <stdlib.h>

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
        const LcpReport report = lcp_run(&lcp_lemke, &p, x, y);
        assert_int_equal(report.outcome, LCP_NONE);
        assert_true(lcp_none_holds(&lcp, y));
        proved++;
        LcpSolutions solutions;
        assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_OK);
        assert_int_equal(solutions.count, 0);
        assert_true(solutions.complete);
        lcp_solutions_release(&solutions);
        for (const LcpSolver *const *solver = lcp_solvers; *solver && trial < 40; solver++)
            assert_int_not_equal(lcp_run(*solver, &p, x, NULL).outcome, LCP_SOLVED);
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
        const LcpReport report = lcp_run(&lcp_lemke, &p, x, u);
        assert_int_not_equal(report.outcome, LCP_LIMIT);
        if (report.outcome == LCP_NONE) assert_true(lcp_none_holds(&lcp, u));
        if (report.outcome != LCP_RAY) continue;
        rays++;
        assert_true(lcp_ray_holds(&lcp, u));
        for (int i = 0; i < p.n; i++) u[i] *= 1e100;
        assert_true(lcp_ray_holds(&lcp, u));
        /* a row that is positive where the direction is: refused */
        for (int i = 0; i < p.n; i++) p.M[i * p.n + i] += u[i] > 0 ? 10 * p.n : 0;
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
        assert_int_equal(lcp_run(&lcp_lemke, &p, x, u).outcome, LCP_RAY);
        assert_true(lcp_ray_holds(&lcp, u));
        LcpSolutions solutions;
        assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_OK);
        assert_int_equal(solutions.count, solvable);
        assert_true(solutions.continuum == solvable);
        if (solvable) assert_near(solutions.x[1], 1, 1e-15);
        lcp_solutions_release(&solutions);
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
        lcp_run(&lcp_lemke, &p, x, NULL);
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
    assert_int_equal(lcp_answer(&(Lcp){.n = 1, .M = &nothing, .q = &nothing}, x, NULL, &(LcpReport){0}),
                     JUDDER_INPUT);
}

/* Of a block that is singular but for rounding a solution of size 1e16 comes, in whose sums q is lost. */
static void a_direction_is_no_solution(void **state) {
    (void)state;
    const double M[] = {1, -3, 1, 2, 1, 3, 3, 3, -1, -3, -1, 1, -1, 3, 0, 1, -1, -1, -3, 3, 1, -1, -1, 2, 0},
                 q[] = {-2, -2, 1, 0, -3}, far[] = {3e16, 3e16, 0, 0, 6e16};
    const Lcp lcp = {.n = 5, .M = M, .q = q};
    assert_true(lcp_residual(&lcp, far) >= 1);
    double x[5] = {0};
    LcpReport report;
    for (const LcpSolver *const *solver = lcp_solvers; *solver; solver++) {
        memset(x, 0, sizeof x);
        assert_int_equal((*solver)->solve(&lcp, NULL, x, NULL, &report), JUDDER_OK);
        if (report.outcome == LCP_SOLVED) assert_near(x[0], 4. / 3, 1e-12);
    }
    assert_int_equal(lcp_answer(&lcp, x, NULL, &report), JUDDER_OK);
    assert_int_equal(report.outcome, LCP_SOLVED);
    assert_near(x[0], 4. / 3, 1e-12);
}

/* A q over hundreds of decades makes Lemke's basis overflow: that ends a search, and is no error of input. */
static void numbers_of_any_size_are_no_error(void **state) {
    (void)state;
    Random random = {77};
    for (int trial = 0; trial < 2000; trial++) {
        Problem p = {.n = 1 + random_below(&random, 4)};
        double x[PROBLEM_MOST];
        for (int i = 0; i < p.n; i++) {
            p.q[i] = random_in(&random, -1, 1) * pow(10, random_in(&random, -200, 200));
            for (int j = 0; j < p.n; j++) p.M[i * p.n + j] = random_in(&random, -1, 1);
        }
        const Lcp lcp = problem_lcp(&p);
        LcpReport report;
        assert_int_equal(lcp_answer(&lcp, x, NULL, &report), JUDDER_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_direction_is_no_solution),
        cmocka_unit_test(numbers_of_any_size_are_no_error),
        cmocka_unit_test(infeasible_problems_are_proved),
        cmocka_unit_test(rays_are_certified),
        cmocka_unit_test(a_ray_is_no_proof_of_none),
        cmocka_unit_test(the_judge_refuses_wrong_solutions),
        cmocka_unit_test(answers_are_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
