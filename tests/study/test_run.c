/* A case from its text to its report: what is refused before a file is touched, and what is reported at the
 * end. */
#include "judder_test.h"
#include "study/run/run.h"
#include "study/words.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-study-XXXXXX";

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    /* Only an empty folder can go: each test removes what it knows of. */
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

#define LOAD "load = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} }"
static const char three[] =
    "local p = param{ mu_s = 0.8 }\n"
    "return inclusion {\n"
    "  friction = linear{ mu_s = p.mu_s, mu_d = 0.5, v_c = 0.1 },\n"
    "  " LOAD ",\n"
    "  study = { march{ final = 1, step = 1e-3, probe = {0.25, 0.75}, name = 'tent' },\n"
    "            limit{ count = 3 }, branches{ load = 0.75 } },\n"
    "}\n";

/* A study that no model knows. */
static const Param dance_params[] = {
    {.key = "name", .type = PARAM_TEXT, .preset_text = "dance", .help = "its name"}, {0}};
static const Word dance_word = {.name = "dance",
                                .kind = "study",
                                .papers = "",
                                .example = "dance{}",
                                .params = dance_params,
                                .size = sizeof(const char *)};

static Case *read_text(const char *text) {
    static const Word *words[300];
    size_t count = 0;
    for (const Word *const *word = vocabulary(); *word; word++) words[count++] = *word;
    words[count] = &dance_word;
    const CaseOptions options = {.words = words};
    Case *read = NULL;
    if (case_read_text("c.lua", text, strlen(text), &options, &read) != JUDDER_OK)
        fail_msg("%s: %s", text, error_message());
    return read;
}

static void the_echo_has_every_field(void **state) {
    (void)state;
    Case *read = read_text(three);
    Value *echo = run_echo(read);
    assert_string_equal(value_as_text(value_get(value_get(echo, "params"), "mu_s")), "0.8");
    const Value *fields = value_get(value_get(echo, "model"), "fields");
    for (const Param *p = inclusion_model.word.params; p->key; p++)
        if (!value_get(fields, p->key)) fail_msg("no %s in the echo", p->key);
    assert_exact(value_as_number(value_get(fields, "impedance")), 1);
    assert_string_equal(value_as_text(value_get(fields, "method")), "exact");
    const Value *studies = value_get(fields, "study");
    assert_int_equal(value_length(studies), 3);
    const Value *limit = value_get(value_at(studies, 1), "fields");
    for (const Param *p = limit_word.params; p->key; p++)
        if (!value_get(limit, p->key)) fail_msg("no %s in the echo of limit", p->key);
    assert_exact(value_as_number(value_get(limit, "factor")), 0.1);
    assert_string_equal(value_as_text(value_get(limit, "of")), "epsilon");
    value_destroy(&echo);
    case_destroy(&read);
}

static void papers_are_named_once(void **state) {
    (void)state;
    Case *read = read_text(three);
    char *keys = run_papers(read);
    const char *first = strstr(keys, "renard1998");
    assert_non_null(first);
    assert_null(strstr(first + 1, "renard1998"));
    assert_non_null(strstr(keys, "ionescu2002"));
    free(keys);
    case_destroy(&read);
}

static void check_tells_the_plan_and_writes_nothing(void **state) {
    (void)state;
    Case *read = read_text(three);
    Value *plan = NULL;
    assert_int_equal(run_check(read, NULL, &plan), JUDDER_OK);
    assert_int_equal(value_length(plan), 3);
    assert_contains(value_as_text(value_at(plan, 0)), "1000 steps");
    assert_contains(value_as_text(value_at(plan, 1)), "3 masses");
    value_destroy(&plan);
    case_destroy(&read);
}

static void assert_refused(const char *text, const char *message) {
    Case *read = read_text(text);
    Value *plan = NULL, *report = NULL;
    bool complete;
    assert_int_equal(run_check(read, NULL, &plan), JUDDER_INPUT);
    assert_null(plan);
    assert_contains(error_message(), message);
    assert_int_equal(run_case(read, &(RunOptions){.output = "c.h5"}, &report, &complete), JUDDER_INPUT);
    assert_null(report);
    assert_contains(error_message(), message);
    assert_int_equal(access("c.h5", F_OK), -1);
    case_destroy(&read);
}

static void what_a_model_cannot_do_is_refused_before_anything_is_written(void **state) {
    (void)state;
    assert_refused("return inclusion { friction = constant{ mu = 1 }, " LOAD ",\n study = {\n"
                   " march{ final = 1, step = 0.1 },\n dance{} } }",
                   "c.lua:4: inclusion has no study dance");
    assert_refused("return inclusion { friction = constant{ mu = 1 }, " LOAD ",\n study = limit{} }",
                   "c.lua:2: limit needs final and step");
    assert_refused("return inclusion { friction = slip_weakening{ mu_s = 1, mu_d = 0.5, D_c = 1 }, " LOAD
                   ",\n study = branches{} }",
                   "c.lua:1: ");
}

/* A ladder that ends inside the window of a jump: there is no distance away from it. */
static void a_note_tells_no_number_that_is_none(void **state) {
    (void)state;
    Case *read = read_text("return inclusion { friction = constant{ mu = 0.2 },\n"
                           " load = function(t) return t < 0.5 and 0.1 or 1 end, jumps = {0.5},\n"
                           " study = limit{ from = 1e-2, count = 3, final = 0.5001, step = 1e-5 } }");
    Value *report = NULL;
    bool complete;
    assert_int_equal(run_case(read, &(RunOptions){.no_file = true}, &report, &complete), JUDDER_OK);
    const Value *study = value_at(value_get(report, "studies"), 0);
    assert_int_equal(value_kind(value_get(value_get(study, "values"), "order_away")), VALUE_NULL);
    assert_contains(value_as_text(value_get(study, "note")), "of order 0.178 in the last rung");
    assert_null(strstr(value_as_text(value_get(study, "note")), "nan"));
    value_destroy(&report);
    case_destroy(&read);
}

static char *summary_of(const Value *report) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    run_summarise(report, out);
    fclose(out);
    return text;
}

static void assert_study_told(const Value *study, const char *summary) {
    assert_contains(summary, value_as_text(value_get(study, "name")));
    assert_contains(summary, value_as_text(value_get(study, "note")));
    assert_string_equal(value_as_text(value_get(study, "outcome")), "done");
    assert_int_equal(value_kind(value_get(study, "reason")), VALUE_NULL);
    const Value *values = value_get(study, "values");
    assert_true(value_length(values) > 0);
    assert_non_null(value_get(values, "seconds"));
    for (size_t i = 0; i < value_length(values); i++) {
        char line[100];
        snprintf(line, sizeof line, "\n  %-19s ", value_key(values, i));
        assert_contains(summary, line);
    }
}

static void the_summary_tells_every_value(void **state) {
    (void)state;
    Case *read = read_text(three);
    Value *report = NULL;
    bool complete = false;
    assert_int_equal(run_case(read, &(RunOptions){.output = "three.h5"}, &report, &complete), JUDDER_OK);
    assert_true(complete);
    assert_int_equal(access("three.h5", F_OK), 0);
    char *summary = summary_of(report);
    const Value *studies = value_get(report, "studies");
    assert_int_equal(value_length(studies), 3);
    for (size_t i = 0; i < 3; i++) assert_study_told(value_at(studies, i), summary);
    assert_contains(summary, "tent: done");
    assert_contains(summary, "t = 0.25  v = 0\n");
    assert_contains(summary, "t = 0.75  v = ");
    assert_contains(summary, "result: three.h5\n");
    free(summary);
    value_destroy(&report);
    case_destroy(&read);
    assert_int_equal(unlink("three.h5"), 0);
}

/* An interrupt before the first step: studies are not started, and the result says so. */
static void a_stopped_run_says_so(void **state) {
    (void)state;
    Case *read = read_text(three);
    Value *report = NULL;
    bool complete = true;
    stop_request();
    assert_int_equal(run_case(read, &(RunOptions){.output = "stopped.h5"}, &report, &complete), JUDDER_OK);
    stop_reset();
    assert_false(complete);
    const Value *studies = value_get(report, "studies");
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(value_as_text(value_get(value_at(studies, i), "outcome")), "stopped");
    char *summary = summary_of(report);
    assert_contains(summary, "tent: stopped (not started");
    free(summary);
    value_destroy(&report);
    case_destroy(&read);
    assert_int_equal(unlink("stopped.h5"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_echo_has_every_field),
        cmocka_unit_test(papers_are_named_once),
        cmocka_unit_test(a_note_tells_no_number_that_is_none),
        cmocka_unit_test(check_tells_the_plan_and_writes_nothing),
        cmocka_unit_test(what_a_model_cannot_do_is_refused_before_anything_is_written),
        cmocka_unit_test(the_summary_tells_every_value),
        cmocka_unit_test(a_stopped_run_says_so),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
