/* Reading a text as a case of the test vocabulary. */
#ifndef JUDDER_TESTS_CASE_READING_H
#define JUDDER_TESTS_CASE_READING_H

#include "case/vocabulary.h"
#include "judder_test.h"

static inline JudderErr read_with(const char *text, size_t count, const CaseSetting *settings, Case **read) {
    const CaseOptions options = {.words = vocabulary, .settings = settings, .setting_count = count};
    *read = NULL;
    return case_read_text("c.lua", text, strlen(text), &options, read);
}

static inline const Rig *rig_of(const Case *read) {
    assert_ptr_equal(case_model(read)->word, &rig_word);
    return case_model(read)->params;
}

/* The case, which must be good; the caller destroys it. */
static inline Case *read_good(const char *text) {
    Case *read;
    if (read_with(text, 0, NULL, &read) != JUDDER_OK) fail_msg("%s: %s", text, error_message());
    return read;
}

/* The whole message, with its line, of a case that must be refused. */
static inline void assert_message(const char *text, const char *message) {
    Case *read;
    if (read_with(text, 0, NULL, &read) != JUDDER_INPUT) fail_msg("not refused: %s", text);
    assert_null(read);
    if (strcmp(error_message(), message) != 0)
        fail_msg("%s\n  says \"%s\"\n  not  \"%s\"", text, error_message(), message);
    assert_true(error_located());
}

#endif
