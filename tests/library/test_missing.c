/* Every function of the library with each of its pointers missing: an input error that says which, or an
 * answer that is defined; never a crash. A new function must have its entry here. */
#include "missing.h"

#include <stdio.h>
#include <stdlib.h>

static void complementarities(void) {
    judder_lcp_report report;
    judder_lcp_solutions solutions;
    judder_class_report class_report;
    judder_mcp_report mcp_report;
    double x[2] = {0}, residual;
    const judder_lcp headless = {2, NULL, pair}, tailless = {2, two_by_two, NULL}, none = {0};
    const judder_mcp mute = {.n = 1};
    REFUSED(judder_lcp_solve(NULL, NULL, x, NULL, &report));
    REFUSED(judder_lcp_solve(&headless, NULL, x, NULL, &report));
    REFUSED(judder_lcp_solve(&tailless, NULL, x, NULL, &report));
    REFUSED(judder_lcp_solve(&none, NULL, x, NULL, &report));
    REFUSED(judder_lcp_solve(&lcp, NULL, NULL, NULL, &report));
    REFUSED(judder_lcp_solve(&lcp, NULL, x, NULL, NULL));
    NO_NUMBER(judder_lcp_residual(NULL, x));
    NO_NUMBER(judder_lcp_residual(&headless, x));
    NO_NUMBER(judder_lcp_residual(&lcp, NULL));
    NOTHING(judder_lcp_ray_holds(NULL, x));
    NOTHING(judder_lcp_ray_holds(&tailless, x));
    NOTHING(judder_lcp_ray_holds(&lcp, NULL));
    NOTHING(judder_lcp_none_holds(NULL, x));
    NOTHING(judder_lcp_none_holds(&headless, x));
    NOTHING(judder_lcp_none_holds(&lcp, NULL));
    REFUSED(judder_lcp_enumerate(NULL, &solutions));
    REFUSED(judder_lcp_enumerate(&lcp, NULL));
    judder_lcp_solutions_release(NULL);
    REFUSED(judder_class_of(JUDDER_CLASS_P, 2, NULL, NULL, NULL, &class_report));
    REFUSED(judder_class_of(JUDDER_CLASS_P, 2, two_by_two, NULL, NULL, NULL));
    REFUSED(judder_mcp_solve(NULL, NULL, x, &mcp_report));
    REFUSED(judder_mcp_solve(&mute, NULL, x, &mcp_report));
    REFUSED(judder_mcp_solve(&mcp, NULL, NULL, &mcp_report));
    REFUSED(judder_mcp_solve(&mcp, NULL, x, NULL));
    REFUSED(judder_mcp_residual(NULL, x, &residual));
    REFUSED(judder_mcp_residual(&mcp, NULL, &residual));
    REFUSED(judder_mcp_residual(&mcp, x, NULL));
}

static void eigenproblems(void) {
    judder_eicp_report report;
    judder_eicp_solutions solutions;
    judder_certificate *made = NULL;
    double x[2];
    bool holds;
    const judder_eicp headless = {2, NULL, eye}, tailless = {2, eye, NULL};
    REFUSED(judder_eicp_least(NULL, NULL, x, &made, &report));
    REFUSED(judder_eicp_least(&headless, NULL, x, &made, &report));
    REFUSED(judder_eicp_least(&tailless, NULL, x, &made, &report));
    REFUSED(judder_eicp_least(&eicp, NULL, NULL, &made, &report));
    REFUSED(judder_eicp_least(&eicp, NULL, x, &made, NULL));
    REFUSED(judder_eicp_any(NULL, x, &report));
    REFUSED(judder_eicp_any(&eicp, NULL, &report));
    REFUSED(judder_eicp_any(&eicp, x, NULL));
    NO_NUMBER(judder_eicp_residual(NULL, 1, x));
    NO_NUMBER(judder_eicp_residual(&headless, 1, x));
    NO_NUMBER(judder_eicp_residual(&eicp, 1, NULL));
    REFUSED(judder_certificate_holds(NULL, &eicp, 0, 1, &holds));
    REFUSED(judder_certificate_holds(certificate, NULL, 0, 1, &holds));
    REFUSED(judder_certificate_holds(certificate, &eicp, 0, 1, NULL));
    NOTHING(judder_certificate_pieces(NULL));
    judder_certificate_destroy(NULL);
    judder_certificate_destroy(&made);
    REFUSED(judder_eicp_enumerate(NULL, 0, 9, &solutions));
    REFUSED(judder_eicp_enumerate(&eicp, 0, 9, NULL));
    judder_eicp_solutions_release(NULL);
}

static void systems(void) {
    judder_system *made = NULL;
    judder_system_setup setup = system_setup;
    judder_futures futures;
    judder_critical_mu critical;
    judder_class_report class_report;
    judder_vibration vibration;
    judder_merging merging;
    double A[4], mu;
    size_t count;
    REFUSED(judder_system_create(NULL, &made));
    REFUSED(judder_system_create(&setup, NULL));
    setup.contacts = NULL;
    REFUSED(judder_system_create(&setup, &made));
    setup = system_setup, setup.stiffness = NULL;
    REFUSED(judder_system_create(&setup, &made));
    assert_null(made);
    judder_system_destroy(NULL);
    judder_system_destroy(&made);
    NOTHING(judder_system_free_is_stable(NULL));
    NOTHING(judder_system_slipping(NULL, NULL));
    assert_int_equal(judder_system_slipping(tested, NULL), 1);
    REFUSED(judder_system_pencil(NULL, 0, A, A));
    REFUSED(judder_system_pencil(tested, 0, NULL, A));
    REFUSED(judder_system_pencil(tested, 0, A, NULL));
    REFUSED(judder_system_critical_mu(NULL, NULL, NULL, &critical));
    REFUSED(judder_system_critical_mu(tested, NULL, NULL, NULL));
    REFUSED(judder_system_growth(NULL, 1, &futures));
    REFUSED(judder_system_growth(tested, 1, NULL));
    REFUSED(judder_system_rates(NULL, &futures));
    REFUSED(judder_system_rates(tested, NULL));
    judder_futures_release(NULL);
    REFUSED(judder_system_class(NULL, JUDDER_CLASS_P, NULL, NULL, &class_report));
    REFUSED(judder_system_class(tested, JUDDER_CLASS_P, NULL, NULL, NULL));
    REFUSED(judder_system_flutter(NULL, 1, &vibration, 1, &count));
    REFUSED(judder_system_flutter(tested, 1, NULL, 1, &count));
    REFUSED(judder_system_flutter(tested, 1, &vibration, 1, NULL));
    REFUSED(judder_system_merging(NULL, 1, &merging, 1, &count));
    REFUSED(judder_system_merging(tested, 1, NULL, 1, &count));
    REFUSED(judder_system_merging(tested, 1, &merging, 1, NULL));
    REFUSED(judder_system_flutter_mu(NULL, 1, &mu));
    REFUSED(judder_system_flutter_mu(tested, 1, NULL));
    REFUSED(judder_system_divergence_mu(NULL, 1, &mu));
    REFUSED(judder_system_divergence_mu(tested, 1, NULL));
}

static void studies(void) {
    const judder_setting keyless = {NULL, "1"}, valueless = {"V", NULL};
    judder_case wrong = {.settings = NULL};
    bool body;
    char *text = NULL;
    judder_run *made = NULL;
    const judder_study *list;
    REFUSED(judder_case_is_body(NULL, &body));
    REFUSED(judder_case_is_body(&wrong, &body));
    REFUSED(judder_case_is_body(&given, NULL));
    REFUSED(judder_case_check(NULL, &text));
    assert_int_equal(judder_case_check(&given, NULL), JUDDER_STATUS_OK);
    wrong = given, wrong.setting_count = 1;
    REFUSED(judder_case_check(&wrong, &text));
    wrong.settings = &keyless;
    REFUSED(judder_case_check(&wrong, &text));
    wrong.settings = &valueless;
    REFUSED(judder_case_run(&wrong, NULL, &made));
    REFUSED(judder_case_run(NULL, NULL, &made));
    REFUSED(judder_case_run(&given, NULL, NULL));
    REFUSED(judder_run_open(NULL, &made));
    REFUSED(judder_run_open("none.h5", NULL));
    assert_true(!made && !text);
    judder_run_destroy(NULL);
    judder_run_destroy(&made);
    NOTHING(judder_run_complete(NULL));
    NOTHING(judder_run_model(NULL));
    NOTHING(judder_run_studies(NULL, &list));
    assert_null(list);
    assert_int_equal(judder_run_studies(run, NULL), 1);
    NOTHING(judder_study_meaning("slab", "march", NULL, NULL));
    assert_true(judder_study_meaning(NULL, NULL, "steps", NULL));
    NOTHING(judder_run_study(NULL, "march"));
    NOTHING(judder_run_study(run, NULL));
    NOTHING(judder_study_series(NULL, "v"));
    NOTHING(judder_study_series(judder_run_study(run, "march"), NULL));
    REFUSED(judder_run_json(NULL, &text));
    REFUSED(judder_run_json(run, NULL));
    REFUSED(judder_run_save(NULL, "none.h5"));
    REFUSED(judder_run_save(run, NULL));
    REFUSED(judder_run_figures(NULL, &text));
    REFUSED(judder_run_figures(run, NULL));
    REFUSED(judder_report(NULL, "none.html"));
    REFUSED(judder_report("none.h5", NULL));
}

static void values_and_errors(void) {
    const judder_value *object = judder_run_study(run, "march")->values;
    assert_int_equal(judder_value_kind_of(NULL), JUDDER_VALUE_NULL);
    assert_true(isnan(judder_value_number(NULL)));
    assert_false(judder_value_flag(NULL));
    assert_string_equal(judder_value_text(NULL), "");
    assert_int_equal(judder_value_length(NULL), 0);
    assert_null(judder_value_at(NULL, 0));
    assert_null(judder_value_key(NULL, 0));
    assert_null(judder_value_get(NULL, "x"));
    NOTHING(judder_value_get(object, NULL));
    judder_text_destroy(NULL);
    char *text = NULL;
    judder_text_destroy(&text);
    judder_error_set(JUDDER_STATUS_INPUT, NULL);
    assert_string_equal(judder_error_message(), "");
    judder_error_set_field(NULL);
    assert_string_equal(judder_error_field(), "");
    judder_thread_go_on(NULL, NULL);
    assert_true(judder_thread_goes_on());
    assert_non_null(judder_version());
}

/* Which of them looks at which functions: by the beginning of their names. */
static const struct {
    const char *prefix;
    void (*look)(void);
} parts[] = {
    {"judder_law_", laws},
    {"judder_graph_", inclusions},
    {"judder_inclusion_", inclusions},
    {"judder_slab_", slabs},
    {"judder_setup_", slabs},
    {"judder_beam_", beams},
    {"judder_lcp_", complementarities},
    {"judder_mcp_", complementarities},
    {"judder_class_of", complementarities},
    {"judder_eicp_", eigenproblems},
    {"judder_certificate_", eigenproblems},
    {"judder_system_", systems},
    {"judder_futures_", systems},
    {"judder_case_", studies},
    {"judder_run_", studies},
    {"judder_study_", studies},
    {"judder_report", studies},
    {"judder_value_", values_and_errors},
    {"judder_error_", values_and_errors},
    {"judder_text_", values_and_errors},
    {"judder_thread_", values_and_errors},
    {"judder_version", values_and_errors},
};

static void no_pointer_is_taken_for_granted(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) parts[i].look();
}

/* A name of the list that this very file does not call is a function that nobody has looked at. */
static void no_function_is_forgotten(void **state) {
    (void)state;
    static char own[1 << 18];
    static const char *const names[] = {"test_missing.c", "missing.h"};
    size_t used = 0;
    for (size_t i = 0; i < 2; i++) {
        char path[1000];
        snprintf(path, sizeof path, JUDDER_SOURCE_DIR "/tests/library/%s", names[i]);
        FILE *source = fopen(path, "r");
        assert_non_null(source);
        used += fread(own + used, 1, sizeof own - 1 - used, source);
        fclose(source);
    }
    FILE *file = fopen(JUDDER_SOURCE_DIR "/tests/library/symbols.txt", "r");
    assert_non_null(file);
    char name[200], call[202];
    int count = 0;
    while (fscanf(file, "%199s", name) == 1) {
        snprintf(call, sizeof call, "%s(", name);
        if (!strstr(own, call)) fail_msg("%s is called nowhere here", name);
        bool known = false;
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            known = known || strncmp(name, parts[i].prefix, strlen(parts[i].prefix)) == 0;
        if (!known) fail_msg("%s belongs to no part", name);
        count++;
    }
    fclose(file);
    assert_true(count >= 98);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_pointer_is_taken_for_granted),
        cmocka_unit_test(no_function_is_forgotten),
    };
    return cmocka_run_group_tests(tests, make_objects, let_objects_go);
}
