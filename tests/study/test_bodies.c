/* Studies that several processes do together, with processes played by the test. */
#include "judder_test.h"

#include "study/body/body_model.h"
#include "study/run/run.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-bodies-XXXXXX";
static const char block[] =
    "return body { mesh = rectangle{ length = 1, height = 1, cells = {2, 3}, element = \"P2\" },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {\"x\", \"y\"} },\n"
    "  contact = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = 1 } },\n"
    "  load = press{ side = \"top\", by = 1 }, study = { path{}, path{ name = \"again\" } } }\n";

static const char *text = block;
static FILE *notes;
static JudderErr trouble;
static bool stopping, resuming;
static bool breaks_off; /* the first process alone, as where it computes for all */
static int agreed, paths;

static bool plays_first;

static bool first_process(void) {
    return plays_first;
}

static JudderErr agree(JudderErr err) {
    agreed++;
    if (err != JUDDER_OK) return err;
    return trouble == JUDDER_OK ? JUDDER_OK : error_machine("another rank failed");
}

static bool stop(void) {
    return stopping;
}

/* What the first process gives away in a run, in turn, and what the other gets of it. */
static struct {
    void *bytes;
    size_t size;
} given[4];
static int gifts, taken;

static JudderErr share(void **bytes, size_t *size) {
    assert_true((plays_first ? gifts : taken) < 4);
    if (plays_first) {
        given[gifts].size = *size;
        given[gifts].bytes = *size ? malloc(*size) : NULL;
        if (*size) memcpy(given[gifts].bytes, *bytes, *size);
        gifts++;
        return JUDDER_OK;
    }
    *size = given[taken].size;
    *bytes = *size ? malloc(*size) : NULL;
    if (*size) memcpy(*bytes, given[taken].bytes, *size);
    taken++;
    return JUDDER_OK;
}

/* What the first one says is true for the other. */
static bool said[64];
static int questions;

static bool any(bool own) {
    assert_true(questions < 64);
    if (plays_first) said[questions] = own;
    return said[questions++];
}

static void forget_gifts(void) {
    while (gifts > 0) free(given[--gifts].bytes);
}

static JudderErr serialise(StudyRun *run, Archive *archive) {
    (void)run;
    (void)archive;
    return JUDDER_OK;
}

static JudderErr path(StudyRun *run) {
    const BodyPrepared *prepared = run->prepared;
    paths++;
    if (breaks_off && plays_first) run->outcome = STUDY_STOPPED;
    return value_set(run->values, "nodes", value_count(prepared->mesh->nodes)) ? JUDDER_OK : error_memory();
}

static JudderErr play(bool first, Value **report, bool *complete) {
    static const Team team = {
        .first = first_process, .agree = agree, .stop = stop, .any = any, .share = share};
    static const ModelStudy studies[] = {{&path_word, body_check_path, path}, {0}};
    static const CompanionModel companions[] = {{&body_model, studies, NULL, serialise}, {0}};
    const CaseOptions how = {.words = vocabulary()};
    Case *read = NULL;
    assert_int_equal(case_read_text("block.lua", text, strlen(text), &how, &read), JUDDER_OK);
    if (!resuming) unlink("out.h5");
    if (!resuming) unlink("out.h5.checkpoint");
    if (first) forget_gifts();
    agreed = paths = taken = questions = 0;
    plays_first = first;
    *report = NULL;
    const RunOptions options = {.output = "out.h5",
                                .log = &(Log){notes},
                                .team = &team,
                                .companions = companions,
                                .resume = resuming};
    const JudderErr err = run_case(read, &options, report, complete);
    case_destroy(&read);
    return err;
}

static void one_process_writes(void **state) {
    (void)state;
    Value *report;
    bool complete;
    int calls[2];
    for (int first = 1; first >= 0; first--) {
        assert_int_equal(play(first, &report, &complete), JUDDER_OK);
        assert_true(complete);
        assert_int_equal(paths, 2);
        assert_int_equal(access("out.h5", F_OK), first ? 0 : -1);
        const Value *study = value_at(value_get(report, "studies"), 1);
        assert_near(value_as_number(value_get(value_get(study, "values"), "nodes")), 35, 0);
        calls[first] = agreed;
        value_destroy(&report);
    }
    assert_int_equal(calls[0], calls[1]);
}

static void what_one_broke_off_all_save(void **state) {
    (void)state;
    Value *report;
    bool complete;
    int calls[2];
    breaks_off = true;
    for (int first = 1; first >= 0; first--) {
        assert_int_equal(play(first, &report, &complete), JUDDER_OK);
        calls[first] = agreed;
        value_destroy(&report);
    }
    breaks_off = false;
    assert_int_equal(calls[0], calls[1]);
    unlink("out.h5.checkpoint");
}

static void an_error_elsewhere_ends_the_run_here(void **state) {
    (void)state;
    Value *report;
    bool complete;
    trouble = JUDDER_MACHINE;
    for (int first = 0; first < 2; first++) {
        assert_int_equal(play(first, &report, &complete), JUDDER_MACHINE);
        assert_int_equal(agreed, 1);
        assert_int_equal(paths, 0);
        assert_null(report);
    }
    trouble = JUDDER_OK;
}

static void a_wish_to_stop_elsewhere_is_followed(void **state) {
    (void)state;
    Value *report;
    bool complete;
    stopping = true;
    assert_int_equal(play(true, &report, &complete), JUDDER_OK);
    assert_false(complete);
    assert_int_equal(paths, 0);
    value_destroy(&report);
    stopping = false;
}

/* Stops in the middle, and takes up what is there. */
static void the_first_process_reads_the_checkpoint_for_all(void **state) {
    (void)state;
    Value *report;
    bool complete;
    stopping = true;
    assert_int_equal(play(true, &report, &complete), JUDDER_OK);
    value_destroy(&report);
    stopping = false;
    resuming = true;
    notes = tmpfile();
    assert_int_equal(play(true, &report, &complete), JUDDER_OK);
    value_destroy(&report);
    assert_int_equal(gifts, 2);
    assert_true(given[1].size > 0);
    assert_true(ftell(notes) > 0);
    fclose(notes);
    /* By now the file is gone, and the other goes on with what it was given; it has no voice. */
    assert_int_equal(access("out.h5.checkpoint", F_OK), -1);
    const int calls = agreed;
    notes = tmpfile();
    assert_int_equal(play(false, &report, &complete), JUDDER_OK);
    value_destroy(&report);
    assert_int_equal(agreed, calls);
    assert_int_equal(taken, 2);
    assert_int_equal(ftell(notes), 0);
    fclose(notes);
    notes = NULL;
    resuming = false;
}

static void a_process_with_another_case_is_refused(void **state) {
    (void)state;
    Value *report;
    bool complete;
    assert_int_equal(play(true, &report, &complete), JUDDER_OK);
    value_destroy(&report);
    char other[sizeof block + 2];
    snprintf(other, sizeof other, "%s\n", block);
    text = other;
    assert_int_equal(play(false, &report, &complete), JUDDER_INPUT);
    assert_contains(error_message(), "not the same text of the case for every process");
    assert_int_equal(paths, 0);
    text = block;
}

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    unlink("out.h5");
    forget_gifts();
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_process_writes),
        cmocka_unit_test(what_one_broke_off_all_save),
        cmocka_unit_test(an_error_elsewhere_ends_the_run_here),
        cmocka_unit_test(a_wish_to_stop_elsewhere_is_followed),
        cmocka_unit_test(the_first_process_reads_the_checkpoint_for_all),
        cmocka_unit_test(a_process_with_another_case_is_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
