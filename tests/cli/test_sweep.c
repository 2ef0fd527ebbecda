/* Sweeps, reports and plots as a user meets them. */
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "json.h"
#include "judder_test.h"
#include "random.h"
#include "schema/check_names.h"

static char folder[] = "/tmp/judder-sweep-XXXXXX";
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

static bool exists(const char *name) {
    return access(name, F_OK) == 0;
}

/* Two results are the same but for the moment at which their files were made, which HDF5 keeps in front, and
 * the sum over that, which is the end. */
static void same_result(const char *a, const char *b) {
    char command[1000];
    snprintf(command, sizeof command,
             "test $(stat -c %%s %s) = $(stat -c %%s %s) && cmp --ignore-initial=97 "
             "--bytes=$(($(stat -c %%s %s) - 97 - 32)) %s %s",
             a, b, a, a, b);
    if (system(command) != 0) fail_msg("%s and %s differ", a, b);
}

static const char tent[] = "local p = param{ mu_s = 0.8, v_c = 0.1, step = 1e-4 }\n"
                           "return inclusion {\n"
                           "  friction = linear{ mu_s = p.mu_s, mu_d = 0.5, v_c = p.v_c },\n"
                           "  load = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },\n"
                           "  study = march{ final = 1, step = p.step, probe = {0.5} },\n"
                           "}\n";

static int enter_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder) || chdir(folder) != 0) return -1;
    FILE *file = fopen("tent.lua", "w");
    if (!file) return -1;
    fputs(tent, file);
    return fclose(file);
}

static int leave_folder(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static const char grid[] =
    "sweep tent.lua --over mu_s=0.5:1.2:20 --over v_c=0.01:1:6:log --sample v:maxima --after 10% --quiet";

static void order_is_that_of_the_grid(void **state) {
    (void)state;
    char words[400], first[1 << 18];
    for (int jobs = 1; jobs <= 7; jobs += 3) {
        snprintf(words, sizeof words, "%s --jobs %d -o jobs%d.h5 --json", grid, jobs, jobs);
        assert_int_equal(judder(words), 0);
        /* The name of the file is the only thing that differs. */
        char *name = strstr(text_out, ".h5");
        assert_non_null(name);
        name[-1] = '*';
        if (jobs == 1) snprintf(first, sizeof first, "%.*s", (int)sizeof first - 1, text_out);
        assert_string_equal(text_out, first);
        snprintf(words, sizeof words, "jobs%d.h5", jobs);
        same_result("jobs1.h5", words);
        assert_false(exists("jobs1.h5.journal"));
    }
    check_names("jobs1.h5");
    /* mu_s is the first axis and runs slowest; with v_c = 0.01 and mu_s = 0.8684 the contact jumps twice. */
    assert_non_null(
        strstr(first, "\"columns\":[\"mu_s\",\"v_c\",\"outcome\",\"march.steps\",\"march.jumps\""));
    assert_non_null(strstr(first, "\"rows\":[[0.5,0.01,\"done\",10000,"));
    assert_non_null(strstr(first, "\"points\":120,\"done\":120,\"failed\":0,\"missing\":0"));
    assert_null(strstr(first, "seconds"));
}

/* Kills the whole program after some time; true if it had ended by itself. */
static bool run_and_kill(const char *words, long microseconds) {
    const pid_t child = fork();
    if (child == 0) {
        char command[600];
        snprintf(command, sizeof command, "exec %s %s >out.txt 2>err.txt", JUDDER_PROGRAM, words);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    usleep((useconds_t)microseconds);
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status);
}

static void killed_and_resumed(void **state) {
    (void)state;
    Random random = {(uint64_t)getpid()};
    char words[400];
    snprintf(words, sizeof words, "%s --jobs 2 -o whole.h5", grid);
    assert_int_equal(judder(words), 0);
    int kills = 0;
    snprintf(words, sizeof words, "%s --jobs 2 -o killed.h5 --resume", grid);
    for (int round = 0; round < 3; round++) {
        unlink("killed.h5");
        while (kills < 40 && !run_and_kill(words, SANITIZED ? 100000 + random_below(&random, 300000)
                                                            : 4000 + random_below(&random, 40000)))
            kills++;
        if (!exists("killed.h5")) assert_int_equal(judder(words), 0);
        same_result("whole.h5", "killed.h5");
        assert_false(exists("killed.h5.journal"));
    }
    /* Another grid, case or sample is not the same sweep. */
    for (long wait = 100000; wait < 5000000 && !exists("other.h5.journal"); wait *= 2)
        run_and_kill("sweep tent.lua --over mu_s=0.5:1.2:60000 -o other.h5 --quiet", wait);
    assert_true(exists("other.h5.journal"));
    assert_int_equal(judder("sweep tent.lua --over mu_s=0.5:1.2:60001 -o other.h5 --resume"), 2);
    assert_non_null(strstr(text_err, "another case, grid"));
    assert_int_equal(judder("sweep tent.lua --over mu_s=0.5:1.2:60000 --set v_c=0.2 -o other.h5 --resume"),
                     2);
    assert_int_equal(judder("sweep tent.lua --over mu_s=0.5:1.2:3 -o other.h5"), 0);
}

/* --resume of a finished sweep tells what is there and computes nothing; of another one it begins again. */
static void finished_and_resumed(void **state) {
    (void)state;
    char words[400];
    static char first[1 << 18];
    struct stat before, after;
    snprintf(words, sizeof words, "%s --jobs 2 -o whole.h5 --json", grid);
    assert_int_equal(judder(words), 0);
    snprintf(first, sizeof first, "%.*s", (int)sizeof first - 1, text_out);
    assert_int_equal(stat("whole.h5", &before), 0);
    strcat(words, " --resume");
    assert_int_equal(judder(words), 0);
    assert_string_equal(text_out, first);
    assert_int_equal(stat("whole.h5", &after), 0);
    assert_true(before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
                before.st_mtim.tv_nsec == after.st_mtim.tv_nsec && before.st_ino == after.st_ino);
    /* Points that failed stay so, with their reasons. */
    const char failing[] = "sweep tent.lua --over mu_s=-1,0.6,0.8 -o failing.h5 --json --quiet";
    assert_int_equal(judder(failing), 0);
    snprintf(first, sizeof first, "%.*s", (int)sizeof first - 1, text_out);
    snprintf(words, sizeof words, "%s --resume", failing);
    assert_int_equal(judder(words), 0);
    assert_string_equal(text_out, first);
    assert_int_equal(judder("sweep tent.lua --over mu_s=-1,0.6,0.8 -o failing.h5 --resume"), 0);
    assert_non_null(strstr(text_out, "nothing was left to do"));
    assert_int_equal(judder("sweep tent.lua --over mu_s=-1,0.6,0.9 -o failing.h5 --resume"), 0);
    assert_null(strstr(text_out, "nothing was left to do"));
}

/* Points of a body are computed by the companion, in any number of processes. */
static void bodies(void **state) {
    (void)state;
    FILE *file = fopen("block.lua", "w");
    assert_non_null(file);
    fputs("local p = param{ nu = 0.48 }\n"
          "return body { mesh = rectangle{ length = 1, height = 0.5, cells = {4, 4}, element = 'Q1' },\n"
          "  material = elastic{ E = 1, nu = p.nu, rho = 1, plane = 'stress', thickness = 1 }, fix = { top = "
          "{'x', 'y'} },\n"
          "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 2 }, state = 'slip-' "
          "},\n"
          "  study = stability{ critical_mu = true } }\n",
          file);
    assert_int_equal(fclose(file), 0);
    for (int jobs = 1; jobs <= 2; jobs++) {
        char words[200];
        snprintf(words, sizeof words,
                 "sweep block.lua --over nu=0.1,0.3,0.48,0.7 --jobs %d -o b%d.h5 --json --quiet", jobs, jobs);
        assert_int_equal(judder(words), 0);
        /* As published; a solid does not have the last one. */
        assert_non_null(strstr(text_out, "[0.10000000000000001,\"done\",2.98728490"));
        assert_non_null(strstr(text_out, "[0.29999999999999999,\"done\",2.24050923"));
        assert_non_null(strstr(text_out, "[0.47999999999999998,\"done\",1.743266"));
        assert_non_null(strstr(text_out, "\"outcome\":\"refused\",\"reason\":\"block.lua:3: "));
    }
    same_result("b1.h5", "b2.h5");
}

/* One element over nu and its height beta: the least mu of the closed form, and where one node
 * sticks in the mode. */
static void one_element(void **state) {
    (void)state;
    assert_int_equal(
        judder(
            "sweep " JUDDER_SOURCE_DIR
            "/cases/one_element/case.lua --over nu=0.05:0.45:5 --over beta=0.2:1.6:5 -o e.h5 --json --quiet"),
        0);
    Value *report = json_read(text_out);
    assert_non_null(report);
    const Value *columns = value_get(report, "columns"), *rows = value_get(report, "rows");
    size_t mu = 0, stick = 0;
    for (size_t c = 0; c < value_length(columns); c++) {
        const char *name = value_as_text(value_at(columns, c));
        if (strcmp(name, "stability.critical_mu") == 0) mu = c;
        if (strcmp(name, "stability.modes_1.stick_count") == 0) stick = c;
    }
    assert_true(mu > 0 && stick > 0);
    assert_int_equal(value_length(rows), 25);
    for (size_t i = 0; i < 25; i++) {
        const Value *row = value_at(rows, i);
        const double nu = value_as_number(value_at(row, 0)), b = value_as_number(value_at(row, 1));
        const bool sticks = 5 * nu * nu - 8 * (1 + 2 * b * b) * nu + 3 > 0;
        assert_near(value_as_number(value_at(row, mu)),
                    sticks ? (2 * b + (1 - nu) / b) / (0.75 * (1 + nu))
                           : sqrt((8 + (1 - nu) / (b * b)) / (6 * nu)),
                    1e-8);
        assert_int_equal((int)value_as_number(value_at(row, stick)), sticks);
    }
    value_destroy(&report);
    assert_int_equal(judder("plot e.h5 --of stability.critical_mu -o e.svg"), 0);
    static char figure[1 << 20];
    slurp("e.svg", figure, sizeof figure);
    assert_non_null(strstr(figure, "edge of the modes in which all contacts slip"));
    assert_non_null(strstr(figure, "class=\"words level\""));
}

static void interrupted(void **state) {
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen("out.txt", "w", stdout) || !freopen("err.txt", "w", stderr)) _exit(9);
        execl(JUDDER_PROGRAM, "judder", "sweep", "tent.lua", "--over", "mu_s=0.5:1.2:60000", "-o", "cut.h5",
              (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 2000 && !exists("cut.h5.journal"); i++) usleep(10000);
    usleep(SANITIZED ? 500000 : 100000);
    kill(child, SIGINT);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    slurp("out.txt", text_out, sizeof text_out);
    assert_non_null(strstr(text_out, "--resume"));
    assert_true(exists("cut.h5") && exists("cut.h5.journal"));
    assert_int_equal(judder("report cut.h5"), 0);
}

/* A process that is killed costs the point it was at; the others are computed. */
static void killed_worker(void **state) {
    (void)state;
    const pid_t parent = fork();
    if (parent == 0) {
        if (!freopen("out.txt", "w", stdout) || !freopen("err.txt", "w", stderr)) _exit(9);
        execl(JUDDER_PROGRAM, "judder", "sweep", "tent.lua", "--over",
              SANITIZED ? "mu_s=0.5:1.2:200" : "mu_s=0.5:1.2:1000", "-o", "hurt.h5", "--jobs", "2", "--json",
              "--quiet", (char *)NULL);
        _exit(127);
    }
    char list[100];
    pid_t child = 0;
    snprintf(list, sizeof list, "/proc/%d/task/%d/children", parent, parent);
    for (int i = 0; i < 2000 && child == 0; i++) {
        FILE *file = fopen(list, "r");
        assert_non_null(file);
        if (fscanf(file, "%d", &child) != 1) child = 0;
        fclose(file);
        usleep(500);
    }
    assert_true(child > 0);
    usleep(SANITIZED ? 50000 : 5000);
    kill(child, SIGSEGV);
    int status;
    assert_int_equal(waitpid(parent, &status, 0), parent);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    slurp("out.txt", text_out, sizeof text_out);
    assert_non_null(strstr(text_out, "\"failed\":1,\"missing\":0"));
    /* Under the sanitizer the signal becomes an exit status. */
    assert_non_null(strstr(text_out, SANITIZED ? "the process ended" : "the process was ended by signal 11"));
}

static void failing_points(void **state) {
    (void)state;
    assert_int_equal(judder("sweep tent.lua --over mu_s=-0.5:1:4 -o some.h5 --json --quiet"), 0);
    assert_non_null(strstr(text_out, "\"points\":4,\"done\":3,\"failed\":1"));
    assert_non_null(
        strstr(text_out, "\"outcome\":\"refused\",\"reason\":\"tent.lua:3: mu_s of linear is -0.5"));
    assert_int_equal(judder("sweep tent.lua --over mu_s=-2,-1 -o none.h5"), 1);
    assert_int_equal(judder("sweep tent.lua --over mus=1,2"), 2);
    assert_non_null(strstr(text_err, "did you mean mu_s?"));
    assert_int_equal(judder("sweep tent.lua"), 2);
    assert_int_equal(judder("sweep tent.lua --over mu_s=1,2 --set mu_s=1"), 2);
    assert_int_equal(judder("sweep tent.lua --over mu_s=1,2 --sample w:maxima"), 2);
    assert_non_null(strstr(text_err, "load"));
    assert_int_equal(judder("sweep tent.lua --over mu_s=1,2 --jobs 0"), 2);
    assert_int_equal(judder("sweep tent.lua --over mu_s=1,2 -o tent.lua"), 2);
    assert_int_equal(judder("sweep tent.lua --over mu_s=1,2 -o nowhere/x.h5"), 2);
    assert_false(exists("tent_sweep.h5"));
    assert_int_equal(judder("sweep tent.lua --over mu_s=1,2"), 0);
    assert_true(exists("tent_sweep.h5"));
}

/* Friction that changes with the speed leaves growth from rest open: computed, but not answered. */
static void unanswered_points(void **state) {
    (void)state;
    FILE *file = fopen("open.lua", "w");
    assert_non_null(file);
    fputs("local p = param{ slope = 0 }\n"
          "return system { mass = { {1, 0}, {0, 1} }, stiffness = { {4, 1}, {1, 1} },\n"
          "  contacts = { { normal = 1, tangent = 2, state = \"slip\", direction = 1, mu = 0.4,\n"
          "                 slope = p.slope, reaction = {-1, -0.4} } },\n"
          "  study = stability{ growth = true } }\n",
          file);
    fclose(file);
    assert_int_equal(judder("sweep open.lua --over slope=0,-1,-2 -o open.h5 --json"), 0);
    assert_non_null(strstr(text_out, "\"done\":3,\"failed\":0,\"missing\":0,\"unanswered\":2"));
    /* The same where the finished result is read back. */
    assert_int_equal(judder("sweep open.lua --over slope=0,-1,-2 -o open.h5 --resume"), 0);
    assert_non_null(strstr(text_out, "3 points: 3 done (2 of them without an answer)"));
}

/* Under mpirun the first process does it all, the others nothing. */
static void ranks(void **state) {
    (void)state;
    assert_int_equal(setenv("OMPI_COMM_WORLD_RANK", "1", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1), 0);
    assert_int_equal(judder("sweep tent.lua --over mu_s=0.6,0.7,0.8 -o rank.h5"), 0);
    assert_false(exists("rank.h5"));
    assert_int_equal(setenv("OMPI_COMM_WORLD_RANK", "0", 1), 0);
    assert_int_equal(judder("sweep tent.lua --over mu_s=0.6,0.7,0.8 -o rank.h5"), 0);
    assert_true(exists("rank.h5"));
    assert_non_null(strstr(text_out, "2 processes"));
    /* Two of four on another machine: refused, not done by a part of them. */
    assert_int_equal(setenv("OMPI_COMM_WORLD_SIZE", "4", 1), 0);
    assert_int_equal(judder("sweep tent.lua --over mu_s=0.6,0.7,0.8 -o far.h5"), 2);
    assert_non_null(strstr(text_err, "2 of the 4 processes of mpirun are on other machines"));
    assert_false(exists("far.h5"));
    unsetenv("OMPI_COMM_WORLD_SIZE");
    unsetenv("OMPI_COMM_WORLD_RANK");
    unsetenv("OMPI_COMM_WORLD_LOCAL_SIZE");
}

static void pages_and_figures(void **state) {
    (void)state;
    assert_int_equal(judder("run tent.lua --quiet"), 0);
    assert_int_equal(judder("report tent.h5"), 0);
    assert_true(exists("tent.html"));
    assert_int_equal(judder("report nothing.h5"), 2);
    assert_int_equal(judder("report tent.lua"), 2);
    assert_int_equal(judder("report"), 2);
    assert_int_equal(judder("plot tent.h5 --of load --against v -o loop.svg"), 0);
    assert_int_equal(judder("plot tent.h5 --of load --log x -o loop.svg"), 0);
    assert_int_equal(judder("plot tent.h5 --of load"), 2);
    assert_int_equal(judder("plot tent.h5 -o loop.svg"), 2);
    assert_int_equal(judder("plot tent.h5 --of lode -o loop.svg"), 2);
    assert_non_null(strstr(text_err, "did you mean load?"));
    assert_int_equal(judder("plot tent.h5 --of load --log z -o loop.svg"), 2);
    /* A stretch of the time, and other titles. */
    static char figure[1 << 20];
    assert_int_equal(judder("plot tent.h5 --of load --from 100*ms --to 0.25 --y '<force> [N]' -o part.svg"),
                     0);
    slurp("part.svg", figure, sizeof figure);
    assert_non_null(strstr(figure, "data-x=\"0.1 0.25 0 "));
    assert_non_null(strstr(figure, "&lt;force&gt; [N]"));
    assert_int_equal(judder("plot tent.h5 --of load --from 2 --to 1 -o part.svg"), 2);
    assert_int_equal(judder("plot tent.h5 --of load --size 480x300 -o part.svg"), 0);
    slurp("part.svg", figure, sizeof figure);
    assert_non_null(strstr(figure, "viewBox=\"0 0 480 300\""));
    assert_int_equal(judder("plot tent.h5 --of load --size 480 -o part.svg"), 2);
    assert_int_equal(judder("plot tent.h5 --of load --size 4x3 -o part.svg"), 2);
    assert_int_equal(judder("plot tent.h5 --of load --from soon -o part.svg"), 2);
    assert_int_equal(judder("plot tent.h5 --of load -o loop.pdf"), 2);
    if (system("command -v rsvg-convert >/dev/null") == 0) {
        assert_int_equal(judder("plot tent.h5 --of v -o v.png"), 0);
        assert_int_equal(system("head -c 4 v.png | grep -q PNG"), 0);
    }
    /* Without the program that makes them, a PNG is refused with what to do. */
    assert_int_equal(system("PATH=/nowhere " JUDDER_PROGRAM " plot tent.h5 --of v -o w.png 2>err.txt") >> 8,
                     2);
    assert_false(exists("w.png"));
    /* Two axes give a map, a sampled sweep its diagram. */
    assert_int_equal(
        judder(
            "sweep tent.lua --over mu_s=0.5:1:6 --over v_c=0.1,0.2,0.3 --sample v:maxima -o map.h5 --quiet"),
        0);
    assert_int_equal(judder("report map.h5 -o map.html"), 0);
    static char page[1 << 21];
    slurp("map.html", page, sizeof page);
    assert_non_null(strstr(page, "class=\"map\""));
    assert_non_null(strstr(page, "class=\"contour\""));
    assert_non_null(strstr(page, "one dot a sample"));
    assert_int_equal(judder("plot map.h5 --of march.jumps -o map.svg"), 0);
    assert_int_equal(judder("export map.h5 --csv tables"), 0);
    assert_true(exists("tables/01_sweep_series.csv"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(order_is_that_of_the_grid),
                                       cmocka_unit_test(killed_and_resumed),
                                       cmocka_unit_test(finished_and_resumed),
                                       cmocka_unit_test(bodies),
                                       cmocka_unit_test(one_element),
                                       cmocka_unit_test(interrupted),
                                       cmocka_unit_test(killed_worker),
                                       cmocka_unit_test(failing_points),
                                       cmocka_unit_test(unanswered_points),
                                       cmocka_unit_test(ranks),
                                       cmocka_unit_test(pages_and_figures)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
