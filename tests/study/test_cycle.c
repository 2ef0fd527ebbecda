/* cycle{} as a case gives it: values, branches over a param, what it refuses. */
#include "study/run_text.h"

static void refused(const char *text, const char *message) {
    Case *read = NULL;
    Value *plan = NULL;
    JudderErr err = read_text(text, &read);
    if (err == JUDDER_OK) err = run_check(read, NULL, &plan);
    assert_int_equal(err, JUDDER_INPUT);
    assert_contains(error_message(), message);
    value_destroy(&plan);
    case_destroy(&read);
}

#define LEINE                                                                                                \
    "local p = param{ V = 0.2, law = \"stribeck\" }\n"                                                       \
    "return slider{ mass = 1, stiffness = 1, normal_force = 1,\n"                                            \
    "  friction = stribeck{ mu_s = 1, mu_d = 0, v_c = 1/3 }, foundation = { velocity = p.V },\n"             \
    "  initial = { velocity = p.V }, study = "

static void cycle_takes_its_times_from_the_march(void **state) {
    (void)state;
    Value *report = run_text(LEINE "{ march{ final = 400, step = 0.02 }, cycle{} } }");
    const Value *study = study_at(report, 1), *values = value_get(study, "values");
    assert_near(value_as_number(value_get(values, "period")), 12.001031294831, 1e-9);
    assert_true(value_as_number(value_get(values, "period_error")) < 1e-8);
    assert_int_equal(value_length(value_get(values, "multipliers")), 1);
    assert_true(value_as_flag(value_get(values, "stable")));
    assert_string_equal(value_get_text(values, "section"), "slip");
    assert_near(value_as_number(value_get(values, "friction_loss")),
                value_as_number(value_get(values, "external_work")), 1e-9);
    value_destroy(&report);
}

/* The stick-slip of this law never loses stability: the branch ends with the range, at its very end. */
static void branch_ends_with_its_range(void **state) {
    (void)state;
    Value *report = run_text(LEINE "cycle{ over = \"V\", from = 0.2, to = 0.5, step = 0.04, final = 400 } }");
    const Value *values = values_of(report), *points = value_get(values, "points");
    const Value *last = value_at(points, value_length(points) - 1);
    assert_true(value_length(points) > 3);
    assert_string_equal(value_get_text(values, "branch_end"), "end of the range");
    assert_near(value_as_number(value_get(last, "parameter")), 0.5, 1e-12);
    assert_near(value_as_number(value_get(last, "period")), 8.282743522678, 1e-6);
    assert_int_equal(value_length(value_get(values, "bifurcations")), 0);
    value_destroy(&report);
}

static void forced_system_takes_the_period_of_its_load(void **state) {
    (void)state;
    Value *report = run_text(
        "local w = 1.25\n"
        "return system{ mass = {{1}}, stiffness = {{1}},\n"
        "  contacts = {{ tangent = 1, normal_force = 1, friction = constant{ mu = 0.5 } }},\n"
        "  forces = {{ dof = 1, force = function(t) return math.cos(w*t) end }},\n"
        "  study = cycle{ step = 0.02, final = 500, period = 2*math.pi/w } }");
    const Value *values = values_of(report), *first = value_at(value_get(values, "multipliers"), 0);
    assert_near(value_as_number(value_get(values, "amplitude")), 1.282556850343, 1e-7);
    assert_near(value_as_number(value_get(first, "re")), 0.23780114, 1e-7);
    assert_near(value_as_number(value_get(first, "im")), 0.55155857, 1e-7);
    assert_string_equal(value_get_text(values, "section"), "load");
    value_destroy(&report);
}

static void motion_that_settles_is_an_answer(void **state) {
    (void)state;
    Value *report = run_text(
        "return slider{ mass = 1, stiffness = 1, normal_force = 1, friction = constant{ mu = 0.1 },\n"
        "  initial = { stretch = 1.5 }, study = cycle{ step = 0.05, final = 100 } }");
    assert_false(value_as_flag(value_of(report, "found")));
    assert_int_equal(value_kind(value_of(report, "period")), VALUE_NULL);
    value_destroy(&report);
}

static void wrong_cycles_are_refused(void **state) {
    (void)state;
    refused(LEINE "cycle{ final = 10 } }", "cycle needs step");
    refused(LEINE "cycle{ final = 10, step = 0.1, over = \"W\", from = 1, to = 2 } }",
            "no param of that name");
    refused(LEINE "cycle{ final = 10, step = 0.1, over = \"law\", from = 1, to = 2 } }", "that is a number");
    refused(LEINE "cycle{ final = 10, step = 0.1, over = \"V\" } }", "needs from and to");
    refused(LEINE "cycle{ final = 10, step = 0.1, from = 1, to = 2 } }", "say which by over");
    refused(LEINE "cycle{ final = 10, step = 0.1, section = \"threshold\" } }", "needs a threshold");
    refused(LEINE "cycle{ final = 10, step = 0.1, period = 2 } }", "no signal varies");
    refused("return slider{ mass = 1, stiffness = 1, normal_force = 1, friction = constant{ mu = 0.1 },\n"
            "  drive = function(t) return math.sin(t) end, study = cycle{ step = 0.05, final = 100 } }",
            "give the period of the loads");
    refused("return slider{ mass = 1, stiffness = 1, normal_force = 1, friction = constant{ mu = 0.1 },\n"
            "  drive = function(t) return math.sin(t) end, study = cycle{ step = 0.05, final = 100, period = "
            "6 } }",
            "a period of 6 later");
    refused("return slider{ mass = 1, stiffness = 1, normal_force = 1, drive = 1,\n"
            "  friction = rate_state{ mu_0 = 0.6, a = 0.01, b = 0.02, D_c = 1, V_0 = 1e-6 },\n"
            "  study = cycle{ step = 0.05, final = 100 } }",
            "without a state");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cycle_takes_its_times_from_the_march),
        cmocka_unit_test(branch_ends_with_its_range),
        cmocka_unit_test(forced_system_takes_the_period_of_its_load),
        cmocka_unit_test(motion_that_settles_is_an_answer),
        cmocka_unit_test(wrong_cycles_are_refused),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
