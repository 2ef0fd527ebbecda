/* Mixed complementarity problems: nonlinear ones with known solutions, boxes, equations, linear ones. */
#include "complementarity/mcp.h"
#include "judder_test.h"
#include "problems.h"

/* The functions of Kojima and Shindo (c = 10, 2, 9, 9) and of Josephy (c = 3, 2, 3, 1) share
 * all but four numbers. */
typedef struct Quadratic {
    double f2_x3, f3_x4, f3;
} Quadratic;

static JudderErr quadratic(void *context, const double *x, double *F, double *J) {
    const Quadratic *c = context;
    F[0] = 3 * x[0] * x[0] + 2 * x[0] * x[1] + 2 * x[1] * x[1] + x[2] + 3 * x[3] - 6;
    F[1] = 2 * x[0] * x[0] + x[0] + x[1] * x[1] + c->f2_x3 * x[2] + 2 * x[3] - 2;
    F[2] = 3 * x[0] * x[0] + x[0] * x[1] + 2 * x[1] * x[1] + 2 * x[2] + c->f3_x4 * x[3] - c->f3;
    F[3] = x[0] * x[0] + 3 * x[1] * x[1] + 2 * x[2] + 3 * x[3] - 3;
    if (!J) return JUDDER_OK;
    const double rows[] = {
        6 * x[0] + 2 * x[1], 2 * x[0] + 4 * x[1], 1, 3,        4 * x[0] + 1, 2 * x[1], c->f2_x3, 2,
        6 * x[0] + x[1],     x[0] + 4 * x[1],     2, c->f3_x4, 2 * x[0],     6 * x[1], 2,        3};
    memcpy(J, rows, sizeof rows);
    return JUDDER_OK;
}

static bool is_near(int n, const double *x, const double *y, double tolerance) {
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= tolerance)) return false;
    return true;
}

static const double degenerate[] = {1.2247448713915890, 0, 0, 0.5}, plain[] = {1, 0, 3, 0};

static void kojima_and_shindo(void **state) {
    (void)state;
    Quadratic c = {10, 9, 9};
    const Mcp mcp = {.n = 4, .at = quadratic, .context = &c};
    double residual;
    assert_int_equal(mcp_residual(&mcp, degenerate, &residual), JUDDER_OK);
    assert_at_most(residual, 1e-15);
    assert_int_equal(mcp_residual(&mcp, plain, &residual), JUDDER_OK);
    assert_exact(residual, 0);
    for (const McpSolver *const *solver = mcp_solvers; *solver; solver++) {
        Random random = {61};
        int solved = 0, first = 0, second = 0;
        for (int trial = 0; trial < 200; trial++) {
            double x[4];
            McpReport report;
            for (int i = 0; i < 4; i++) x[i] = random_in(&random, 0, 5);
            assert_int_equal((*solver)->solve(&mcp, NULL, x, &report), JUDDER_OK);
            if (report.outcome != MCP_SOLVED) continue;
            solved++;
            assert_int_equal(mcp_residual(&mcp, x, &residual), JUDDER_OK);
            assert_at_most(residual, 1e-10);
            /* at the degenerate solution two functions have a double zero */
            const bool is_first = is_near(4, x, degenerate, 1e-4), is_second = is_near(4, x, plain, 1e-8);
            assert_true(is_first || is_second);
            first += is_first;
            second += is_second;
        }
        assert_true(first > 5 && second > 5);
        assert_true(solved >= 180);
    }
}

static void josephy(void **state) {
    (void)state;
    Quadratic c = {3, 3, 1};
    const Mcp mcp = {.n = 4, .at = quadratic, .context = &c};
    const double starts[][4] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {1.25, 0, 0, 0.5}, {1, 0, 1, 0}, {0, 1, 1, 0}};
    for (const McpSolver *const *solver = mcp_solvers; *solver; solver++)
        for (size_t k = 0; k < COUNT_OF(starts); k++) {
            double x[4];
            McpReport report;
            memcpy(x, starts[k], sizeof x);
            assert_int_equal((*solver)->solve(&mcp, NULL, x, &report), JUDDER_OK);
            assert_int_equal(report.outcome, MCP_SOLVED);
            assert_true(is_near(4, x, degenerate, 1e-8));
        }
    /* from afar Fischer-Burmeister ends in a local minimum, and says so */
    double x[] = {100, 100, 100, 100};
    McpReport report;
    assert_int_equal(mcp_fischer_burmeister.solve(&mcp, NULL, x, &report), JUDDER_OK);
    assert_int_equal(report.outcome, MCP_STATIONARY);
    assert_true(report.residual > 0.1);
}

static JudderErr linear(void *context, const double *x, double *F, double *J) {
    const Problem *p = context;
    for (int i = 0; i < p->n; i++) {
        F[i] = p->q[i];
        for (int j = 0; j < p->n; j++) F[i] += p->M[i * p->n + j] * x[j];
    }
    if (J) memcpy(J, p->M, sizeof(double) * (size_t)(p->n * p->n));
    return JUDDER_OK;
}

static void linear_problems_agree_with_the_linear_solver(void **state) {
    (void)state;
    Random random = {62};
    for (int trial = 0; trial < 150; trial++) {
        Problem p;
        fill_P(&random, 1 + random_below(&random, 12), &p);
        const Lcp lcp = problem_lcp(&p);
        const Mcp mcp = {.n = p.n, .at = linear, .context = &p};
        double reference[PROBLEM_MOST] = {0};
        LcpReport lcp_report;
        assert_int_equal(lcp_lemke.solve(&lcp, NULL, reference, NULL, &lcp_report), JUDDER_OK);
        for (const McpSolver *const *solver = mcp_solvers; *solver; solver++) {
            double x[PROBLEM_MOST] = {0};
            McpReport report;
            assert_int_equal((*solver)->solve(&mcp, NULL, x, &report), JUDDER_OK);
            assert_int_equal(report.outcome, MCP_SOLVED);
            for (int i = 0; i < p.n; i++) assert_near(x[i], reference[i], 1e-6 * (1 + reference[i]));
        }
    }
}

/* All kinds of bounds at once; the answer is checked row by row from the definition. */
static void boxes_and_equations(void **state) {
    (void)state;
    Random random = {63};
    for (int trial = 0; trial < 300; trial++) {
        Problem p;
        double low[PROBLEM_MOST], high[PROBLEM_MOST];
        fill_definite(&random, 1 + random_below(&random, 12), &p);
        for (int i = 0; i < p.n; i++) {
            p.q[i] *= 5;
            low[i] = random_below(&random, 3) ? random_in(&random, -1, 0.2) : -INFINITY;
            high[i] = random_below(&random, 3) ? fmax(low[i], random_in(&random, -0.2, 1)) : INFINITY;
            if (high[i] < -0.1 && !isfinite(low[i])) high[i] = INFINITY;
        }
        if (trial % 5 == 0) low[0] = high[0] = 0.25;
        const Mcp mcp = {.n = p.n, .low = low, .high = high, .at = linear, .context = &p};
        for (const McpSolver *const *solver = mcp_solvers; *solver; solver++) {
            double x[PROBLEM_MOST] = {0}, F[PROBLEM_MOST];
            McpReport report;
            assert_int_equal((*solver)->solve(&mcp, NULL, x, &report), JUDDER_OK);
            assert_int_equal(report.outcome, MCP_SOLVED);
            assert_int_equal(linear(&p, x, F, NULL), JUDDER_OK);
            for (int i = 0; i < p.n; i++) {
                assert_true(x[i] >= low[i] - 1e-9 && x[i] <= high[i] + 1e-9);
                if (x[i] > low[i] + 1e-8) assert_at_most(F[i], 1e-8);
                if (x[i] < high[i] - 1e-8) assert_at_most(-F[i], 1e-8);
            }
        }
    }
}

/* F = x - c in [0, 1]: from x = 5 the rows of the minimum are x, F and x - 1, and one step ends on them. */
static void one_step_into_a_box(void **state) {
    (void)state;
    Problem p;
    fill_given(3, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){1, -0.5, -2}, &p);
    const double low[] = {0, 0, 0}, high[] = {1, 1, 1};
    const Mcp mcp = {.n = 3, .low = low, .high = high, .at = linear, .context = &p};
    double x[] = {5, 5, 5};
    McpReport report;
    assert_int_equal(mcp_minimum.solve(&mcp, NULL, x, &report), JUDDER_OK);
    assert_int_equal(report.iterations, 1);
    assert_true(is_near(3, x, (double[]){0, 0.5, 1}, 1e-15));
}

static JudderErr logarithm(void *context, const double *x, double *F, double *J) {
    (void)context;
    F[0] = log(x[0]);
    if (J) J[0] = 1 / x[0];
    return JUDDER_OK;
}

static JudderErr no_zero(void *context, const double *x, double *F, double *J) {
    (void)context;
    F[0] = x[0] * x[0] + 1;
    if (J) J[0] = 2 * x[0];
    return JUDDER_OK;
}

static JudderErr fails(void *context, const double *x, double *F, double *J) {
    (void)context, (void)x, (void)F, (void)J;
    return error_machine("no luck");
}

static void other_ends(void **state) {
    (void)state;
    const double low = -INFINITY, high = INFINITY;
    for (const McpSolver *const *solver = mcp_solvers; *solver; solver++) {
        const Mcp defined_above_zero = {.n = 1, .low = &low, .high = &high, .at = logarithm};
        double x = 9;
        McpReport report;
        assert_int_equal((*solver)->solve(&defined_above_zero, NULL, &x, &report), JUDDER_OK);
        assert_int_equal(report.outcome, MCP_SOLVED);
        assert_near(x, 1, 1e-9);
        x = -1;
        assert_int_equal((*solver)->solve(&defined_above_zero, NULL, &x, &report), JUDDER_OK);
        assert_int_equal(report.outcome, MCP_OUTSIDE);
        assert_true(report.residual == INFINITY);
        const Mcp unsolvable = {.n = 1, .low = &low, .high = &high, .at = no_zero};
        x = 3;
        assert_int_equal((*solver)->solve(&unsolvable, NULL, &x, &report), JUDDER_OK);
        assert_int_equal(report.outcome, MCP_STATIONARY);
        assert_true(report.residual >= 1);
        const McpLimits one = {.iterations = 1};
        x = 9;
        assert_int_equal((*solver)->solve(&defined_above_zero, &one, &x, &report), JUDDER_OK);
        assert_int_equal(report.outcome, MCP_LIMIT);
        const Mcp failing = {.n = 1, .at = fails};
        assert_int_equal((*solver)->solve(&failing, NULL, &x, &report), JUDDER_MACHINE);
        assert_string_equal(error_message(), "no luck");
        x = NAN;
        assert_int_equal((*solver)->solve(&unsolvable, NULL, &x, &report), JUDDER_INPUT);
        x = 0;
        const double one_number = 1, none = NAN;
        const Mcp crossed = {.n = 1, .low = &one_number, .high = &x, .at = no_zero};
        assert_int_equal((*solver)->solve(&crossed, NULL, &x, &report), JUDDER_INPUT);
        const Mcp bad = {.n = 1, .low = &none, .at = no_zero};
        assert_int_equal((*solver)->solve(&bad, NULL, &x, &report), JUDDER_INPUT);
        assert_ptr_equal(mcp_solver_find((*solver)->name), *solver);
    }
    assert_null(mcp_solver_find("fischer"));
    assert_string_equal(mcp_outcome_names[MCP_OUTSIDE], "outside");
}

static void the_judge_refuses_wrong_solutions(void **state) {
    (void)state;
    Problem p;
    fill_given(1, (double[]){1}, (double[]){-2}, &p); /* F = x - 2 */
    const double low = 0, high = 1, infinite = INFINITY;
    const Mcp box = {.n = 1, .low = &low, .high = &high, .at = linear, .context = &p};
    const Mcp half = {.n = 1, .low = &low, .high = &infinite, .at = linear, .context = &p};
    const double points[] = {0, 0.5, 1, 1.5, 2, -1, NAN};
    const double in_box[] = {1, 0.5, 0, 0.5, 1, 2, INFINITY}, in_half[] = {2, 1.5, 1, 0.5, 0, 3, INFINITY};
    for (size_t k = 0; k < COUNT_OF(points); k++) {
        double residual;
        assert_int_equal(mcp_residual(&box, &points[k], &residual), JUDDER_OK);
        assert_near(residual, in_box[k], 0);
        assert_int_equal(mcp_residual(&half, &points[k], &residual), JUDDER_OK);
        assert_near(residual, in_half[k], 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kojima_and_shindo),
        cmocka_unit_test(josephy),
        cmocka_unit_test(linear_problems_agree_with_the_linear_solver),
        cmocka_unit_test(boxes_and_equations),
        cmocka_unit_test(one_step_into_a_box),
        cmocka_unit_test(other_ends),
        cmocka_unit_test(the_judge_refuses_wrong_solutions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
