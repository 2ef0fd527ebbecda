/* --resume is refused once a file that the case names has changed: each kind of file, for runs and for
 * sweeps. */
#include "crash/crash.h"

typedef struct Named {
    const char *text;     /* of the case */
    const char *copied;   /* its files, from the source folder */
    const char *over;     /* of a sweep */
    const char *files[4]; /* of the sweep; ends with NULL */
    size_t first;         /* so many of them are of the run */
} Named;

static const Named named[] = {
    {"local p = param{ be = 3e-7 }\n"
     "return system { mass = matrix_market 'M.mtx', stiffness = matrix_market 'K.mtx',\n"
     "  damping = rayleigh{ stiffness = p.be }, contact_table = 'contacts.csv',\n"
     "  study = { stability{ critical_mu = true }, stability{ critical_mu = true, name = 'again' } } }\n",
     "cases/imported_matrices/M.mtx cases/imported_matrices/K.mtx cases/imported_matrices/contacts.csv",
     "be=1e-7:9e-7:6",
     {"M.mtx", "K.mtx", "contacts.csv"},
     3},
    /* Each point has a mesh of its own. */
    {"local p = param{ n = 11 }\n"
     "return body { mesh = gmsh('legs_' .. math.floor(p.n) .. '.msh'), material = elastic{ E = 1, nu = 0.3 "
     "},\n"
     "  fix = { held = {'x', 'y'} },\n"
     "  contact = { side = 'foot', law = unilateral{}, friction = constant{ mu = 0.3 } },\n"
     "  load = press{ side = 'held', by = 1e-3, steps = 3 }, study = { path{}, path{ name = 'again' } } }\n",
     "cases/two_legs/legs_11.msh cases/two_legs/legs_14.msh",
     "n=11,14",
     {"legs_11.msh", "legs_14.msh"},
     1},
};

static void get_ready(const Named *one) {
    char command[600];
    write_text("case.lua", one->text);
    snprintf(command, sizeof command, "rm -f part.h5*; here=$PWD; cd " JUDDER_SOURCE_DIR " && cp %s $here",
             one->copied);
    assert_int_equal(system(command), 0);
}

/* Dies before the n-th time that a file is put in place, with n as small as leaves something to go on from.
 * */
static void leave(const char *words, const char *left) {
    char fault[40];
    start_with[0] = fault;
    start_with[1] = "LD_PRELOAD=" JUDDER_FAULTS_SHIM;
    for (int n = 1; n < 30 && !exists(left); n++) {
        snprintf(fault, sizeof fault, "JUDDER_FAULT=rename:%d:kill", n);
        const int status = judder(words);
        if (status != -SIGKILL) fail_msg("%d: status %d: %s", n, status, message());
    }
    start_with[0] = start_with[1] = NULL;
    assert_true(exists(left));
}

/* A blank more at its end: the same numbers, another file. */
static void change(const char *file) {
    char command[200];
    snprintf(command, sizeof command, "cp %s before && echo >> %s", file, file);
    assert_int_equal(system(command), 0);
}

static void change_back(const char *file) {
    char command[200];
    snprintf(command, sizeof command, "mv before %s", file);
    assert_int_equal(system(command), 0);
}

static void a_run_sees_each(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(named); i++) {
        get_ready(&named[i]);
        leave("run case.lua -o part.h5 --quiet --checkpoint 0", "part.h5.checkpoint");
        for (size_t f = 0; f < named[i].first; f++) {
            change(named[i].files[f]);
            assert_int_equal(judder("run case.lua -o part.h5 --quiet --resume"), 2);
            assert_contains(message(), "a file that the case names");
            change_back(named[i].files[f]);
        }
        const int status = judder("run case.lua -o part.h5 --quiet --resume");
        if (status != 0) fail_msg("%s", message());
        assert_false(exists("part.h5.checkpoint"));
    }
}

static void a_sweep_sees_each(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(named); i++) {
        char words[200];
        snprintf(words, sizeof words, "sweep case.lua --over %s -o part.h5 --quiet --jobs 2 --resume",
                 named[i].over);
        get_ready(&named[i]);
        /* All points are in the journal when the result is put in place. */
        leave(words, "part.h5.journal");
        for (const char *const *file = named[i].files; *file; file++) {
            change(*file);
            assert_int_equal(judder(words), 2);
            assert_contains(message(), *file);
            assert_contains(message(), "has changed since");
            change_back(*file);
        }
        assert_int_equal(judder(words), 0);
        assert_false(exists("part.h5.journal"));
        /* A finished one is reported again only if its files are as they were. */
        assert_int_equal(judder(words), 0);
        const double age = age_of("part.h5");
        change(named[i].files[0]);
        assert_int_equal(judder(words), 0);
        assert_true(age_of("part.h5") < age);
        change_back(named[i].files[0]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_run_sees_each),
                                       cmocka_unit_test(a_sweep_sees_each)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
