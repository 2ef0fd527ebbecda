/* Results that lost their seal, or whose numbers were changed before they got one, are not believed. */
#include "crash/outputs.h"

#include "results/store/dataset.h"

#include <hdf5.h>

/* Another number in a result that is done, and no seal any more. */
static void alter(const char *path, const char *name, double number) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0 && H5Adelete(file, "sealed") >= 0);
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    assert_true(set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &number) >= 0);
    H5Dclose(set);
    H5Fclose(file);
}

static bool file_contains(const char *name, const char *part) {
    char command[200];
    snprintf(command, sizeof command, "grep -q '%s' %s", part, name);
    return system(command) == 0;
}

static void without_a_seal_nothing_is_done(void **state) {
    (void)state;
    leave_something();
    alter("kept.h5", "/studies/01_march/scalars/t_final", 777.25);
    assert_int_equal(judder("report kept.h5 -o page.html"), 0);
    assert_contains(message(), "kept.h5: it has no seal");
    assert_true(file_contains("page.html", "it has no seal"));
    assert_int_equal(judder("export kept.h5 --csv tables"), 0);
    assert_contains(message(), "kept.h5: it has no seal");
    assert_int_equal(judder("plot kept.h5 --of v -o v.svg"), 0);
    assert_contains(message(), "kept.h5: it has no seal");
    assert_int_equal(judder("run small.lua -o kept.h5 --resume --json"), 0);
    assert_contains(message(), "starts at the beginning");
    assert_false(file_contains("out.txt", "777.25"));
    assert_int_equal(judder("report kept.h5 -o page.html"), 0);
    assert_string_equal(message(), "");
    assert_false(file_contains("page.html", "no seal"));
    assert_int_equal(judder("run small.lua -o kept.h5 --resume --json"), 0);
    assert_contains(message(), "finished already");
    /* A sweep too. */
    assert_int_equal(judder("sweep swept.lua --over mu=0.4:0.5:2 -o sweep.h5 --jobs 1 --json"), 0);
    assert_int_equal(system("cp out.txt first.txt"), 0);
    alter("sweep.h5", "/studies/01_sweep/scalars/points", 2);
    assert_int_equal(judder("sweep swept.lua --over mu=0.4:0.5:2 -o sweep.h5 --jobs 1 --json --resume"), 0);
    assert_false(strstr(message(), "nothing was left to do"));
    assert_int_equal(system("cmp out.txt first.txt"), 0);
}

/* A number of a series of a result that a killed run left. */
static void alter_row(const char *path, const char *series) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), set = H5Dopen2(file, series, H5P_DEFAULT);
    const hid_t space = H5Dget_space(set), one = H5Screate_simple(1, (const hsize_t[]){1}, NULL);
    double number = 0;
    assert_true(set >= 0);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, (const hsize_t[]){3}, NULL, (const hsize_t[]){1}, NULL);
    assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &number) >= 0);
    number += 1e-9;
    assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &number) >= 0);
    H5Sclose(one), H5Sclose(space), H5Dclose(set), H5Fclose(file);
}

/* What a run goes on from is what it had written: of the study that was under way, and of those before. */
static void altered_rows_are_not_taken_up(void **state) {
    (void)state;
    static const char *const series[] = {"/studies/01_first/series/v", "/studies/02_second/series/v"};
    leave_something();
    write_text("two.lua", "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, "
                          "load = function(t) return 1.6*math.sin(t) end, study = { "
                          "march{ name = 'first', final = 10, step = 1e-2 }, "
                          "march{ name = 'second', final = 1e6, step = 1e-2, every = 100 } } }\n");
    for (size_t i = 0; i < COUNT_OF(series); i++) {
        assert_int_equal(system("rm -f out out.checkpoint"), 0);
        const pid_t child = start("run two.lua -o out --quiet --checkpoint 0.05");
        wait_for("out.checkpoint");
        usleep(300000);
        kill(child, SIGKILL);
        assert_int_equal(finish(child), -SIGKILL);
        assert_int_equal(system("cp out before; cp out.checkpoint state"), 0);
        alter_row("out", series[i]);
        ends(judder("run two.lua -o out --quiet --resume"), 2, "its numbers are not those");
        assert_int_equal(system("cmp out.checkpoint state"), 0);
        /* As it was it goes on. */
        assert_int_equal(system("cp before out"), 0);
        assert_int_equal(judder_signalled("run two.lua -o out --quiet --resume", SIGINT, 500000), 1);
    }
}

int main(void) {
    hdf5_be_quiet();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_seal_nothing_is_done),
        cmocka_unit_test(altered_rows_are_not_taken_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
