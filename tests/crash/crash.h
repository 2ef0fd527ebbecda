/* Breaks runs off again and again and lets them go on; afterwards every bit must be as if
 * nothing had happened. */
#ifndef JUDDER_TESTS_CRASH_CRASH_H
#define JUDDER_TESTS_CRASH_CRASH_H

#include "crash/cases.h"
#include "crash/resume.h"
#include "random.h"

#include "base/log.h"

#include <dirent.h>
#include <sys/stat.h>
#include <time.h>

/* How many crashes in all: what the environment says, or few. */
static inline int crashes_wanted(const char *variable, int few) {
    const char *given = getenv(variable);
    return given ? atoi(given) : few;
}

/* What was done to the last run, for messages. */
static char crash_doing[200];

/* Whatever happened, what lies there can be read. */
static inline void nothing_is_corrupt(const char *result) {
    Reader *reader = NULL;
    if (!exists(result)) return;
    if (reader_open(result, &reader) != JUDDER_OK) fail_msg("after %s: %s", crash_doing, error_message());
    reader_close(&reader);
}

/* Files in this folder whose name holds a part. */
static inline int files_with(const char *part) {
    DIR *here = opendir(".");
    int count = 0;
    assert_non_null(here);
    for (struct dirent *entry; (entry = readdir(here));) count += strstr(entry->d_name, part) != NULL;
    closedir(here);
    return count;
}

/* Seconds since a file was put in place. */
static inline double age_of(const char *name) {
    struct stat found;
    struct timespec now;
    assert_int_equal(stat(name, &found), 0);
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)(now.tv_sec - found.st_mtim.tv_sec) + 1e-9 * (double)(now.tv_nsec - found.st_mtim.tv_nsec);
}

static inline double run_whole(const CrashCase *one) {
    write_text("case.lua", one->text);
    unlink("whole.h5");
    unlink("part.h5");
    unlink("part.h5.checkpoint");
    const double begin = clock_seconds();
    if (judder("run case.lua -o whole.h5 --quiet") != 0) fail_msg("%s: %s", one->name, message());
    return clock_seconds() - begin;
}

#endif
