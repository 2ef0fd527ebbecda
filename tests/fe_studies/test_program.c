/* judder-fe and how judder becomes it: programs as a user meets them, alone and under mpirun. */
#include "shell.h"

static const char tent[] = "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },\n"
                           "  load = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },\n"
                           "  study = march{ final = 1, step = 1e-3, probe = {0.5} } }\n";

static const char block[] =
    "return body {\n"
    "  mesh = rectangle{ length = 1, height = 1, cells = {2, 3} },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 1 } },\n"
    "  load = press{ side = 'top', by = 0.01 }, study = path{} }\n";

static int prepare(void **state) {
    if (enter_folder(state) != 0) return -1;
    write_file("tent.lua", tent);
    write_file("good.lua", block);
    return 0;
}

static void the_companion_starts_and_says_its_version(void **state) {
    (void)state;
    assert_int_equal(shell(JUDDER_COMPANION " --version"), 0);
    assert_int_equal(strncmp(text_out, "judder ", 7), 0);
    assert_string_equal(text_err, "");
    assert_int_equal(shell("mpirun -n 2 " JUDDER_COMPANION " --version"), 0);
    assert_int_equal(times(text_out, "judder "), 1);
    assert_int_equal(shell(JUDDER_COMPANION " rnu"), 2);
}

/* Serial HDF5 for our results and HDF5 for MPI below PETSc live in one process; one file is written
 * by however many ranks. */
static void results_are_written_beside_petsc(void **state) {
    (void)state;
    assert_int_equal(shell(JUDDER_COMPANION " run tent.lua --json --quiet -o alone.h5"), 0);
    assert_contains(text_out, "\"jump_times\":[0.3333333333333333");
    assert_int_equal(shell(JUDDER_PROGRAM " export alone.h5 --csv alone"), 0);
    assert_int_equal(shell("mpirun -n 2 " JUDDER_COMPANION " run tent.lua --json --quiet -o two.h5"), 0);
    assert_int_equal(times(text_out, "jump_times"), 1);
    assert_int_equal(
        shell(JUDDER_PROGRAM
              " export two.h5 --csv two && cmp alone/01_march_series.csv two/01_march_series.csv"),
        0);
}

/* The signal that mpirun passes on at once, when the run has said that it is under way. */
static void an_interrupted_run_under_mpirun_saves_what_it_has(void **state) {
    (void)state;
    write_file("long.lua", "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },\n"
                           "  load = function(t) return 1.6*math.sin(t) end, study = march{ final = 1e6, "
                           "step = 1e-4, every = 1000 } }");
    const int status = shell("mpirun -n 2 " JUDDER_COMPANION
                             " run long.lua --json 2>said.txt & p=$!; for i in $(seq 600); "
                             "do grep -q march: said.txt && break; sleep 0.1; done; kill -USR1 $p; wait $p");
    assert_int_equal(status, 1);
    assert_contains(text_out, "interrupted at t =");
    assert_int_equal(times(text_out, "\"outcome\""), 1);
    assert_int_equal(shell(JUDDER_PROGRAM " export long.h5 --csv long"), 0);
}

/* A companion of the test's own beside a copy of judder, then in PATH, tells what it was given; the
 * process stays the same. */
static void judder_hands_bodies_over_with_all_words(void **state) {
    (void)state;
    const char *const places[] = {"lonely/judder-fe", "path/judder-fe"};
    assert_int_equal(shell("mkdir -p lonely path && cp " JUDDER_PROGRAM " lonely/judder"), 0);
    for (int i = 1; i >= 0; i--) {
        char command[400];
        snprintf(command, sizeof command,
                 "printf '#!/bin/sh\\necho %s $$ \"$@\"\\nexit 7\\n' >%s && chmod +x %s", places[i],
                 places[i], places[i]);
        assert_int_equal(shell(command), 0);
        assert_int_equal(
            shell(
                "echo $$; PATH=$PWD/path:$PATH; exec lonely/judder run good.lua -o x.h5 -- -ksp_view --help"),
            7);
        long own = strtol(text_out, NULL, 10);
        char expected[300];
        snprintf(expected, sizeof expected, "%s %ld run good.lua -o x.h5 -- -ksp_view --help\n", places[i],
                 own);
        assert_contains(text_out, expected);
        assert_int_equal(shell("PATH=$PWD/path:$PATH lonely/judder check good.lua"), 7);
    }
    assert_int_equal(shell("PATH=$PWD/path:$PATH lonely/judder run tent.lua --quiet"), 0);
    assert_int_equal(shell("PATH=$PWD/path:$PATH lonely/judder explain body"), 0);
    assert_int_equal(shell("rm lonely/judder-fe path/judder-fe"), 0);
}

/* The options of PETSc reach it: here one that makes it report at its end, whatever became of the case. */
static void words_after_two_dashes_are_petscs(void **state) {
    (void)state;
    shell(JUDDER_PROGRAM " run good.lua -- -log_view");
    assert_contains(text_out, "PETSc Performance Summary");
    assert_int_equal(shell(JUDDER_COMPANION " run tent.lua -- -log_view"), 2);
    assert_contains(text_err, "options after -- are for bodies");
}

static void a_missing_companion_is_said(void **state) {
    (void)state;
    const char *const verbs[] = {"check", "run"};
    unlink("good.h5");
    assert_int_equal(shell("mkdir -p lonely && cp " JUDDER_PROGRAM " lonely/judder"), 0);
    for (int v = 0; v < 2; v++) {
        char command[200];
        snprintf(command, sizeof command, "PATH=/nowhere lonely/judder %s good.lua", verbs[v]);
        assert_int_equal(shell(command), 3);
        assert_contains(text_err, "a body is computed by the program judder-fe");
        assert_contains(text_err, "neither beside judder nor in PATH");
    }
    assert_int_equal(access("good.h5", F_OK), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_companion_starts_and_says_its_version),
        cmocka_unit_test(results_are_written_beside_petsc),
        cmocka_unit_test(an_interrupted_run_under_mpirun_saves_what_it_has),
        cmocka_unit_test(judder_hands_bodies_over_with_all_words),
        cmocka_unit_test(words_after_two_dashes_are_petscs),
        cmocka_unit_test(a_missing_companion_is_said),
    };
    return cmocka_run_group_tests(tests, prepare, leave_folder);
}
