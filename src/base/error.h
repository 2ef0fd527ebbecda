/* Errors: a broken precondition, a bad input, a failing machine, an interrupt where no result is near.
 *
 * An error is born once, by one of the functions below, with its message; callers only pass the kind upwards
 * with TRY. The message waits in a record of the thread until whoever faces the user takes it. What a
 * computation finds out (no solution, several, not converged) is an outcome and never comes this way.
 */
#ifndef JUDDER_BASE_ERROR_H
#define JUDDER_BASE_ERROR_H

#include <stdbool.h>

typedef enum JudderErr {
    JUDDER_OK = 0,
    JUDDER_STOPPED = 1, /* the user interrupted it, at a place that has no result to end with */
    JUDDER_INPUT = 2,   /* what the user gave is wrong */
    JUDDER_MACHINE = 3  /* disk full, out of memory */
} JudderErr;

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        const JudderErr try_err_ = (call);                                                                   \
        if (try_err_ != JUDDER_OK) return try_err_;                                                          \
    } while (0)

#define REQUIRE(condition, error)                                                                            \
    do {                                                                                                     \
        if (!(condition)) return (error);                                                                    \
    } while (0)

/* Since these leave a function, what it owns is let go of where its name ends, on every way out:
 * `SCOPED_FREE double *x = malloc(...)`, or `SCOPED(thing_destroy) Thing *thing = NULL`, whose function gets
 * the address. */
#define SCOPED(release) __attribute__((cleanup(release), unused))
#define SCOPED_FREE     SCOPED(scoped_free)
void scoped_free(void *address);

/* Records a wrong input; field is the key of the case it concerns, or NULL. */
JudderErr error_input(const char *field, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Records a failure of the machine. */
JudderErr error_machine(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Records that the interrupt of the user is being followed. */
JudderErr error_stopped(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Records that memory ran out. */
JudderErr error_memory(void);
/* Records that a file cannot be written, for the reason that errno gave: a failure of the machine if its disk
 * or memory is full, else a wrong name given in that field. */
JudderErr error_file(const char *field, const char *path, int reason);

const char *error_message(void); /* of the last error of this thread */
const char *error_field(void);   /* "" if it concerns no field */
bool error_located(void);        /* whether the message already says file:line */

/* What programs that analyse the code cannot see: an error is never JUDDER_OK. */
#if (defined(__clang_analyzer__) || defined(JUDDER_ANALYSE)) && !defined(JUDDER_ERROR_HOME)
#define error_input(...)   (error_input(__VA_ARGS__), JUDDER_INPUT)
#define error_machine(...) (error_machine(__VA_ARGS__), JUDDER_MACHINE)
#define error_stopped(...) (error_stopped(__VA_ARGS__), JUDDER_STOPPED)
#define error_memory()     (error_memory(), JUDDER_MACHINE)
#define error_file(...)    (error_file(__VA_ARGS__), JUDDER_INPUT)
#endif

/* The last error as it would travel to another process, and as one there: "rank 3: disk full". */
typedef struct ErrorWords {
    char message[2048];
    char field[64];
    bool located;
} ErrorWords;
ErrorWords error_words(void);
void error_repeat(const char *from, const ErrorWords *words);

/* Puts "file:line: " before the message of the last error, once. */
void error_locate(const char *file, int line);
/* Marks the last message as complete: its place is already in it. */
void error_set_located(void);
/* Names the field of the last error. */
void error_set_field(const char *field);

#endif
