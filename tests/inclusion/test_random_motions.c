/* Motions that nobody chose: whatever the law, the load and the mass, what is given out satisfies the
 * inclusion. (DI-1)-(DI-5) */
#include "inclusion/inclusion.h"

#include <stdlib.h>

#include "judder_test.h"
#include "random.h"

static Random numbers = {11};

static double uniform(double low, double high) {
    return random_in(&numbers, low, high);
}

typedef struct Law {
    double mu_s, mu_d, v_c, viscous;
} Law;

static Graph *random_graph(const FrictionLaw *law, Law *p) {
    const double mu_s = uniform(.3, 1), mu_d = uniform(.1, mu_s), v_c = random_size(&numbers, .01, .8);
    *p = (Law){mu_s, mu_d, v_c, 0};
    const double Z = uniform(.2, 1.5), S = uniform(.2, 1.5);
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(Z, S, (Friction){law, p}, &graph), JUDDER_OK);
    return graph;
}

typedef struct Table {
    double t[6], value[6];
    Signal signal;
} Table;

static void random_load(Table *table) {
    table->t[0] = table->value[0] = 0;
    for (int i = 1; i < 6; i++) {
        table->t[i] = table->t[i - 1] + uniform(.1, .5);
        table->value[i] = uniform(-2, 2);
    }
    table->signal = (Signal){.t = {6, table->t}, .value = {6, table->value}};
}

static const FrictionLaw *const shapes[] = {&linear_law, &exponential_law, &stribeck_law};

static void smooth_laws_have_finite_roots(void **state) {
    (void)state;
    for (int k = 0; k < 2000; k++) {
        Law p;
        Graph *graph = random_graph(shapes[k % 3], &p);
        for (int i = 0; i < 5; i++) {
            const double a = uniform(-2, 2);
            GraphRoot roots[16];
            const size_t count = graph_roots(graph, a, roots, 16);
            assert_true(count >= 1 && count % 2 == 1);
            for (size_t j = 0; j < count; j++)
                assert_at_most(graph_residual(graph, a, roots[j].v), 1e-13 * (1 + fabs(a)));
        }
        graph_destroy(&graph);
    }
}

static size_t events;

static void count_event(void *context, const StepperEvent *event) {
    (void)context;
    assert_true(isfinite(event->to));
    events++;
}

static void motions_with_mass_never_get_lost(void **state) {
    (void)state;
    for (int k = 0; k < 6000; k++) {
        Law p;
        Table load;
        Graph *graph = random_graph(shapes[k % 20 ? 0 : 1 + k % 2], &p);
        random_load(&load);
        const InclusionSetup setup = {.graph = graph,
                                      .load = &load.signal,
                                      .final = load.t[5],
                                      .step = 1e-3,
                                      .epsilon = random_size(&numbers, 1e-6, .3),
                                      .method = &exact_mass_method};
        Inclusion *motion = NULL;
        double v;
        events = 0;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
        motion->stepper.listener = (StepperListener){.event = count_event};
        assert_int_equal(inclusion_advance(motion, setup.final, &v), JUDDER_OK);
        assert_int_equal(motion->outcome, INCLUSION_GOING);
        assert_at_most(motion->residual, 1e-7);
        assert_in_range(events, 0, 60);
        inclusion_destroy(&motion);
        graph_destroy(&graph);
    }
}

static JudderErr wave(void *context, double t, double *y) {
    const double *p = context; /* size, frequency, phase */
    *y = p[0] * sin(p[1] * t + p[2]) - p[0] * sin(p[2]);
    return JUDDER_OK;
}

typedef struct Rows {
    const Graph *graph;
    double worst;
} Rows;

static JudderErr judge_row(void *context, const double *row) {
    Rows *rows = context;
    if (row[0] > 0) rows->worst = fmax(rows->worst, graph_residual(rows->graph, row[1], row[2]));
    assert_true(isfinite(row[2]));
    return JUDDER_OK;
}

/* Every row that is given out must lie on the graph, for steps from coarse to fine. */
static void every_row_of_perfect_delay_lies_on_the_graph(void **state) {
    (void)state;
    for (int k = 0; k < 150; k++) {
        Law p;
        Graph *graph = random_graph(shapes[k % 3], &p);
        double numbers_of_wave[] = {uniform(.2, 2), uniform(2, 12), uniform(0, 6)};
        const Signal load = {.function = {.call = wave, .context = numbers_of_wave}};
        Rows rows = {graph, 0};
        const double step = random_size(&numbers, 1e-4, 3e-2);
        const InclusionSetup setup = {
            .graph = graph, .load = &load, .final = 2, .step = step, .method = &perfect_delay_method};
        Inclusion *motion = NULL;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
        motion->stepper.listener = (StepperListener){.record = judge_row, .context = &rows};
        assert_int_equal(stepper_march(&motion->stepper, 1, 0), JUDDER_OK);
        assert_at_most(rows.worst, 1e-11);
        assert_at_most(motion->residual, 1e-11);
        inclusion_destroy(&motion);
        graph_destroy(&graph);
    }
}

static Inclusion *motion_of(const InclusionSetup *setup) {
    Inclusion *motion = NULL;
    if (inclusion_create(setup, &motion) != JUDDER_OK) fail_msg("%s", error_message());
    return motion;
}

/* The load jumps out of the stick interval and comes back on the same straight piece. */
static void a_load_that_jumps_out_and_returns_starts_the_motion(void **state) {
    (void)state;
    const Law p = {.8, .4, .05, 0};
    double t[] = {0, .3, .3, 1}, value[] = {0, .5, .9, .65}, v[2];
    const Signal load = {.t = {4, t}, .value = {4, value}};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(1, 1, (Friction){&linear_law, &p}, &graph), JUDDER_OK);
    const InclusionMethod *methods[] = {&exact_mass_method, &implicit_mass_method};
    for (int i = 0; i < 2; i++) {
        const InclusionSetup setup = {
            .graph = graph, .load = &load, .final = 1, .step = 1e-5, .epsilon = 1e-3, .method = methods[i]};
        Inclusion *motion = motion_of(&setup);
        assert_int_equal(inclusion_advance(motion, .31, &v[i]), JUDDER_OK);
        inclusion_destroy(&motion);
    }
    assert_true(v[0] > .4);
    assert_near(v[0], v[1], 1e-3);
    graph_destroy(&graph);
}

static JudderErr tangent(void *context, double t, double *y) {
    (void)context;
    *y = tan(t);
    return JUDDER_OK;
}

static void a_load_too_coarse_for_the_graph_is_refused(void **state) {
    (void)state;
    Law p;
    Graph *graph = random_graph(&linear_law, &p);
    const Signal load = {.function = {.call = tangent}};
    const InclusionSetup setup = {
        .graph = graph, .load = &load, .final = 3, .step = .01, .method = &perfect_delay_method};
    Inclusion *motion = NULL;
    assert_int_equal(inclusion_create(&setup, &motion), JUDDER_INPUT);
    assert_string_equal(error_field(), "load");
    graph_destroy(&graph);
}

/* v on a flat piece stays where it is, with and without mass, until the load leaves the level. */
static void flat_pieces_hold_what_is_there(void **state) {
    (void)state;
    const double points[] = {0, 0, 1, 0, 2, 1};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_points(points, 3, &graph), JUDDER_OK);
    double t[] = {0, 1, 2}, value[] = {0, 0, .5}, v;
    const Signal load = {.t = {3, t}, .value = {3, value}};
    const InclusionMethod *methods[] = {&perfect_delay_method, &exact_mass_method};
    for (int i = 0; i < 2; i++) {
        const InclusionSetup setup = {.graph = graph,
                                      .load = &load,
                                      .final = 2,
                                      .step = .1,
                                      .start = .3,
                                      .epsilon = i * 1e-9,
                                      .method = methods[i]};
        Inclusion *motion = motion_of(&setup);
        assert_int_equal(inclusion_advance(motion, 1, &v), JUDDER_OK);
        assert_near(v, .3, 1e-9);
        assert_int_equal(inclusion_advance(motion, 2, &v), JUDDER_OK);
        assert_near(v, 1.5, 1e-6);
        assert_int_equal(motion->jumps, 1 - i);
        inclusion_destroy(&motion);
    }
    graph_destroy(&graph);
}

static void underflow_and_fit_noise_make_no_folds(void **state) {
    (void)state;
    const Law p = {.8, .5, .1, 0};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(0, 1, (Friction){&exponential_law, &p}, &graph), JUDDER_OK);
    assert_int_equal(graph->count, 3);
    graph_destroy(&graph);
}

static void upright_parts_join_or_are_refused(void **state) {
    (void)state;
    Graph *graph = NULL;
    const double joined[] = {-1, -1, 0, 0, 0, 1, 0, 2, 1, 3};
    assert_int_equal(graph_create_from_points(joined, 5, &graph), JUDDER_OK);
    assert_int_equal(graph->count, 3);
    assert_exact(graph_residual(graph, 1.5, 0), 0);
    graph_destroy(&graph);
    const double back[] = {-1, -1, 0, 0, 0, 2, 0, 1, 1, 3};
    assert_int_equal(graph_create_from_points(back, 5, &graph), JUDDER_INPUT);
}

static void a_start_outside_the_graph_is_refused_with_and_without_mass(void **state) {
    (void)state;
    const double stop[] = {0, -1, 0, 1, 1, 2};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_points(stop, 3, &graph), JUDDER_OK);
    const Signal load = {.constant = 0};
    const InclusionMethod *methods[] = {&perfect_delay_method, &exact_mass_method, &implicit_mass_method};
    for (int i = 0; i < 3; i++) {
        const InclusionSetup setup = {.graph = graph,
                                      .load = &load,
                                      .final = 1,
                                      .step = .1,
                                      .start = -5,
                                      .epsilon = .1,
                                      .method = methods[i]};
        Inclusion *motion = NULL;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_INPUT);
        assert_string_equal(error_field(), "start");
    }
    graph_destroy(&graph);
}

static JudderErr swing(void *context, double t, double *y) {
    (void)context;
    *y = 1 + sin(37 * t) * sqrt(1 + t);
    return JUDDER_OK;
}

/* A last step that is shorter ends at the final time and nowhere else. */
static void the_last_implicit_step_ends_at_the_end(void **state) {
    (void)state;
    const Law p = {.8, .5, .1, 0};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(1, 1, (Friction){&linear_law, &p}, &graph), JUDDER_OK);
    const Signal load = {.function = {.call = swing}};
    const double steps[] = {.9, .3, 1e-4};
    double v[3];
    for (int i = 0; i < 3; i++) {
        const InclusionSetup setup = {.graph = graph,
                                      .load = &load,
                                      .final = 1,
                                      .step = steps[i],
                                      .epsilon = 10,
                                      .method = &implicit_mass_method};
        Inclusion *motion = motion_of(&setup);
        assert_int_equal(inclusion_advance(motion, 1, &v[i]), JUDDER_OK);
        assert_exact(motion->span_end, 1);
        assert_at_most(motion->residual, 1e-12);
        inclusion_destroy(&motion);
    }
    assert_near(v[0], v[2], .2);
    assert_near(v[1], v[2], .2);
    graph_destroy(&graph);
}

static void implicit_steps_count_the_same_jumps_as_the_exact_motion(void **state) {
    (void)state;
    int differ = 0;
    for (int k = 0; k < 100; k++) {
        Law p;
        Table load;
        Graph *graph = random_graph(&linear_law, &p);
        random_load(&load);
        size_t jumps[2];
        const InclusionMethod *methods[] = {&exact_mass_method, &implicit_mass_method};
        for (int i = 0; i < 2; i++) {
            const InclusionSetup setup = {.graph = graph,
                                          .load = &load.signal,
                                          .final = load.t[5],
                                          .step = 1e-5,
                                          .epsilon = 1e-2,
                                          .method = methods[i]};
            Inclusion *motion = motion_of(&setup);
            double v;
            assert_int_equal(inclusion_advance(motion, setup.final, &v), JUDDER_OK);
            jumps[i] = motion->jumps;
            inclusion_destroy(&motion);
        }
        differ += jumps[0] != jumps[1];
        graph_destroy(&graph);
    }
    assert_in_range(differ, 0,
                    3); /* a motion that just reaches a branch may be counted by one and not by the other */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_laws_have_finite_roots),
        cmocka_unit_test(motions_with_mass_never_get_lost),
        cmocka_unit_test(every_row_of_perfect_delay_lies_on_the_graph),
        cmocka_unit_test(a_load_that_jumps_out_and_returns_starts_the_motion),
        cmocka_unit_test(a_load_too_coarse_for_the_graph_is_refused),
        cmocka_unit_test(flat_pieces_hold_what_is_there),
        cmocka_unit_test(underflow_and_fit_noise_make_no_folds),
        cmocka_unit_test(upright_parts_join_or_are_refused),
        cmocka_unit_test(a_start_outside_the_graph_is_refused_with_and_without_mass),
        cmocka_unit_test(the_last_implicit_step_ends_at_the_end),
        cmocka_unit_test(implicit_steps_count_the_same_jumps_as_the_exact_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
