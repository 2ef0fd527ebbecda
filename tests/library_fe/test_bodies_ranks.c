/* Bodies through the installed header, on one rank and on two, and on a communicator that is
 * not the world. */
#include <judder.h>
#include <judder_fe.h>

#include "judder_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char block[] = JUDDER_SOURCE_DIR "/cases/block_modes/case.lua";
static int rank, ranks;

static void good(judder_status status) {
    if (status != JUDDER_STATUS_OK) fail_msg("%s", judder_error_message());
}

static judder_case block_of(const char *n, const char *nu) {
    static judder_setting settings[2];
    settings[0] = (judder_setting){"n", n};
    settings[1] = (judder_setting){"nu", nu};
    return (judder_case){.file = block, .settings = settings, .setting_count = 2};
}

/* The published table: n = 9, nu = 0.1 and 0.48. */
static void test_run(void **unused) {
    (void)unused;
    const struct {
        const char *nu;
        double mu;
    } table[] = {{"0.1", 3.1931829867}, {"0.48", 1.7244995322}};
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const judder_case given = block_of("9", table[i].nu);
        judder_run *run = NULL;
        good(judder_fe_case_run(&given, NULL, &run));
        const judder_study *study = judder_run_study(run, "stability");
        if (rank == 0) {
            assert_non_null(study);
            assert_near(judder_value_number(judder_value_get(study->values, "critical_mu")), table[i].mu,
                        1e-9);
            assert_true(judder_value_flag(judder_value_get(study->values, "certified")));
            assert_true(study->field_count > 0); /* the mode as a motion of the mesh */
        } else {
            assert_null(study);
        }
        judder_run_destroy(&run);
    }
}

/* The pencil of the body, given to the search of the main library, has the same answer. */
static void test_pencil(void **unused) {
    (void)unused;
    const judder_case given = block_of("5", "0.1");
    judder_fe_pencil pencil;
    good(judder_fe_pencil_create(&given, 0, &pencil));
    if (rank == 0) {
        assert_int_equal(pencil.n, 5);
        double x[5];
        judder_eicp_report report;
        good(judder_eicp_least(&(judder_eicp){pencil.n, pencil.A, pencil.B}, NULL, x, NULL, &report));
        assert_near(report.mu, 2.9872849028, 1e-9);
        assert_near(x[1], 0, 1e-12); /* node 2 sticks */
        assert_int_equal(pencil.position[1], 2);
    } else {
        assert_int_equal(pencil.n, 0);
    }
    judder_fe_pencil_release(&pencil);
}

static void test_file_and_errors(void **unused) {
    (void)unused;
    char path[100];
    snprintf(path, sizeof path, "/tmp/judder-fe-%d.h5", (int)getppid());
    const judder_case given = block_of("3", "0.3");
    judder_run *run = NULL;
    char *plan = NULL;
    good(judder_fe_case_run(&given, &(judder_run_options){.output = path}, &run));
    if (rank == 0) assert_string_equal(judder_run_study(run, "stability")->outcome, "done");
    judder_run_destroy(&run);
    if (rank == 0) {
        good(judder_run_open(path, &run));
        assert_string_equal(judder_run_model(run), "body");
        judder_run_destroy(&run);
        unlink(path);
    }
    good(judder_fe_case_check(&given, &plan));
    assert_contains(plan, "stability");
    judder_text_destroy(&plan);
    const judder_case wrong = block_of("9", "0.7");
    assert_int_equal(judder_fe_case_run(&wrong, NULL, &run), JUDDER_STATUS_INPUT);
    assert_contains(judder_error_message(), "nu");
    judder_fe_pencil pencil;
    const judder_case dragged = {.file = JUDDER_SOURCE_DIR "/cases/dragged_block/case.lua"};
    assert_int_equal(judder_fe_pencil_create(&dragged, 0, &pencil), JUDDER_STATUS_INPUT);
    assert_contains(judder_error_message(), "impose a state");
    assert_int_equal(judder_fe_start(MPI_COMM_WORLD, 0, NULL), JUDDER_STATUS_INPUT);
    assert_contains(judder_error_message(), "already open");
}

/* What the last rank alone is refused ends the call of all. */
static void test_lone_refusal(void **unused) {
    (void)unused;
    const judder_case whole = block_of("3", "0.3"), missing = {.file = "nowhere.lua"},
                      *given = rank == ranks - 1 ? &missing : &whole;
    const char *words = "nowhere.lua"; /* also where it was not */
    judder_run *run = NULL;
    judder_fe_pencil pencil;
    char *plan = NULL;
    assert_int_equal(judder_fe_case_run(given, NULL, &run), JUDDER_STATUS_INPUT);
    assert_contains(judder_error_message(), words);
    assert_null(run);
    assert_int_equal(judder_fe_pencil_create(given, 0, &pencil), JUDDER_STATUS_INPUT);
    assert_contains(judder_error_message(), words);
    assert_int_equal(judder_fe_case_check(given, &plan), JUDDER_STATUS_INPUT);
    assert_int_equal(judder_fe_pencil_create(&whole, rank == ranks - 1 ? -1 : 0, &pencil),
                     JUDDER_STATUS_INPUT);
    assert_string_equal(judder_error_field(), "z");
}

static bool never(void *context) {
    ++*(int *)context;
    return false;
}

/* Each pointer that is needed, missing; on all ranks alike. */
static void test_missing(void **unused) {
    (void)unused;
    const judder_case given = block_of("5", "0.1");
    judder_fe_pencil pencil;
    judder_run *run = NULL;
    char *plan = NULL;
    assert_int_equal(judder_fe_case_check(NULL, &plan), JUDDER_STATUS_INPUT);
    assert_int_equal(judder_fe_case_check(&given, NULL), JUDDER_STATUS_OK);
    assert_int_equal(judder_fe_case_run(NULL, NULL, &run), JUDDER_STATUS_INPUT);
    assert_int_equal(judder_fe_case_run(&given, NULL, NULL), JUDDER_STATUS_INPUT);
    assert_contains(judder_error_message(), "run is NULL");
    assert_int_equal(judder_fe_pencil_create(NULL, 0, &pencil), JUDDER_STATUS_INPUT);
    assert_int_equal(judder_fe_pencil_create(&given, 0, NULL), JUDDER_STATUS_INPUT);
    assert_int_equal(judder_fe_start(MPI_COMM_WORLD, 2, NULL), JUDDER_STATUS_INPUT);
    judder_fe_pencil_release(NULL);
}

/* The question of the thread, which the main library has, stops bodies too: on all ranks if one says no. */
static void test_question_of_the_thread(void **unused) {
    (void)unused;
    const judder_case given = {.file = JUDDER_SOURCE_DIR "/cases/dragged_block/case.lua"};
    int asked = 0;
    judder_run *run = NULL;
    if (rank == ranks - 1) judder_thread_go_on(never, &asked);
    good(judder_fe_case_run(&given, NULL, &run));
    judder_thread_go_on(NULL, NULL);
    assert_int_equal(asked, rank == ranks - 1);
    assert_false(judder_run_complete(run));
    judder_run_destroy(&run);
}

/* A 1-D model is run by the first rank alone. */
static void test_other_models(void **unused) {
    (void)unused;
    judder_run *run = NULL;
    good(judder_fe_case_run(&(judder_case){.file = JUDDER_SOURCE_DIR "/cases/hysteresis_cycle/case.lua"},
                            NULL, &run));
    if (rank == 0)
        assert_exact(judder_value_number(judder_value_get(judder_run_study(run, "march")->values, "jumps")),
                     2);
    judder_run_destroy(&run);
}

/* Settings of PETSc in the current folder name a library that is none: whoever read them would not start. */
static judder_status start_among_settings(MPI_Comm own) {
    static const char *const names[] = {".petscrc", "petscrc"};
    char folder[] = "/tmp/judder-library-fe-XXXXXX";
    char *here = getcwd(NULL, 0);
    if (!here || !mkdtemp(folder) || chdir(folder) != 0) return JUDDER_STATUS_MACHINE;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        FILE *file = fopen(names[i], "w");
        if (file) fputs("-dll_prepend ./no_library.so\n", file), fclose(file);
    }
    const judder_status status = judder_fe_start(own, 0, NULL);
    for (size_t i = 0; i < COUNT_OF(names); i++) unlink(names[i]);
    const bool back = chdir(here) == 0 && rmdir(folder) == 0;
    free(here);
    return back ? status : JUDDER_STATUS_MACHINE;
}

int main(int count, char **words) {
    judder_run *run = NULL;
    judder_fe_pencil pencil;
    if (judder_fe_pencil_create(&(judder_case){.file = block}, 0, &pencil) != JUDDER_STATUS_INPUT ||
        judder_fe_case_run(&(judder_case){.file = block}, NULL, &run) != JUDDER_STATUS_INPUT)
        return 1; /* nothing was started */
    MPI_Init(&count, &words);
    MPI_Comm own;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_rank(own, &rank);
    MPI_Comm_size(own, &ranks);
    if (start_among_settings(own) != JUDDER_STATUS_OK) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_pencil),
        cmocka_unit_test(test_file_and_errors),
        cmocka_unit_test(test_other_models),
        cmocka_unit_test(test_lone_refusal),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_question_of_the_thread),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    judder_fe_end();
    MPI_Comm_free(&own);
    MPI_Finalize();
    return failed;
}
