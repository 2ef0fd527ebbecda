#include "results/read/trial.h"

#include "base/array/grow.h"
#include "base/bytes.h"
#include "base/log.h"
#include "results/read/reader.h"
#include "results/read/stored.h"
#include "results/value_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SECONDS = 60, /* of processor time: an index of a thousand million rows takes a few */
    FOUND_FIRST = 1 << 16,
    FOUND_MOST = 1 << 30 /* bytes that are taken from a child; who finds more reads them himself */
};

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

static bool file_of(const Reader *reader, struct stat *file) {
    void *handle = NULL;
    return H5Fget_vfd_handle(reader->stored->file, H5P_DEFAULT, &handle) >= 0 &&
           fstat(*(const int *)handle, file) == 0;
}

/* What the parent need not read again. */
static void send_values(const Reader *reader, int to) {
    Archive *archive = NULL;
    struct stat file;
    size_t size;
    if (!file_of(reader, &file) || archive_create(&archive) != JUDDER_OK) return;
    for (size_t i = 0; i < reader->count; i++) {
        value_archive(archive, "values", &reader->studies[i].values);
        value_archive(archive, "probes", &reader->studies[i].probes);
    }
    const void *bytes = archive_bytes(archive, &size);
    if (archive_state(archive) == JUDDER_OK && bytes_write(to, &file, sizeof file))
        bytes_write(to, bytes, size);
}

static void walk(const char *path, int to) {
    Reader *reader = NULL;
    if (reader_open(path, &reader) != JUDDER_OK) return;
    for (size_t i = 0; i < reader->count; i++) {
        const ReaderStudy *study = &reader->studies[i];
        walk_sets(reader, &study->series);
        walk_sets(reader, &study->fields);
        for (size_t k = 0; study->event && k < 5; k++)
            stored_index_sound(reader->stored, &study->event[k], 0, study->events);
    }
    send_values(reader, to);
}

/* Quietly: no core file, no report of a sanitizer, no handler of the parent. */
static void be_the_child(const char *path, int to) {
    is_child = true;
    stop_keeps(NULL); /* those are the parent's */
    const struct rlimit time = {SECONDS, SECONDS}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    walk(path, to);
    _exit(0);
}

/* All that the child sends, which may be nothing, or not all if it dies. */
static void receive(int from, TrialFound *found) {
    size_t room = 0;
    bool good = bytes_read(from, &found->file, sizeof found->file);
    while (good) {
        if (found->size == room && (room >= FOUND_MOST || !grow(&found->bytes, &room, FOUND_FIRST + room, 1)))
            break;
        const ssize_t got = read(from, (char *)found->bytes + found->size, room - found->size);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) return;
        good = got > 0;
        if (good) found->size += (size_t)got;
    }
    trial_forget(found);
}

void trial_forget(TrialFound *found) {
    free(found->bytes);
    *found = (TrialFound){0};
}

Archive *trial_take(TrialFound *found) {
    Archive *archive = NULL;
    if (found->bytes && archive_open(found->bytes, found->size, &archive) != JUDDER_OK) archive = NULL;
    *found = (TrialFound){0};
    return archive;
}

bool trial_next(Archive *archive, Value **values, Value **probes) {
    value_archive(archive, "values", values);
    value_archive(archive, "probes", probes);
    if (archive && *values && *probes) return true;
    value_destroy(values);
    value_destroy(probes);
    return false;
}

JudderErr trial_read(const char *path, TrialFound *found) {
    int ends[2];
    *found = (TrialFound){0};
    if (is_child || left_out || pipe2(ends, O_CLOEXEC) != 0) return JUDDER_OK;
    const pid_t child = fork();
    if (child == 0) be_the_child(path, ends[1]);
    close(ends[1]);
    if (child > 0) receive(ends[0], found);
    close(ends[0]);
    /* Without room for a child the file is read without a trial. */
    if (child < 0) return JUDDER_OK;
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
    if (ended != child || WIFEXITED(status)) return JUDDER_OK;
    trial_forget(found);
    return error_input(NULL, "%s: not a sound result of judder: the HDF5 file is damaged, reading it fails",
                       path);
}
