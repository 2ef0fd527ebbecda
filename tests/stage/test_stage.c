/* Every normal law with every friction law, one and two tangents, against the judge. */
#include "stage/laws.h"
#include "stage/problems.h"

static const CondensedLaw *const normals[] = {NULL, &condensed_pressure, &condensed_compliance,
                                              &condensed_unilateral};

/* Solves, judges and looks at what must be exact. */
static StageReport solve_and_judge(Made *made, Stage *stage) {
    StageReport report;
    StageDefect defect;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_laws_from_stage_to_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
