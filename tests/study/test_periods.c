/* Periods that a march finds by its section, against values known otherwise.  (MO-16) */
#include "run_text.h"

#include <math.h>
#include <stdio.h>

static const Value *march_of(const Value *report) {
    return value_at(value_get(report, "studies"), 0);
}

static double number(const Value *report, const char *key) {
    const Value *value = value_get(value_get(march_of(report), "values"), key);
    if (!value) fail_msg("no value %s", key);
    return value_as_number(value);
}

static Value *run_format(const char *format, double a, double b) {
    char text[1000];
    snprintf(text, sizeof text, format, a, b);
    return run_text(text);
}

/* Leine's oscillator at five steps: the error falls with the order of the method, the cycles repeat to
 * rounding. */
static void stick_slip_has_its_period_at_every_step(void **state) {
    (void)state;
    static const double steps[] = {0.05, 0.02, 0.01, 0.005, 0.002}, exact = 12.001031294830579;
    for (int order = 2; order <= 4; order += 2)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            Value *report = run_format("return slider{ mass = 1, stiffness = 1, normal_force = 1, drive = 0, "
                                       "friction = stribeck{ mu_s "
                                       "= 1, mu_d = 0, v_c = 1/3 },\n foundation = { velocity = 0.2 }, "
                                       "initial = { velocity = 0.2 },\n "
                                       "study = march{ final = 100, step = %g, order = %g, every = 1000 } }",
                                       steps[i], order);
            const double h = steps[i], bound = order == 2 ? 0.8 * h * h : 0.05 * pow(h, 4) + 1e-11;
            const double error = fabs(number(report, "period") - exact);
            assert_at_most(error, bound);
            if (order == 2) assert_true(error > 0.5 * h * h); /* the method's own, not less */
            assert_int_equal((int)number(report, "period_cycles"), 1);
            assert_at_most(number(report, "period_spread"), 1e-11);
            assert_contains(value_as_text(value_get(march_of(report), "note")), "period 1");
            value_destroy(&report);
        }
}

/* It never sticks: the section is where the block turns. */
static void a_cycle_that_never_sticks_has_a_period(void **state) {
    (void)state;
    Value *report = run_format(
        "return slider{ mass = 1, stiffness = 1, normal_force = 1, drive = 0,\n friction = formula{ mu = "
        "function(r) r = math.min(r, 1.5) return 0.4 - 0.225*(r/0.5 - r^3/0.375) end },\n foundation = { "
        "velocity = %g }, initial = { velocity = 0.2 }, study = march{ final = 500, step = %g, every = 1000 "
        "} "
        "}",
        0.47, 0.02);
    assert_near(number(report, "period"), 6.374343476045, 2e-8);
    assert_int_equal((int)number(report, "period_cycles"), 1);
    assert_exact(number(report, "stick_fraction"), 0);
    value_destroy(&report);
}

/* The same cycle seen by a spring that is pulled: the block goes on for ever, the cycle does not. */
static void a_pulled_block_that_never_sticks_has_a_period(void **state) {
    (void)state;
    Value *report = run_format(
        "return slider{ mass = 1, stiffness = 1, normal_force = 1, drive = %g,\n friction = formula{ mu = "
        "function(r) r = math.min(r, 1.5) return 0.4 - 0.225*(r/0.5 - r^3/0.375) end },\n initial = { "
        "velocity = 0.27 }, study = march{ final = 500, step = %g, every = 1000 } }",
        0.47, 0.02);
    assert_near(number(report, "period"), 6.374343476045, 2e-8);
    assert_int_equal((int)number(report, "period_cycles"), 1);
    value_destroy(&report);
}

/* A mass that hits a stop: one impact in a period of the load, then two of two kinds in two periods, then one
 * in two, then no rule. */
static void impacts_repeat_after_one_or_two_cycles_or_never(void **state) {
    (void)state;
    static const struct {
        double w;
        int loads, cycles;
    } known[] = {{2.2, 1, 1}, {2.7, 2, 2}, {3.5, 2, 1}, {2.8, 0, 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const double load = 2 * acos(-1) / known[i].w;
        Value *report = run_format(
            "local w, T = %.17g, %.17g\nreturn system{ mass = { {1, 0}, {0, 1} }, damping = { {0.1, 0}, {0, "
            "0.1} }, stiffness = { {1, 0}, {0, 1} },\n contacts = { { tangent = 1, normal = 2, gap = 0, "
            "restitution = 0.8, friction = constant{ mu = 0 } } },\n forces = { { dof = 2, force = "
            "function(t) "
            "return math.cos(w*t) end } }, initial = { displacement = {0, -0.5} },\n study = march{ final = "
            "300*T, step = T/200, every = 1000 } }",
            known[i].w, load);
        assert_int_equal((int)number(report, "period_cycles"), known[i].cycles);
        if (known[i].cycles)
            assert_near(number(report, "period"), known[i].loads * load, 1e-6);
        else
            assert_contains(value_as_text(value_get(march_of(report), "note")), "not periodic");
        value_destroy(&report);
    }
}

/* Two oscillators with frequencies 1 and sqrt 2, free of friction: the sum never repeats. */
static void a_quasi_periodic_motion_has_none(void **state) {
    (void)state;
    static const char *const text =
        "return system{ mass = { {1, 0}, {0, 1} }, stiffness = { {1.5, 0.5}, {0.5, 1.5} },\n contacts = { { "
        "tangent = 1, normal_force = 1, friction = constant{ mu = 0 } } },\n initial = { displacement = {1, "
        "%g} "
        "}, study = march{ final = 2000, step = %g, every = 10000 } }";
    Value *both = run_format(text, 0, 0.02), *one = run_format(text, 1, 0.02);
    assert_int_equal((int)number(both, "period_cycles"), 0);
    assert_true(isnan(number(both, "period")));
    assert_contains(value_as_text(value_get(march_of(both), "note")), "not periodic");
    /* one mode alone does repeat */
    assert_near(number(one, "period"), 2 * acos(-1) / sqrt(2), 1e-6);
    value_destroy(&both);
    value_destroy(&one);
}

/* Between rows: v stops with a kink, so its time is known to a part of the step. */
static void rows_have_periods_too(void **state) {
    (void)state;
    Value *report = run_format(
        "return inclusion{ friction = constant{ mu = 1 }, load = function(t) return 3*math.sin(%g*t) end, "
        "selection = mass{ epsilon = %g },\n study = march{ final = 40, step = 1e-3 } }",
        2, 0.05);
    assert_near(number(report, "period"), acos(-1), 5e-4);
    assert_true(number(report, "period_cycles") >= 1);
    value_destroy(&report);
}

/* Earthquakes of one block: the recurrence of an independent integration, to the tolerance. */
static void rate_and_state_has_its_recurrence(void **state) {
    (void)state;
    static const char *const text =
        "local G = 2670*3464^2\nlocal k, eta, a, b, y, V0 = G/15000, G/(2*3464), 0.01, 0.015, 2e-9, 1e-6\n"
        "local x = 1e-9/(2*V0)*math.exp((0.6 - b*math.log(y/V0))/a)\n"
        "local mu = a*math.log(x + math.sqrt(x*x + 1))\n"
        "return slider{ mass = 0, radiation = eta, stiffness = k, normal_force = 50e6, drive = 1e-9,\n"
        " friction = rate_state{ form = 'asinh', mu_0 = 0.6, a = a, b = b, D_c = 0.008, V_0 = V0, start = y "
        "},\n"
        " initial = { velocity = 1e-9, stretch = (50e6*mu + eta*1e-9)/k },\n"
        " study = march{ final = 1.2e10, step = 1e4, tolerance = %g, every = 100, threshold = %g } }";
    Value *report = run_format(text, 1e-5, 1e-3);
    assert_near(number(report, "recurrence"), 3283659403.283, 5e-5 * 3283659403.283);
    assert_near(number(report, "slip_max"), 1.58926973876, 1e-4);
    assert_int_equal((int)number(report, "episodes"), 4);
    value_destroy(&report);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stick_slip_has_its_period_at_every_step),
                                       cmocka_unit_test(a_cycle_that_never_sticks_has_a_period),
                                       cmocka_unit_test(a_pulled_block_that_never_sticks_has_a_period),
                                       cmocka_unit_test(impacts_repeat_after_one_or_two_cycles_or_never),
                                       cmocka_unit_test(a_quasi_periodic_motion_has_none),
                                       cmocka_unit_test(rows_have_periods_too),
                                       cmocka_unit_test(rate_and_state_has_its_recurrence)};
    return cmocka_run_group_tests(tests, enter, leave);
}
