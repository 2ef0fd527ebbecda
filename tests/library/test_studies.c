/* Cases through the installed header: in memory, in a file, interrupted, and by several threads at once. */
#include "library/library_test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char hysteresis[] = JUDDER_SOURCE_DIR "/cases/hysteresis_cycle/case.lua";

static double number(const judder_study *study, const char *key) {
    return judder_value_number(judder_value_get(study->values, key));
}

static double item(const judder_value *object, const char *key, size_t position) {
    return judder_value_number(judder_value_at(judder_value_get(object, key), position));
}

static void check_hysteresis(const judder_run *run) {
    const judder_study *studies, *march = judder_run_study(run, "march");
    assert_true(judder_run_complete(run));
    assert_string_equal(judder_run_model(run), "inclusion");
    assert_int_equal(judder_run_studies(run, &studies), 2);
    assert_ptr_equal(studies, march);
    assert_string_equal(march->outcome, "done");
    assert_contains(march->note, "perfect delay");
    assert_exact(number(march, "jumps"), 2);
    assert_near(item(march->values, "jump_times", 0), 1.0 / 3, 1e-9);
    assert_near(item(march->values, "jump_times", 1), 5.0 / 6, 1e-9);
    assert_near(item(march->probes, "v", 3), 0.5, 1e-12);
    const judder_series *v = judder_study_series(march, "v"), *t = judder_study_series(march, "t");
    assert_true(v && t && v->count == 1001 && t->count == 1001);
    assert_near(v->at[400], 0.38, 1e-12);
    assert_near(t->at[1000], 1, 1e-12);
    assert_string_equal(t->unit, "s");
    assert_null(judder_study_series(march, "velocity"));
    assert_true(march->event_count >= 2);
    size_t jumps = 0;
    for (size_t i = 0; i < march->event_count; i++) jumps += strcmp(march->events[i].kind, "jump") == 0;
    assert_int_equal(jumps, 2);
    assert_true(march->field_count > 0 && march->fields[0].rows > 1);
    assert_string_equal(judder_run_study(run, "branches")->study, "branches");
    assert_null(judder_run_study(run, "nothing"));
}

/* The answer of a study and how sure it is, in memory and from a file; "" of a study without. */
static void test_verdicts(void **unused) {
    (void)unused;
    static const char text[] = "return system { stiffness = { {3, 2}, {2, 2} }, contacts = { { normal = 1, "
                               "tangent = 2, state = 'slip', direction = 1 } }, study = stability{ "
                               "critical_mu = true } }";
    char saved[] = "/tmp/judder-saved-XXXXXX";
    close(mkstemp(saved));
    judder_run *run = NULL, *back = NULL, *other = NULL;
    good(judder_case_run(&(judder_case){.file = "case.lua", .text = text}, NULL, &run));
    good(judder_run_save(run, saved));
    good(judder_run_open(saved, &back));
    const judder_run *const both[] = {run, back};
    for (int i = 0; i < 2; i++) {
        const judder_study *study = judder_run_study(both[i], "stability");
        assert_contains(study->verdict, "slip may begin by itself");
        assert_string_equal(study->certainty, "proved");
    }
    good(judder_case_run(&(judder_case){.file = hysteresis}, NULL, &other));
    assert_string_equal(judder_run_study(other, "march")->verdict, "");
    assert_string_equal(judder_run_study(other, "march")->certainty, "");
    judder_run_destroy(&run);
    judder_run_destroy(&back);
    judder_run_destroy(&other);
    unlink(saved);
}

static void test_in_memory(void **unused) {
    (void)unused;
    judder_run *run = NULL;
    good(judder_case_run(&(judder_case){.file = hysteresis}, NULL, &run));
    check_hysteresis(run);
    char *json = NULL, *html = NULL;
    good(judder_run_json(run, &json));
    assert_contains(json, "\"jump_times\":[0.3333333333333");
    good(judder_run_figures(run, &html));
    assert_contains(html, "<svg");
    assert_contains(html, "</section>");
    judder_text_destroy(&json);
    judder_text_destroy(&html);
    judder_run_destroy(&run);
    judder_run_destroy(&run);
}

/* In memory and saved, written as it runs, and read back: the same numbers. */
static void test_in_files(void **unused) {
    (void)unused;
    char saved[] = "/tmp/judder-saved-XXXXXX", written[] = "/tmp/judder-written-XXXXXX",
         page[] = "/tmp/judder-page-XXXXXX";
    close(mkstemp(saved));
    close(mkstemp(written));
    close(mkstemp(page));
    judder_run *run = NULL, *back = NULL;
    good(judder_case_run(&(judder_case){.file = hysteresis}, NULL, &run));
    good(judder_run_save(run, saved));
    judder_run_destroy(&run);
    good(judder_case_run(&(judder_case){.file = hysteresis}, &(judder_run_options){.output = written}, &run));
    check_hysteresis(run);
    good(judder_run_save(run, saved)); /* a copy */
    refused(judder_run_save(run, written), "already the file");
    unlink(page);
    assert_int_equal(symlink(saved, page), 0);
    refused(judder_run_save(run, page), "symbolic link");
    refused(judder_report(saved, page), "symbolic link");
    refused(judder_report(saved, saved), "which is read");
    unlink(page);
    const char *const files[] = {saved, written};
    for (int i = 0; i < 2; i++) {
        good(judder_run_open(files[i], &back));
        check_hysteresis(back);
        judder_run_destroy(&back);
    }
    good(judder_report(written, page));
    judder_run_destroy(&run);
    assert_int_equal(judder_run_open(page, &back), JUDDER_STATUS_INPUT);
    assert_null(back);
    unlink(saved);
    unlink(written);
    unlink(page);
}

/* It says "done" and has no seal: a run that was killed, or a file that somebody has changed. */
static void test_without_a_seal(void **unused) {
    (void)unused;
    judder_run *run = NULL;
    good(judder_run_open(JUDDER_SOURCE_DIR "/tests/library/unsealed.h5", &run));
    assert_false(judder_run_complete(run));
    const judder_study *study = judder_run_study(run, "march");
    assert_non_null(study);
    assert_string_equal(study->outcome, "done");
    assert_contains(study->reason, "it has no seal");
    judder_run_destroy(&run);
}

static void test_text_and_settings(void **unused) {
    (void)unused;
    const char text[] = "local p = param{ mu = 0.8 }\n"
                        "return inclusion{ friction = constant{ mu = p.mu }, load = 1,\n"
                        "  study = march{ final = 1, step = 0.1 } }\n";
    const judder_setting setting = {"mu", "0.25"};
    const judder_case given = {.text = text, .settings = &setting, .setting_count = 1};
    judder_run *run = NULL;
    good(judder_case_run(&given, NULL, &run));
    assert_near(number(judder_run_study(run, "march"), "v_final"), 0.75, 1e-12);
    judder_run_destroy(&run);
    char *plan = NULL;
    good(judder_case_check(&given, &plan));
    assert_contains(plan, "march to t = 1 in 10 steps");
    judder_text_destroy(&plan);
}

static void test_refusals(void **unused) {
    (void)unused;
    judder_run *run = NULL;
    refused(judder_case_run(&(judder_case){0}, NULL, &run), "its file or its text");
    refused(judder_case_run(&(judder_case){.file = "nowhere.lua"}, NULL, &run), "nowhere.lua");
    const judder_case wrong = {
        .file = "mine.lua",
        .text = "return inclusion{\n  friction = linear{ mu_s = -1, mu_d = 0, v_c = 1 },\n"
                "  load = 1, study = march{ final = 1, step = 1 } }"};
    refused(judder_case_run(&wrong, NULL, &run), "mine.lua:2: mu_s of linear is -1");
    refused(judder_case_check(&wrong, NULL), "mine.lua:2:");
    const judder_case body = {.file = JUDDER_SOURCE_DIR "/cases/one_element/case.lua"};
    refused(judder_case_run(&body, NULL, &run), "judder_fe");
    bool is_body = false;
    good(judder_case_is_body(&body, &is_body));
    assert_true(is_body);
    good(judder_case_is_body(&(judder_case){.file = hysteresis}, &is_body));
    assert_false(is_body);
    const judder_setting unknown = {"nu", "1"};
    refused(
        judder_case_check(&(judder_case){.file = hysteresis, .settings = &unknown, .setting_count = 1}, NULL),
        "nu");
    refused(judder_run_open("nowhere.h5", &run), "nowhere.h5");
    assert_null(run);
}

static bool three_times(void *context) {
    return ++*(int *)context <= 3;
}

/* A run that is interrupted ends with what it has, and the next one is not stopped. */
static void test_interrupted(void **unused) {
    (void)unused;
    const char text[] =
        "return inclusion{ friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },\n"
        "  load = table_of{ t = {0, 1}, value = {0, 1} }, selection = mass{ epsilon = 1e-3 },\n"
        "  study = march{ final = 1e7, step = 1e-3, every = 1000000 } }";
    int asked = 0;
    const judder_case given = {.text = text};
    judder_run *run = NULL;
    good(judder_case_run(&given, &(judder_run_options){.go_on = three_times, .context = &asked}, &run));
    assert_int_equal(asked, 4);
    assert_false(judder_run_complete(run));
    const judder_study *march = judder_run_study(run, "march");
    assert_string_equal(march->outcome, "stopped");
    assert_contains(march->reason, "interrupted at t =");
    judder_run_destroy(&run);
    good(judder_case_run(&(judder_case){.file = hysteresis}, NULL, &run));
    assert_true(judder_run_complete(run));
    judder_run_destroy(&run);
}

static bool never(void *context) {
    ++*(int *)context;
    return false;
}

/* The question of the thread stops a run as well, and is still put after one that had its own. */
static void test_question_of_the_thread(void **unused) {
    (void)unused;
    int asked = 0, own = 0;
    judder_run *run = NULL;
    assert_true(judder_thread_goes_on());
    judder_thread_go_on(never, &asked);
    good(judder_case_run(&(judder_case){.file = hysteresis},
                         &(judder_run_options){.go_on = three_times, .context = &own}, &run));
    assert_false(judder_run_complete(run));
    assert_int_equal(asked, 1);
    judder_run_destroy(&run);
    assert_false(judder_thread_goes_on());
    assert_int_equal(asked, 2);
    good(judder_case_run(&(judder_case){.file = hysteresis}, NULL, &run));
    assert_false(judder_run_complete(run));
    judder_run_destroy(&run);
    judder_thread_go_on(NULL, NULL);
    assert_true(judder_thread_goes_on());
}

/* A run with a file that was interrupted goes on to the same end as one that was not. */
static void test_resumed(void **unused) {
    (void)unused;
    char path[] = "/tmp/judder-resumed-XXXXXX";
    close(mkstemp(path));
    const char text[] =
        "return slab{ height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, contact = pressure{ S = "
        "1 },\n"
        "  friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, foundation = { velocity = 0.3 },\n"
        "  selection = mass{ epsilon = 0.01 }, study = march{ final = 8000, step = 1e-3, every = 100000 } }";
    const judder_case given = {.text = text};
    judder_run *run = NULL;
    int asked = 0;
    good(judder_case_run(&given, NULL, &run));
    const judder_series *slip = judder_study_series(judder_run_study(run, "march"), "slip_1");
    const double last = slip->at[slip->count - 1];
    const size_t count = slip->count;
    judder_run_destroy(&run);
    good(judder_case_run(
        &given, &(judder_run_options){.output = path, .go_on = three_times, .context = &asked}, &run));
    assert_false(judder_run_complete(run));
    judder_run_destroy(&run);
    good(judder_case_run(&given, &(judder_run_options){.output = path, .resume = true}, &run));
    assert_true(judder_run_complete(run));
    slip = judder_study_series(judder_run_study(run, "march"), "slip_1");
    assert_int_equal(slip->count, count);
    assert_exact(slip->at[slip->count - 1], last);
    judder_run_destroy(&run);
    unlink(path);
}

/* Slab with a spectrum (FFTW), files (HDF5), figures, and a wrong case, each with its own error. */
static void *work(void *context) {
    const int which = *(const int *)context;
    char name[100], text[600], message[40];
    snprintf(name, sizeof name, "/tmp/judder-thread-%d-%d.h5", (int)getpid(), which);
    snprintf(
        text, sizeof text,
        "return slab{ height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, contact = pressure{ S = "
        "1 },\n"
        "  friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, foundation = { velocity = 0.%d },\n"
        "  selection = mass{ epsilon = 0.01 }, study = { march{ final = 20, step = 1e-3 }, spectrum{ of = "
        "\"slip_1\" } } }",
        which + 1);
    snprintf(message, sizeof message, "mu_s of linear is -%d", which + 1);
    size_t wrong = 0;
    double first = NAN;
    for (int i = 0; i < 4; i++) {
        judder_run *run = NULL;
        char *html = NULL;
        const judder_run_options options = {.output = i % 2 ? name : NULL};
        wrong += judder_case_run(&(judder_case){.text = text}, &options, &run) != JUDDER_STATUS_OK;
        if (!run) continue;
        const judder_series *slip = judder_study_series(judder_run_study(run, "march"), "slip_1");
        const double last = slip->at[slip->count - 1];
        if (i == 0) first = last;
        wrong += last != first;
        wrong += judder_run_figures(run, &html) != JUDDER_STATUS_OK;
        judder_text_destroy(&html);
        judder_run_destroy(&run);
        char bad[200];
        snprintf(bad, sizeof bad,
                 "return inclusion{ friction = linear{ mu_s = -%d, mu_d = 0, v_c = 1 }, load = 1, study = "
                 "march{ final = 1, step = 1 } }",
                 which + 1);
        wrong += judder_case_check(&(judder_case){.text = bad}, NULL) != JUDDER_STATUS_INPUT;
        wrong += !strstr(judder_error_message(), message);
    }
    unlink(name);
    return wrong ? context : NULL;
}

static void test_threads(void **unused) {
    (void)unused;
    enum { THREADS = 6 };
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        if (failed) fail_msg("thread %d got wrong results", i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),          cmocka_unit_test(test_in_memory),
        cmocka_unit_test(test_in_files),          cmocka_unit_test(test_without_a_seal),
        cmocka_unit_test(test_text_and_settings), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_interrupted),       cmocka_unit_test(test_question_of_the_thread),
        cmocka_unit_test(test_resumed),           cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
