/* The models through the installed header: numbers of the theory, stepping in pieces, wrong input. */
#include "library/library_test.h"

#include <stdlib.h>

static const judder_param hysteresis_law[] = {{"mu_s", 0.8, NULL}, {"mu_d", 0.5, NULL}, {"v_c", 0.1, NULL}};

static void test_version(void **unused) {
    (void)unused;
    assert_string_equal(judder_version(), JUDDER_TEST_VERSION);
}

static judder_status falling(void *context, double r, double *mu) {
    ++*(int *)context;
    *mu = 0.5 + 0.3 * exp(-r / 0.1);
    return JUDDER_STATUS_OK;
}

static judder_status failing(void *context, double r, double *mu) {
    (void)context;
    *mu = 0.5;
    if (r < 1) return JUDDER_STATUS_OK;
    judder_error_set(JUDDER_STATUS_INPUT, "no friction is known beyond 1 m/s");
    return JUDDER_STATUS_INPUT;
}

static void test_laws(void **unused) {
    (void)unused;
    judder_law *linear = law_of("linear", hysteresis_law, 3), *formula = NULL, *points = NULL;
    assert_exact(judder_law_at_rest(linear, 0), 0.8);
    assert_near(judder_law_value(linear, 0.05, 0), 0.65, 1e-15);
    assert_near(judder_law_slope(linear, 0.05, 0), -3, 1e-14);
    double bend = 0, fall = 0;
    assert_int_equal(judder_law_bends(linear, &bend, 1), 1);
    assert_exact(bend, 0.1);
    good(judder_law_steepest_fall(linear, &fall));
    assert_near(fall, 3, 1e-14);
    assert_false(judder_law_has_state(linear));
    assert_true(isnan(judder_law_value(linear, NAN, 0)) && isnan(judder_law_slope(linear, NAN, 0)));
    int asked = 0;
    good(judder_law_create_formula(falling, &asked, &formula));
    const judder_param same[] = {{"mu_s", 0.8, NULL}, {"mu_d", 0.5, NULL}, {"v_c", 0.1, NULL}};
    judder_law *exponential = law_of("exponential", same, 3);
    const int at_set_up = asked;
    for (double r = 0.01; r < 2; r *= 1.3)
        assert_near(judder_law_value(formula, r, 0), judder_law_value(exponential, r, 0), 1e-9);
    assert_int_equal(asked, at_set_up); /* never after set-up */
    const double v[] = {0, 0.1, 0.5}, mu[] = {0.9, 0.5, 0.4};
    good(judder_law_create_tabulated(v, mu, 3, &points));
    assert_near(judder_law_value(points, 0.3, 0), 0.45, 1e-15);
    const judder_param memory[] = {{"mu_0", 0.6, NULL}, {"a", 0.01, NULL},   {"b", 0.015, NULL},
                                   {"D_c", 1e-5, NULL}, {"V_0", 1e-6, NULL}, {"law", 0, "slip"}};
    judder_law *rate = law_of("rate_state", memory, 6);
    assert_true(judder_law_has_state(rate));
    /* Sliding for ever at one speed the state is that speed. */
    assert_near(judder_law_state_advance(rate, judder_law_state_start(rate), 1e-3, 1e3) / 1e-3, 1, 1e-12);
    judder_law_destroy(&linear);
    judder_law_destroy(&formula);
    judder_law_destroy(&exponential);
    judder_law_destroy(&points);
    judder_law_destroy(&rate);
    judder_law_destroy(&rate); /* once more is no harm */
    size_t laws = 0;
    while (judder_law_name(laws)) laws++;
    assert_true(laws >= 8);
}

static void test_law_refusals(void **unused) {
    (void)unused;
    judder_law *law = NULL;
    refused(judder_law_create("lineer", NULL, 0, &law), "did you mean linear");
    refused(judder_law_create("linear", hysteresis_law, 2, &law), "needs v_c");
    const judder_param negative[] = {{"mu", -1, NULL}}, unknown[] = {{"mv", 1, NULL}};
    refused(judder_law_create("constant", negative, 1, &law),
            "mu of constant is -1: allowed is a number >= 0");
    assert_string_equal(judder_error_field(), "mu");
    refused(judder_law_create("constant", unknown, 1, &law), "did you mean mu");
    refused(judder_law_create_formula(failing, NULL, &law), "no friction is known beyond 1 m/s");
    const judder_param no_law[] = {{"mu_0", 0.6, NULL}, {"a", 0.01, NULL},   {"b", 0.015, NULL},
                                   {"D_c", 1e-5, NULL}, {"V_0", 1e-6, NULL}, {"law", 0, "old"}};
    refused(judder_law_create("rate_state", no_law, 6, &law), "law of rate_state is old");
    const double v[] = {0.1, 0.2}, mu[] = {1, 1};
    refused(judder_law_create_tabulated(v, mu, 2, &law), "the first speed must be 0");
    refused(judder_law_create("constant", NULL, 1, &law), "params is NULL");
    assert_null(law);
}

/* Hysteresis: 0 -> 0.3 at t = 1/3, 0.1 -> 0 at t = 5/6. (DI-4) */
static void test_inclusion(void **unused) {
    (void)unused;
    judder_law *law = law_of("linear", hysteresis_law, 3);
    judder_graph *graph = NULL;
    good(judder_graph_create(1, 1, law, &graph));
    judder_root roots[4];
    assert_int_equal(judder_graph_roots(graph, 0.7, roots, 4), 3);
    assert_int_equal(judder_graph_roots(graph, 0.7, NULL, 4), 3);
    assert_near(roots[1].v, 0.05, 1e-12);
    assert_int_equal(roots[1].kind, JUDDER_ROOT_UNSTABLE);
    assert_near(roots[2].v, 0.2, 1e-12);
    assert_near(judder_graph_residual(graph, 0.7, roots[2].v), 0, 1e-14);
    double low, high;
    judder_graph_interval(graph, 0, &low, &high);
    assert_exact(low, -0.8);
    assert_exact(high, 0.8);
    const double t[] = {0, 0.5, 1}, load[] = {0.4, 1, 0.4};
    Events events = {.count = 0};
    const judder_inclusion_setup setup = {.graph = graph,
                                          .load = {.t = t, .value = load, .count = 3},
                                          .final = 1,
                                          .step = 1e-3,
                                          .watch = {.event = keep_event, .context = &events}};
    judder_inclusion *inclusion = NULL;
    good(judder_inclusion_create(&setup, &inclusion));
    double rows[1001][JUDDER_INCLUSION_COLUMNS];
    judder_rows kept = {.at = rows[0], .room = 1001};
    judder_inclusion_report report;
    good(judder_inclusion_march(inclusion, &kept, &report));
    assert_int_equal(kept.count, 1001);
    assert_int_equal(report.jumps, 2);
    assert_int_equal(report.nonunique_steps, 334);
    assert_near(rows[500][2], 0.5, 1e-12);
    assert_near(rows[750][2], 0.2, 1e-12);
    size_t jumps = 0;
    const double times[] = {1.0 / 3, 5.0 / 6}, to[] = {0.3, 0};
    for (size_t i = 0; i < events.count; i++) {
        if (events.at[i].kind != JUDDER_EVENT_JUMP) continue;
        assert_near(events.at[i].t, times[jumps], 1e-12);
        assert_near(events.at[i].to, to[jumps++], 1e-12);
    }
    assert_int_equal(jumps, 2);
    refused(judder_inclusion_march(inclusion, NULL, NULL), "make a new one");
    judder_inclusion_destroy(&inclusion);
    judder_graph_destroy(&graph);
    judder_law_destroy(&law);
}

/* The same motion, asked at times of the caller's. */
static void test_inclusion_advance(void **unused) {
    (void)unused;
    judder_law *law = law_of("linear", hysteresis_law, 3);
    judder_graph *graph = NULL;
    good(judder_graph_create(1, 1, law, &graph));
    const double t[] = {0, 0.5, 1}, load[] = {0.4, 1, 0.4};
    judder_inclusion_setup setup = {
        .graph = graph, .load = {.t = t, .value = load, .count = 3}, .final = 1, .step = 1e-3};
    judder_inclusion *inclusion = NULL;
    double v;
    good(judder_inclusion_create(&setup, &inclusion));
    good(judder_inclusion_advance(inclusion, 0.4, &v));
    assert_near(v, 0.38, 1e-12);
    good(judder_inclusion_advance(inclusion, 0.8, &v));
    assert_near(v, 0.14, 1e-12);
    refused(judder_inclusion_advance(inclusion, 0.4, &v), "t goes back");
    refused(judder_inclusion_advance(inclusion, NAN, &v), "behind the end");
    judder_inclusion_destroy(&inclusion);
    setup.implicit = true;
    refused(judder_inclusion_create(&setup, &inclusion), "needs a mass");
    judder_graph_destroy(&graph);
    judder_law_destroy(&law);
}

static const double H = 0.05;

static judder_status thrown(void *context, double z, double *y) {
    const double s = sin(M_PI * z / H);
    switch (*(const int *)context) {
    case 0: *y = 3 * s * s + 2 * (1 - z / H); break;
    case 1: *y = -1.5 * sin(2 * M_PI * z / H) + 0.5 * (1 - z / H); break;
    default: *y = 4 * s * s;
    }
    return JUDDER_STATUS_OK;
}

/* R71 of the theory page. (SL-4), (SL-6), (SL-7) */
static judder_slab_setup thrown_slab(const judder_law *law, Events *events) {
    static int component[] = {0, 1, 2};
    judder_slab_setup setup = {.height = H,
                               .lambda = 107e9,
                               .G = 77e9,
                               .rho = 7800,
                               .squeeze = 20e-6,
                               .law = law,
                               .epsilon = 10,
                               .foundation = {{.constant = 2}, {.constant = 0.5}},
                               .strain = {{.constant = -4.5e-4}, {0}, {.constant = -20e-6 / H}},
                               .final = 1e-4,
                               .step = 1e-9,
                               .watch = {.event = keep_event, .context = events}};
    for (int k = 0; k < 3; k++)
        setup.velocity[k] = (judder_signal){.function = thrown, .context = &component[k]};
    return setup;
}

static const judder_param steel_law[] = {{"mu_s", 0.8, NULL}, {"mu_d", 0.5, NULL}, {"v_c", 1, NULL}};

static void test_slab(void **unused) {
    (void)unused;
    judder_law *law = law_of("linear", steel_law, 3);
    Events events = {.count = 0};
    const judder_slab_setup setup = thrown_slab(law, &events);
    judder_slab *slab = NULL;
    good(judder_slab_create(&setup, &slab));
    const double expected[] = {2.377677967,  8.965585868,  23.553264806,
                               27.693086241, 43.540176233, 45.932923404};
    judder_slab_report report;
    judder_slab_state now;
    const size_t to_20us = (size_t)(20e-6 / judder_slab_step(slab));
    good(judder_slab_march(slab, to_20us, NULL, &report));
    assert_int_equal(report.steps, to_20us);
    judder_slab_now(slab, &now);
    assert_near(now.t, 20e-6, 2e-9);
    assert_near(now.velocity[0], -2.862140561, 1e-3); /* a step away from 20 us */
    assert_near(now.pressure, 21.0725561e6, 2e5);
    double rows[200][JUDDER_SLAB_COLUMNS], z[3] = {0, H / 2, H}, u_t[3][3], u_z[3][3];
    judder_rows kept = {.at = rows[0], .room = 200, .every = 1000};
    good(judder_slab_march(slab, 0, &kept, &report));
    assert_int_equal(report.steps, judder_slab_steps(slab));
    assert_near(report.energy_defect, 0, 1e-12);
    assert_exact(report.pressure_min, 0);
    assert_true(kept.count > 75 && kept.count < 85);
    assert_near(rows[kept.count - 1][0], 1e-4, 1e-9);
    size_t seen = 0;
    for (size_t i = 0; i < events.count && seen < 6; i++)
        if (events.at[i].kind == JUDDER_EVENT_OPEN || events.at[i].kind == JUDDER_EVENT_CLOSE)
            assert_near(1e6 * events.at[i].t, expected[seen++], 1e-8);
    assert_int_equal(seen, 6);
    good(judder_slab_profile(slab, z, 3, u_t[0], u_z[0]));
    assert_near(u_t[2][0], 0, 1e-9); /* the top does not move */
    judder_slab_destroy(&slab);
    judder_law_destroy(&law);
}

/* In pieces of one step or of many, every method ends where the run in one piece does. */
static void test_slab_in_pieces(void **unused) {
    (void)unused;
    judder_law *law = law_of("linear", steel_law, 3);
    for (int which = 0; which < 4; which++) {
        Events events = {.count = 0};
        judder_slab_setup setup = thrown_slab(law, &events);
        setup.final = 5e-6, setup.step = 1e-8;
        setup.method = which < 3 ? (judder_slab_method)which : JUDDER_SLAB_DELAY;
        if (which == 3) {
            setup.epsilon = 0, setup.eta = 1e-8;
            setup.contact = JUDDER_SLAB_PRESSURE;
            setup.pressure.constant = 1e7;
        }
        judder_slab *whole = NULL, *pieces = NULL;
        judder_slab_report one, many;
        judder_slab_state a, b;
        good(judder_slab_create(&setup, &whole));
        good(judder_slab_march(whole, 0, NULL, &one));
        judder_slab_now(whole, &a);
        good(judder_slab_create(&setup, &pieces));
        double rows[400][JUDDER_SLAB_COLUMNS];
        judder_rows kept = {.at = rows[0], .room = 400, .every = 10};
        for (int i = 0; i < 30; i++) good(judder_slab_march(pieces, 1, &kept, &many));
        assert_int_equal(many.steps, 30);
        assert_int_equal(kept.count, 4); /* steps 0, 10, 20, 30 */
        good(judder_slab_march(pieces, 10000000, &kept, &many));
        judder_slab_now(pieces, &b);
        assert_int_equal(one.steps, many.steps);
        assert_int_equal(one.jumps, many.jumps);
        assert_memory_equal(&a, &b, sizeof a);
        assert_memory_equal(&a, rows[kept.count - 1], sizeof a);
        assert_exact(one.stick_fraction, many.stick_fraction);
        judder_slab_destroy(&whole);
        judder_slab_destroy(&pieces);
    }
    judder_law_destroy(&law);
}

static bool never(void *context, double t) {
    (void)t;
    return ++*(int *)context < 2;
}

static void test_slab_refusals(void **unused) {
    (void)unused;
    judder_law *law = law_of("linear", steel_law, 3);
    Events events = {.count = 0};
    judder_slab_setup setup = thrown_slab(law, &events);
    judder_slab *slab = NULL;
    setup.height = -1;
    refused(judder_slab_create(&setup, &slab), "height of slab is -1: allowed is a number > 0");
    setup = thrown_slab(law, &events);
    setup.step = NAN;
    refused(judder_slab_create(&setup, &slab), "step of march is nan");
    setup = thrown_slab(law, &events);
    setup.velocity[0].function = failing;
    good(judder_slab_create(&setup, &slab)); /* heights are below 1 */
    judder_slab_destroy(&slab);
    setup = thrown_slab(NULL, &events);
    refused(judder_slab_create(&setup, &slab), "law is NULL");
    setup = thrown_slab(law, &events);
    const double t[] = {0, 2, 1};
    setup.foundation[0] = (judder_signal){.t = t, .value = t, .count = 3};
    refused(judder_slab_create(&setup, &slab), "t must not decrease");
    setup = thrown_slab(law, &events);
    setup.method = JUDDER_SLAB_UPWIND, setup.epsilon = 0;
    refused(judder_slab_create(&setup, &slab), "epsilon > 0");
    setup = thrown_slab(law, &events);
    int asked = 0;
    setup.watch = (judder_watch){.go_on = never, .context = &asked};
    good(judder_slab_create(&setup, &slab));
    judder_slab_report report;
    good(judder_slab_march(slab, 0, NULL, &report));
    assert_true(report.stopped && report.t < 1e-4);
    double row[JUDDER_SLAB_COLUMNS];
    judder_rows little = {.at = row, .room = 1};
    refused(judder_slab_march(slab, 10, &little, NULL), "room of 1 rows is full");
    judder_slab_destroy(&slab);
    judder_law_destroy(&law);
}

/* The table behind a setup: numbers, choices, and fields of tables inside the word. */
static void fields_of_setups_are_told(void **state) {
    (void)state;
    judder_setup_field field;
    size_t count = 0;
    while (judder_setup_field_at("beam", count, &field)) count++;
    assert_int_equal(count, 24);
    assert_string_equal(field.name, "watch");
    assert_int_equal(field.kind, JUDDER_FIELD_WATCH);
    assert_true(judder_setup_field_at("beam", 3, &field));
    assert_string_equal(field.name, "alpha");
    assert_string_equal(field.word, "beam");
    assert_string_equal(field.allowed, "a number > 0");
    assert_int_equal(field.offset, offsetof(judder_beam_setup, alpha));
    assert_true(field.preset == 0.01 && field.low == 0 && field.above_low);
    assert_true(judder_setup_field_at("slab", 11, &field));
    assert_string_equal(field.key, "foundation.velocity");
    assert_true(field.kind == JUDDER_FIELD_SIGNAL && field.components == 2 && !field.required &&
                field.usual == 0);
    assert_true(judder_setup_field_at("slab", 3, &field));
    assert_true(field.required);
    assert_true(judder_setup_field_at("slab", 5, &field));
    assert_true(!field.required && isnan(field.usual));
    assert_true(judder_setup_field_at("slab", 19, &field));
    assert_string_equal(field.choices, "delay|euler|upwind");
    assert_string_equal(field.allowed, "one of \"delay\", \"euler\", \"upwind\"");
    assert_false(judder_setup_field_at("slap", 0, &field));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_law_refusals),
        cmocka_unit_test(test_inclusion),
        cmocka_unit_test(test_inclusion_advance),
        cmocka_unit_test(test_slab),
        cmocka_unit_test(test_slab_in_pieces),
        cmocka_unit_test(test_slab_refusals),
        cmocka_unit_test(fields_of_setups_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
