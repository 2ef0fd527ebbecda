#include "results/read/trial.h"

#include "base/log.h"
#include "results/read/reader.h"
#include "results/stored.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60 }; /* of processor time: an index of a thousand million rows takes a few */

static atomic_bool is_child, left_out;

void trial_leave_out(void) {
    left_out = true;
}

bool trial_is_under_way(void) {
    return is_child;
}

static void walk_sets(const Reader *reader, const ReaderSets *sets) {
    for (size_t i = 0; i < sets->count; i++)
        stored_index_sound(reader->stored, sets->at[i].stored, 0, sets->at[i].rows);
}

static void walk(const char *path) {
    Reader *reader = NULL;
    if (reader_open(path, &reader) != JUDDER_OK) return;
    for (size_t i = 0; i < reader->count; i++) {
        const ReaderStudy *study = &reader->studies[i];
        walk_sets(reader, &study->series);
        walk_sets(reader, &study->fields);
        for (size_t k = 0; study->event && k < 5; k++)
            stored_index_sound(reader->stored, &study->event[k], 0, study->events);
    }
    reader_close(&reader);
}

/* Quietly: no core file, no report of a sanitizer, no handler of the parent. */
static void be_the_child(const char *path) {
    is_child = true;
    stop_keeps(NULL); /* those are the parent's */
    const struct rlimit time = {SECONDS, SECONDS}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    walk(path);
    _exit(0);
}

JudderErr trial_read(const char *path) {
    if (is_child || left_out) return JUDDER_OK;
    const pid_t child = fork();
    /* Without room for a child the file is read without a trial. */
    if (child < 0) return JUDDER_OK;
    if (child == 0) be_the_child(path);
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
    if (ended != child || WIFEXITED(status)) return JUDDER_OK;
    return error_input(NULL, "%s: not a sound result of judder: the HDF5 file is damaged, reading it fails",
                       path);
}
