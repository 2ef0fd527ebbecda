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

/* How many crashes in all and of each case: what the environment says, or one of those of every day. */
typedef struct CrashPlan {
    int wanted, each;
    const char *only; /* a part of the name of the cases; NULL: all */
} CrashPlan;

static inline CrashPlan crash_plan(const char *variable) {
    const char *given = getenv(variable);
    const int cases = (int)COUNT_OF(crash_cases);
    CrashPlan plan = {.wanted = given ? atoi(given) : 0, .only = getenv("JUDDER_CRASH_ONLY")};
    plan.each = given ? (plan.wanted + cases - 1) / cases : SANITIZED ? 0 : 1;
    if (!plan.only && plan.each == 0) skip_without("time to crash sanitized programs unless asked");
    return plan;
}

static inline bool crash_visits(const CrashPlan *plan, const CrashCase *one) {
    if (plan->only) return strstr(one->name, plan->only) != NULL;
    return plan->each > 0 && (plan->wanted > 0 || one->often);
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

/* Whether there is something to go on from. */
static inline bool is_unfinished(const CrashCase *one) {
    return exists(one->over ? "part.h5.journal" : "part.h5.checkpoint");
}

/* The words that begin it, or let it go on; it saves often. */
static inline const char *crash_words(const CrashCase *one, const char *output) {
    static char words[400];
    const char *resume = strcmp(output, "part.h5") == 0 && is_unfinished(one) ? "--resume" : "";
    if (one->over)
        snprintf(words, sizeof words, "sweep case.lua %s -o %s --quiet --jobs 2 %s", one->over, output,
                 resume);
    else
        snprintf(words, sizeof words, "run case.lua -o %s --quiet --checkpoint 0.02 %s", output, resume);
    return words;
}

static inline double run_whole(const CrashCase *one) {
    write_text("case.lua", one->text);
    assert_int_equal(system("rm -f whole.h5 part.h5*"), 0);
    const double begin = clock_seconds();
    const int status = judder(crash_words(one, "whole.h5"));
    if (status != 0) fail_msg("%s: %d: %s", one->name, status, message());
    return clock_seconds() - begin;
}

#endif
