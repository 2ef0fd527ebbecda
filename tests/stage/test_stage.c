/* Every normal law with every friction law, one and two tangents, against the judge. */
#include "stage/laws.h"
#include "stage/problems.h"

static const ContactLaw *const normals[] = {NULL, &pressure_contact, &compliance_contact,
                                            &unilateral_contact};

/* Solves, judges and looks at what must be exact. */
static StageReport solve_and_judge(Made *made, Stage *stage) {
    StageReport report;
    ContactDefect defect;
    assert_int_equal(stage_solve(stage, &made->input, &made->state, &report), JUDDER_OK);
    assert_int_equal(report.outcome, STAGE_SOLVED);
    stage_defect(&made->problem, &made->input, &made->state, &defect);
    assert_at_most(defect.largest, 1e-11);
    const int width = made->size / made->problem.n, off = made->problem.normal ? 1 : 0;
    for (int i = 0; i < made->problem.n; i++)
        for (int a = 0; a < made->problem.tangents; a++) {
            const int dof = i * width + off + a;
            if (made->node[i] == STAGE_STICK)
                assert_exact(made->v[dof], made->V[i * made->problem.tangents + a]);
            if (made->node[i] == STAGE_OPEN) assert_exact(made->r[dof], 0);
        }
    return report;
}

static void all_laws_from_stage_to_stage(void **test_state) {
    (void)test_state;
    Random random = {1};
    int descents = 0;
    for (int gentle = 0; gentle < 2; gentle++) {
        Friction laws[LAWS];
        laws_make(gentle ? 2 : 0.2, laws);
        for (int k = 0; k < LAWS * 4 * 2; k++) {
            const MadeKind kind = {1 + random_below(&random, MOST_NODES), 1 + k % 2, normals[k / 2 % 4],
                                   laws[k / 8]};
            Made made;
            made_create(&made, &kind, &random);
            Stage *stage = NULL;
            assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
            for (int i = 0; i < 40; i++) {
                made_input(&made, &random, 1 + i % 3);
                const StageReport report = solve_and_judge(&made, stage);
                descents += report.sweeps > 0;
            }
            stage_destroy(&stage);
        }
        laws_free(laws);
    }
    assert_true(descents > 100);
}

/* So many dofs that changes of states meet a border of old factors: nodes that stick must
 * still do so exactly. */
static void many_nodes_keep_factors_and_exact_stick(void **test_state) {
    (void)test_state;
    enum { N = 110, SIZE = 2 * N };
    static double S[SIZE * SIZE], b[SIZE], gap[N], V[N], v[SIZE], r[SIZE];
    static StageNode node[N];
    char *params = law_weakening(&exponential_law, 0.6, 0.3, "v_c", 4);
    const Friction friction = {&exponential_law, params};
    const Contact contact = {.law = &unilateral_contact};
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            const int far = abs(i / 2 - j / 2);
            const double side = i % 2 == j % 2 ? 1 : far == 0 ? 0 : i % 2 == (i < j) ? 0.3 : -0.3;
            S[i * SIZE + j] = side * exp(-far / 1.5) * (far == 0 ? 1 : 0.25);
        }
    const StageProblem problem = {.n = N,
                                  .tangents = 1,
                                  .normal = true,
                                  .S = S,
                                  .h = 0.01,
                                  .contact_count = 1,
                                  .contact = &contact,
                                  .friction_count = 1,
                                  .friction = &friction};
    const StageInput input = {.b = b, .gap = gap, .V = V};
    StageState state = {v, r, node};
    Stage *stage = NULL;
    assert_int_equal(stage_create(&problem, &stage), JUDDER_OK);
    int stick = 0, open = 0;
    for (int k = 0; k < 200; k++) {
        StageReport report;
        ContactDefect defect;
        for (int i = 0; i < N; i++) {
            gap[i] = 0.001 + 0.004 * sin(0.2 * i + 0.01 * k);
            b[2 * i] = -0.3 - 0.2 * sin(0.05 * i - 0.03 * k);
            b[2 * i + 1] = 0.4 * sin(0.1 * i + 0.01 * k);
            V[i] = 0.1;
        }
        assert_int_equal(stage_solve(stage, &input, &state, &report), JUDDER_OK);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        stage_defect(&problem, &input, &state, &defect);
        assert_at_most(defect.largest, 1e-11);
        for (int i = 0; i < N; i++) {
            if (node[i] == STAGE_STICK) assert_exact(v[2 * i + 1], 0.1);
            stick += node[i] == STAGE_STICK;
            open += node[i] == STAGE_OPEN;
        }
    }
    assert_true(stick > 1000 && open > 1000);
    assert_true(stage_work(stage).factorisations < 30);
    stage_destroy(&stage);
    free(params);
}

/* Two tangents and a foundation that slows some nodes down to almost nothing: rounding blurs
 * their direction. */
static void slow_slip_on_a_plane_is_solved(void **test_state) {
    (void)test_state;
    enum { N = 75, SIZE = 3 * N };
    static double S[SIZE * SIZE], b[SIZE], p[N], V[2 * N], v[SIZE], r[SIZE];
    static StageNode node[N];
    char *params = law_weakening(&exponential_law, 0.6, 0.3, "v_c", 4);
    const Friction friction = {&exponential_law, params};
    const Contact contact = {.law = &pressure_contact};
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            const int far = abs(i / 3 - j / 3);
            S[i * SIZE + j] = (i % 3 == j % 3 ? 1 : 0.1 * (far > 0)) * exp(-far / 1.5) *
                              (far == 0 ? 1 : 0.25);
        }
    const StageProblem problem = {.n = N,
                                  .tangents = 2,
                                  .normal = true,
                                  .S = S,
                                  .h = 0.01,
                                  .contact_count = 1,
                                  .contact = &contact,
                                  .friction_count = 1,
                                  .friction = &friction};
    const StageInput input = {.b = b, .p = p, .V = V};
    StageState state = {v, r, node};
    Stage *stage = NULL;
    assert_int_equal(stage_create(&problem, &stage), JUDDER_OK);
    int slow = 0;
    for (int k = 0; k < 300; k++) {
        StageReport report;
        ContactDefect defect;
        for (int i = 0; i < N; i++) {
            p[i] = 0.5, V[2 * i] = 0.3;
            for (int a = 0; a < 2; a++)
                b[3 * i + 1 + a] = 0.4 * sin(0.1 * i + 1e-3 * k + a) + 0.1 * cos(0.3 * i - 2e-3 * k);
        }
        assert_int_equal(stage_solve(stage, &input, &state, &report), JUDDER_OK);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        assert_true(report.iterations < 30);
        stage_defect(&problem, &input, &state, &defect);
        assert_at_most(defect.largest, 1e-11);
        for (int i = 0; i < N; i++)
            slow += node[i] == STAGE_SLIP && hypot(v[3 * i + 1] - 0.3, v[3 * i + 2]) < 1e-3;
    }
    assert_true(slow > 10);
    stage_destroy(&stage);
    free(params);
}

/* Two nodes with W_TT = [[1, c], [c, 1]]: lambda_max = L p (1 + c) for equal forces. */
static void uniqueness_is_the_largest_eigenvalue(void **test_state) {
    (void)test_state;
    const double c = 0.4, W[4] = {1, c, c, 1}, det = 1 - c * c;
    const double S[4] = {W[3] / det, -c / det, -c / det, W[0] / det};
    const double b[2] = {0.1, 0.2}, p[2] = {0.7, 0.7};
    double v[2] = {0}, r[2] = {0};
    StageNode node[2] = {STAGE_STICK, STAGE_STICK};
    char *params = law_weakening(&linear_law, 0.8, 0.3, "v_c", 0.5);
    const Friction friction = {&linear_law, params};
    const StageProblem problem = {
        .n = 2, .tangents = 1, .S = S, .h = 0.1, .friction_count = 1, .friction = &friction};
    const StageInput input = {.b = b, .p = p};
    StageState state = {v, r, node};
    Stage *stage = NULL;
    StageReport report;
    assert_int_equal(stage_create(&problem, &stage), JUDDER_OK);
    assert_int_equal(stage_solve(stage, &input, &state, &report), JUDDER_OK);
    assert_near(report.uniqueness, 1.0 * 0.7 * (1 + c), 2e-3);
    double lambda;
    assert_int_equal(stage_uniqueness(stage, &input, &state, 100, &lambda), JUDDER_OK);
    assert_near(lambda, 0.98, 2e-3);
    assert_near(stage_suggested_h(stage, &input, 0.98), 0.1 * 0.9 / 0.98, 1e-15);
    stage_destroy(&stage);
    free(params);
}

/* One node under a falling law with three roots: the branch follows from the slip before. (DI-4) */
static void the_branch_is_kept_until_it_ends(void **test_state) {
    (void)test_state;
    const double S = 1, p = 1;
    char *params = law_weakening(&linear_law, 0.8, 0.5, "v_c", 0.1);
    const Friction friction = {&linear_law, params};
    const StageProblem problem = {
        .n = 1, .tangents = 1, .S = &S, .h = 0.1, .friction_count = 1, .friction = &friction};
    double b, v = 0, r = 0;
    StageNode node = STAGE_STICK;
    const StageInput input = {.b = &b, .p = &p};
    StageState state = {&v, &r, &node};
    Stage *stage = NULL;
    StageReport report;
    assert_int_equal(stage_create(&problem, &stage), JUDDER_OK);
    const double load[] = {0.7, 0.79, 0.81, 0.7, 0.61, 0.59, 0.7}, slip[] = {0, 0, 0.31, 0.2, 0.11, 0, 0};
    const int several[] = {1, 1, 0, 1, 1, 0, 1}, jumped[] = {0, 0, 1, 0, 0, 1, 0};
    for (size_t k = 0; k < COUNT_OF(load); k++) {
        b = load[k];
        assert_int_equal(stage_solve(stage, &input, &state, &report), JUDDER_OK);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        assert_near(v, slip[k], 1e-14);
        assert_int_equal(report.several, several[k]);
        assert_int_equal(report.jumped, jumped[k]);
        assert_near(report.uniqueness, 3, 1e-9);
    }
    stage_destroy(&stage);
    free(params);
}

static void hostile_numbers_are_refused(void **test_state) {
    (void)test_state;
    Random random = {3};
    char *params = law_coulomb(0.5);
    const MadeKind kind = {3, 1, &pressure_contact, {&constant_law, params}};
    Made made;
    Stage *stage = NULL;
    StageReport report;
    made_create(&made, &kind, &random);
    made.S[1] += 0.5;
    assert_int_equal(stage_create(&made.problem, &stage), JUDDER_INPUT);
    assert_contains(error_message(), "not symmetric");
    made.S[1] -= 0.5;
    const double kept = made.S[0];
    made.S[0] = -1;
    assert_int_equal(stage_create(&made.problem, &stage), JUDDER_INPUT);
    assert_contains(error_message(), "positive definite");
    made.S[0] = NAN;
    assert_int_equal(stage_create(&made.problem, &stage), JUDDER_INPUT);
    made.S[0] = kept;
    made.problem.h = 0;
    assert_int_equal(stage_create(&made.problem, &stage), JUDDER_INPUT);
    made.problem.h = 0.1;
    made.problem.friction_count = 2;
    assert_int_equal(stage_create(&made.problem, &stage), JUDDER_INPUT);
    made.problem.friction_count = 1;
    assert_null(stage);
    assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
    made.p[1] = -1;
    assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_INPUT);
    assert_contains(error_message(), "normal force of contact node 2");
    made.p[1] = 1;
    made.b[0] = INFINITY;
    assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_INPUT);
    made.b[0] = 1e300;
    assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_OK);
    stage_destroy(&stage);
    stage_destroy(&stage);
    free(params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_laws_from_stage_to_stage),
        cmocka_unit_test(many_nodes_keep_factors_and_exact_stick),
        cmocka_unit_test(slow_slip_on_a_plane_is_solved),
        cmocka_unit_test(uniqueness_is_the_largest_eigenvalue),
        cmocka_unit_test(the_branch_is_kept_until_it_ends),
        cmocka_unit_test(hostile_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
