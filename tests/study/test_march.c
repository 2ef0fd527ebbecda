/* The driver of all marches: what goes wrong under way ends them alike, whatever the model. */
#include "judder_test.h"
#include "results/read/reader.h"
#include "study/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-march-XXXXXX";

static int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    unlink("out.h5");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

/* The report of a run that ends without its goal. */
static Value *run_text(const char *text) {
    const CaseOptions options = {.words = vocabulary()};
    const RunOptions how = {.output = "out.h5"};
    Case *read = NULL;
    Value *report = NULL;
    bool complete = true;
    if (case_read_text("case.lua", text, strlen(text), &options, &read) != JUDDER_OK ||
        run_case(read, &how, &report, &complete) != JUDDER_OK)
        fail_msg("%s\n%s", text, error_message());
    assert_false(complete);
    case_destroy(&read);
    return report;
}

static double value_of(const Value *study, const char *key) {
    return value_as_number(value_get(value_get(study, "values"), key));
}

/* Rows of the first study of the file. */
static size_t rows_kept(void) {
    Reader *reader = NULL;
    assert_int_equal(reader_open("out.h5", &reader), JUDDER_OK);
    const size_t rows = reader->studies[0].rows;
    reader_close(&reader);
    return rows;
}

/* What a model moves with is asked of the case window by window: the function fails in a late one. */
static void a_function_that_fails_under_way_leaves_what_was_computed(void **state) {
    (void)state;
    static const char late[] = "local function late(t)\n"
                               "  if t > 40.1 and t < 40.2 then error('worn out', 0) end\n"
                               "  return 1 + 0.5*math.sin(400*t)\n"
                               "end\n"
                               "local study = march{ final = 50, step = 1e-3, probe = {1, 49} }\n";
    static const char *const cases[] = {
        "return inclusion{ friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, load = late, study = "
        "study }",
        "return slab{ height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, study = study,\n"
        "contact = pressure{ S = late }, friction = constant{ mu = 0.5 }, selection = mass{ epsilon = 1 },\n"
        "foundation = { velocity = 0.3 } }",
        "return slab{ height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, study = study,\n"
        "contact = pressure{ S = late }, friction = constant{ mu = 0.5 }, selection = mass{ epsilon = 1 },\n"
        "foundation = { velocity = 0.3 }, method = 'upwind' }",
        "return beam{ friction = constant{ mu = 0.9 }, foundation = { velocity = late }, study = study }",
        "return slider{ mass = 1, stiffness = 25, normal_force = 10, drive = late,\n"
        "friction = constant{ mu = 0.5 }, study = study }"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[900];
        snprintf(text, sizeof text, "%s%s", late, cases[i]);
        Value *report = run_text(text);
        const Value *study = value_at(value_get(report, "studies"), 0);
        assert_string_equal(value_as_text(value_get(study, "outcome")), "failed");
        assert_contains(value_as_text(value_get(study, "reason")), "worn out");
        const double steps = value_of(study, "steps");
        assert_true(steps > 1000 && steps < 41000);
        assert_true(value_of(study, "t_final") > 1 && value_of(study, "t_final") < 41);
        assert_true(rows_kept() > 1000);
        const Value *t = value_get(value_get(study, "probes"), "t");
        assert_near(value_as_number(value_at(t, 1)), 49, 0);
        const char *seen = value_key(value_get(study, "probes"), 1);
        const Value *probes = value_get(value_get(study, "probes"), seen);
        assert_int_not_equal(value_kind(value_at(probes, 0)), VALUE_NULL);
        assert_int_equal(value_kind(value_at(probes, 1)), VALUE_NULL);
        value_destroy(&report);
    }
}

static void numbers_beyond_the_machine_end_every_march_alike(void **state) {
    (void)state;
    static const char *const cases[] = {
        "return slab{ height = 5*cm, material = elastic{ E = 200*GPa, nu = 0.3, rho = 7800 }, contact = "
        "unilateral{ squeeze = 10*um }, friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, "
        "selection = mass{ epsilon = 1e200 }, foundation = { velocity = 0.5 }, study = march{ final = "
        "0.2*ms, "
        "step = 20e-9 } }",
        "return beam{ friction = constant{ mu = 0.9 }, foundation = { velocity = 1e300 }, study = march{ "
        "final = 1, step = 1e-3 } }",
        "return slider{ mass = 1, stiffness = 1e300, normal_force = 10, drive = 1e200, friction = constant{ "
        "mu = 0.5 }, study = march{ final = 10, step = 1e-2 } }"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Value *report = run_text(cases[i]);
        const Value *study = value_at(value_get(report, "studies"), 0);
        assert_string_equal(value_as_text(value_get(study, "outcome")), "failed");
        assert_contains(value_as_text(value_get(study, "reason")),
                        "the numbers left the range of the machine at t =");
        value_destroy(&report);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_that_fails_under_way_leaves_what_was_computed),
        cmocka_unit_test(numbers_beyond_the_machine_end_every_march_alike),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
