/* What a person is told about a system: what was asked and no more, and what makes an answer doubtful. */
#include "judder_test.h"
#include "study/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char output[] = "/tmp/judder-notes-XXXXXX";

static int enter(void **state) {
    (void)state;
    const int file = mkstemp(output);
    return file >= 0 && close(file) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    return unlink(output);
}

static JudderErr read_text(const char *text, Case **read) {
    const CaseOptions options = {.words = vocabulary()};
    return case_read_text("case.lua", text, strlen(text), &options, read);
}

static Value *run_text(const char *text) {
    const RunOptions how = {.output = output};
    Case *read = NULL;
    Value *report = NULL;
    bool complete = false;
    if (read_text(text, &read) != JUDDER_OK) fail_msg("%s", error_message());
    if (run_case(read, &how, &report, &complete) != JUDDER_OK) fail_msg("%s", error_message());
    assert_true(complete);
    case_destroy(&read);
    return report;
}

static void refused(const char *text, const char *part) {
    Case *read = NULL;
    Value *plan = NULL;
    JudderErr err = read_text(text, &read);
    if (err == JUDDER_OK) err = run_check(read, NULL, &plan);
    if (err != JUDDER_INPUT) fail_msg("not refused: %s", text);
    if (!strstr(error_message(), part)) fail_msg("\"%s\" does not contain \"%s\"", error_message(), part);
    assert_true(error_located());
    value_destroy(&plan);
    case_destroy(&read);
}

static const Value *study_at(const Value *report, size_t position) {
    return value_at(value_get(report, "studies"), position);
}

static const Value *value_of(const Value *report, const char *key) {
    return value_get(value_get(study_at(report, 0), "values"), key);
}

static const char *note_of(const Value *report) {
    return value_as_text(value_get(study_at(report, 0), "note"));
}

/* Three dofs, the contact on 1 and 2: stiffness, rest of the contact, further fields, questions. */
static const char *with(const char *K, const char *contact, const char *fields, const char *study) {
    static char text[3000];
    snprintf(text, sizeof text,
             "return system {\n stiffness = %s,\n contacts = {\n  { normal = 1, tangent = 2, %s },\n },\n "
             "%s\n study = %s }\n",
             K, contact, fields, study);
    return text;
}

static const char good_K[] = "{ {3, 2, 0.5}, {2, 2, 0.5}, {0.5, 0.5, 1} }",
                  mass[] = "mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} },",
                  slip[] = "state = 'slip', direction = 1, mu = 0.4";

static void free_dofs_that_are_unstable_anyway(void **state) {
    (void)state;
    static const char K[] = "{ {3, 2, 0.5}, {2, 2, 0.5}, {0.5, 0.5, -1} }";
    static const char *const contacts[] = {slip, "state = 'grazing', mu = 0.4"};
    for (size_t i = 0; i < COUNT_OF(contacts); i++) {
        Value *report = run_text(with(K, contacts[i], "", "stability{ critical_mu = true }"));
        assert_int_equal(value_kind(value_of(report, "critical_mu")), VALUE_NULL);
        assert_string_equal(value_as_text(value_of(report, "critical_outcome")), "free dofs unstable");
        assert_false(value_as_flag(value_of(report, "certified")));
        assert_contains(note_of(report), "are unstable by themselves, whatever mu");
        value_destroy(&report);
    }
}

static void matrices_that_may_be_mistakes(void **state) {
    (void)state;
    Value *report = run_text(with(good_K, slip, "", "stability{ critical_mu = true }"));
    assert_null(strstr(note_of(report), "symmetric"));
    value_destroy(&report);
    report = run_text(
        with("{ {3, 2, 0.5}, {2, 2, 0.5}, {0.5, 0.25, 1} }", slip, "", "stability{ critical_mu = true }"));
    assert_contains(note_of(report), "not symmetric (by up to 0.18 of"); /* 0.25 / sqrt(2) */
    value_destroy(&report);
    char fields[300];
    snprintf(fields, sizeof fields, "%s damping = { {0, 0, 0}, {0, 1, 2}, {0, 2, 1} },", mass);
    report = run_text(with(good_K, slip, fields, "stability{ flutter = true }"));
    assert_contains(note_of(report), "damping matrix is not positive semidefinite");
    value_destroy(&report);
    snprintf(fields, sizeof fields, "%s damping = rayleigh{ stiffness = 0.1 },", mass);
    report = run_text(with(good_K, slip, fields, "stability{ flutter = true }"));
    assert_null(strstr(note_of(report), "semidefinite"));
    value_destroy(&report);
}

static void the_own_mu_of_the_contacts(void **state) {
    (void)state;
    const char *ask = "stability{ critical_mu = true }";
    Value *report = run_text(with(good_K, "state = 'slip', direction = 1, mu = 1.5", "", ask));
    assert_near(value_as_number(value_of(report, "critical_mu")), 1, 1e-12);
    assert_contains(note_of(report), "the state itself, at mu = 1.5, is beyond it");
    value_destroy(&report);
    report = run_text(with(good_K, slip, "", ask));
    assert_null(strstr(note_of(report), "beyond"));
    value_destroy(&report);
    report = run_text(with(good_K, "state = 'slip', direction = 1", "", ask)); /* it needs none */
    assert_near(value_as_number(value_of(report, "critical_mu")), 1, 1e-12);
    value_destroy(&report);
    report = run_text(
        "return system { stiffness = { {2,1,0,0}, {1,2,0,0}, {0,0,2,1}, {0,0,1,2} }, contacts = { "
        "{ normal = 1, tangent = 2, state = 'slip', direction = 1, mu = 0.1 }, { normal = 3, "
        "tangent = 4, state = 'slip', direction = 1, mu = 0.2 } }, study = stability{ critical_mu "
        "= true } }");
    assert_contains(note_of(report), "one common mu in place of the different ones");
    value_destroy(&report);
}

static void a_mu_that_a_question_needs(void **state) {
    (void)state;
    const char *none = "state = 'slip', direction = 1", *grazing = "state = 'grazing'";
    static const char part[] = "case.lua:4: contact 1 needs its mu";
    refused(with(good_K, none, mass, "stability{ growth = true }"), part);
    refused(with(good_K, none, mass, "stability{ flutter = {} }"), part);
    refused(with(good_K, none, mass, "stability{ classes = true }"), part);
    refused(with(good_K, grazing, mass, "stability{ classes = true }"), part);
    refused(with(good_K, none, "load = {0, 1, 0},", "stability{ rate = true }"), part);
    refused(with(good_K, "state = 'slip', direction = 1, reaction = {-1, -0.4}", "",
                 "stability{ critical_mu = true }"),
            "case.lua:4: a contact with a tangential reaction needs its mu");
    /* The contact comes before the question that it cannot be asked. */
    refused(with(good_K, "state = 'stuck', mu = 0.4, reaction = {-1, -0.4}", "",
                 "stability{ critical_mu = true }"),
            "case.lua:4: contact 1 is said to be stuck but");
    Value *report = run_text(
        with(good_K, none, mass, "stability{ growth = { mu = 2 }, flutter = { mu = 1 } }"));
    assert_int_equal(value_length(value_of(report, "growth")), 1);
    value_destroy(&report);
}

static void growth_without_mass(void **state) {
    (void)state;
    static const char massless[] = "mass = { {1, 0, 0}, {0, 0, 0}, {0, 0, 1} },";
    Value *report = run_text(with(good_K, slip, massless, "stability{ growth = { mu = 2 } }"));
    assert_contains(note_of(report), "at mu = 2 it grows at once (infinitely fast)");
    assert_true(value_as_flag(value_of(report, "growth_at_once")));
    value_destroy(&report);
    report = run_text(with(good_K, slip, massless, "stability{ growth = { mu = 0.5 } }"));
    assert_contains(note_of(report), "at mu = 0.5 nothing grows; contact 1 has no mass along its slip, but");
    assert_false(value_as_flag(value_of(report, "growth_at_once")));
    value_destroy(&report);
    report = run_text(with(good_K, slip, mass, "stability{ growth = { mu = 2 } }"));
    assert_contains(note_of(report), "it grows like exp(1.38355");
    assert_false(value_as_flag(value_of(report, "growth_at_once")));
    value_destroy(&report);
}

static char *summary_of(const Value *report) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    run_summarise(report, out);
    fclose(out);
    return text;
}

static void the_summary_answers_what_was_asked(void **state) {
    (void)state;
    Value *report = run_text(with(good_K, "state = 'slip', direction = -1, mu = 0.4", mass,
                                  "stability{ critical_mu = true, growth = true, flutter = false }"));
    char *text = summary_of(report);
    assert_contains(text, "\n  critical_mu         none\n"); /* asked for, and there is none */
    assert_contains(text, "\n  growth              none\n");
    static const char *const others[] = {"is_P",           "witness_R0", "rate_count",
                                         "rate_solutions", "merging",    "flutter"};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        if (strstr(text, others[i])) fail_msg("%s was not asked for", others[i]);
        assert_non_null(value_of(report, others[i])); /* the contract of --json */
    }
    free(text);
    value_destroy(&report);
    report = run_text(with(good_K, slip, "", "stability{ classes = true }"));
    text = summary_of(report);
    assert_contains(text, "at mu = 0.4: one response to every rate of load (P)");
    assert_contains(text, "\n  is_R0 ");
    assert_null(strstr(text, "critical_mu"));
    free(text);
    value_destroy(&report);
}

static void studies_of_one_word_have_names(void **state) {
    (void)state;
    Value *report = run_text(
        with(good_K, slip, "",
             "{ stability{ critical_mu = true }, stability{ name = 'mine', classes = true "
             "}, stability{ classes = true } }"));
    static const char *const names[] = {"stability", "mine", "stability 2"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_string_equal(value_as_text(value_get(study_at(report, i), "name")), names[i]);
    value_destroy(&report);
}

static void too_many_grazing_contacts(void **state) {
    (void)state;
    refused(
        "local K, c = {}, {}\nfor i = 1, 20 do K[i] = {} for j = 1, 20 do K[i][j] = i == j and 2 or 0 end "
        "end\n"
        "for i = 1, 10 do c[i] = { normal = 2*i - 1, tangent = 2*i, state = 'grazing', mu = 0.4 } end\n"
        "return system { stiffness = K, contacts = c, study = stability{ critical_mu = true } }",
        "critical_mu with 10 grazing contacts would take too long: with 20 dofs and 0 contacts in the state "
        "slip at most 7 may graze");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_dofs_that_are_unstable_anyway),
        cmocka_unit_test(matrices_that_may_be_mistakes),
        cmocka_unit_test(the_own_mu_of_the_contacts),
        cmocka_unit_test(a_mu_that_a_question_needs),
        cmocka_unit_test(growth_without_mass),
        cmocka_unit_test(the_summary_answers_what_was_asked),
        cmocka_unit_test(studies_of_one_word_have_names),
        cmocka_unit_test(too_many_grazing_contacts),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
