/* Results that others hold: a lock that goes, one that stays, and file systems without locks. */
#include "rows.h"

#include "results/read/stored.h"
#include "results/resume/resume.h"
#include "results/store/dataset.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Stands in for the system's: a file system that refuses locks for that reason. */
static int no_locks;

int flock(int fd, int how) {
    if (no_locks == 0) return (int)syscall(SYS_flock, fd, how);
    errno = no_locks;
    return -1;
}

/* A process that holds the file for itself; in the end it makes the mark. */
static pid_t hold(const char *path, const char *mark, long milliseconds) {
    int ready[2];
    char one = 0;
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int fd = open(path, O_RDWR);
        if (fd < 0 || flock(fd, LOCK_EX) != 0 || write(ready[1], &one, 1) != 1) _exit(1);
        usleep((useconds_t)(1000 * milliseconds));
        close(open(mark, O_WRONLY | O_CREAT, 0600));
        _exit(0);
    }
    assert_int_equal(read(ready[0], &one, 1), 1);
    close(ready[0]), close(ready[1]);
    return child;
}

static void make(const char *path) {
    Results *results;
    begin(path, &results);
    append_rows(results, 0, 10);
    finish(&results);
}

/* What is being written is not read, and is read as soon as it is free. A failure of HDF5 that a run of this
 * thread has yet to learn of stays. */
static void a_lock_is_waited_for(void **state) {
    (void)state;
    char path[512], mark[512];
    strcpy(path, scratch_path("held.h5"));
    strcpy(mark, scratch_path("mark"));
    make(path);
    hdf5_be_quiet();
    assert_false(hdf5_has_failed());
    assert_true(H5Gopen2(-1, "none", H5P_DEFAULT) < 0);
    const pid_t child = hold(path, mark, 150);
    Stored stored;
    if (stored_open(path, &stored) != JUDDER_OK) fail_msg("%s", error_message());
    assert_int_equal(access(mark, F_OK), 0);
    stored_close(&stored);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(hdf5_failure(), HDF5_UNKNOWN);
    assert_true(hdf5_has_failed());
    assert_int_equal(hdf5_failure(), 0);
}

static void a_lock_that_stays_is_told(void **state) {
    (void)state;
    char path[512], mark[512];
    strcpy(path, scratch_path("kept.h5"));
    strcpy(mark, scratch_path("never"));
    make(path);
    const pid_t child = hold(path, mark, 60000);
    Stored stored;
    assert_int_equal(stored_open(path, &stored), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "kept.h5: cannot be read: another program is writing it"));
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void without_locks_it_is_read_as_it_is(void **state) {
    (void)state;
    static const int reasons[] = {ENOLCK, EBADF, EINVAL, EOPNOTSUPP, ENOSYS};
    char path[512];
    strcpy(path, scratch_path("unlocked.h5"));
    make(path);
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++) {
        Stored stored;
        no_locks = reasons[k];
        if (stored_open(path, &stored) != JUDDER_OK) fail_msg("%s", error_message());
        stored_close(&stored);
    }
    no_locks = 0;
}

/* A checkpoint says that a study was done; in the file it is not: that is the file of another run. */
static void an_unfinished_study_is_not_adopted(void **state) {
    (void)state;
    char path[512], next[512];
    strcpy(path, scratch_path("begun.h5"));
    strcpy(next, scratch_path("next.h5"));
    Results *results;
    begin(path, &results);
    append_rows(results, 0, 5);
    assert_int_equal(results_flush(results), JUDDER_OK);
    const ResultsSums sums = results_lengths(results).sums;
    results_gone(&results);
    Reader *reader = NULL;
    assert_int_equal(reader_open(path, &reader), JUDDER_OK);
    Value *report = value_object();
    assert_non_null(value_child_object(report, "values"));
    assert_non_null(value_child_object(report, "probes"));
    for (int k = 0; k < 2; k++) {
        assert_true(value_set(report, "outcome", value_text(k ? "stopped" : "done")));
        results_make(next, &results);
        assert_int_equal(results_adopt(results, reader, 0, &(ResultsEnded){report, sums}),
                         k ? JUDDER_OK : JUDDER_INPUT);
        if (!k) assert_non_null(strstr(error_message(), "fewer finished studies"));
        results_destroy(&results);
    }
    value_destroy(&report);
    reader_close(&reader);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_lock_is_waited_for),
                                       cmocka_unit_test(a_lock_that_stays_is_told),
                                       cmocka_unit_test(without_locks_it_is_read_as_it_is),
                                       cmocka_unit_test(an_unfinished_study_is_not_adopted)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
