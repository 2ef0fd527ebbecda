#define JUDDER_ERROR_HOME
#include "base/error.h"

#include "base/text/printable.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local ErrorWords record;

/* Whoever shows the message may be a terminal: what cases, tables and names of files bring is made harmless
 * here, once for all. */
static void record_message(const char *field, const char *format, va_list args) {
    char message[sizeof record.message];
    vsnprintf(message, sizeof message, format, args);
    printable_text(message, record.message, sizeof record.message);
    snprintf(record.field, sizeof record.field, "%s", field ? field : "");
    record.located = false;
}

JudderErr error_input(const char *field, const char *format, ...) {
    va_list args;
    va_start(args, format);
    record_message(field, format, args);
    va_end(args);
    return JUDDER_INPUT;
}

JudderErr error_machine(const char *format, ...) {
    va_list args;
    va_start(args, format);
    record_message(NULL, format, args);
    va_end(args);
    return JUDDER_MACHINE;
}

JudderErr error_stopped(const char *format, ...) {
    va_list args;
    va_start(args, format);
    record_message(NULL, format, args);
    va_end(args);
    return JUDDER_STOPPED;
}

JudderErr error_memory(void) {
    return error_machine("out of memory");
}

JudderErr error_file(const char *field, const char *path, int reason) {
    const bool machine = reason == ENOSPC || reason == EDQUOT || reason == EFBIG || reason == EIO ||
                         reason == ENOMEM || reason == EMFILE || reason == ENFILE;
    if (machine) return error_machine("%s: cannot be written: %s", path, strerror(reason));
    return error_input(field, "%s: cannot be written: %s", path,
                       reason == ENOENT ? "its folder does not exist" : strerror(reason));
}

const char *error_message(void) {
    return record.message;
}
const char *error_field(void) {
    return record.field;
}
bool error_located(void) {
    return record.located;
}
void error_set_located(void) {
    record.located = true;
}
void error_set_field(const char *field) {
    snprintf(record.field, sizeof record.field, "%s", field);
}

ErrorWords error_words(void) {
    return record;
}

void error_repeat(const char *from, const ErrorWords *words) {
    char message[sizeof record.message];
    snprintf(message, sizeof message, "%.40s: %.2000s", from, words->message);
    printable_text(message, record.message, sizeof record.message);
    memcpy(record.field, words->field, sizeof record.field);
    record.located = words->located;
}

void error_locate(const char *file, int line) {
    if (record.located) return;
    char named[600], prefix[600];
    snprintf(named, sizeof named, "%.512s:%d: ", file, line);
    printable_text(named, prefix, sizeof prefix);
    const size_t length = strlen(prefix), room = sizeof record.message - 1 - length;
    memmove(record.message + length, record.message, room);
    memcpy(record.message, prefix, length);
    record.message[sizeof record.message - 1] = '\0';
    record.located = true;
}

void scoped_free(void *address) {
    void *pointer;
    memcpy(&pointer, address, sizeof pointer);
    free(pointer);
}
