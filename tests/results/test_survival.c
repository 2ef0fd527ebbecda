/* What survives a full disk or a kill. */
#include "rows.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Stands in for the system's: the process dies before a chosen write of bookkeeping, so that the moments
 * that kills hit by chance are visited one by one. Chunks of data, which are whole pages, do not count. */
static size_t writes, last_write;

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t place) {
    if (size % 4096 != 0 && ++writes == last_write) kill(getpid(), SIGKILL);
    return (ssize_t)syscall(SYS_pwrite64, fd, bytes, size, place);
}

/* What a child tells its parent. */
typedef struct Told {
    volatile size_t flushed;
    volatile JudderErr err;
    volatile int named; /* the message has the path */
} Told;

static Told *told_make(void) {
    Told *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    return told;
}

/* Writes until the file may not grow any more, which looks like a full disk; then a second study has to
 * fail too. */
static void fill_disk(const char *path, rlim_t bytes, size_t first_flush, Told *told) {
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes});
    const ResultsHead head = {.case_text = "x"};
    Results *results = NULL;
    JudderErr err = results_create(path, &head, &results);
    if (err == JUDDER_OK) err = results_study_begin(results, "march", NULL);
    if (err == JUDDER_OK) err = results_series_declare(results, columns, COLUMNS);
    for (size_t i = 0; err == JUDDER_OK && i < 1000000; i++) {
        err = append(results, i);
        if (err != JUDDER_OK || i < first_flush || i % 1000 != 0) continue;
        err = results_flush(results);
        if (err == JUDDER_OK) told->flushed = i + 1;
    }
    told->err = err;
    told->named = strstr(error_message(), path) && strstr(error_message(), "large");
    if (results && results_study_end(results, NULL, "failed", "") != JUDDER_MACHINE) told->err = JUDDER_OK;
    if (results && results_close(results) != JUDDER_MACHINE) told->err = JUDDER_OK;
    results_destroy(&results);
}

static void full_disk_leaves_the_last_complete_state(void **state) {
    (void)state;
    const char *path = scratch_path("full.h5");
    Told *told = told_make();
    const size_t files = folder_count(scratch);
    for (rlim_t bytes = 30000; bytes < 3000000; bytes += bytes / 5) {
        unlink(path);
        *told = (Told){0};
        const pid_t child = fork();
        if (child == 0) {
            fill_disk(path, bytes, bytes % 3 == 0 ? 1000000 : 0, told);
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(told->err, JUDDER_MACHINE);
        assert_true(told->named);
        const bool present = access(path, F_OK) == 0;
        assert_int_equal(present, told->flushed > 0);
        if (present) assert_int_equal(rows_of(path), told->flushed);
        assert_int_equal(folder_count(scratch), files + present);
    }
    munmap(told, sizeof *told);
}

/* Rows and events, flushed early once and then regularly, with some fields. */
static void write_until(const char *path, size_t rows, size_t every, Told *told) {
    const ResultsHead head = {.case_text = "x"};
    Results *results;
    JudderErr err = results_create(path, &head, &results);
    if (err == JUDDER_OK) err = results_study_begin(results, "march", NULL);
    if (err == JUDDER_OK) err = results_series_declare(results, columns, COLUMNS);
    for (size_t i = 0; err == JUDDER_OK && i < rows; i++) {
        err = append(results, i);
        if (err == JUDDER_OK && i % 50 == 0)
            err = results_event(results, (double)(i / 50), "slip", "x", 0, 1);
        if (err != JUDDER_OK || (i != 99 && i % every != every - 1)) continue;
        if (i < 10 * every) err = results_field(results, "f", "", (double[]){1, 2, 3}, 3, 1);
        if (err == JUDDER_OK) err = results_flush(results);
        told->flushed = i + 1;
    }
    told->err = err;
}

static void check_killed(const char *path, size_t flushed, size_t every) {
    const hid_t file = result_open(path);
    const size_t rows = check_rows(file, "01_march");
    /* At least what the child knew to be flushed, at most the flush that it was in. */
    assert_true(rows >= flushed && rows <= flushed + every);
    size_t count;
    double *times = read_numbers(file, "/studies/01_march/events/time", &count);
    for (size_t i = 0; i < count; i++) assert_true(times[i] == (double)i);
    assert_true(count >= flushed / 50);
    free(times);
    if (flushed >= 50) {
        assert_string_equal(read_text(file, "/studies/01_march/events/kind", flushed / 50 - 1), "slip");
    }
    assert_string_equal(read_attribute(file, "/studies/01_march", "outcome"), "stopped");
    H5Fclose(file);
}

static void killed_run_leaves_a_readable_file(void **state) {
    (void)state;
    const char *path = scratch_path("killed.h5");
    const char *wanted = getenv("JUDDER_TEST_KILLS");
    const size_t kills = wanted ? strtoul(wanted, NULL, 10) : 40;
    Told *told = told_make();
    srand(20);
    for (size_t k = 0; k < kills; k++) {
        const size_t every = k % 4 == 3 ? 40000 : 10 + (size_t)rand() % 1000;
        unlink(path);
        told->flushed = 0;
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            write_until(path, SIZE_MAX, every, told);
            _exit(1);
        }
        for (int wait = 0; wait < 20000 && told->flushed == 0; wait++) usleep(500);
        usleep((useconds_t)(rand() % 10000));
        assert_int_equal(kill(child, SIGKILL), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        check_killed(path, told->flushed, every);
    }
    munmap(told, sizeof *told);
}

/* Lets the same run die before every single write until it reaches its end; returns how often it died. */
static size_t die_again_and_again(size_t rows, size_t every) {
    const char *path = scratch_path("dead.h5");
    Told *told = told_make();
    size_t deaths = 0;
    for (size_t death = 1;; death++, deaths++) {
        int status;
        unlink(path);
        *told = (Told){0};
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            last_write = death;
            write_until(path, rows, every, told);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        if (access(path, F_OK) == 0)
            check_killed(path, told->flushed, every);
        else
            assert_int_equal(told->flushed, 0);
        if (WIFEXITED(status)) break;
    }
    munmap(told, sizeof *told);
    return deaths;
}

static void death_before_any_write_leaves_a_readable_file(void **state) {
    (void)state;
    assert_true(die_again_and_again(500, 100) > 50);
    /* The first flush fixes chunks of 512 rows: an index gets a second level after 64512 rows and a third
     * leaf before 130000. */
    assert_true(die_again_and_again(130000, 26000) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_disk_leaves_the_last_complete_state),
        cmocka_unit_test(killed_run_leaves_a_readable_file),
        cmocka_unit_test(death_before_any_write_leaves_a_readable_file),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
