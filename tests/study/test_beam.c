/* The beam as a case gives it: wrong cases are refused with their line, right ones report what the manual
 * says. */
#include "base/log.h"
#include "judder_test.h"
#include "sound/sound.h"
#include "study/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-beam-XXXXXX";

static int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    unlink("out.h5");
    unlink("out.wav");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static JudderErr read_text(const char *text, Case **read) {
    const CaseOptions options = {.words = vocabulary()};
    return case_read_text("case.lua", text, strlen(text), &options, read);
}

/* A case with these lines before its friction, and after. */
static const char *with(const char *fields, const char *friction, const char *velocity, const char *study) {
    static char text[2000];
    snprintf(text, sizeof text,
             "return beam {\n  %s\n  friction = %s,\n  foundation = { velocity = %s },\n  study = %s,\n}\n",
             fields, friction, velocity, study);
    return text;
}

static const char constant[] = "constant{ mu = 0.9 }",
                  march[] = "march{ final = 0.1, step = 1e-3, probe = {0.0505, 0.1} }";

static Value *run_text(const char *text, bool expected) {
    Case *read = NULL;
    Value *report = NULL;
    bool complete = false;
    const RunOptions how = {.output = "out.h5"};
    if (read_text(text, &read) != JUDDER_OK || run_case(read, &how, &report, &complete) != JUDDER_OK)
        fail_msg("%s", error_message());
    assert_int_equal(complete, expected);
    case_destroy(&read);
    return report;
}

static const Value *study_at(const Value *report, size_t position) {
    return value_at(value_get(report, "studies"), position);
}

static double number(const Value *study, const char *key) {
    const Value *value = value_get(value_get(study, "values"), key);
    if (!value) fail_msg("no value %s", key);
    return value_as_number(value);
}

static void refused(const char *text, const char *part) {
    Case *read = NULL;
    Value *plan = NULL;
    JudderErr err = read_text(text, &read);
    if (err == JUDDER_OK) err = run_check(read, NULL, &plan);
    if (err != JUDDER_INPUT) fail_msg("not refused: %s", text);
    assert_contains(error_message(), part);
    assert_contains(error_message(), "case.lua:");
    value_destroy(&plan);
    case_destroy(&read);
}

static void wrong_cases_are_refused(void **state) {
    (void)state;
    refused(with("", "slip_weakening{ mu_s = 0.8, mu_d = 0.5, D_c = 1 }", "1", march), "memory");
    refused(with("c = 0,", constant, "1", march), "case.lua:2: c of beam is 0");
    refused(with("damping = -1,", constant, "1", march), "damping");
    refused(with("", constant, "1", "spectrum{}"), "march{} before it");
    refused(with("", constant, "1", "{ march{ final = 1, step = 0.1 }, spectrum{ of = \"end\" } }"),
            "end_velocity");
    refused(with("", constant, "1", "{ march{ final = 1, step = 0.1 }, spectrum{ from = 2 } }"), "ends at 1");
    refused(with("", constant, "function(t) return t end", "steady{}"), "steady needs velocity");
    refused(with("theta_wall = function(t) return 400 end,", constant, "1", "steady{}"), "temperatures");
    refused(with("force = 3,", constant, "1", "steady{}"), "force");
    refused(with("force = table_of{ t = {0, 1}, value = {1, 2} },", constant, "1", march),
            "case.lua:2: force");
    refused(with("force = function(x, t) return 0/0 end,", constant, "1", march), "case.lua:2:");
    refused(with("initial = { velocity = \"fast\" },", constant, "1", march), "or a function");
    refused(with("initial = { velocity = function(x) return {} end },", constant, "1", march),
            "a number is needed");
    refused(with("method = \"grid\",", constant, "1", "march{ final = 0.1, step = 3e-4 }"),
            "does not divide");
    refused(with("hold = \"constant\",", constant, "1", "march{ final = 1, step = 0.1 }"),
            "quarter of the first period");
    refused(with("", constant, "1", "limit{}"), "beam has no study limit");
    refused("return inclusion { friction = formula(function(v, theta) return 1 end), load = 1, study = "
            "march{ final = 1, "
            "step = 0.1 } }",
            "only the slip speed");
}

/* A law that is negative where the run comes ends the study with the function's line; what was computed
 * stays. */
static void a_negative_law_is_refused_when_it_is_met(void **state) {
    (void)state;
    Value *report = run_text(with("", "formula(function(v, theta) return 0.9 - v end)", "1", march), false);
    assert_string_equal(value_as_text(value_get(study_at(report, 0), "outcome")), "failed");
    assert_contains(value_as_text(value_get(study_at(report, 0), "reason")), "case.lua:3: mu is -");
    value_destroy(&report);
}

static void both_methods_report_all_that_they_should(void **state) {
    (void)state;
    static const char *const values[] = {
        "steps",       "first_slip_time", "stick_fraction",  "stick_intervals", "energy_defect",
        "heat_defect", "seconds",         "nonunique_steps", "heating_rate",    "shear_max"};
    static const char *const probes[] = {
        "t", "end_displacement", "end_velocity", "end_temperature", "mean_temperature", "shear", "slip"};
    double at[2][2];
    for (int i = 0; i < 2; i++) {
        Value *report = run_text(with(i ? "method = \"grid\"," : "", constant, "1", march), true);
        const Value *study = study_at(report, 0), *seen = value_get(study, "probes");
        for (size_t j = 0; j < COUNT_OF(values); j++) number(study, values[j]);
        for (size_t j = 0; j < COUNT_OF(probes); j++)
            assert_int_equal(value_length(value_get(seen, probes[j])), 2);
        for (size_t j = 0; j < 2; j++)
            at[i][j] = value_as_number(value_at(value_get(seen, "end_displacement"), j));
        assert_near(number(study, "first_slip_time"), 0.012, i ? 1e-3 : 1e-9);
        value_destroy(&report);
    }
    /* The first probe lies inside a step. */
    assert_near(at[0][0], at[1][0], 2e-5);
    assert_near(at[0][1], 0.013368543, 1e-7);
}

static void steady_reports_a_state_or_that_there_is_none(void **state) {
    (void)state;
    Value *report = run_text(with("", constant, "-1", "{ steady{}, steady{ velocity = {1, 500} } }"), true);
    const Value *study = study_at(report, 0), *values = value_get(study, "values");
    assert_true(value_as_flag(value_get(values, "exists")));
    assert_true(value_as_flag(value_get(values, "stable")));
    assert_near(number(study, "end_displacement"), -0.01202706, 5e-9);
    assert_near(number(study, "critical_velocity"), 444.4444, 5e-5);
    assert_near(number(study, "flutter_velocity"), 347.4404, 1e-3);
    assert_int_equal(value_length(value_get(values, "eigenvalues")), 16);
    assert_int_equal(value_kind(value_get(values, "heat_growth_rate")), VALUE_NULL);
    const Value *map = value_get(value_get(study_at(report, 1), "values"), "map");
    assert_int_equal(value_length(map), 2);
    assert_false(value_as_flag(value_get(value_at(map, 1), "exists")));
    assert_int_equal(value_kind(value_get(value_at(map, 1), "pressure")), VALUE_NULL);
    assert_true(value_as_number(value_get(value_at(map, 1), "heat_growth_rate")) > 0);
    value_destroy(&report);
}

/* With a law that falls faster than the speed rises "beyond it there is none" would be false. */
static void steady_lists_all_speeds_that_have_states(void **state) {
    (void)state;
    static const char law[] = "tabulated{ v = {0, 100, 200, 300}, mu = {3, 3, 3, 1} }";
    Value *report = run_text(with("", law, "200", "{ steady{}, steady{ velocity = {350} } }"), true);
    const Value *study = study_at(report, 0), *list = value_get(value_get(study, "values"), "intervals");
    assert_false(value_as_flag(value_get(value_get(study, "values"), "exists")));
    assert_true(number(study, "heat_growth_rate") > 0);
    assert_int_equal(value_length(list), 2);
    assert_near(value_as_number(value_get(value_at(list, 1), "to")), 400, 1e-9);
    assert_contains(value_as_text(value_get(study, "note")),
                    "no steady state at V = 200: heat grows, at first like exp(");
    assert_contains(value_as_text(value_get(study, "note")),
                    "there are some for V = 0 to 133.333, 278.078 to 400");
    assert_true(value_as_flag(value_get(value_get(study_at(report, 1), "values"), "exists")));
    value_destroy(&report);
}

/* The ring of the beam, its first frequency, and what is heard of it. */
static void spectra_and_sound_of_a_run(void **state) {
    (void)state;
    Value *report = run_text(with("", constant, "1", "{ march{ final = 5, step = 1e-3 }, spectrum{} }"),
                             true);
    const Value *peaks = value_get(value_get(study_at(report, 1), "values"), "peaks");
    bool found = false;
    for (size_t i = 0; i < value_length(peaks); i++) {
        const Value *peak = value_at(peaks, i);
        if (strcmp(value_as_text(value_get(peak, "of")), "end_velocity") != 0 || found) continue;
        found = true; /* the largest of the series comes first */
        assert_near(value_as_number(value_get(peak, "frequency")), 5.596, 2e-3);
        assert_near(value_as_number(value_get(peak, "amplitude")), 1, 0);
    }
    assert_true(found);
    value_destroy(&report);
    SoundReport sound;
    assert_int_equal(sound_export("out.h5", NULL, 0, "out.wav", &sound), JUDDER_OK);
    assert_string_equal(sound.name, "end_velocity");
    assert_near(sound.pitch * 5.596, 220, 0.5);
    struct stat file;
    assert_int_equal(stat("out.wav", &file), 0);
    assert_near((double)file.st_size, 44 + 2 * sound.seconds * SOUND_RATE, 100);
    assert_int_equal(sound_export("out.h5", "nothing", 0, "out.wav", &sound), JUDDER_INPUT);
    assert_int_equal(sound_export("out.h5", "slip", 1, "/nowhere/out.wav", &sound), JUDDER_INPUT);
    assert_int_equal(sound_export("missing.h5", NULL, 1, "out.wav", &sound), JUDDER_INPUT);
}

static void the_spectrum_is_of_any_model(void **state) {
    (void)state;
    Value *report = run_text("return inclusion { friction = constant{ mu = 0.1 }, load = function(t) return "
                             "math.sin(2*math.pi*4*t) end, study = { march{ final = 10, step = 1e-3 }, "
                             "spectrum{ of = \"v\", from = 1, to = 9 } } }",
                             true);
    const Value *peaks = value_get(value_get(study_at(report, 1), "values"), "peaks");
    assert_near(value_as_number(value_get(value_at(peaks, 0), "frequency")), 4, 1e-3);
    assert_near(value_as_number(value_get(value_at(peaks, 1), "frequency")), 12, 1e-2);
    value_destroy(&report);
}

static void the_spectrum_of_a_slab(void **state) {
    (void)state;
    Value *report = run_text(
        "return slab { height = 5*cm, material = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 "
        "}, contact = pressure{ S = 100*MPa }, friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = "
        "0.5 }, selection = mass{ epsilon = 0.1 }, foundation = { velocity = 0.2 }, study = { "
        "march{ final = 1*ms, step = 50e-9, every = 4 }, spectrum{ of = \"slip_1\" } } }",
        true);
    const Value *peaks = value_get(value_get(study_at(report, 1), "values"), "peaks");
    const double strongest = number(study_at(report, 0), "dominant_frequency");
    assert_near(value_as_number(value_get(value_at(peaks, 0), "frequency")) / strongest, 1, 0.01);
    value_destroy(&report);
}

static void absurd_numbers_end_the_study_not_the_program(void **state) {
    (void)state;
    Value *report = run_text(with("", constant, "1e300", march), false);
    assert_string_equal(value_as_text(value_get(study_at(report, 0), "outcome")), "failed");
    value_destroy(&report);
}

static bool stops_soon(void *context) {
    return ++*(int *)context < 4; /* asked every 20 ms */
}

static void an_interrupted_map_says_so(void **state) {
    (void)state;
    int asked = 0;
    stop_ask(&(StopQuestion){stops_soon, &asked});
    Value *report = run_text(with("", constant, "1",
                                  "steady{ velocity = (function() local v = {} for i = 1, 20000 do v[i] = "
                                  "1e-5*i end return v end)() }"),
                             false);
    stop_ask(NULL);
    const Value *study = study_at(report, 0);
    assert_string_equal(value_as_text(value_get(study, "outcome")), "stopped");
    assert_contains(value_as_text(value_get(study, "reason")), "of 20000 velocities");
    value_destroy(&report);
    unlink("out.h5.checkpoint");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_cases_are_refused),
        cmocka_unit_test(a_negative_law_is_refused_when_it_is_met),
        cmocka_unit_test(both_methods_report_all_that_they_should),
        cmocka_unit_test(steady_reports_a_state_or_that_there_is_none),
        cmocka_unit_test(steady_lists_all_speeds_that_have_states),
        cmocka_unit_test(an_interrupted_map_says_so),
        cmocka_unit_test(spectra_and_sound_of_a_run),
        cmocka_unit_test(the_spectrum_is_of_any_model),
        cmocka_unit_test(the_spectrum_of_a_slab),
        cmocka_unit_test(absurd_numbers_end_the_study_not_the_program),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
