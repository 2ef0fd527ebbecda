/* Studies that several processes do together, with processes played by the test. */
#include "judder_test.h"

#include "study/body/body_model.h"
#include "study/run.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-bodies-XXXXXX";
static const char block[] =
    "return body { mesh = rectangle{ length = 1, height = 1, cells = {2, 3}, element = \"P2\" },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {\"x\", \"y\"} },\n"
    "  contact = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = 1 } },\n"
    "  load = press{ side = \"top\", by = 1 }, study = { path{}, path{ name = \"again\" } } }\n";

static JudderErr trouble;
static bool stopping, resuming;
static int agreed, paths;

static JudderErr agree(JudderErr err) {
    agreed++;
    if (err != JUDDER_OK) return err;
    return trouble == JUDDER_OK ? JUDDER_OK : error_machine("another rank failed");
}

static bool stop(void) {
    return stopping;
}

/* Some process always wants a checkpoint. */
static bool any(bool own) {
    (void)own;
    return true;
}

static JudderErr exchange(StudyRun *run, Archive *archive) {
    (void)run;
    (void)archive;
    return JUDDER_OK;
}

static JudderErr path(StudyRun *run) {
    const BodyPrepared *prepared = run->prepared;
    paths++;
    return value_set(run->values, "nodes", value_count(prepared->mesh->nodes)) ? JUDDER_OK : error_memory();
}

static JudderErr play(bool first, Value **report, bool *complete) {
    const BodyStudies bodies = {
        .first = first, .agree = agree, .stop = stop, .any = any, .path = path, .exchange = exchange};
    const CaseOptions how = {.words = vocabulary()};
    Case *read = NULL;
    assert_int_equal(case_read_text("block.lua", block, strlen(block), &how, &read), JUDDER_OK);
    unlink("out.h5");
    unlink("out.h5.checkpoint");
    agreed = paths = 0;
    *report = NULL;
    const RunOptions options = {.output = "out.h5", .bodies = &bodies, .resume = resuming};
    const JudderErr err = run_case(read, &options, report, complete);
    case_destroy(&read);
    return err;
}

static void one_process_writes(void **state) {
    (void)state;
    Value *report;
    bool complete;
    int calls[2];
    for (int first = 0; first < 2; first++) {
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

/* Where some process sees a checkpoint and this one none, nobody goes on. */
static void a_checkpoint_of_others_is_refused(void **state) {
    (void)state;
    Value *report;
    bool complete;
    resuming = true;
    assert_int_equal(play(true, &report, &complete), JUDDER_INPUT);
    assert_contains(error_message(), "not there for every process");
    assert_int_equal(paths, 0);
    assert_int_equal(access("out.h5", F_OK), -1);
    resuming = false;
}

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    unlink("out.h5");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_process_writes),
        cmocka_unit_test(an_error_elsewhere_ends_the_run_here),
        cmocka_unit_test(a_wish_to_stop_elsewhere_is_followed),
        cmocka_unit_test(a_checkpoint_of_others_is_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
