/* What all parts of the library share.
 *
 * - Every function that can fail returns a judder_status; the message of the last failure waits in the thread
 *   that met it (judder_error_message).
 * - A pointer that is needed and is NULL is such a failure; functions without a status then answer 0, false,
 *   NULL or NAN, and the message says why. Those that free something do nothing.
 * - What a computation finds out (no solution, several, not converged) is no failure: it is in the report.
 * - Objects are made by x_create and freed by x_destroy, which accepts NULL. Different objects may be used
 *   by different threads at the same time, one object only by one.
 * - Structs given to create start as {0}: a field that is 0 has its default. What they point to is copied,
 *   unless it says that it is borrowed.
 * - All quantities are SI; matrices are dense, row by row; dofs and contacts are counted from 0.
 */
#ifndef JUDDER_BASE_H
#define JUDDER_BASE_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define JUDDER_API __attribute__((visibility("default")))
#else
#define JUDDER_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum judder_status {
    JUDDER_STATUS_OK = 0,
    JUDDER_STATUS_STOPPED = 1, /* go_on returned false where no result was near */
    JUDDER_STATUS_INPUT = 2,   /* what was given is wrong */
    JUDDER_STATUS_MACHINE = 3  /* disk full, out of memory */
} judder_status;

/* "0.1.0", of the library that is loaded. */
JUDDER_API const char *judder_version(void);

/* The last failure of this thread: what, value, allowed; good until the next one. */
JUDDER_API const char *judder_error_message(void);
/* The field that it concerns; "" if none. */
JUDDER_API const char *judder_error_field(void);
/* For functions that are called back and fail: their own words, which the failing call then reports. */
JUDDER_API void judder_error_set(judder_status status, const char *message);
/* Names the field that this failure concerns. */
JUDDER_API void judder_error_set_field(const char *field);

/* Long computations of this thread (searches with proofs, flutter, studies) call this a few times a second
 * and end with what they have once it says false; NULL takes the question back. */
JUDDER_API void judder_thread_go_on(bool (*go_on)(void *context), void *context);
/* What it says now, for computations of the caller; true if there is no question. */
JUDDER_API bool judder_thread_goes_on(void);

/* A text that a function made for its caller. */
JUDDER_API void judder_text_destroy(char **text);

/* Functions given by the caller return JUDDER_STATUS_OK or a failure. They are called at set-up and between
 * windows of a run, never in a time step. */
typedef judder_status (*judder_function)(void *context, double x, double *y);
typedef judder_status (*judder_function_two)(void *context, double x, double y, double *z);

/* A number that may vary: a constant, or a function, or straight lines through points (outside, their ends
 * hold; two equal t are a jump). */
typedef struct judder_signal {
    double constant;
    judder_function function; /* used if it is there */
    void *context;
    const double *t, *value; /* used if count > 0 */
    size_t count;
} judder_signal;

typedef enum judder_event_kind {
    JUDDER_EVENT_STICK,
    JUDDER_EVENT_SLIP,
    JUDDER_EVENT_JUMP,
    JUDDER_EVENT_OPEN,
    JUDDER_EVENT_CLOSE,
    JUDDER_EVENT_START /* of an inclusion: the first velocity does not balance the load */
} judder_event_kind;

/* from, to: slip velocity or speed before and after; for open and close the normal velocity; for a beam
 * the sign of its slip. */
typedef struct judder_event {
    judder_event_kind kind;
    double t, from, to;
} judder_event;

/* Who is notified of what happens during a march; each part may be left out. */
typedef struct judder_watch {
    void (*event)(void *context, const judder_event *event);
    bool (*go_on)(void *context, double t); /* called every some thousand steps; false: the march pauses */
    void *context;
} judder_watch;

/* Rows of numbers that a march fills, in memory of the caller; how many numbers a row has each model says. */
typedef struct judder_rows {
    double *at;
    size_t room, count; /* rows */
    size_t every;       /* every n-th step is recorded, the first and the last too; 0: every step */
} judder_rows;

#ifdef __cplusplus
}
#endif

#endif
