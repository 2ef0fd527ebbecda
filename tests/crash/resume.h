/* Runs that are broken off and go on: the program as a user starts it, and two results compared. */
#ifndef JUDDER_TESTS_CRASH_RESUME_H
#define JUDDER_TESTS_CRASH_RESUME_H

#include "judder_test.h"

#include "results/read/reader.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-resume-XXXXXX";

static inline int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static inline int leave_folder(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static inline bool exists(const char *name) {
    return access(name, F_OK) == 0;
}

static inline void write_text(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* The environment of the programs that are started: "NAME=value", or NULL. */
static const char *start_with[3];

/* The one that was built, or a copy that stays while others are built (JUDDER_CRASH_PROGRAM). */
static inline char *program(void) {
    static char built[] = JUDDER_PROGRAM;
    char *copy = getenv("JUDDER_CRASH_PROGRAM");
    return copy ? copy : built;
}

/* Without a shell between, which would take its share of what is meant for the program. */
static inline pid_t start(const char *words) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    char *copy = strdup(words), *list[32] = {program()};
    int count = 1;
    for (char *word = strtok(copy, " "); word && count < 31; word = strtok(NULL, " ")) list[count++] = word;
    if (!freopen("out.txt", "w", stdout) || !freopen("err.txt", "w", stderr)) _exit(127);
    for (int i = 0; i < 3; i++)
        if (start_with[i]) putenv(strdup(start_with[i]));
    execv(program(), list);
    _exit(127);
}

/* The exit status; minus the signal that ended it. */
static inline int finish(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) != child) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* Whether it has ended, without taking its status. */
static inline bool has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

static inline int judder(const char *words) {
    return finish(start(words));
}

/* A signal after some time; what came of it. */
static inline int judder_signalled(const char *words, int number, long microseconds) {
    const pid_t child = start(words);
    usleep((useconds_t)microseconds);
    kill(child, number);
    return finish(child);
}

static inline const char *message(void) {
    static char text[4096];
    FILE *file = fopen("err.txt", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static inline void same_sets(const Reader *a, const Reader *b, const ReaderSets *one,
                             const ReaderSets *other) {
    assert_int_equal(one->count, other->count);
    for (size_t i = 0; i < one->count; i++) {
        const ReaderSet *x = &one->at[i], *y = &other->at[i];
        assert_string_equal(x->name, y->name);
        assert_string_equal(x->unit, y->unit);
        assert_string_equal(x->columns, y->columns);
        assert_int_equal(x->rows, y->rows);
        assert_int_equal(x->count, y->count);
        const size_t size = x->rows * x->count;
        double *p = malloc(size * sizeof *p + 1), *q = malloc(size * sizeof *q + 1);
        assert_int_equal(reader_read(a, x, 0, x->rows, p), JUDDER_OK);
        assert_int_equal(reader_read(b, y, 0, y->rows, q), JUDDER_OK);
        for (size_t k = 0; k < size; k++)
            if (memcmp(&p[k], &q[k], sizeof *p) != 0)
                fail_msg("%s[%zu] is %.17g and %.17g", x->name, k, p[k], q[k]);
        free(p);
        free(q);
    }
}

static inline void same_values(const Value *one, const Value *other) {
    assert_int_equal(value_length(one), value_length(other));
    for (size_t i = 0; i < value_length(one); i++) {
        assert_string_equal(value_key(one, i), value_key(other, i));
        if (strncmp(value_key(one, i), "seconds", 7) == 0) continue;
        char *p = value_json(value_at(one, i)), *q = value_json(value_at(other, i));
        if (strcmp(p, q) != 0) fail_msg("%s is %.300s and %.300s", value_key(one, i), p, q);
        free(p);
        free(q);
    }
}

static inline void same_events(const Reader *a, const Reader *b, const ReaderStudy *one,
                               const ReaderStudy *other) {
    assert_int_equal(one->events, other->events);
    if (one->events == 0) return;
    ReaderEvent *p = calloc(one->events, sizeof *p), *q = calloc(one->events, sizeof *q);
    assert_int_equal(reader_events(a, one, 0, one->events, p), JUDDER_OK);
    assert_int_equal(reader_events(b, other, 0, one->events, q), JUDDER_OK);
    assert_memory_equal(p, q, one->events * sizeof *p);
    free(p);
    free(q);
}

/* Every bit of every study but its seconds. */
static inline void same_result(const char *one, const char *other) {
    Reader *a = NULL, *b = NULL;
    assert_int_equal(reader_open(one, &a), JUDDER_OK);
    if (reader_open(other, &b) != JUDDER_OK) fail_msg("%s", error_message());
    assert_string_equal(a->case_text, b->case_text);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const ReaderStudy *x = &a->studies[i], *y = &b->studies[i];
        assert_string_equal(x->link, y->link);
        assert_string_equal(x->study, y->study);
        assert_string_equal(x->name, y->name);
        assert_string_equal(x->outcome, y->outcome);
        assert_string_equal(x->reason, y->reason);
        assert_string_equal(x->note, y->note);
        same_sets(a, b, &x->series, &y->series);
        same_sets(a, b, &x->fields, &y->fields);
        same_events(a, b, x, y);
        same_values(x->values, y->values);
        same_values(x->probes, y->probes);
    }
    reader_close(&a);
    reader_close(&b);
}

#endif
