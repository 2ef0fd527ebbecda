#include "base/log.h"

#include "base/text/printable.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 500 }; /* ms */

static volatile sig_atomic_t stop_flag;
static atomic_long stop_time; /* ms of the monotonic clock */

/* The question of this thread, and what it was answered. */
typedef struct Asked {
    StopQuestion question;
    double last, stopped; /* seconds of the clock; stopped: 0 if it was not */
} Asked;
static _Thread_local Asked asked;

enum { BETWEEN_QUESTIONS = 20 }; /* ms */

static bool watched; /* set once, by a program with one thread; inside other programs nothing is remembered */
enum { REMOVED_MOST = 4 };
static struct {
    char path[4096];
    int folder; /* of our own */
    dev_t device;
    ino_t inode;
    volatile sig_atomic_t set;
} to_remove[REMOVED_MOST];

static long clock_milliseconds(void) {
    return (long)(1e3 * clock_seconds());
}

void stop_request(void) {
    atomic_store(&stop_time, clock_milliseconds());
    stop_flag = 1;
}

void stop_ask(const StopQuestion *question) {
    asked = (Asked){0};
    if (question) asked.question = *question;
}

StopQuestion stop_asked(void) {
    return asked.question;
}

static bool thread_stops(void) {
    if (!asked.question.go_on || asked.stopped > 0) return asked.stopped > 0;
    const double now = clock_seconds();
    if (now - asked.last < 1e-3 * BETWEEN_QUESTIONS) return false;
    asked.last = now;
    if (!asked.question.go_on(asked.question.context)) asked.stopped = now;
    return asked.stopped > 0;
}

bool stop_requested(void) {
    return stop_flag != 0 || thread_stops();
}

bool stop_overdue(void) {
    if (thread_stops() && 1e3 * (clock_seconds() - asked.stopped) > PATIENCE) return true;
    return stop_flag && clock_milliseconds() - atomic_load(&stop_time) > PATIENCE;
}

void stop_reset(void) {
    stop_flag = 0;
    asked.stopped = 0;
}

void stop_follow(void) {
    if (!stop_requested()) asked.stopped = clock_seconds();
}

void stop_watched(void) {
    watched = true;
}

static const char *name_in(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void stop_removes(int folder, const char *path) {
    struct stat found;
    if (!watched || strlen(path) >= sizeof to_remove->path) return;
    if (fstatat(folder, name_in(path), &found, AT_SYMLINK_NOFOLLOW) != 0) return;
    for (int i = 0; i < REMOVED_MOST; i++) {
        if (to_remove[i].set) continue;
        to_remove[i].folder = fcntl(folder, F_DUPFD_CLOEXEC, 0);
        if (to_remove[i].folder < 0) return;
        memcpy(to_remove[i].path, path, strlen(path) + 1);
        to_remove[i].device = found.st_dev;
        to_remove[i].inode = found.st_ino;
        to_remove[i].set = 1;
        return;
    }
}

void stop_keeps(const char *path) {
    for (int i = 0; i < REMOVED_MOST; i++) {
        if (!to_remove[i].set || (path && strcmp(to_remove[i].path, path) != 0)) continue;
        to_remove[i].set = 0;
        close(to_remove[i].folder);
    }
}

void stop_remove(void) {
    struct stat found;
    for (int i = 0; i < REMOVED_MOST; i++) {
        if (!to_remove[i].set) continue;
        const char *name = name_in(to_remove[i].path);
        if (fstatat(to_remove[i].folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
            found.st_dev == to_remove[i].device && found.st_ino == to_remove[i].inode)
            unlinkat(to_remove[i].folder, name, 0);
    }
}

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_seconds(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double work_seconds(void) {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

void log_note(const Log *log, const char *format, ...) {
    if (!log || !log->out) return;
    va_list args;
    va_start(args, format);
    printable_line_of(log->out, format, args);
    va_end(args);
}

void progress_start(Progress *progress, const Log *log, const char *label, const char *unit) {
    *progress = (Progress){.out = log ? log->out : NULL, .quantity = "t", .unit = unit ? unit : ""};
    printable_text(label, progress->label, sizeof progress->label);
    progress->terminal = progress->out && isatty(fileno(progress->out));
    progress->started = progress->last_shown = clock_seconds();
}

typedef struct TimeLeft {
    char text[40];
} TimeLeft;

/* "12 s left", as it went so far; nothing where that is not known yet. */
static TimeLeft progress_left(const Progress *progress, double fraction, double now) {
    const double done = fraction - progress->origin, spent = now - progress->started;
    const double left = spent * (1 - fraction) / done;
    TimeLeft time = {""};
    if (done > 0 && left >= .5)
        snprintf(time.text, sizeof time.text, "%.0f s left", left);
    else if (done > 0)
        snprintf(time.text, sizeof time.text, "less than 1 s left");
    return time;
}

static void show_bar(const Progress *progress, double fraction, double time, const char *left) {
    enum { WIDTH = 30 };
    const int filled = (int)(fraction * WIDTH);
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++) bar[i] = i < filled ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(progress->out, "\r%s [%s] %3.0f %%  %s = %.4g%s%s  %s \033[K", progress->label, bar,
            100 * fraction, progress->quantity, time, progress->unit[0] ? " " : "", progress->unit, left);
    fflush(progress->out);
}

void progress_update(Progress *progress, double fraction, double time) {
    if (!progress->out) return;
    const double now = clock_seconds();
    if (now - progress->last_shown < (progress->terminal ? 0.1 : 5.0)) return;
    progress->last_shown = now;
    progress->shown = true;
    const TimeLeft left = progress_left(progress, fraction, now);
    if (progress->terminal)
        show_bar(progress, fraction, time, left.text);
    else
        fprintf(progress->out, "%s: %.0f %%, %s = %.6g%s%s%s%s\n", progress->label, 100 * fraction,
                progress->quantity, time, progress->unit[0] ? " " : "", progress->unit,
                left.text[0] ? ", " : "", left.text);
}

void progress_end(Progress *progress) {
    if (progress->out && progress->terminal && progress->shown) fputs("\r\033[K", progress->out);
}
