/* What a run reports to its user on stderr: notes, and progress that can be interrupted.
 *
 * Nothing here is global but the flag that a signal sets; a question of a thread is of that thread.
 */
#ifndef JUDDER_BASE_LOG_H
#define JUDDER_BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Log {
    FILE *out; /* NULL: silent */
} Log;

void log_note(const Log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct Progress {
    FILE *out;                   /* NULL: silent */
    bool terminal;               /* a bar that is redrawn; otherwise a line every few seconds */
    char label[64];              /* what is being computed */
    const char *quantity, *unit; /* of the number beside the fraction: "t" unless set after the start */
    double started, last_shown;  /* seconds of the monotonic clock */
    double origin;               /* the fraction that was done before the start: set after it */
    bool shown;
} Progress;

/* Starts to watch a computation; the clock runs from here. */
void progress_start(Progress *progress, const Log *log, const char *label, const char *unit);
/* Says how far it is: a fraction in [0, 1] and the simulated time; cheap enough for every few
 * thousand steps. */
void progress_update(Progress *progress, double fraction, double time);
/* Removes the bar. */
void progress_end(Progress *progress);

/* Seconds of a clock that never goes back. */
double clock_seconds(void);
/* Seconds that this thread has computed: limits of searches are in these, so that what else a machine does
 * cannot change an answer. */
double work_seconds(void);

/* The interrupt of the user (SIGINT, SIGTERM): set by a signal handler, checked between steps. */
void stop_request(void);
bool stop_requested(void);
/* Whether that interrupt is older than half a second: what does not end at a step (a set-up) then gives up.
 */
bool stop_overdue(void);
void stop_reset(void);
/* Another process of the same run was interrupted: so is this thread, until its question is taken back. */
void stop_follow(void);
/* Says that a handler of signals is there: only then the next one remembers anything. */
void stop_watched(void);
/* A file of an open folder that is removed if a second request ends the program at once: that very file, by
 * whatever name the folder goes then; few at a time. */
void stop_removes(int folder, const char *path);
/* It is not removed any more; NULL: none is. */
void stop_keeps(const char *path);
/* Removes them; for the handler of a signal. */
void stop_remove(void);

/* Whoever runs something inside another program calls that program instead of waiting for signals: the
 * question is put in this thread alone, at most every 20 ms, until it is taken back with a NULL. Once it was
 * answered by "stop" it is not put again. */
typedef struct StopQuestion {
    bool (*go_on)(void *context);
    void *context;
} StopQuestion;
void stop_ask(const StopQuestion *question);
/* The present question of this thread; go_on is NULL if there is none. */
StopQuestion stop_asked(void);

#endif
