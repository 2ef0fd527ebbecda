/* What a run says on the way: lines for a file, a bar for a terminal, nothing for nobody; and
 * interrupts. */
#include "base/log.h"
#include "judder_test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static char said[4096];

/* All that was written to the file so far. */
static const char *text_of(FILE *file) {
    fflush(file);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fseek(file, 0, SEEK_END);
    return said;
}

static size_t lines_of(FILE *file) {
    size_t count = 0;
    for (const char *c = text_of(file); *c; c++) count += *c == '\n';
    return count;
}

static FILE *open_file(void) {
    FILE *file = tmpfile();
    assert_non_null(file);
    return file;
}

/* As if that many seconds had passed. */
static void let_pass(Progress *progress, double seconds) {
    progress->started -= seconds;
    progress->last_shown -= seconds;
}

static void a_file_gets_a_line_every_five_seconds(void **state) {
    (void)state;
    FILE *file = open_file();
    const Log log = {file};
    Progress progress;
    progress_start(&progress, &log, "march", "s");
    assert_false(progress.terminal);
    progress_update(&progress, 0.1, 1);
    let_pass(&progress, 3);
    progress_update(&progress, 0.2, 2);
    assert_int_equal(lines_of(file), 0);
    let_pass(&progress, 3);
    progress_update(&progress, 0.25, 2.5);
    assert_int_equal(lines_of(file), 1);
    assert_int_equal(strncmp(said, "march: 25 %, t = 2.5 s, ", 24), 0);
    assert_near(strtod(said + 24, NULL), 18, 6);
    for (int i = 0; i < 1000; i++) progress_update(&progress, 0.3, 3);
    assert_int_equal(lines_of(file), 1);
    let_pass(&progress, 5.1);
    progress_update(&progress, 0, 3);
    assert_int_equal(lines_of(file), 2);
    progress_end(&progress);
    assert_int_equal(lines_of(file), 2);
    assert_null(strchr(said, '\r'));
    assert_null(strchr(said, '\033'));
    assert_null(strchr(said, '#'));
    fclose(file);
}

static void a_terminal_gets_a_bar_that_goes_away(void **state) {
    (void)state;
    FILE *file = open_file();
    const Log log = {file};
    Progress progress;
    progress_start(&progress, &log, "march", "");
    progress.terminal = true;
    progress_end(&progress);
    assert_string_equal(text_of(file), "");
    for (int i = 0; i <= 2; i++) {
        let_pass(&progress, 0.2);
        progress_update(&progress, i / 2., i);
    }
    assert_int_equal(lines_of(file), 0);
    assert_non_null(strstr(said, "\rmarch [..............................]   0 %"));
    assert_non_null(strstr(said, "\rmarch [###############...............]  50 %  t = 1"));
    assert_non_null(strstr(said, "\rmarch [##############################] 100 %  t = 2"));
    progress_end(&progress);
    text_of(file);
    assert_string_equal(said + strlen(said) - 4, "\r\033[K");
    fclose(file);
}

static void nobody_is_told_nothing(void **state) {
    (void)state;
    const Log silent = {NULL};
    const Log *const logs[] = {&silent, NULL};
    for (size_t i = 0; i < COUNT_OF(logs); i++) {
        Progress progress;
        log_note(logs[i], "note %d", 1);
        progress_start(&progress, logs[i], "march", NULL);
        let_pass(&progress, 60);
        progress_update(&progress, 0.5, 1);
        progress_end(&progress);
        assert_false(progress.shown);
    }
}

static void a_long_label_is_cut(void **state) {
    (void)state;
    char label[300];
    memset(label, 'x', sizeof label - 1);
    label[sizeof label - 1] = '\0';
    Progress progress;
    progress_start(&progress, NULL, label, "");
    assert_int_equal(strlen(progress.label), sizeof progress.label - 1);
}

static void a_note_is_a_line(void **state) {
    (void)state;
    FILE *file = open_file();
    const Log log = {file};
    log_note(&log, "%d of %s", 3, "four");
    assert_string_equal(text_of(file), "3 of four\n");
    fclose(file);
}

static void the_clock_never_goes_back(void **state) {
    (void)state;
    const double start = clock_seconds();
    double last = start;
    for (int i = 0; i < 100000; i++) {
        const double now = clock_seconds();
        assert_true(now >= last);
        last = now;
    }
    usleep(20000);
    assert_true(clock_seconds() - start >= 0.02);
}

static void the_wish_to_stop_is_kept(void **state) {
    (void)state;
    assert_false(stop_requested());
    assert_false(stop_overdue());
    stop_request();
    assert_true(stop_requested());
    assert_false(stop_overdue());
    usleep(600000);
    assert_true(stop_requested());
    assert_true(stop_overdue());
    stop_reset();
    assert_false(stop_requested());
    assert_false(stop_overdue());
}

/* By a second signal: what stands under the path meanwhile is another's. */
static void what_is_removed_at_once_is_the_file_itself(void **state) {
    (void)state;
    char folder[] = "/tmp/judder-log-XXXXXX", command[100];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(system("mkdir out && touch out/lock out/other"), 0);
    const int out = open("out", O_RDONLY | O_DIRECTORY);
    stop_watched();
    stop_removes(out, "out/lock");
    stop_removes(out, "out/other");
    close(out);
    assert_int_equal(system("mv out moved && mkdir out && touch out/lock out/other"), 0);
    assert_int_equal(system("rm moved/other && touch spare moved/other"), 0);
    stop_remove();
    stop_keeps(NULL);
    assert_int_not_equal(access("moved/lock", F_OK), 0);
    assert_int_equal(access("out/lock", F_OK) + access("out/other", F_OK), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(chdir("/") + system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_gets_a_line_every_five_seconds),
        cmocka_unit_test(a_terminal_gets_a_bar_that_goes_away),
        cmocka_unit_test(nobody_is_told_nothing),
        cmocka_unit_test(a_long_label_is_cut),
        cmocka_unit_test(a_note_is_a_line),
        cmocka_unit_test(the_clock_never_goes_back),
        cmocka_unit_test(the_wish_to_stop_is_kept),
        cmocka_unit_test(what_is_removed_at_once_is_the_file_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
