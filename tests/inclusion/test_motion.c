/* Motions with and without mass: jump times, delays, orders, residuals. (DI-2)-(DI-5) */
#include "inclusion/ladder.h"
#include "inclusion/march.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judder_test.h"
#include "random.h"

typedef struct ThreeNumbers {
    double mu_s, mu_d, v_c;
} ThreeNumbers;

static const ThreeNumbers weakening = {.8, .5, .1};

typedef struct Jumps {
    size_t count;
    InclusionEvent at[64];
    InclusionEvent start;
} Jumps;

static void note(void *context, const InclusionEvent *event) {
    Jumps *jumps = context;
    if (event->kind == INCLUSION_START) jumps->start = *event;
    if (event->kind == INCLUSION_JUMP && jumps->count < 64) jumps->at[jumps->count++] = *event;
}

static double tent_t[] = {0, .5, 1}, tent_value[] = {.4, 1, .4};
static const Signal tent = {.t = {3, tent_t}, .value = {3, tent_value}};

static Graph *graph_of(const FrictionLaw *law, const void *params, double Z, double S) {
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(Z, S, (Friction){law, params}, &graph), JUDDER_OK);
    return graph;
}

/* Runs a motion to its end and gives its jumps back. */
static Jumps run(InclusionSetup setup, double *v_end) {
    Jumps jumps = {0};
    setup.event = note;
    setup.context = &jumps;
    if (setup.step == 0) setup.step = 1e-3;
    Inclusion *motion = NULL;
    assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
    assert_int_equal(inclusion_advance(motion, setup.final, v_end), JUDDER_OK);
    assert_int_equal(motion->outcome, INCLUSION_GOING);
    inclusion_destroy(&motion);
    return jumps;
}

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

static JudderErr sine(void *context, double t, double *y) {
    (void)context;
    *y = 1.6 * sin(t);
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

static void mass_delays_the_jumps_as_the_page_says(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    double v;
    const Jumps jumps = run(
        (InclusionSetup){
            .graph = graph, .load = &tent, .final = 1, .epsilon = 1e-3, .method = &exact_mass_method},
        &v);
    assert_int_equal(jumps.count, 2);
    assert_near(jumps.at[0].t - 1. / 3, 2.91471210e-3, 1e-10);
    assert_near(jumps.at[1].t - 5. / 6, 3.36673303e-3, 1e-10);
    graph_destroy(&graph);
}

/* At a corner x = q t_d/eps solves e^x - 1 - x = v_1 q^2/(s eps): here q = 2, v_1 = .1, s = 1.2. */
static void corner_delay_solves_its_equation(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    for (double eps = 1e-2; eps > 1e-9; eps /= 10) {
        double v;
        const Jumps jumps = run(
            (InclusionSetup){
                .graph = graph, .load = &tent, .final = .5, .epsilon = eps, .method = &exact_mass_method},
            &v);
        assert_int_equal(jumps.count, 1);
        const double x = 2 * (jumps.at[0].t - 1. / 3) / eps;
        assert_near((expm1(x) - x) / (.1 * 4 / (1.2 * eps)), 1, 1e-6 + 1e-15 / eps);
    }
    graph_destroy(&graph);
}

static JudderErr ramp_down(void *context, double t, double *y) {
    *y = 1 - *(const double *)context * t;
    return JUDDER_OK;
}

/* Smooth fold: t_d tends to 2.3381074 (eps^2/(s a))^(1/3), beta'' = 2 a; beta'' = .3/.01
 * exp(-v/.1) = 10 at the fold. */
static void smooth_fold_delay_has_exponent_two_thirds(void **state) {
    (void)state;
    Graph *graph = graph_of(&exponential_law, &weakening, 1, 1);
    double rate = .5, v;
    const Signal ramp = {.function = {.call = ramp_down, .context = &rate}};
    const double fold_time = (1 - graph->pieces[3].b1) / rate;
    double delay[3];
    const double eps[3] = {1e-7, 1e-8, 1e-10};
    for (int i = 0; i < 3; i++) {
        const Jumps jumps = run((InclusionSetup){.graph = graph,
                                                 .load = &ramp,
                                                 .final = 1,
                                                 .start = .5,
                                                 .epsilon = eps[i],
                                                 .method = &exact_mass_method},
                                &v);
        assert_int_equal(jumps.count, 1);
        delay[i] = jumps.at[0].t - fold_time;
    }
    assert_near(log10(delay[0] / delay[1]), 2. / 3, .01);
    const double limit = 2.3381074 * cbrt(eps[2] * eps[2] / (rate * 5));
    assert_near(delay[2] / limit, 1, .01);
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

static void without_impedance_the_motion_ends_where_the_load_wins(void **state) {
    (void)state;
    const double mu = .5;
    Graph *graph = graph_of(&constant_law, &mu, 0, 1);
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

/* Between events the closed form must agree with a fine classical Runge-Kutta integration. */
static void exact_motion_agrees_with_fine_integration(void **state) {
    (void)state;
    const FrictionLaw *laws[] = {&linear_law, &exponential_law};
    for (int k = 0; k < 2; k++) {
        Graph *graph = graph_of(laws[k], &weakening, 1, 1);
        const Signal load = {.function = {.call = sine}};
        const double eps = .2, T = .45; /* long enough to pass the kink at .1, too short to stick */
        const InclusionSetup setup = {.graph = graph,
                                      .load = &load,
                                      .final = T,
                                      .step = 1e-3,
                                      .start = k ? 1.7 : 1.3,
                                      .epsilon = eps,
                                      .method = &exact_mass_method};
        double v = 0, w = k ? 1.7 : 1.3, least = 1;
        Inclusion *motion = NULL;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
        const int N = 200000;
        for (int i = 0; i < N; i++) {
            const double t = T * i / N, h = T / N;
            double rates[4];
            for (int j = 0; j < 4; j++) {
                const double s = j == 0 ? 0 : j == 3 ? h : h / 2, x = w + (j ? s * rates[j - 1] : 0);
                const double mu = friction_sliding(&graph->friction, fabs(x), 0);
                rates[j] = (1.6 * sin(t + s) - x - copysign(mu, x)) / eps;
            }
            least = fmin(least, w);
            w += h * (rates[0] + 2 * rates[1] + 2 * rates[2] + rates[3]) / 6;
        }
        assert_true(least > 0 && least < .2);
        assert_int_equal(inclusion_advance(motion, T, &v), JUDDER_OK);
        assert_near(v, w, k == 0 ? 1e-9 : 1e-10);
        inclusion_destroy(&motion);
        graph_destroy(&graph);
    }
}

static void implicit_steps_converge_to_the_exact_motion_at_order_one(void **state) {
    (void)state;
    Graph *graph = graph_of(&exponential_law, &weakening, 1, 1);
    const Signal load = {.function = {.call = sine}};
    double error[3], v;
    for (int i = 0; i < 3; i++) {
        const double step = 2e-3 / (1 << i);
        const InclusionSetup base = {.graph = graph, .load = &load, .final = 2, .step = step, .epsilon = .05};
        Inclusion *motions[2] = {0};
        InclusionSetup exact = base, implicit = base;
        exact.method = &exact_mass_method;
        implicit.method = &implicit_mass_method;
        assert_int_equal(inclusion_create(&exact, &motions[0]), JUDDER_OK);
        assert_int_equal(inclusion_create(&implicit, &motions[1]), JUDDER_OK);
        error[i] = 0;
        for (int n = 1; n * step <= 2; n++) {
            double w;
            assert_int_equal(inclusion_advance(motions[0], n * step, &v), JUDDER_OK);
            assert_int_equal(inclusion_advance(motions[1], n * step, &w), JUDDER_OK);
            error[i] += fabs(v - w) * step;
        }
        assert_at_most(motions[1]->residual, 1e-11);
        inclusion_destroy(&motions[0]);
        inclusion_destroy(&motions[1]);
    }
    assert_near(log2(error[0] / error[1]), 1, .1);
    assert_near(log2(error[1] / error[2]), 1, .1);
    graph_destroy(&graph);
}

static JudderErr count_record(void *context, double t, double load, double v) {
    (void)t, (void)load, (void)v;
    ++*(size_t *)context;
    return JUDDER_OK;
}

/* kappa = 3, Z = S = 1: the implicit step is unique iff dt < eps/2. */
static void large_implicit_steps_are_counted_as_not_unique(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    for (int i = 0; i < 2; i++) {
        const double step = 1e-3, eps = i == 0 ? 2.01e-3 : 1e-4;
        size_t records = 0;
        const InclusionSetup setup = {.graph = graph,
                                      .load = &tent,
                                      .final = 1,
                                      .step = step,
                                      .epsilon = eps,
                                      .method = &implicit_mass_method};
        const InclusionMarch march = {
            .final = 1, .step = step, .every = 7, .record = count_record, .context = &records};
        InclusionReport report;
        Inclusion *motion = NULL;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
        assert_int_equal(inclusion_march(motion, &march, &report), JUDDER_OK);
        if (i == 0) assert_int_equal(report.nonunique_steps, 0);
        if (i == 1) assert_true(report.nonunique_steps > 100);
        assert_int_equal(motion->jumps, 2);
        assert_int_equal(report.steps, 1000);
        assert_int_equal(records, 1 + 142 + 1);
        inclusion_destroy(&motion);
    }
    graph_destroy(&graph);
}

static void the_ladder_has_the_numbers_of_the_page(void **state) {
    (void)state;
    Graph *graph = graph_of(&linear_law, &weakening, 1, 1);
    const InclusionSetup setup = {.graph = graph, .load = &tent, .final = 1, .step = 1e-3};
    LadderWindows windows;
    LadderRung coarse, fine;
    assert_int_equal(ladder_windows_create(&setup, &windows), JUDDER_OK);
    assert_int_equal(windows.count, 2);
    assert_int_equal(ladder_rung(&setup, &windows, 1e-3, &coarse), JUDDER_OK);
    assert_int_equal(ladder_rung(&setup, &windows, 1e-4, &fine), JUDDER_OK);
    /* The page prints 1.9199e-3; a sum over 2e7 midpoints gives 1.91956e-3. */
    assert_near(coarse.distance, 1.91956e-3, 2e-8);
    /* v_0' = +-1.2 and beta' = 1 on the sliding branch. */
    assert_near(coarse.away, 1.2e-3, 1e-6);
    assert_near(ladder_order(1e-3, coarse.away, 1e-4, fine.away), 1, 1e-3);
    ladder_windows_release(&windows);
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
        assert_int_equal(ladder_rung(&setup, &windows, 1e-10, &rung), JUDDER_OK);
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

static void probes_and_steps_do_not_disturb_each_other(void **state) {
    (void)state;
    Graph *graph = graph_of(&exponential_law, &weakening, 1, 1);
    const Signal load = {.function = {.call = sine}};
    const double times[] = {0, .1234567, .5, 2.7182818, 6.3};
    double coarse[5], fine[5];
    for (int i = 0; i < 2; i++) {
        const double step = i ? 1e-4 : .9;
        const InclusionSetup setup = {.graph = graph,
                                      .load = &load,
                                      .final = 6.3,
                                      .step = step,
                                      .epsilon = 1e-3,
                                      .method = &exact_mass_method};
        const InclusionMarch march = {.final = 6.3,
                                      .step = step,
                                      .every = 1,
                                      .probe_times = times,
                                      .probe_values = i ? fine : coarse,
                                      .probe_count = 5};
        InclusionReport report;
        Inclusion *motion = NULL;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
        assert_int_equal(inclusion_march(motion, &march, &report), JUDDER_OK);
        assert_int_equal(report.probes, 5);
        assert_int_equal(report.steps, march_step_count(6.3, step));
        inclusion_destroy(&motion);
    }
    for (int i = 0; i < 5; i++) assert_near(coarse[i], fine[i], 1e-9);
    assert_int_equal(march_step_count(1, .1), 10);
    assert_int_equal(march_step_count(1, .3), 4);
    graph_destroy(&graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tent_jumps_at_a_third_and_five_sixths),
        cmocka_unit_test(a_load_given_as_a_function_gives_the_same_times),
        cmocka_unit_test(mass_delays_the_jumps_as_the_page_says),
        cmocka_unit_test(corner_delay_solves_its_equation),
        cmocka_unit_test(smooth_fold_delay_has_exponent_two_thirds),
        cmocka_unit_test(four_critical_points_a_side),
        cmocka_unit_test(touching_a_fold_is_no_jump_and_a_little_more_is),
        cmocka_unit_test(a_start_off_the_graph_settles_along_the_flow),
        cmocka_unit_test(load_jumps_are_followed_declared_or_not),
        cmocka_unit_test(without_impedance_the_motion_ends_where_the_load_wins),
        cmocka_unit_test(exact_motion_agrees_with_fine_integration),
        cmocka_unit_test(implicit_steps_converge_to_the_exact_motion_at_order_one),
        cmocka_unit_test(large_implicit_steps_are_counted_as_not_unique),
        cmocka_unit_test(the_ladder_has_the_numbers_of_the_page),
        cmocka_unit_test(random_motions_stay_on_the_graph_and_agree_with_a_tiny_mass),
        cmocka_unit_test(probes_and_steps_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
