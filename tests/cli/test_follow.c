/* judder sweep --follow as a user meets it: a system with a closed form, a body, wrong use, going on after a
 * kill. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "json.h"
#include "judder_test.h"
#include "schema/check_names.h"
#include "study/sweep/journal.h"

#define TWO_DOF JUDDER_SOURCE_DIR "/cases/two_dof_flutter/case.lua"

static char folder[] = "/tmp/judder-follow-XXXXXX";
static char text_out[1 << 20], text_err[1 << 16];

static void slurp(const char *name, char *text, size_t size) {
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static int judder(const char *words) {
    char command[2000];
    snprintf(command, sizeof command, "%s %s >out.txt 2>err.txt", JUDDER_PROGRAM, words);
    const int status = system(command);
    slurp("out.txt", text_out, sizeof text_out);
    slurp("err.txt", text_err, sizeof text_err);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static double number(const Value *object, const char *key) {
    return value_as_number(value_get(object, key));
}

/* K' = [[2, 1 - mu k3], [1, k22]] at mu = 0.9: growth where ((2 - k22)/2)^2 < 0.2, with omega^2 = (2 +
 * k22)/2. */
static void a_stiffness_of_two_degrees_of_freedom(void **state) {
    (void)state;
    static char first[1 << 20];
    for (int jobs = 1; jobs <= 2; jobs++) {
        char words[300];
        snprintf(words, sizeof words,
                 "sweep " TWO_DOF " --over k22=0.5:6:12 --follow --jobs %d -o two.h5 --json --quiet", jobs);
        assert_int_equal(judder(words), 0);
        if (jobs == 1) strcpy(first, text_out);
        assert_string_equal(text_out, first);
    }
    Value *report = json_read(text_out);
    const Value *follow = value_get(report, "follow"), *list = value_get(follow, "thresholds");
    assert_true(value_as_flag(value_get(follow, "complete")));
    assert_int_equal((int)number(follow, "motions"), 2);
    assert_int_equal(value_length(list), 2);
    for (size_t k = 0; k < 2; k++) {
        const double at = 2 + (k ? 2 : -2) * sqrt(0.2);
        assert_near(number(value_at(list, k), "at"), at, 1e-10);
        assert_near(number(value_at(list, k), "frequency"), sqrt((2 + at) / 2) / (2 * M_PI), 1e-10);
        assert_true(value_as_flag(value_get(value_at(list, k), "begins")) == (k == 0));
    }
    const Value *rows = value_get(follow, "rows");
    for (size_t i = 0; i < value_length(rows); i++) {
        const Value *row = value_at(rows, i);
        const double k22 = value_as_number(value_at(row, 0)), growth = value_as_number(value_at(row, 3)),
                     d = (2 - k22) * (2 - k22) / 4 - 0.2,
                     omega = 2 * M_PI * value_as_number(value_at(row, 2)), z = (2 + k22) / 2;
        /* lam^2 = -z +- sqrt(d) */
        if (fabs(d) > 1e-6)
            assert_near(omega * omega - growth * growth,
                        d > 0 ? z + (omega * omega > z ? 1 : -1) * sqrt(d) : z, 1e-9);
        if (d < -1e-6) assert_near(2 * fabs(growth) * omega, sqrt(-d), 1e-9);
    }
    value_destroy(&report);
    /* What is finished is reported again without computing. */
    assert_int_equal(
        judder("sweep " TWO_DOF " --over k22=0.5:6:12 --follow --resume -o two.h5 --json --quiet"), 0);
    assert_string_equal(text_out, first);
}

static void the_page_and_the_plots_show_it(void **state) {
    (void)state;
    assert_int_equal(judder("sweep " TWO_DOF " --over k22=0.5:6:12 --follow -o page.h5 --quiet"), 0);
    check_names("page.h5");
    assert_int_equal(judder("report page.h5 -o page.html"), 0);
    static char page[1 << 21];
    slurp("page.html", page, sizeof page);
    assert_non_null(strstr(page, "frequency of each motion of flutter"));
    assert_non_null(strstr(page, "begins at k22 = 1.10557281"));
    assert_int_equal(judder("plot page.h5 --of growth -o growth.svg"), 0);
    slurp("growth.svg", page, sizeof page);
    assert_non_null(strstr(page, "motion 2"));
    assert_int_equal(judder("plot page.h5 --of likeness --against frequency -o other.svg"), 0);
}

static const char block[] =
    "local p = param{ mu = 0.3, aspect = 0.5, cells = 6, up_to = 0.6 }\n"
    "return body { mesh = rectangle{ length = 1, height = p.aspect, cells = {p.cells, p.cells}, element = "
    "'Q1' },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1, plane = 'stress', thickness = 1 }, mass = 'lumped',\n"
    "  fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 2 }, state = 'slip-' },\n"
    "  study = stability{ flutter = { mu = p.mu, up_to_mu = p.up_to, count = 8 } } }\n";

/* Over mu, following finds the pair that the map in mu finds by itself; meshes of different dofs cannot be
 * compared. */
static void a_body(void **state) {
    (void)state;
    FILE *file = fopen("block.lua", "w");
    assert_non_null(file);
    fputs(block, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(judder("sweep block.lua --over mu=0:0.6:7 --follow -o b.h5 --json --quiet"), 0);
    Value *report = json_read(text_out);
    const Value *list = value_get(value_get(report, "follow"), "thresholds");
    double begins = NAN;
    for (size_t i = 0; i < value_length(list); i++)
        if (number(value_at(list, i), "motion") <= 5 && number(value_at(list, i), "with") <= 5)
            begins = number(value_at(list, i), "at");
    value_destroy(&report);
    assert_int_equal(judder("run block.lua -o r.h5 --json --quiet"), 0);
    report = json_read(text_out);
    const Value *merging = value_get(value_get(value_at(value_get(report, "studies"), 0), "values"),
                                     "merging");
    double nearest = INFINITY;
    for (size_t i = 0; i < value_length(merging); i++)
        nearest = fmin(nearest, fabs(number(value_at(merging, i), "mu") - begins));
    assert_true(nearest < 1e-9);
    value_destroy(&report);
    assert_int_equal(judder("sweep block.lua --over cells=4,6 --follow -o cells.h5 --json --quiet"), 0);
    assert_non_null(strstr(text_out, "motions can be known again only among the same dofs"));
}

/* Four nodes at the contact, as many free dofs each time, but another node is held or slides: by number alone
 * they could not be told apart. */
static const char springs[] = "local p = param{ which = 1 }\n"
                              "local function contact(n, slips)\n"
                              "  return { normal = n, tangent = n + 1, state = slips and 'slip' or 'stuck', "
                              "direction = slips and 1 or nil,\n"
                              "           mu = 0.3, reaction = {-1, slips and -0.3 or 0} } end\n"
                              "return system { mass = {{1,0,0,0}, {0,1,0,0}, {0,0,1,0}, {0,0,0,1}},\n"
                              "  stiffness = {{3,-1,0,0}, {-1,3,-1,0}, {0,-1,3,-1}, {0,0,-1,3}},\n"
                              "  contacts = { contact(1, p.which < 2), contact(3, p.which > 2) },\n"
                              "  study = stability{ flutter = { mu = 0.3, up_to_mu = 0 } } }\n";

static void as_many_but_other_dofs_are_told_apart(void **state) {
    (void)state;
    FILE *file = fopen("springs.lua", "w");
    assert_non_null(file);
    fputs(springs, file);
    assert_int_equal(fclose(file), 0);
    if (judder("sweep springs.lua --over which=1,3 --follow -o s.h5 --json --quiet") != 0)
        fail_msg("%s", text_err);
    assert_non_null(strstr(text_out, "other dofs move at 1 than at 3, though as many"));
}

/* Over two decades with :log the places between lie in that scale. */
static void a_logarithmic_axis(void **state) {
    (void)state;
    assert_int_equal(judder("sweep " TWO_DOF " --over k22=0.1:10:12:log --follow -o l.h5 --json --quiet"), 0);
    Value *report = json_read(text_out);
    const Value *follow = value_get(report, "follow"), *list = value_get(follow, "thresholds");
    assert_int_equal(value_length(list), 2);
    for (size_t k = 0; k < 2; k++)
        assert_near(number(value_at(list, k), "at"), 2 + (k ? 2 : -2) * sqrt(0.2), 1e-9);
    assert_int_equal((int)number(follow, "doubtful"), 0);
    assert_true(value_as_flag(value_get(follow, "complete")));
    value_destroy(&report);
}

/* Frames of the journal that are of places between those of the grid; none comes twice. */
static int followed_frames(const char *path, uint64_t points) {
    enum { HEAD = 8 + 8, MOST = 4096 }; /* signature and fingerprint */
    static double at[MOST];
    JournalFrame frame;
    int count = 0;
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    bool good = fseek(file, HEAD, SEEK_SET) == 0;
    while (good && fread(&frame, sizeof frame, 1, file) == 1) {
        const bool between = frame.index >= points;
        if (between && fread(&at[count], sizeof *at, 1, file) != 1) break;
        for (int i = 0; between && i < count; i++) assert_true(at[i] != at[count]);
        good = fseek(file, (long)frame.length - (between ? (long)sizeof *at : 0), SEEK_CUR) == 0;
        count += between;
        assert_true(count < MOST);
    }
    fclose(file);
    return count;
}

#define K22 "sweep " TWO_DOF " --over k22=0.5:6:12 --follow --jobs 1 -o k.h5 --json --quiet"

/* A signal once the journal has more than so many places between; how many it has then. */
static int break_off(int number, int more) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "exec " JUDDER_PROGRAM " " K22 " --resume >out.txt 2>err.txt", NULL);
        _exit(127);
    }
    siginfo_t ended = {0};
    while (ended.si_pid == 0 && followed_frames("k.h5.journal", 12) <= more) {
        usleep(200);
        waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT);
    }
    kill(child, number);
    waitpid(child, NULL, 0);
    return followed_frames("k.h5.journal", 12);
}

/* Killed or asked to stop while it follows, again and again, and taken up: as if nothing had been, and what
 * was computed between the points of the grid is not computed again. */
static void broken_off_and_taken_up(void **state) {
    (void)state;
    static char whole[1 << 20];
    assert_int_equal(judder(K22), 0);
    memcpy(whole, text_out, sizeof whole);
    int broken = 0;
    for (int number = SIGKILL; number > 0; number = number == SIGKILL ? SIGTERM : 0) {
        unlink("k.h5");
        for (int i = 0, known = 0; i < 3; i++) {
            const int now = break_off(number, known);
            if (now == 0) break; /* it was too fast */
            assert_true(now >= known);
            known = now;
            broken++;
        }
        assert_int_equal(judder(K22 " --resume"), 0);
        assert_string_equal(text_out, whole);
        assert_int_equal(access("k.h5.journal", F_OK), -1);
    }
    assert_true(broken >= 1);
}

static void wrong_use_is_refused(void **state) {
    (void)state;
    assert_int_equal(judder("sweep " TWO_DOF " --over k22=1,2 --over mu=0.1,0.2 --follow -o w.h5"), 2);
    assert_non_null(strstr(text_err, "one --over"));
    assert_int_equal(judder("sweep " TWO_DOF " --over k22=1,1.5,word --follow -o w.h5"), 2);
    assert_int_equal(judder("sweep " TWO_DOF " --over k22=1:1:1 --follow -o w.h5"), 2);
    assert_int_equal(
        judder("sweep " JUDDER_SOURCE_DIR "/cases/one_element/case.lua --over nu=0.1:0.4:3 --follow -o w.h5"),
        2);
    assert_non_null(strstr(text_err, "no stability{ flutter = ... } to follow"));
    assert_int_equal(judder("run " TWO_DOF " --follow -o w.h5"), 2);
    /* Points that are refused are left out: a mass must be positive. */
    assert_int_equal(judder("sweep " TWO_DOF " --over m=-1,0.5,1,2 --follow -o m.h5 --json --quiet"), 0);
    assert_non_null(strstr(text_out, "\"follow\":"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_stiffness_of_two_degrees_of_freedom),
                                       cmocka_unit_test(the_page_and_the_plots_show_it),
                                       cmocka_unit_test(a_body),
                                       cmocka_unit_test(as_many_but_other_dofs_are_told_apart),
                                       cmocka_unit_test(a_logarithmic_axis),
                                       cmocka_unit_test(broken_off_and_taken_up),
                                       cmocka_unit_test(wrong_use_is_refused)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
