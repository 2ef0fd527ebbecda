/* Motions with mass: delays, orders, exact and implicit, the ladder. (DI-2), (DI-5) */
#include "inclusion/ladder.h"

#include "inclusion/motion_test.h"

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

static JudderErr count_record(void *context, const double *row) {
    (void)row;
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
        Inclusion *motion = NULL;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
        motion->stepper.listener = (StepperListener){.record = count_record, .context = &records};
        assert_int_equal(stepper_march(&motion->stepper, 7, 0), JUDDER_OK);
        if (i == 0) assert_int_equal(inclusion_nonunique_steps(motion), 0);
        if (i == 1) assert_true(inclusion_nonunique_steps(motion) > 100);
        assert_int_equal(motion->jumps, 2);
        assert_int_equal(motion->stepper.done, 1000);
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
    assert_int_equal(ladder_rung(&setup, &windows, 1e-3, NULL, &coarse), JUDDER_OK);
    assert_int_equal(ladder_rung(&setup, &windows, 1e-4, NULL, &fine), JUDDER_OK);
    /* The page prints 1.9199e-3; a sum over 2e7 midpoints gives 1.91956e-3. */
    assert_near(coarse.distance, 1.91956e-3, 2e-8);
    /* v_0' = +-1.2 and beta' = 1 on the sliding branch. */
    assert_near(coarse.away, 1.2e-3, 1e-6);
    assert_near(log10(coarse.away / fine.away), 1, 1e-3);
    ladder_windows_release(&windows);
    graph_destroy(&graph);
}

static void probes_and_steps_do_not_disturb_each_other(void **state) {
    (void)state;
    Graph *graph = graph_of(&exponential_law, &weakening, 1, 1);
    const Signal load = {.function = {.call = sine}};
    const double times[] = {0, .1234567, .5, 2.7182818, 6.3};
    double coarse[5][3], fine[5][3];
    for (int i = 0; i < 2; i++) {
        const double step = i ? 1e-4 : .9;
        const InclusionSetup setup = {.graph = graph,
                                      .load = &load,
                                      .final = 6.3,
                                      .step = step,
                                      .epsilon = 1e-3,
                                      .method = &exact_mass_method};
        Inclusion *motion = NULL;
        assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
        Stepper *stepper = &motion->stepper;
        stepper->probes = (StepperProbes){.count = 5, .t = times, .row = i ? fine[0] : coarse[0]};
        assert_int_equal(stepper_march(stepper, 1, 0), JUDDER_OK);
        assert_int_equal(stepper->probes.reached, 5);
        assert_int_equal(stepper->done, stepper_count_steps(6.3, step));
        inclusion_destroy(&motion);
    }
    for (int i = 0; i < 5; i++) assert_near(coarse[i][2], fine[i][2], 1e-9);
    assert_int_equal(stepper_count_steps(1, .1), 10);
    assert_int_equal(stepper_count_steps(1, .3), 4);
    graph_destroy(&graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_delays_the_jumps_as_the_page_says),
        cmocka_unit_test(corner_delay_solves_its_equation),
        cmocka_unit_test(smooth_fold_delay_has_exponent_two_thirds),
        cmocka_unit_test(exact_motion_agrees_with_fine_integration),
        cmocka_unit_test(implicit_steps_converge_to_the_exact_motion_at_order_one),
        cmocka_unit_test(large_implicit_steps_are_counted_as_not_unique),
        cmocka_unit_test(the_ladder_has_the_numbers_of_the_page),
        cmocka_unit_test(probes_and_steps_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
