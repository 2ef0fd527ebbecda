/* The block of the theory page, pressed and dragged to steady sliding. (BD-2), (BD-3) */
#include "condensed/block.h"
#include "condensed/path.h"
#include "judder_test.h"

#include <stdio.h>

static const Contact rigid = {.law = &unilateral_contact};

typedef struct Dragged {
    ElasticBlock block;
    CondensedProblem problem;
    double *gap, *mu, *area, *pressed, *dragged, *zero;
    Condensed *solver;
    CondensedState *state;
    CondensedPathReport report;
} Dragged;

static void dragged_open(Dragged *d, int columns, int rows, double mu) {
    d->block = (ElasticBlock){.columns = columns,
                              .rows = rows,
                              .length = 0.08,
                              .height = 0.04,
                              .E = 5e6,
                              .nu = 0.48,
                              .thickness = 1};
    block_make(&d->block);
    const size_t n = (size_t)columns + 1;
    d->gap = calloc(n, sizeof(double));
    d->mu = calloc(n, sizeof(double));
    d->area = calloc(n, sizeof(double));
    d->pressed = calloc(2 * n, sizeof(double));
    d->dragged = calloc(2 * n, sizeof(double));
    d->zero = calloc(2 * n, sizeof(double));
    for (size_t i = 0; i < n; i++) {
        d->mu[i] = mu;
        d->area[i] = 1;
    }
    d->problem = (CondensedProblem){columns + 1, 2, d->block.S, d->gap, d->mu, d->area, 1, &rigid};
    assert_int_equal(condensed_create(&d->problem, &d->solver), JUDDER_OK);
    assert_int_equal(condensed_state_create(&d->problem, &d->state), JUDDER_OK);
    d->report = (CondensedPathReport){0};
}

static void dragged_close(Dragged *d) {
    condensed_destroy(&d->solver);
    condensed_state_destroy(&d->state);
    block_release(&d->block);
    free(d->gap);
    free(d->mu);
    free(d->area);
    free(d->pressed);
    free(d->dragged);
    free(d->zero);
}

/* The plate goes down until the resultant is `force`, then keeps its height and goes left by `by`. */
static void dragged_run(Dragged *d, double force, double by, int steps, const CondensedWatch *watch) {
    const int size = 2 * d->problem.n;
    double *normal = calloc((size_t)size, sizeof *normal);
    for (int j = 0; j < size; j++) {
        normal[j] = j % 2 == 0;
        d->pressed[j] = -0.001 * d->block.lift[j];
    }
    const CondensedGoal goal = {.on_r = normal, .value = force};
    const CondensedSegment press = {{d->zero, NULL}, {d->pressed, NULL}, 3, &goal, false};
    assert_int_equal(condensed_path(d->solver, &press, watch, d->state, &d->report), JUDDER_OK);
    assert_int_equal(d->report.outcome, CONDENSED_SOLVED);
    assert_true(d->report.goal_reached);
    free(normal);
    CondensedSummary summary;
    condensed_summarise(&d->problem, d->state, &summary);
    assert_near(summary.force[0], force, 1e-12 * force);
    assert_int_equal(summary.stick, d->problem.n);
    for (int j = 0; j < size; j++) {
        d->pressed[j] *= d->report.reached;
        d->dragged[j] = d->pressed[j] - by * d->block.pull[j];
    }
    const CondensedSegment drag = {{d->pressed, NULL}, {d->dragged, NULL}, steps, NULL, false};
    assert_int_equal(condensed_path(d->solver, &drag, watch, d->state, &d->report), JUDDER_OK);
    assert_int_equal(d->report.outcome, CONDENSED_SOLVED);
}

static void slides_with_52_of_65_nodes(void **state) {
    (void)state;
    Dragged d;
    CondensedSummary summary;
    dragged_open(&d, 64, 32, 1.1);
    dragged_run(&d, 55, 2e-3, 50, NULL);
    condensed_summarise(&d.problem, d.state, &summary);
    assert_int_equal(summary.slip_minus, 52);
    assert_int_equal(summary.slip_plus, 0);
    assert_int_equal(summary.open, 13);
    assert_near(summary.force[1], 1.1 * summary.force[0], 1e-11 * summary.force[0]);
    assert_true(d.report.steady);
    assert_int_equal(d.report.jumps, 0);
    assert_at_most(d.report.defect, 1e-12);
    /* the free zone is at the right end, in the direction from which it is dragged */
    for (int i = 0; i < 65; i++) assert_int_equal(d.state->node[i] == CONDENSED_OPEN, i >= 52);
    print_message("N %.10g T %.10g: %ld events, %ld pieces, %ld solves, %ld factorisations, defect %.1e\n",
                  summary.force[0], summary.force[1], d.report.events, d.report.pieces, d.report.iterations,
                  d.report.factorisations, d.report.defect);
    dragged_close(&d);
}

/* Finite increments reach the same sliding state; one large one too. */
static void increments_agree_with_the_path(void **state) {
    (void)state;
    Dragged exact, steps;
    dragged_open(&exact, 24, 12, 1.1);
    dragged_run(&exact, 55, 2e-3, 1, NULL);
    dragged_open(&steps, 24, 12, 1.1);
    dragged_run(&steps, 55, 1e-9, 1, NULL);
    for (int k = 1; k <= 2; k++) {
        double f[50];
        for (int j = 0; j < 50; j++)
            f[j] = exact.pressed[j] + 0.5 * k * (exact.dragged[j] - exact.pressed[j]);
        CondensedStepReport report;
        assert_int_equal(condensed_step(steps.solver, &(CondensedLoad){f, NULL}, steps.state, &report),
                         JUDDER_OK);
        assert_int_equal(report.outcome, CONDENSED_SOLVED);
        assert_at_most(report.defect, 1e-12);
        print_message("%s, %d iterations\n", report.method, report.iterations);
    }
    for (int j = 0; j < 50; j++) {
        assert_near(steps.state->r[j], exact.state->r[j], 1e-8 * 55);
        assert_near(steps.state->u[j], exact.state->u[j], 1e-11);
    }
    dragged_close(&exact);
    dragged_close(&steps);
}

/* Sliding on is known from the states before: one linear solve. */
static void sliding_on_takes_one_iteration(void **state) {
    (void)state;
    Dragged d;
    dragged_open(&d, 24, 12, 1.1);
    dragged_run(&d, 55, 2e-3, 1, NULL);
    double f[50];
    for (int j = 0; j < 50; j++) f[j] = 2 * d.dragged[j] - d.pressed[j];
    CondensedStepReport report;
    assert_int_equal(condensed_step(d.solver, &(CondensedLoad){f, NULL}, d.state, &report), JUDDER_OK);
    assert_int_equal(report.outcome, CONDENSED_SOLVED);
    assert_int_equal(report.iterations, 1);
    assert_int_equal(report.cycles, 0);
    dragged_close(&d);
}

/* The judge sees every kind of fault, and by its size. */
static void the_judge_sees_every_fault(void **state) {
    (void)state;
    Dragged d;
    dragged_open(&d, 24, 12, 1.1);
    dragged_run(&d, 55, 2e-3, 1, NULL);
    double before[50], u[50], w[50], r[50];
    ContactDefect good, bad;
    for (int k = 0; k < 9; k++) {
        memcpy(u, d.state->u, sizeof u);
        memcpy(w, d.state->w, sizeof w);
        memcpy(r, d.state->r, sizeof r);
        for (int j = 0; j < 50; j++) before[j] = w[j] + (j % 2 ? 1e-3 : 0);
        const CondensedIncrement it = {d.dragged, u, w, r, before, 0};
        condensed_defect(&d.problem, &it, &good);
        assert_at_most(good.largest, 1e-13);
        if (k == 0) u[10] += 1e-6;
        if (k == 1) w[10] -= 1e-6;
        if (k == 2) r[48] = -1;
        if (k == 3) r[11] *= 1.1;
        if (k == 4) before[11] = w[11] - 1e-3;
        if (k >= 5) (double *[]){u, w, r, before}[k - 5][10 + k % 2] = NAN; /* no number is no solution */
        condensed_defect(&d.problem, &it, &bad);
        assert_true(bad.largest > 1e-6);
        assert_true(k != 0 || bad.equilibrium > 1e-6);
        assert_true((k != 1 && k != 2) || bad.normal > 1e-6);
        assert_true(k != 3 || bad.cone > 1e-6);
        assert_true(k != 4 || (bad.flow > 1e-6 && bad.cone < 1e-13));
    }
    double margin[25];
    condensed_margins(&d.problem, d.state, margin);
    for (int i = 0; i < 25; i++)
        assert_true(d.state->node[i] == CONDENSED_OPEN ? margin[i] > 0 : margin[i] == 0);
    dragged_close(&d);
}

/* To the left, to the right, and back to nothing: the same sliding mirrored, then no force is left. */
static void dragged_both_ways_and_released(void **state) {
    (void)state;
    Dragged d;
    CondensedSummary left, right, end;
    dragged_open(&d, 24, 12, 1.1);
    dragged_run(&d, 55, 2e-3, 10, NULL);
    condensed_summarise(&d.problem, d.state, &left);
    double back[50];
    for (int j = 0; j < 50; j++) back[j] = 2 * d.pressed[j] - d.dragged[j];
    const CondensedSegment turn = {{d.dragged, NULL}, {back, NULL}, 10, NULL, false},
                           release = {{back, NULL}, {d.zero, NULL}, 10, NULL, false};
    assert_int_equal(condensed_path(d.solver, &turn, NULL, d.state, &d.report), JUDDER_OK);
    assert_int_equal(d.report.outcome, CONDENSED_SOLVED);
    assert_true(d.report.steady);
    condensed_summarise(&d.problem, d.state, &right);
    assert_int_equal(right.slip_plus, left.slip_minus);
    assert_near(right.force[0], left.force[0], 1e-10 * left.force[0]);
    assert_near(right.force[1], -left.force[1], 1e-10 * left.force[0]);
    assert_int_equal(condensed_path(d.solver, &release, NULL, d.state, &d.report), JUDDER_OK);
    assert_int_equal(d.report.outcome, CONDENSED_SOLVED);
    condensed_summarise(&d.problem, d.state, &end);
    assert_near(end.force[0], 0, 1e-9);
    assert_near(end.force[1], 0, 1e-9);
    assert_at_most(d.report.defect, 1e-11);
    dragged_close(&d);
}

static JudderErr count_jumps(void *context, const CondensedEvent *event) {
    *(int *)context += event->kind == CONDENSED_EVENT_JUMP;
    return JUDDER_OK;
}

/* Far above the friction at which sliding is stable: the block does not slide but jumps, and
 * every piece holds. */
static void too_much_friction_makes_it_jump(void **state) {
    (void)state;
    Dragged d;
    int jumps = 0;
    const CondensedWatch watch = {.event = count_jumps, .context = &jumps};
    dragged_open(&d, 32, 16, 5);
    dragged_run(&d, 55, 2e-3, 20, &watch);
    assert_int_equal(d.report.jumps, jumps);
    assert_true(jumps > 0);
    assert_false(d.report.steady);
    assert_at_most(d.report.defect, 1e-11);
    dragged_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slides_with_52_of_65_nodes),     cmocka_unit_test(increments_agree_with_the_path),
        cmocka_unit_test(sliding_on_takes_one_iteration), cmocka_unit_test(the_judge_sees_every_fault),
        cmocka_unit_test(dragged_both_ways_and_released), cmocka_unit_test(too_much_friction_makes_it_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
