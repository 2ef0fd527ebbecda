/* Solutions against all solutions of small problems by enumeration, Newton against the
 * descent, the potential. */
#include "stage/all_solutions.h"
#include "stage/laws.h"

#include "stage/internal.h"

static void every_solution_is_one_of_all(void **test_state) {
    (void)test_state;
    static const ContactLaw *const normals[] = {NULL, &pressure_contact, &unilateral_contact};
    Random random = {77};
    int several = 0, unique = 0;
    for (int k = 0; k < 900; k++) {
        const bool coulomb = k % 3 == 2;
        const Straight law = {0.8, coulomb ? 0.8 : 0.2, random_size(&random, 0.05, 5)};
        char *params = coulomb ? law_coulomb(0.8)
                               : law_weakening(&linear_law, law.mu_s, law.mu_d, "v_c", law.v_c);
        const MadeKind kind = {
            1 + random_below(&random, 3), 1, normals[k % 3], {coulomb ? &constant_law : &linear_law, params}};
        Made made;
        Stage *stage = NULL;
        StageReport report;
        made_create(&made, &kind, &random);
        for (int i = 0; i < kind.n; i++) {
            made.v[i * made.size / kind.n + (kind.law ? 1 : 0)] = random_in(&random, -1, 1);
            made.node[i] = STAGE_SLIP;
        }
        assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
        assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_OK);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        All all = {.made = &made, .law = law};
        enumerate(&all);
        assert_true(all.count >= 1);
        assert_at_most(distance_to_nearest(&all), 1e-9);
        if (report.uniqueness < 0.999 && !rigid(&made)) assert_int_equal(all.count, 1);
        several += all.count > 1;
        unique += all.count == 1;
        stage_destroy(&stage);
        free(params);
    }
    assert_true(several > 30 && unique > 300);
}

static void newton_and_descent_agree_where_one_solution_is(void **test_state) {
    (void)test_state;
    static const ContactLaw *const normals[] = {NULL, &pressure_contact, &compliance_contact,
                                                &unilateral_contact};
    Random random = {5};
    Friction laws[LAWS];
    laws_make(4, laws);
    int newtons = 0;
    for (int k = 0; k < LAWS * 8; k++) {
        const MadeKind kind = {8, 1 + k % 2, normals[k / 2 % 4], laws[k / 8]};
        if (kind.friction.law == &tabulated_law || friction_jumps(&kind.friction)) continue;
        Made made, other;
        Stage *stage = NULL;
        made_create(&made, &kind, &random);
        assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
        for (int i = 0; i < 8; i++) {
            StageReport report;
            made_input(&made, &random, 2);
            other = made;
            StageState other_state = {other.v, other.r, other.node};
            assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_OK);
            newtons += strcmp(report.method, "newton") == 0;
            assert_true(report.uniqueness < 1);
            assert_int_equal(stage_begin(stage, &made.input, &other_state, &report), JUDDER_OK);
            assert_int_equal(stage_descend(stage, &made.input, &other_state, &report), JUDDER_OK);
            assert_int_equal(stage_end(stage, &made.input, &other_state, &report), JUDDER_OK);
            assert_int_equal(report.outcome, STAGE_SOLVED);
            assert_string_equal(report.method, "descent");
            for (int d = 0; d < made.size; d++) {
                assert_near(made.v[d], other.v[d], 1e-9);
                assert_near(made.r[d], other.r[d], 1e-9);
            }
        }
        stage_destroy(&stage);
    }
    assert_true(newtons > 340);
    laws_free(laws);
}

/* v'A v/2 - b.v + sum p_i int_0^|w| mu. */
static double potential(const Stage *s, const Made *made, const Straight *law) {
    double sum = 0;
    for (int i = 0; i < s->t.size; i++)
        sum += s->vt[i] * (0.5 * dense_dot(s->t.size, s->t.A + i * s->t.size, s->vt) - s->bt[i]);
    for (int i = 0; i < s->problem.n; i++) {
        double square = 0;
        for (int a = 0; a < s->problem.tangents; a++) {
            const double w = s->vt[i * s->problem.tangents + a] - made->V[i * s->problem.tangents + a];
            square += w * w;
        }
        sum += made->p[i] * straight_integral(law, sqrt(square));
    }
    return sum;
}

static void every_update_of_the_descent_lowers_the_potential(void **test_state) {
    (void)test_state;
    Random random = {11};
    for (int k = 0; k < 60; k++) {
        const Straight law = {0.9, 0.1, random_size(&random, 0.02, 2)};
        char *params = law_weakening(&linear_law, law.mu_s, law.mu_d, "v_c", law.v_c);
        const MadeKind kind = {6, 1 + k % 2, k % 3 ? NULL : &pressure_contact, {&linear_law, params}};
        Made made;
        Stage *stage = NULL;
        StageReport report;
        made_create(&made, &kind, &random);
        assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
        assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_OK);
        for (int i = 0; i < stage->t.size; i++) stage->vt[i] = random_in(&random, -2, 2);
        const StageVisit visit = {stage, &made.input};
        const Sweep sweep = stage_descent_sweep(&visit);
        sweep_begin(&sweep, stage->bt);
        double before = potential(stage, &made, &law);
        for (int i = 0; i < 100; i++) {
            sweep_node(&sweep, random_below(&random, kind.n));
            const double now = potential(stage, &made, &law);
            assert_at_most(now, before + 1e-12);
            before = now;
        }
        stage_destroy(&stage);
        free(params);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solution_is_one_of_all),
        cmocka_unit_test(newton_and_descent_agree_where_one_solution_is),
        cmocka_unit_test(every_update_of_the_descent_lowers_the_potential),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
