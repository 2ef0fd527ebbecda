/* Cases as texts, run in a folder of their own, and what they answer. */
#ifndef JUDDER_TESTS_STUDY_MOTION_H
#define JUDDER_TESTS_STUDY_MOTION_H

#include "judder_test.h"
#include "study/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-motion-XXXXXX";

static inline int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static inline int leave(void **state) {
    (void)state;
    unlink("out.h5");
    unlink("out.wav");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static inline JudderErr read_text(const char *text, Case **read) {
    const CaseOptions options = {.words = vocabulary()};
    return case_read_text("case.lua", text, strlen(text), &options, read);
}

static inline Value *run_text(const char *text, bool expected) {
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

static inline void refused(const char *text, const char *message) {
    Case *read = NULL;
    Value *plan = NULL;
    JudderErr err = read_text(text, &read);
    if (err == JUDDER_OK) err = run_check(read, NULL, &plan);
    assert_int_equal(err, JUDDER_INPUT);
    assert_contains(error_message(), message);
    value_destroy(&plan);
    case_destroy(&read);
}

static inline const Value *study_at(const Value *report, size_t position) {
    return value_at(value_get(report, "studies"), position);
}

static inline double number(const Value *study, const char *key) {
    const Value *value = value_get(value_get(study, "values"), key);
    if (!value) fail_msg("no value %s", key);
    return value_as_number(value);
}

static inline double probe(const Value *study, const char *key, size_t position) {
    const Value *list = value_get(value_get(study, "probes"), key);
    if (!list) fail_msg("no probe %s", key);
    return value_as_number(value_at(list, position));
}

#endif
