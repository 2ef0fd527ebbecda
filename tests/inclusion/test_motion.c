/* Motions without mass: jump times, starts, loads that jump, residuals. (DI-2)-(DI-4) */
#include "inclusion/ladder.h"

#include "inclusion/motion_test.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

static void the_tent_jumps_at_a_third_and_five_sixths(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    double v;
    const double steps[] = {1e-1, 1e-3, 1e-6};
    for (int i = 0; i < 3; i++) {
        const Jumps jumps = run(
            (InclusionSetup){
                .graph = graph, .load = &tent, .final = 1, .step = steps[i], .method = &perfect_delay_method},
            &v);
        assert_int_equal(jumps.count, 2);
        assert_near(jumps.at[0].t, 1. / 3, 1e-14);
        assert_near(jumps.at[0].to, .3, 1e-14);
        assert_near(jumps.at[1].t, 5. / 6, 1e-14);
        assert_near(jumps.at[1].from, .1, 1e-14);
        assert_near(jumps.at[1].to, 0, 0);
    }
    graph_destroy(&graph);
}

static JudderErr tent_function(void *context, double t, double *y) {
    (void)context;
    *y = t < .5 ? .4 + 1.2 * t : 1.6 - 1.2 * t;
    return JUDDER_OK;
}

static void a_load_given_as_a_function_gives_the_same_times(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    const Signal as_function = {.function = {.call = tent_function}}, as_sine = {.function = {.call = sine}};
    double v;
    Jumps jumps = run(
        (InclusionSetup){.graph = graph, .load = &as_function, .final = 1, .method = &perfect_delay_method},
        &v);
    assert_int_equal(jumps.count, 2);
    assert_near(jumps.at[0].t, 1. / 3, 1e-9);
    assert_near(jumps.at[1].t, 5. / 6, 1e-9);
    jumps = run(
        (InclusionSetup){.graph = graph, .load = &as_sine, .final = 6.3, .method = &perfect_delay_method},
        &v);
    assert_int_equal(jumps.count, 4);
    assert_near(jumps.at[0].t, asin(.8 / 1.6), 1e-11);
    assert_near(jumps.at[1].t, M_PI - asin(.6 / 1.6), 1e-11);
    assert_near(jumps.at[2].t, M_PI + asin(.8 / 1.6), 1e-11);
    graph_destroy(&graph);
}

static void four_critical_points_a_side(void **state) {
    (void)state;
    double table_v[] = {0, .1, .4, .5}, mu[] = {.9, .5, .75, .35};
    const struct { Numbers v, mu; } p = {{4, table_v}, {4, mu}};
    Graph *graph = graph_of(&tabulated_law, &p, 1, 1);
    double t[] = {0, 1, 2, 3}, value[] = {0, 1.5, 0, -1}, v;
    const Signal load = {.t = {4, t}, .value = {4, value}};
    const Jumps jumps = run(
        (InclusionSetup){.graph = graph, .load = &load, .final = 3, .method = &perfect_delay_method}, &v);
    const double times[] = {.6, .76666666666667, 1.43333333333333, 1.6, 2.9};
    const double to[] = {.26363636363636, .8, .23636363636364, 0, -.26363636363636};
    assert_int_equal(jumps.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_near(jumps.at[i].t, times[i], 1e-12);
        assert_near(jumps.at[i].to, to[i], 1e-12);
    }
    /* The motion with a tiny mass takes the same path. */
    const Jumps massive = run(
        (InclusionSetup){
            .graph = graph, .load = &load, .final = 3, .epsilon = 1e-7, .method = &exact_mass_method},
        &v);
    assert_int_equal(massive.count, 5);
    for (int i = 0; i < 5; i++) assert_near(massive.at[i].t, times[i], 1e-5);
    graph_destroy(&graph);
}

static void touching_a_fold_is_no_jump_and_a_little_more_is(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    const double tops[] = {.8, .8 + 1e-9};
    for (int i = 0; i < 2; i++) {
        double t[] = {0, .5, 1}, value[] = {0, tops[i], 0}, v;
        const Signal load = {.t = {3, t}, .value = {3, value}};
        const Jumps jumps = run(
            (InclusionSetup){.graph = graph, .load = &load, .final = 1, .method = &perfect_delay_method}, &v);
        assert_int_equal(jumps.count, i == 0 ? 0 : 2);
    }
    graph_destroy(&graph);
}

static void a_start_off_the_graph_settles_along_the_flow(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    const Signal load = {.constant = .7};
    double v;
    /* Above the unstable root at .05 the flow goes up, below it down. */
    Jumps jumps = run(
        (InclusionSetup){
            .graph = graph, .load = &load, .final = 1, .start = .051, .method = &perfect_delay_method},
        &v);
    assert_near(v, .2, 1e-12);
    assert_int_equal(jumps.count, 0);
    assert_near(jumps.start.to, .2, 1e-12);
    run(
        (InclusionSetup){
            .graph = graph, .load = &load, .final = 1, .start = .049, .method = &perfect_delay_method},
        &v);
    assert_near(v, 0, 0);
    run(
        (InclusionSetup){
            .graph = graph, .load = &load, .final = 1, .start = 3, .method = &perfect_delay_method},
        &v);
    assert_near(v, .2, 1e-12);
    Inclusion *motion = NULL;
    const InclusionSetup bad = {
        .graph = graph, .load = &load, .final = 1, .step = .1, .start = .05, .method = &perfect_delay_method};
    assert_int_equal(inclusion_create(&bad, &motion), JUDDER_INPUT);
    assert_string_equal(error_field(), "start");
    graph_destroy(&graph);
}

/* A load that jumps, declared or found: v is held, then the rule. */
static JudderErr step_load(void *context, double t, double *y) {
    *y = t < *(const double *)context ? .7 : t < 2 * *(const double *)context ? 1. : .7;
    return JUDDER_OK;
}

static void load_jumps_are_followed_declared_or_not(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    double at = .31830988618, declared[] = {.31830988618, 2 * .31830988618}, v;
    const Signal load = {.function = {.call = step_load, .context = &at}};
    for (int i = 0; i < 2; i++) {
        const Numbers jumps_at = {i ? 2 : 0, declared};
        const Jumps jumps = run((InclusionSetup){.graph = graph,
                                                 .load = &load,
                                                 .jumps = jumps_at,
                                                 .final = 1,
                                                 .method = &perfect_delay_method},
                                &v);
        assert_int_equal(jumps.count, 2);
        assert_near(jumps.at[0].t, at, 1e-15);
        assert_near(jumps.at[0].to, .5, 1e-12);
        /* Back at .7 the motion keeps to the sliding branch. */
        assert_near(jumps.at[1].to, .2, 1e-12);
        assert_near(v, .2, 1e-12);
    }
    graph_destroy(&graph);
}

typedef struct Changes {
    size_t count;
    StepperEvent at[16];
} Changes;

static void note_change(void *context, const StepperEvent *event) {
    Changes *changes = context;
    if (event->kind != STEPPER_START && changes->count < 16) changes->at[changes->count++] = *event;
}

static Changes changes_of(InclusionSetup setup, double *v_middle) {
    Changes changes = {0};
    Inclusion *motion = NULL;
    assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
    motion->stepper.listener = (StepperListener){.event = note_change, .context = &changes};
    double v;
    assert_int_equal(inclusion_advance(motion, 1.2, v_middle), JUDDER_OK);
    assert_int_equal(inclusion_advance(motion, setup.final, &v), JUDDER_OK);
    assert_int_equal(motion->outcome, INCLUSION_GOING);
    assert_near(v, 0, 1e-12);
    inclusion_destroy(&motion);
    return changes;
}

/* mu_s = .8 holds to a load of .8, then the slip goes on until the load is back at mu = .5. (DI-4) */
static void static_friction_holds_and_slip_lasts(void **state) {
    (void)state;
    Graph *graph = graph_of(&constant_law, (double[]){.5, .8}, 1, 1);
    double t[] = {0, 1, 3, 4}, value[] = {0, 1, -1, 0}, v;
    const Signal load = {.t = {4, t}, .value = {4, value}};
    InclusionSetup setup = {
        .graph = graph, .load = &load, .final = 4, .step = 1e-4, .method = &perfect_delay_method};
    const Changes limit = changes_of(setup, &v);
    const StepperEvent known[] = {{STEPPER_JUMP, .8, 0, .3, NULL},
                                  {STEPPER_STICK, 1.5, 0, 0, NULL},
                                  {STEPPER_JUMP, 2.8, 0, -.3, NULL},
                                  {STEPPER_STICK, 3.5, 0, 0, NULL}};
    assert_near(v, .3, 1e-12);
    assert_int_equal(limit.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(limit.at[i].kind, known[i].kind);
        assert_near(limit.at[i].t, known[i].t, 1e-12);
        assert_near(limit.at[i].to, known[i].to, 1e-12);
    }
    /* With mass slip begins at the same load and stops later: nothing delays it, v' = (load - mu)/eps. */
    const InclusionMethod *const with_mass[] = {&exact_mass_method, &implicit_mass_method};
    setup.epsilon = 1e-3;
    for (int k = 0; k < 2; k++) {
        setup.method = with_mass[k];
        const Changes changes = changes_of(setup, &v);
        double stick[2] = {0}, slip[2] = {0};
        size_t jumps = 0, sticks = 0, slips = 0;
        for (size_t i = 0; i < changes.count; i++) {
            const StepperEvent *at = &changes.at[i];
            jumps += at->kind == STEPPER_JUMP;
            if (at->kind == STEPPER_STICK && sticks < 2) stick[sticks++] = at->t;
            if (at->kind == STEPPER_SLIP && slips < 2) slip[slips++] = at->t;
        }
        assert_int_equal(changes.count, 6);
        assert_int_equal(jumps, 2);
        assert_near(v, .3 + 1e-3, 2e-4);
        const double late[2] = {k ? 2e-4 : 1e-12, k ? 2e-4 : 1e-12};
        for (int i = 0; i < 2; i++) {
            assert_true(slip[i] >= .8 + 2 * i - 1e-12);
            assert_near(slip[i], .8 + 2 * i, late[i]);
            assert_near(stick[i], 1.5 + 2 * i + 1e-3, 2e-4);
        }
    }
    graph_destroy(&graph);
}

static void without_impedance_the_motion_ends_where_the_load_wins(void **state) {
    (void)state;
    const double mu = .5;
    Graph *graph = graph_of(&constant_law, (double[]){mu, mu}, 0, 1);
    double t[] = {0, 1}, value[] = {0, 1}, v;
    const Signal load = {.t = {2, t}, .value = {2, value}};
    const InclusionSetup setup = {
        .graph = graph, .load = &load, .final = 1, .step = .1, .method = &perfect_delay_method};
    Inclusion *motion = NULL;
    assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
    assert_int_equal(inclusion_advance(motion, 1, &v), JUDDER_OK);
    assert_int_equal(motion->outcome, INCLUSION_NO_SOLUTION);
    assert_near(motion->outcome_time, .5, 1e-12);
    inclusion_destroy(&motion);
    /* With mass it accelerates: eps v = integral of (load - mu) = t^2/8 at the end. */
    run(
        (InclusionSetup){
            .graph = graph, .load = &load, .final = 1, .epsilon = .25, .method = &exact_mass_method},
        &v);
    assert_near(v, .125 / .25, 1e-12);
    graph_destroy(&graph);
}

static Random numbers = {7};

static double uniform(double low, double high) {
    return random_in(&numbers, low, high);
}

/* Random tables of law and load: the degenerate motion is always on the graph, and a tiny mass
 * selects the same motion. */
static void random_motions_stay_on_the_graph_and_agree_with_a_tiny_mass(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        double table_v[5] = {0}, mu[5], t[6] = {0}, value[6] = {0};
        const struct { Numbers v, mu; } p = {{5, table_v}, {5, mu}};
        for (int i = 0; i < 5; i++)
            table_v[i] = i ? table_v[i - 1] + uniform(.05, .3) : 0, mu[i] = uniform(.1, 1);
        for (int i = 1; i < 6; i++) t[i] = t[i - 1] + uniform(.1, .5), value[i] = uniform(-2, 2);
        const Signal load = {.t = {6, t}, .value = {6, value}};
        const double Z = uniform(.2, 1.5), S = uniform(.2, 1.5);
        Graph *graph = graph_of(&tabulated_law, &p, Z, S);
        const InclusionSetup setup = {.graph = graph, .load = &load, .final = t[5], .step = 1e-3};
        LadderWindows windows;
        LadderRung rung;
        assert_int_equal(ladder_windows_create(&setup, &windows), JUDDER_OK);
        assert_int_equal(ladder_rung(&setup, &windows, 1e-10, NULL, &rung), JUDDER_OK);
        assert_int_equal(rung.outcome, INCLUSION_GOING);
        assert_true(rung.distance < 1e-5); /* a nearly flat fall makes long delays */
        ladder_windows_release(&windows);
        InclusionSetup degenerate = setup;
        degenerate.method = &perfect_delay_method;
        Inclusion *motion = NULL;
        double v;
        assert_int_equal(inclusion_create(&degenerate, &motion), JUDDER_OK);
        for (int i = 1; i <= 100; i++) {
            assert_int_equal(inclusion_advance(motion, t[5] * i / 100, &v), JUDDER_OK);
            assert_true(graph_residual(graph, inclusion_load(motion, t[5] * i / 100), v) < 1e-12);
        }
        assert_true(motion->residual < 1e-12);
        inclusion_destroy(&motion);
        graph_destroy(&graph);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tent_jumps_at_a_third_and_five_sixths),
        cmocka_unit_test(a_load_given_as_a_function_gives_the_same_times),
        cmocka_unit_test(four_critical_points_a_side),
        cmocka_unit_test(touching_a_fold_is_no_jump_and_a_little_more_is),
        cmocka_unit_test(a_start_off_the_graph_settles_along_the_flow),
        cmocka_unit_test(load_jumps_are_followed_declared_or_not),
        cmocka_unit_test(without_impedance_the_motion_ends_where_the_load_wins),
        cmocka_unit_test(static_friction_holds_and_slip_lasts),
        cmocka_unit_test(random_motions_stay_on_the_graph_and_agree_with_a_tiny_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
