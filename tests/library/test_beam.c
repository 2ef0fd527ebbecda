/* The beam through the installed header. */
#include "library/library_test.h"

/* Constant friction at V = 1: first slip at 0.012, and the numbers at t = 0.1. (BM-9), (BM-10) */
static void test_beam(void **unused) {
    (void)unused;
    const judder_param mu = {"mu", 0.9, NULL};
    judder_law *law = law_of("constant", &mu, 1);
    Events events = {.count = 0};
    judder_beam_setup setup = {.law = law,
                               .wall.constant = 400,
                               .foundation.constant = 400,
                               .velocity.constant = 1,
                               .final = 0.1,
                               .step = 2e-5,
                               .watch = {.event = keep_event, .context = &events}};
    judder_beam *beam = NULL;
    good(judder_beam_create(&setup, &beam));
    judder_beam_report report;
    judder_beam_state now;
    double rows[60][JUDDER_BEAM_COLUMNS], u[11], th[11];
    judder_rows kept = {.at = rows[0], .room = 60, .every = 100};
    for (int i = 0; i < 10; i++) good(judder_beam_march(beam, 500, &kept, &report));
    assert_int_equal(report.steps, judder_beam_steps(beam));
    assert_int_equal(kept.count, 51);
    judder_beam_now(beam, &now);
    assert_near(now.end_displacement, 0.013368543, 1e-9);
    assert_near(now.end_velocity, -0.949151694, 1e-8);
    assert_near(now.end_temperature, 401.355265, 1e-6);
    assert_near(now.mean_temperature, 400.265610041, 1e-8);
    assert_near(report.first_slip_time, 0.012, 1e-9);
    assert_near(report.energy_defect, 0, 1e-8);
    assert_int_equal(events.count, 1);
    assert_int_equal(events.at[0].kind, JUDDER_EVENT_SLIP);
    judder_beam_profile(beam, 11, u, th);
    assert_near(u[10], now.end_displacement, 1e-9);
    assert_near(u[0], 0, 1e-15);
    judder_beam_steady steady;
    good(judder_beam_steady_at(beam, 1, &steady));
    assert_true(steady.exists);
    assert_near(steady.end_temperature, 401.80405913, 1e-8);
    assert_near(steady.critical_velocity, 444.4444, 1e-4);
    refused(judder_beam_steady_at(beam, -1, &steady), "allowed is a number >= 0");
    judder_beam_destroy(&beam);
    setup.grid = true, setup.step = 3e-3;
    refused(judder_beam_create(&setup, &beam), "does not divide");
    judder_law_destroy(&law);
}

static judder_status hot(void *context, double r, double theta, double *mu) {
    (void)context;
    *mu = 0.9 + 0 * r + 1e-3 * (theta - 400);
    return JUDDER_STATUS_OK;
}

static void test_thermal_law(void **unused) {
    (void)unused;
    judder_law *law = NULL;
    judder_graph *graph = NULL;
    good(judder_law_create_thermal(hot, NULL, &law));
    refused(judder_graph_create(1, 1, law, &graph), "temperature");
    judder_beam_setup setup = {.law = law,
                               .wall.constant = 400,
                               .foundation.constant = 400,
                               .velocity.constant = 1,
                               .final = 0.05,
                               .step = 1e-4};
    judder_beam *beam = NULL;
    judder_beam_report report;
    good(judder_beam_create(&setup, &beam));
    good(judder_beam_march(beam, 0, NULL, &report));
    assert_near(report.first_slip_time, 0.012, 1e-4);
    judder_beam_destroy(&beam);
    judder_law_destroy(&law);
}

static judder_status warming(void *context, double t, double *theta) {
    (void)context;
    *theta = 400 + 1000 * t;
    return JUDDER_STATUS_OK;
}

/* Steady sliding is about the first values of the signals, wherever the beam has come to. */
static void test_steady_after_a_march(void **unused) {
    (void)unused;
    const judder_param mu = {"mu", 0.9, NULL};
    judder_law *law = law_of("constant", &mu, 1);
    for (int grid = 0; grid < 2; grid++) {
        const judder_beam_setup setup = {.law = law,
                                         .wall.function = warming,
                                         .foundation.function = warming,
                                         .velocity.constant = 1,
                                         .grid = grid == 1,
                                         .final = 0.02,
                                         .step = 1e-4};
        judder_beam *beam = NULL;
        judder_beam_steady before, after;
        good(judder_beam_create(&setup, &beam));
        good(judder_beam_steady_at(beam, 1, &before));
        good(judder_beam_march(beam, 0, NULL, NULL));
        good(judder_beam_steady_at(beam, 1, &after));
        assert_near(before.end_temperature, 401.80405913, 1e-8);
        assert_exact(after.end_temperature, before.end_temperature);
        assert_exact(after.critical_velocity, before.critical_velocity);
        judder_beam_destroy(&beam);
    }
    judder_law_destroy(&law);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_beam), cmocka_unit_test(test_thermal_law),
                                       cmocka_unit_test(test_steady_after_a_march)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
