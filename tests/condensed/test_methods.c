/* The methods behind an increment, each alone: pivoting and Gauss-Seidel against Newton, the slide of one
 * node against a scan of all directions, bordered solves against fresh factors. (BD-2), (ST-10) */
#include "condensed/condensed_cases.h"
#include "condensed/solver.h"
#include "contact_solver/slip.h"

/* The first increment of a random problem, in the solver's own terms. */
static void begin(Case *c) {
    case_open(c);
    const CondensedLoad load = case_load(c, 1);
    condensed_relative_load(c->solver, &load, c->solver->F);
    memcpy(c->solver->before, c->state->w, (size_t)c->solver->size * sizeof(double));
    memcpy(c->solver->w, c->state->w, (size_t)c->solver->size * sizeof(double));
}

static void pivoting_finds_the_states(void **state) {
    (void)state;
    Random random = {101};
    static Case c;
    double pivoted[CASE_DOFS];
    for (int trial = 0; trial < 60; trial++) {
        case_random(&c, &random, 1 + random_below(&random, 25), 2, 0.4);
        begin(&c);
        CondensedOutcome outcome;
        assert_int_equal(condensed_pivot(c.solver, &outcome), JUDDER_OK);
        assert_int_equal(outcome, CONDENSED_SOLVED);
        CondensedNode found[CASE_MOST];
        memcpy(found, c.solver->node, sizeof *found * (size_t)c.problem.n);
        const ContactNewton newton = condensed_newton(c.solver);
        NewtonReport tried;
        assert_int_equal(contact_newton_try(&newton, found, &tried), JUDDER_OK);
        assert_int_equal(tried.outcome, NEWTON_SOLVED);
        memcpy(pivoted, c.solver->w, sizeof pivoted[0] * (size_t)c.solver->size);
        const CondensedLoad load = case_load(&c, 1);
        CondensedStepReport report;
        assert_int_equal(condensed_step(c.solver, &load, c.state, &report), JUDDER_OK);
        for (int j = 0; j < c.solver->size; j++) assert_near(pivoted[j], c.state->w[j], 1e-9);
        case_close(&c);
    }
}

static void gauss_seidel_comes_to_the_same(void **state) {
    (void)state;
    Random random = {103};
    static Case c;
    double swept[CASE_DOFS];
    for (int trial = 0; trial < 60; trial++) {
        case_random(&c, &random, 1 + random_below(&random, 6), 2 + trial % 2, 0.3);
        c.contact = (Contact){contact_laws[trial / 2 % 3], c.S[0], 1.5, c.S[0] * 0.3};
        begin(&c);
        assert_at_most(condensed_gauss_seidel(c.solver, 20000), 1e-9);
        memcpy(swept, c.solver->w, sizeof swept[0] * (size_t)c.solver->size);
        const CondensedLoad load = case_load(&c, 1);
        CondensedStepReport report;
        assert_int_equal(condensed_step(c.solver, &load, c.state, &report), JUDDER_OK);
        assert_int_equal(report.outcome, CONDENSED_SOLVED);
        for (int j = 0; j < c.solver->size; j++) assert_near(swept[j], c.state->w[j], 1e-6);
        case_close(&c);
    }
}

/* Largest component of A d - q + mu p d/|d|. */
static double slide_defect(const LocalContact *s, const double d[2]) {
    const double length = hypot(d[0], d[1]), p = s->p + s->a[0] * d[0] + s->a[1] * d[1];
    double worst = 0;
    for (int i = 0; i < 2; i++)
        worst = fmax(worst,
                     fabs(s->A[i][0] * d[0] + s->A[i][1] * d[1] - s->q[i] + s->mu * p * d[i] / length));
    return worst;
}

static void the_slide_of_one_node_is_exact(void **state) {
    (void)state;
    Random random = {107};
    int found = 0;
    for (int trial = 0; trial < 2000; trial++) {
        const double b = random_in(&random, -0.9, 0.9);
        const LocalContact s = {.tangents = 2,
                                .A = {{1, b}, {b, random_in(&random, 0.9, 3)}},
                                .q = {-random_in(&random, -2, 2), -random_in(&random, -2, 2)},
                                .a = {random_in(&random, -1, 1), random_in(&random, -1, 1)},
                                .mu = random_in(&random, 0, 0.9),
                                .p = random_in(&random, 0, 2)};
        const bool sticks = hypot(s.q[0], s.q[1]) <= s.mu * s.p;
        double d[2];
        const bool slides = local_slide(&s, (const double[2]){0, 0}, d);
        if (slides) {
            found++;
            assert_at_most(slide_defect(&s, d), 1e-9);
            assert_true(s.p + s.a[0] * d[0] + s.a[1] * d[1] >= 0);
        }
        /* weak coupling: exactly one of the two */
        if (s.mu < 0.3 && s.p > 1.5 && hypot(s.q[0], s.q[1]) < 0.8) assert_int_equal(slides, !sticks);
    }
    assert_true(found > 800);
}

/* Rows that change one after the other: bordered solves leave the same residual as fresh factors. */
static void borders_replace_factors(void **state) {
    (void)state;
    enum { N = 120, SIZE = 2 * N };
    Random random = {109};
    double *S = calloc(SIZE * SIZE, sizeof *S), b[SIZE], x[SIZE], y[SIZE];
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j <= i; j++)
            S[i * SIZE + j] = S[j * SIZE + i] = i == j ? 8 : random_in(&random, -1, 1) / (1 + i - j);
    Rows *rows;
    assert_int_equal(rows_create(N, 2, S, &rows), JUDDER_OK);
    for (int i = 0; i < SIZE; i++) rows_set(rows, i, &(Row){.fixed = true});
    for (int k = 0; k < 300; k++) {
        const int i = random_below(&random, SIZE);
        Row row = {.fixed = random_below(&random, 2) == 0};
        if (!row.fixed) row.c[i % 2] = 1;
        if (!row.fixed && i % 2) row.c[0] = random_in(&random, -0.5, 0.5);
        if (!row.fixed && random_below(&random, 3) == 0) row.e[i % 2] = 2;
        rows_set(rows, i, &row);
        for (int j = 0; j < SIZE; j++) b[j] = random_in(&random, -1, 1);
        bool singular;
        assert_int_equal(rows_solve(rows, b, x, &singular), JUDDER_OK);
        assert_false(singular);
        dense_multiply(SIZE, S, x, y);
        for (int j = 0; j < SIZE; j++) {
            const Row *r = &rows->row[j];
            const int first = j - j % 2;
            double sum = x[j];
            if (!r->fixed)
                sum = r->c[0] * y[first] + r->c[1] * y[first + 1] + r->e[0] * x[first] +
                      r->e[1] * x[first + 1];
            assert_near(sum, b[j], 1e-11);
        }
    }
    assert_true(rows->factorisations < 40);
    rows_destroy(&rows);
    free(S);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pivoting_finds_the_states),
        cmocka_unit_test(gauss_seidel_comes_to_the_same),
        cmocka_unit_test(the_slide_of_one_node_is_exact),
        cmocka_unit_test(borders_replace_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
