/* A stage whose matrix is behind an operator: its solutions are among all solutions, the flow never ends at
 * one that it would leave, and forces elsewhere set the scale of what is rounding. */
#include "stage/all_solutions.h"
#include "stage/laws.h"

#include "contact_solver/rows.h"
#include "stage/internal.h"

/* Answers for S by dense factors, as if all else of a body were in balance. */
typedef struct Answers {
    StageOperator op;
    const Made *made;
    Rows *rows;
    DenseFactor *factor;
    Stage *stage;
    ContactLeft left;
    int calls;
    double block[MOST_SIZE * 3];
} Answers;

static JudderErr answer_rows(void *of, const StageRows *rows, double *x, double *f, ContactLeft *left) {
    Answers *a = of;
    const int size = a->made->size;
    bool singular;
    double found[MOST_SIZE];
    for (int i = 0; i < size; i++) rows_set(a->rows, i, &rows->row[i]);
    TRY(rows_solve(a->rows, rows->rhs, found, &singular));
    assert_false(singular);
    for (int i = 0; i < size; i++) x[i] = rows->row[i].fixed ? rows->rhs[i] : found[i];
    for (int i = 0; i < size; i++) f[i] = dense_dot(size, a->made->S + i * size, x) - a->made->b[i];
    *left = a->left;
    a->calls++;
    return JUDDER_OK;
}

static JudderErr answer_spread(void *of, const double *r, double *v) {
    Answers *a = of;
    const int n = a->made->problem.n, tangents = a->made->problem.tangents, width = tangents + 1;
    double x[MOST_SIZE] = {0};
    for (int i = 0; i < n * tangents; i++) x[i / tangents * width + 1 + i % tangents] = r[i];
    TRY(dense_factor_solve(a->factor, x));
    for (int i = 0; i < n * tangents; i++) v[i] = x[i / tangents * width + 1 + i % tangents];
    return JUDDER_OK;
}

static void answers_create(Answers *a, Made *made) {
    const int n = made->problem.n, width = made->size / n, size = made->size;
    bool singular;
    *a = (Answers){.made = made};
    a->op = (StageOperator){.of = a,
                            .block = a->block,
                            .majorant = n, /* S is at most n times its blocks */
                            .solve = answer_rows,
                            .spread = answer_spread};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < width * width; j++)
            a->block[i * width * width + j] = made->S[(i * width + j / width) * size + i * width + j % width];
    assert_int_equal(rows_create(n, width, made->S, &a->rows), JUDDER_OK);
    assert_int_equal(dense_factor_create(size, made->S, &a->factor, &singular), JUDDER_OK);
    made->problem.op = &a->op;
    assert_int_equal(stage_create(&made->problem, &a->stage), JUDDER_OK);
}

static StageReport solve(Answers *a, Made *made) {
    StageReport report;
    assert_int_equal(stage_solve(a->stage, &made->input, &made->state, &report), JUDDER_OK);
    return report;
}

/* No dof feels another. */
static void uncouple(Made *made) {
    for (int i = 0; i < made->size * made->size; i++) made->S[i] = i % (made->size + 1) == 0;
}

static void answers_destroy(Answers *a) {
    stage_destroy(&a->stage);
    rows_destroy(&a->rows);
    dense_factor_destroy(&a->factor);
}

static double potential(const Made *made, const Straight *law, const double *v) {
    const int n = made->problem.n, width = made->size / n;
    double sum = 0;
    for (int i = 0; i < made->size; i++)
        sum += v[i] * (0.5 * dense_dot(made->size, made->S + i * made->size, v) - made->b[i] -
                       (i % width == 0 ? made->p[i / width] : 0));
    for (int i = 0; i < n; i++) {
        double square = 0;
        for (int a = 1; a < width; a++) {
            const double w = v[i * width + a] - made->V[i * (width - 1) + a - 1];
            square += w * w;
        }
        sum += made->p[i] * straight_integral(law, sqrt(square));
    }
    return sum;
}

/* Whether no small step lowers the potential. */
static bool is_least_nearby(const Made *made, const Straight *law, Random *random) {
    const double here = potential(made, law, made->v);
    for (int k = 0; k < 200; k++) {
        double v[MOST_SIZE];
        for (int i = 0; i < made->size; i++) v[i] = made->v[i] + 1e-4 * random_in(random, -1, 1);
        if (potential(made, law, v) < here - 1e-12) return false;
    }
    return true;
}

static void start_somewhere(Made *made, Random *random) {
    const int n = made->problem.n, width = made->size / n;
    for (int i = 0; i < n; i++) {
        for (int a = 1; a < width; a++) made->v[i * width + a] = random_in(random, -1, 1);
        made->node[i] = STAGE_SLIP;
    }
}

static void every_solution_is_one_of_all(void **test_state) {
    (void)test_state;
    Random random = {78};
    int several = 0, flows = 0;
    for (int k = 0; k < 600; k++) {
        const bool coulomb = k % 3 == 2;
        const Straight law = {0.8, coulomb ? 0.8 : 0.2, random_size(&random, 0.05, 5)};
        char *params = coulomb ? law_coulomb(0.8)
                               : law_weakening(&linear_law, law.mu_s, law.mu_d, "v_c", law.v_c);
        const MadeKind kind = {1 + random_below(&random, 3),
                               1,
                               coulomb ? &unilateral_contact : &pressure_contact,
                               {coulomb ? &constant_law : &linear_law, params}};
        Made made;
        Answers answers;
        made_create(&made, &kind, &random);
        answers_create(&answers, &made);
        start_somewhere(&made, &random);
        const StageReport report = solve(&answers, &made);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        All all = {.made = &made, .law = law};
        enumerate(&all);
        assert_at_most(distance_to_nearest(&all), 1e-9);
        if (report.uniqueness < 0.999 && !coulomb) assert_int_equal(all.count, 1);
        if (!coulomb) assert_true(is_least_nearby(&made, &law, &random));
        several += all.count > 1;
        flows += strcmp(report.method, "flow") == 0;
        answers_destroy(&answers);
        free(params);
    }
    assert_true(several > 20 && flows > 100);
}

/* Two tangents, more nodes: solved, and no saddle. */
static void the_flow_ends_where_it_stays(void **test_state) {
    (void)test_state;
    Random random = {79};
    int flows = 0;
    for (int k = 0; k < 100; k++) {
        const Straight law = {0.9, 0.1, random_size(&random, 0.05, 1)};
        char *params = law_weakening(&linear_law, law.mu_s, law.mu_d, "v_c", law.v_c);
        const MadeKind kind = {2 + random_below(&random, 7), 2, &pressure_contact, {&linear_law, params}};
        Made made;
        Answers answers;
        made_create(&made, &kind, &random);
        answers_create(&answers, &made);
        start_somewhere(&made, &random);
        const double before = potential(&made, &law, made.v);
        const StageReport report = solve(&answers, &made);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        assert_true(is_least_nearby(&made, &law, &random));
        if (strcmp(report.method, "flow") == 0) {
            flows++;
            assert_at_most(potential(&made, &law, made.v), before);
        }
        answers_destroy(&answers);
        free(params);
    }
    assert_true(flows > 40);
}

/* w + p mu(w) = q has the roots 0 (stick), .5, 1.025. The flow leaves the middle one so slowly that it seems
 * to rest; whoever takes it has taken an unstable solution. */
static void a_slow_flow_does_not_end_at_an_unstable_root(void **test_state) {
    (void)test_state;
    Random random = {81};
    const Straight law = {0.8, 0.2, 1};
    char *params = law_weakening(&linear_law, law.mu_s, law.mu_d, "v_c", law.v_c);
    const MadeKind kind = {2, 1, &pressure_contact, {&linear_law, params}};
    for (int side = 0; side < 2; side++) {
        Made made;
        Answers answers;
        made_create(&made, &kind, &random);
        uncouple(&made);
        for (int i = 0; i < 2; i++) {
            made.p[i] = 1.75, made.V[i] = 0, made.b[2 * i + 1] = 1.375, made.node[i] = STAGE_SLIP;
            made.v[2 * i + 1] = 0.5 + (side ? 1e-4 : -1e-4);
        }
        answers_create(&answers, &made);
        const StageReport report = solve(&answers, &made);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        assert_string_equal(report.method, "flow");
        for (int i = 0; i < 2; i++) assert_near(made.v[2 * i + 1], side ? 1.025 : 0, 1e-12);
        assert_int_equal(report.several, 2);
        answers_destroy(&answers);
    }
    free(params);
}

/* Two nodes that do not feel each other. While the second is not pressed only the first counts; pressed, the
 * second makes several solutions possible, and that must be seen at once. */
static void a_node_that_closes_is_seen(void **test_state) {
    (void)test_state;
    Random random = {82};
    char *params = law_weakening(&linear_law, 0.8, 0.2, "v_c", 1);
    const MadeKind kind = {2, 1, &pressure_contact, {&linear_law, params}};
    Made made;
    Answers answers;
    made_create(&made, &kind, &random);
    uncouple(&made);
    answers_create(&answers, &made);
    for (int pressed = 0; pressed < 6; pressed++) {
        made.p[0] = 0.5, made.p[1] = pressed % 2 ? 2.5 : 0;
        for (int k = 0; k < 3; k++) {
            const StageReport report = solve(&answers, &made);
            assert_near(report.uniqueness, 0.6 * (pressed % 2 ? 2.5 : 0.5), 0.005);
            assert_string_equal(report.method, pressed % 2 ? "flow" : "newton");
        }
    }
    answers_destroy(&answers);
    free(params);
}

/* Far from the contact forces are so large that their rounding is more than all contact forces: that must not
 * keep the stage from its end. */
static void forces_elsewhere_set_the_scale(void **test_state) {
    (void)test_state;
    Random random = {80};
    char *params = law_coulomb(0.5);
    const MadeKind kind = {4, 1, &unilateral_contact, {&constant_law, params}};
    Made made;
    Answers answers;
    made_create(&made, &kind, &random);
    answers_create(&answers, &made);
    answers.left = (ContactLeft){.force = 1e-3, .scale = 1e12};
    StageReport report = solve(&answers, &made);
    assert_int_equal(report.outcome, STAGE_SOLVED);
    assert_string_equal(report.method, "newton");
    assert_true(report.iterations <= 8);
    answers.left = (ContactLeft){.force = 1e3, .scale = 1e12};
    report = solve(&answers, &made);
    assert_int_equal(report.outcome, STAGE_NOT_CONVERGED);
    answers_destroy(&answers);
    free(params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solution_is_one_of_all),
        cmocka_unit_test(the_flow_ends_where_it_stays),
        cmocka_unit_test(a_slow_flow_does_not_end_at_an_unstable_root),
        cmocka_unit_test(a_node_that_closes_is_seen),
        cmocka_unit_test(forces_elsewhere_set_the_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
