/* What the tests of the library share. */
#ifndef JUDDER_TESTS_LIBRARY_LIBRARY_TEST_H
#define JUDDER_TESTS_LIBRARY_LIBRARY_TEST_H

#include <judder.h>

#include "judder_test.h"

static inline void good(judder_status status) {
    if (status != JUDDER_STATUS_OK) fail_msg("%s", judder_error_message());
}

/* The last call must have been refused, with these words. */
static inline void refused(judder_status status, const char *words) {
    assert_int_equal(status, JUDDER_STATUS_INPUT);
    assert_contains(judder_error_message(), words);
}

static inline judder_law *law_of(const char *name, const judder_param *params, size_t count) {
    judder_law *law = NULL;
    good(judder_law_create(name, params, count, &law));
    return law;
}

typedef struct Events {
    judder_event at[100];
    size_t count;
} Events;

static inline void keep_event(void *context, const judder_event *event) {
    Events *events = context;
    if (events->count < 100) events->at[events->count++] = *event;
}

#endif
