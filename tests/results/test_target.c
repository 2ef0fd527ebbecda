/* Where a result may stand and when it takes its place. */
#include "rows.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Stands in for the system's: a file system without second names. */
static bool no_links;

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    if (!no_links) return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
    errno = EPERM;
    return -1;
}

/* And one that refuses locks, for that reason. */
static int no_locks, locks_asked;

int flock(int fd, int how) {
    locks_asked++;
    if (no_locks == 0) return (int)syscall(SYS_flock, fd, how);
    errno = no_locks;
    return -1;
}

/* And one where the process dies before it removes that file. */
static const char *dies_before;

int unlinkat(int folder, const char *name, int flags) {
    const size_t length = strlen(name), whole = dies_before ? strlen(dies_before) : 0;
    if (whole >= length && strcmp(name, dies_before + whole - length) == 0) _exit(77);
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

static void old_result_stays_until_the_first_flush(void **state) {
    (void)state;
    const char *path = scratch_path("old.h5");
    Results *results;
    begin(path, &results);
    append_rows(results, 0, 10);
    finish(&results);
    const size_t files = folder_count(scratch);

    results_make(path, &results);
    assert_int_equal(results_flush(results), JUDDER_OK); /* no study yet: nothing to show */
    assert_int_equal(rows_of(path), 10);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_series_declare(results, columns, COLUMNS), JUDDER_OK);
    append_rows(results, 0, 20);
    assert_int_equal(rows_of(path), 10);
    results_gone(&results);
    assert_int_equal(rows_of(path), 10);
    assert_int_equal(folder_count(scratch), files);

    begin(path, &results);
    append_rows(results, 0, 20);
    assert_int_equal(results_flush(results), JUDDER_OK);
    append_rows(results, 20, 40000);
    results_gone(&results); /* without close: only what was flushed */
    assert_int_equal(rows_of(path), 20);
    const hid_t file = result_open(path);
    assert_string_equal(read_attribute(file, "/studies/01_march", "outcome"), "stopped");
    H5Fclose(file);

    results_make(path, &results);
    assert_int_equal(results_close(results), JUDDER_OK); /* without a study */
    assert_int_equal(results_flush(results), JUDDER_MACHINE);
    results_gone(&results);
    assert_int_equal(rows_of(path), 20);
    assert_int_equal(folder_count(scratch), files);
}

/* A flush every so many rows, with a reader on what the first one showed. */
static void flush_and_look(const char *path, bool read) {
    const size_t every = 700, files = folder_count(scratch);
    Results *results;
    begin(path, &results);
    append_rows(results, 0, every);
    assert_int_equal(results_flush(results), JUDDER_OK);
    const hid_t reader = read ? result_open(path) : -1;
    for (size_t round = 1; round < 6; round++) {
        append_rows(results, round * every, (round + 1) * every);
        assert_int_equal(results_field(results, "f", "", (double[]){1, 2, 3}, 3, 1), JUDDER_OK);
        /* Nothing new is shown before the flush, and all of it afterwards. */
        assert_int_equal(rows_of(path), round * every);
        assert_int_equal(results_flush(results), JUDDER_OK);
        assert_int_equal(results_flush(results), JUDDER_OK);
        assert_int_equal(rows_of(path), (round + 1) * every);
        if (read) assert_int_equal(check_rows(reader, "01_march"), every);
    }
    if (read) H5Fclose(reader);
    finish(&results);
    assert_int_equal(rows_of(path), 6 * every);
    assert_int_equal(folder_count(scratch), files + 1);
    unlink(path);
}

static void what_is_shown_is_never_written_to(void **state) {
    (void)state;
    char path[512];
    strcpy(path, scratch_path("shown.h5"));
    for (int k = 0; k < 4; k++) {
        no_links = k >= 2;
        flush_and_look(path, k % 2 == 1);
    }
    no_links = false;
}

/* Whatever somebody does to the name, the run goes on and puts its result there; what he took stays as it
 * was. */
static void take_away(int (*take)(const char *, const char *)) {
    char path[512], away[512];
    strcpy(path, scratch_path("taken.h5"));
    strcpy(away, scratch_path("away.h5"));
    const size_t files = folder_count(scratch);
    Results *results;
    begin(path, &results);
    append_rows(results, 0, 10);
    assert_int_equal(results_flush(results), JUDDER_OK);
    assert_int_equal(take(path, away), 0);
    for (size_t rows = 10; rows < 30; rows += 5) {
        append_rows(results, rows, rows + 5);
        assert_int_equal(results_flush(results), JUDDER_OK);
    }
    finish(&results);
    assert_int_equal(rows_of(path), 30);
    assert_int_equal(rows_of(away), 10);
    assert_int_equal(folder_count(scratch), files + 2);
    unlink(path);
    unlink(away);
}

static void what_was_taken_stays(void **state) {
    (void)state;
    take_away(rename);
    take_away(link);
}

static void expect_refused(const char *path) {
    const ResultsHead head = {0};
    Results *results;
    assert_int_equal(results_create(path, &head, &results), JUDDER_INPUT);
    assert_null(results);
    assert_string_equal(error_field(), "-o");
    assert_non_null(strstr(error_message(), path));
}

static void places_that_cannot_take_a_file_are_refused(void **state) {
    (void)state;
    const size_t files = folder_count(scratch);
    expect_refused(scratch_path("missing/x.h5"));
    expect_refused(scratch);
    expect_refused(scratch_path(""));
    expect_refused("");
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    expect_refused(scratch_path("pipe"));
    FILE *file = fopen(scratch_path("plain"), "w");
    assert_non_null(file);
    fclose(file);
    expect_refused(scratch_path("plain/x.h5"));
    assert_int_equal(folder_count(scratch), files + 2);
}

/* Root may write everywhere: another user is needed, in a process of its own. */
static void protected_folders_are_refused(void **state) {
    (void)state;
    char folder[512];
    strcpy(folder, scratch_path("protected"));
    assert_int_equal(mkdir(folder, 0555), 0);
    assert_int_equal(chmod(scratch, 0755), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        Results *results;
        const ResultsHead head = {0};
        char path[600];
        snprintf(path, sizeof path, "%s/x.h5", folder);
        if (geteuid() == 0 && seteuid(65534) != 0) _exit(9);
        const JudderErr err = results_create(path, &head, &results);
        _exit(err == JUDDER_INPUT && strstr(error_message(), path) && strstr(error_message(), "denied") ? 0
                                                                                                        : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* A run goes on where folders or files cannot be locked, and does not wait. */
static void without_locks_nobody_waits(void **state) {
    (void)state;
    static const int reasons[] = {ENOLCK, EBADF, EINVAL, EOPNOTSUPP, ENOSYS};
    char path[512];
    strcpy(path, scratch_path("unlocked.h5"));
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++) {
        Results *results;
        no_locks = reasons[k];
        locks_asked = 0;
        begin(path, &results);
        for (size_t round = 0; round < 6; round++) {
            append_rows(results, 100 * round, 100 * (round + 1));
            assert_int_equal(results_flush(results), JUDDER_OK);
        }
        finish(&results);
        assert_true(locks_asked > 0 && locks_asked < 60);
        no_locks = 0;
        assert_int_equal(rows_of(path), 600);
    }
}

static void write_note(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

/* A run of five rows over one of ten that has a companion file: dies before that file is removed. */
static void replace_and_die(const char *path, const char *beside) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const ResultsHead head = {.case_text = "x", .goes_with = beside};
        Results *results;
        dies_before = beside;
        if (results_create(path, &head, &results) != JUDDER_OK) _exit(1);
        if (results_study_begin(results, "march", NULL) != JUDDER_OK) _exit(2);
        if (results_series_declare(results, columns, COLUMNS) != JUDDER_OK) _exit(3);
        append_rows(results, 0, 5);
        _exit(results_flush(results) == JUDDER_OK ? 4 : 5);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 77);
}

/* What goes with the older result stays as long as that one does. */
static void a_companion_goes_after_its_result(void **state) {
    (void)state;
    char path[512], beside[512];
    strcpy(path, scratch_path("both.h5"));
    strcpy(beside, scratch_path("both.h5.checkpoint"));
    Results *results;
    begin(path, &results);
    append_rows(results, 0, 10);
    finish(&results);
    write_note(beside);
    replace_and_die(path, beside);
    assert_int_equal(rows_of(path), 5); /* the new one is in place already */
    const ResultsHead head = {.case_text = "x", .goes_with = beside};
    assert_int_equal(results_create(path, &head, &results), JUDDER_OK);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(access(beside, F_OK), 0);
    assert_int_equal(results_flush(results), JUDDER_OK);
    assert_int_equal(access(beside, F_OK), -1);
    finish(&results);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_result_stays_until_the_first_flush),
        cmocka_unit_test(what_is_shown_is_never_written_to),
        cmocka_unit_test(what_was_taken_stays),
        cmocka_unit_test(places_that_cannot_take_a_file_are_refused),
        cmocka_unit_test(protected_folders_are_refused),
        cmocka_unit_test(without_locks_nobody_waits),
        cmocka_unit_test(a_companion_goes_after_its_result),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
