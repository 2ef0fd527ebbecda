/* What is reported about a system: what was requested and no more, and what makes an answer doubtful. */
#include "results/read/reader.h"
#include "study/run_text.h"

#include <stdio.h>
#include <stdlib.h>

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
            "case.lua:4: contact 1 is declared stuck but");
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
    assert_contains(note_of(report),
                    "at mu = 0.5 nothing grows (proved); contact 1 has no mass along its slip, but");
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
    assert_contains(text, "\n  critical_mu         none\n"); /* requested, and there is none */
    assert_contains(text, "\n  growth              none\n");
    static const char *const others[] = {"is_P",           "witness_R0", "rate_count",
                                         "rate_solutions", "merging",    "flutter"};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        if (strstr(text, others[i])) fail_msg("%s was not requested", others[i]);
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

/* In the report, in the summary before all else, in the file and read from it again. */
static void the_verdict_says_what_was_found_and_how_surely(void **state) {
    (void)state;
    static const char text[] =
        "from rest the least mu with a neutral state, where slip may begin by itself, is 1";
    Value *report = run_text(with(good_K, slip, "", "stability{ critical_mu = true }"));
    assert_string_equal(verdict_of(report), text);
    assert_string_equal(certainty_of(report), "proved");
    char *summary = summary_of(report);
    assert_contains(summary, "\nstability: done\n  from rest the least mu with a neutral state");
    free(summary);
    value_destroy(&report);
    Reader *reader = NULL;
    assert_int_equal(reader_open(output, &reader), JUDDER_OK);
    assert_string_equal(reader->studies[0].verdict, text);
    report = reader_report(&reader->studies[0]);
    assert_string_equal(value_as_text(value_get(value_get(report, "verdict"), "certainty")), "proved");
    value_destroy(&report);
    reader_close(&reader);
    /* The least sure of several answers counts. */
    char fields[300];
    snprintf(fields, sizeof fields, "%s damping = rayleigh{ stiffness = 0.1 },", mass);
    report = run_text(with(good_K, slip, fields, "stability{ critical_mu = true, flutter = true }"));
    assert_contains(verdict_of(report),
                    "sliding at mu = 0.4: nothing grows among all 2 roots that were requested; ");
    assert_contains(verdict_of(report), text);
    assert_string_equal(certainty_of(report), "proved");
    assert_null(strstr(note_of(report), "nothing grows"));
    value_destroy(&report);
    report = run_text("return inclusion{ friction = constant{ mu = 0.25 }, load = 1, study = march{ final = "
                      "1, step = 0.1 } }");
    assert_int_equal(value_kind(value_get(study_at(report, 0), "verdict")), VALUE_NULL);
    value_destroy(&report);
}

/* A neutral state is where stability ends only if there is some. */
static void what_is_unstable_without_friction_has_no_least_mu(void **state) {
    (void)state;
    Value *report = run_text(
        with("{ {3, 2, 0.5}, {2, -2, 0.5}, {0.5, 0.5, 1} }", slip, "", "stability{ critical_mu = true }"));
    assert_contains(verdict_of(report), "without friction");
    assert_null(strstr(verdict_of(report), "the least mu"));
    value_destroy(&report);
}

/* Several contacts: up to which mu nothing grows, beside the least neutral one. */
static void two_contacts_are_stable_up_to_a_mu(void **state) {
    (void)state;
    static const char text[] =
        "return system { stiffness = { {5,1,0,0,.5}, {1,2,0,0,.3}, {0,0,6,1,.2}, {0,0,1,3,.4}, "
        "{.5,.3,.2,.4,2} },\n"
        " mass = { {1,0,0,0,0}, {0,1,0,0,0}, {0,0,1,0,0}, {0,0,0,1,0}, {0,0,0,0,1} }, contacts = {\n"
        "  { normal = 1, tangent = 2, state = 'slip', direction = 1, mu = .5 },\n"
        "  { normal = 3, tangent = 4, state = 'slip', direction = 1, mu = .5 } },\n"
        " study = stability{ critical_mu = true%s } }\n";
    char with_it[1000], without[1000];
    snprintf(with_it, sizeof with_it, text, "");
    snprintf(without, sizeof without, text, ", stable_up_to = false");
    Value *report = run_text(with_it);
    const Value *stable = value_of(report, "stable_up_to");
    const double critical = value_as_number(value_of(report, "critical_mu")),
                 low = value_as_number(value_get(stable, "low")),
                 high = value_as_number(value_get(stable, "high"));
    assert_true(low > 0.999 * critical && low < critical && high >= critical && high < 1.001 * critical);
    assert_string_equal(value_as_text(value_get(stable, "certainty")), "proved");
    assert_contains(verdict_of(report), "stable up to mu = 2.11");
    assert_string_equal(certainty_of(report), "proved");
    value_destroy(&report);
    report = run_text(without);
    assert_int_equal(value_kind(value_of(report, "stable_up_to")), VALUE_NULL);
    value_destroy(&report);
}

static void a_band_without_a_root_has_no_answer(void **state) {
    (void)state;
    Value *report = run_text(with(good_K, slip, mass, "stability{ flutter = { from = 2, to = 3 } }"));
    assert_string_equal(certainty_of(report), "unanswered");
    assert_contains(verdict_of(report), "no root in the band 2 to 3 Hz: the lowest frequency of this "
                                        "system is 0.1");
    assert_int_equal(value_kind(value_of(report, "flutter")), VALUE_NULL);
    value_destroy(&report);
}

static void dofs_that_friction_does_not_reach(void **state) {
    (void)state;
    Value *report = run_text(
        with("{ {3, 2, 0}, {2, 2, 0}, {0, 0, 1} }", slip, mass, "stability{ flutter = true }"));
    assert_contains(note_of(report), "1 of 3 dofs (3) are joined to no contact by any matrix");
    value_destroy(&report);
    report = run_text(
        with("{ {3, 0, 0}, {0, 2, 0.5}, {0, 0.5, 1} }", slip, mass, "stability{ flutter = true }"));
    assert_contains(note_of(report),
                    "of 1 contact in the state slip no matrix joins the normal to the tangent");
    value_destroy(&report);
    report = run_text(with(good_K, slip, mass, "stability{ flutter = true }"));
    assert_null(strstr(note_of(report), "join"));
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
        "slip at most 8 may graze");
}

/* 3 fl(1/3) is rounded to 1, which the law takes away: -2^-54 is left. */
static void damping_in_proportion_counts_its_rounding(void **state) {
    (void)state;
    Value *report = run_text(
        "return system { stiffness = {{2, 0}, {0, 3}}, mass = {{1, 0}, {0, 3}},\n"
        "damping = rayleigh{ mass = 1/3 }, contacts = {{ normal = 1, tangent = 2,\n"
        "state = 'slip', direction = 1, mu = 0.5, slope = -1, reaction = {-1, -0.5} }},\n"
        "study = stability{ critical_mu = false, flutter = { mu = 0.5 } } }");
    const Value *root = value_at(value_of(report, "flutter"), 0);
    assert_string_equal(value_as_text(value_get(root, "proved")), "grows");
    value_destroy(&report);
}

/* The state is neutral without friction, which doubles find at 1.6e-16 first. */
static void a_least_mu_lies_where_it_is_proved(void **state) {
    (void)state;
    setenv("JUDDER_PROOFS", "doubles", 1);
    Value *report = run_text(
        "return system { stiffness = {{7,1,2,3},{1,8,2,4},{2,2,5,-2},{3,4,-2,4}},\n"
        "contacts = {{ normal = 1, tangent = 2, state = 'slip', direction = -1, mu = 0.25,\n"
        "reaction = {-1, 0.25} }}, study = stability{ critical_mu = true } }");
    unsetenv("JUDDER_PROOFS");
    assert_true(value_as_flag(value_of(report, "certified")));
    assert_true(value_as_number(value_of(report, "critical_mu")) == 0);
    assert_string_equal(value_as_text(value_of(report, "certificate")), "null vector");
    assert_non_null(strstr(note_of(report), "proved least: null vector"));
    value_destroy(&report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_dofs_that_are_unstable_anyway),
        cmocka_unit_test(matrices_that_may_be_mistakes),
        cmocka_unit_test(the_own_mu_of_the_contacts),
        cmocka_unit_test(a_mu_that_a_question_needs),
        cmocka_unit_test(growth_without_mass),
        cmocka_unit_test(the_summary_answers_what_was_asked),
        cmocka_unit_test(the_verdict_says_what_was_found_and_how_surely),
        cmocka_unit_test(what_is_unstable_without_friction_has_no_least_mu),
        cmocka_unit_test(two_contacts_are_stable_up_to_a_mu),
        cmocka_unit_test(a_band_without_a_root_has_no_answer),
        cmocka_unit_test(dofs_that_friction_does_not_reach),
        cmocka_unit_test(studies_of_one_word_have_names),
        cmocka_unit_test(too_many_grazing_contacts),
        cmocka_unit_test(damping_in_proportion_counts_its_rounding),
        cmocka_unit_test(a_least_mu_lies_where_it_is_proved),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
