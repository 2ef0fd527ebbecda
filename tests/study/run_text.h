/* Runs cases that a test has as text, with their result in a file that comes and goes with the group. */
#ifndef JUDDER_TESTS_STUDY_RUN_TEXT_H
#define JUDDER_TESTS_STUDY_RUN_TEXT_H

#include "judder_test.h"
#include "study/run/run.h"

#include <stdlib.h>
#include <unistd.h>

static char output[] = "/tmp/judder-study-XXXXXX";

static inline int enter(void **state) {
    (void)state;
    const int file = mkstemp(output);
    return file >= 0 && close(file) == 0 ? 0 : -1;
}

static inline int leave(void **state) {
    (void)state;
    return unlink(output);
}

static inline JudderErr read_text(const char *text, Case **read) {
    const CaseOptions options = {.words = vocabulary()};
    return case_read_text("case.lua", text, strlen(text), &options, read);
}

static inline Value *run_text(const char *text) {
    const RunOptions how = {.output = output};
    Case *read = NULL;
    Value *report = NULL;
    bool complete = false;
    if (read_text(text, &read) != JUDDER_OK || run_case(read, &how, &report, &complete) != JUDDER_OK)
        fail_msg("%s\n%s", error_message(), text);
    assert_true(complete);
    case_destroy(&read);
    return report;
}

static inline const Value *study_at(const Value *report, size_t position) {
    return value_at(value_get(report, "studies"), position);
}

static inline const Value *values_of(const Value *report) {
    return value_get(study_at(report, 0), "values");
}

static inline const Value *value_of(const Value *report, const char *key) {
    return value_get(values_of(report), key);
}

static inline double number_of(const Value *object, const char *key) {
    const Value *value = value_get(object, key);
    if (!value || value_kind(value) != VALUE_NUMBER) fail_msg("%s is no number", key);
    return value_as_number(value);
}

static inline const char *verdict_of(const Value *report) {
    return value_as_text(value_get(value_get(study_at(report, 0), "verdict"), "text"));
}

static inline const char *certainty_of(const Value *report) {
    return value_as_text(value_get(value_get(study_at(report, 0), "verdict"), "certainty"));
}

#endif
