/* The folder of a stranger around a case: settings, libraries and programs in it that the libraries below
 * judder would take by themselves. None is opened: the kernel tells which files are. */
#include "shell.h"

#include <stdbool.h>
#include <sys/inotify.h>
#include <sys/stat.h>

static const char block[] =
    "local p = param{ n = 3 }\n"
    "return body {\n"
    "  mesh = rectangle{ length = 1, height = 1, cells = {2, p.n} },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 1 } },\n"
    "  load = press{ side = 'top', by = 0.01 }, study = path{} }\n";

static const char tent[] = "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },\n"
                           "  load = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },\n"
                           "  study = march{ final = 1, step = 1e-3, probe = {0.5} } }\n";

/* Proofs load libraries of their own: exact arithmetic of small systems, sparse factors of bodies. */
static const char small[] =
    "return system { stiffness = {{5, 1}, {1, 2}}, mass = {{1, 0}, {0, 1}},\n"
    "  contacts = { { normal = 1, tangent = 2, state = 'slip', direction = 1, mu = 0.4 } },\n"
    "  study = stability{ critical_mu = true, growth = true } }\n";
static const char slipping[] =
    "return body {\n"
    "  mesh = rectangle{ length = 1, height = 1, cells = {12, 12} },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 1 }, state = 'slip-' },\n"
    "  study = stability{ critical_mu = true } }\n";

/* Files that each would be a way in, and what it would do there. */
static const struct {
    const char *name, *text;
} baits[] = {
    {".petscrc", "-log_view :taken.txt\n-dll_prepend ./bait.so\n"},
    {"petscrc", "-log_view :taken.txt\n-dll_prepend ./bait.so\n"},
    {"petscopt", "-log_view :taken.txt\n"},
    {"slepcrc", "-log_view :taken.txt\n"},
    {"ucx.conf", "UCX_MODULE_DIR=.\n"},
    {".openmpi/mca-params.conf", "mca_base_component_path=.\n"},
    {"(null)/.openmpi/mca-params.conf", "mca_base_component_path=.\n"},
    {"(null)/.openmpi/components/mca_bait.so", "no library\n"},
    {".pmix/mca-params.conf", "mca_base_component_path=.\n"},
    {"openmpi-mca-params.conf", "mca_base_component_path=.\n"},
    {"bait.so", "no library\n"},
    {"libm.so.6", "no library\n"},
    {"libc.so.6", "no library\n"},
    {"liblua5.4.so.0", "no library\n"},
    {"libhdf5_serial.so.103", "no library\n"},
    {"liblapacke.so.3", "no library\n"},
    {"libsndfile.so.1", "no library\n"},
    {"libpetsc_real.so.3.18", "no library\n"},
    {"libmpi.so.40", "no library\n"},
    {"libClp.so.1", "no library\n"},
    {"libcholmod.so.3", "no library\n"},
    {"libmetis.so.5", "no library\n"},
    {"libflint.so.17", "no library\n"},
    {"libflint-arb.so.2", "no library\n"},
    {"libgmp.so.10", "no library\n"},
    {"libmpfr.so.6", "no library\n"},
    {"libjudder.so.0", "no library\n"},
    {"init.lua", "error('taken')\n"},
    {"wisdom", "(fftw-3.3)\n"},
    {"judder-fe", "#!/bin/sh\ntouch taken.txt\n"},
    {"gmsh", "#!/bin/sh\ntouch taken.txt\n"},
};

static int prepare(void **state) {
    if (enter_folder(state) != 0) return -1;
    if (system("mkdir -p .openmpi .pmix '(null)/.openmpi/components'") != 0) return -1;
    for (size_t i = 0; i < COUNT_OF(baits); i++) write_file(baits[i].name, baits[i].text);
    write_file("good.lua", block);
    write_file("tent.lua", tent);
    write_file("tent_small.lua", small);
    write_file("good_slipping.lua", slipping);
    return chmod("judder-fe", 0755) == 0 && chmod("gmsh", 0755) == 0 ? 0 : -1;
}

/* What the cases are, what the shell of the test writes, and what comes out. */
static bool is_expected(const char *name) {
    static const char *const own[] = {"out.txt", "err.txt", "good", "tent", ".good", ".tent"};
    for (size_t i = 0; i < COUNT_OF(own); i++)
        if (strncmp(name, own[i], strlen(own[i])) == 0) return true;
    return false;
}

static void look_at(int watch, const char *command) {
    static char events[1 << 20];
    const ssize_t count = read(watch, events, sizeof events);
    for (ssize_t at = 0; at < count;) {
        const struct inotify_event *event = (const struct inotify_event *)(const void *)(events + at);
        if (event->len > 0 && !(event->mask & IN_ISDIR) && !is_expected(event->name))
            fail_msg("%s: opened %s", command, event->name);
        at += (ssize_t)(sizeof *event + event->len);
    }
}

static void assert_closed(const char *command, int expected) {
    static const char *const folders[] = {".", ".openmpi", ".pmix", "(null)/.openmpi",
                                          "(null)/.openmpi/components"};
    const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        assert_true(inotify_add_watch(watch, folders[i], IN_OPEN | IN_CREATE) >= 0);
    const int status = shell(command);
    look_at(watch, command);
    close(watch);
    if (expected >= 0 && status != expected) fail_msg("%s: status %d: %s", command, status, text_err);
    assert_int_not_equal(access("taken.txt", F_OK), 0);
}

static void settings_and_libraries_of_the_folder_are_not_opened(void **state) {
    (void)state;
    assert_closed(JUDDER_PROGRAM " check good.lua", 0);
    assert_closed(JUDDER_PROGRAM " run good.lua --quiet", 0);
    assert_closed(JUDDER_PROGRAM " run tent.lua --quiet", 0);
    assert_closed(JUDDER_PROGRAM " run tent_small.lua --json", 0);
    assert_contains(text_out, "\"certified\":true");
    assert_closed(JUDDER_PROGRAM " run good_slipping.lua --json", 0);
    assert_contains(text_out, "\"certified\":true");
    assert_closed(JUDDER_PROGRAM " report good.h5 && " JUDDER_PROGRAM " export tent.h5 --csv tent_csv", 0);
    assert_closed(JUDDER_PROGRAM " sweep good.lua --over n=2,3 --quiet", 0);
    assert_closed("mpirun -n 2 " JUDDER_COMPANION " run good.lua --quiet -o good_2.h5", 0);
}

/* Without a home Open MPI asks for the folder "(null)"; UCX asks for ucx.conf wherever it starts. */
static void nor_where_there_is_no_home(void **state) {
    (void)state;
    assert_closed("env -u HOME " JUDDER_PROGRAM " check good.lua", 0);
    assert_closed("env HOME= " JUDDER_PROGRAM " check good.lua", 0);
    assert_closed("env HOME=. " JUDDER_PROGRAM " check good.lua", 0);
    assert_closed("env OMPI_MCA_pml=ucx " JUDDER_PROGRAM " check good.lua", -1);
}

/* The home may be where one works: what PETSc finds there was not requested either. */
static void nor_by_petsc_in_the_home(void **state) {
    (void)state;
    char command[400];
    snprintf(command, sizeof command,
             "mkdir -p home && cp petscrc home/.petscrc && HOME=%s/home " JUDDER_PROGRAM " check good.lua",
             folder);
    assert_int_equal(shell(command), 0);
    assert_int_not_equal(access("taken.txt", F_OK), 0);
}

static void lua_and_hdf5_read_no_environment(void **state) {
    (void)state;
    assert_closed("env LUA_INIT=@init.lua LUA_INIT_5_4=@init.lua LUA_PATH='./?.lua' LUA_CPATH='./?.so' "
                  "HDF5_PLUGIN_PATH=. HDF5_VOL_CONNECTOR=bait HDF5_DRIVER=bait " JUDDER_PROGRAM
                  " run tent.lua --quiet -o tent_2.h5 && env HDF5_PLUGIN_PATH=. " JUDDER_PROGRAM
                  " report tent_2.h5",
                  0);
}

/* The user's own words. */
static void what_the_user_says_to_petsc_counts(void **state) {
    (void)state;
    assert_int_equal(shell("PETSC_OPTIONS='-log_view :good_1.txt' " JUDDER_PROGRAM " check good.lua"), 0);
    assert_int_equal(access("good_1.txt", F_OK), 0);
    assert_int_equal(shell(JUDDER_PROGRAM " run good.lua --quiet -- -log_view :good_2.txt"), 0);
    assert_int_equal(access("good_2.txt", F_OK), 0);
    write_file("good_mine.txt", "-log_view :good_3.txt\n");
    assert_int_equal(shell(JUDDER_PROGRAM " run good.lua --quiet -- -options_file good_mine.txt"), 0);
    assert_int_equal(access("good_3.txt", F_OK), 0);
    assert_int_equal(shell("PETSC_OPTIONS='-log_view :good_4.txt' mpirun -n 2 " JUDDER_COMPANION
                           " run good.lua --quiet -o good_4.h5"),
                     0);
    assert_int_equal(access("good_4.txt", F_OK), 0);
}

/* Beside judder or in a folder of PATH, which "", "." and the like are not. */
static void the_companion_of_the_folder_is_not_started(void **state) {
    (void)state;
    assert_int_equal(shell("mkdir -p lonely && cp " JUDDER_PROGRAM " lonely/judder"), 0);
    assert_int_equal(shell("PATH=.::bin: lonely/judder check good.lua"), 3);
    assert_contains(text_err, "neither beside judder nor in PATH");
    assert_int_not_equal(access("taken.txt", F_OK), 0);
}

static void the_converter_of_the_folder_is_not_started(void **state) {
    (void)state;
    assert_int_equal(shell("printf '#!/bin/sh\\ntouch taken.txt\\n' > rsvg-convert && chmod +x rsvg-convert"),
                     0);
    assert_int_equal(shell(JUDDER_PROGRAM " new inclusion > moved.lua && " JUDDER_PROGRAM
                                          " run moved.lua -o moved.h5 --quiet"),
                     0);
    assert_int_equal(shell("PATH=.::bin: " JUDDER_PROGRAM " plot moved.h5 --of v -o v.png"), 2);
    assert_contains(text_err, "needs the program rsvg-convert");
    assert_int_not_equal(access("taken.txt", F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_and_libraries_of_the_folder_are_not_opened),
        cmocka_unit_test(nor_where_there_is_no_home),
        cmocka_unit_test(nor_by_petsc_in_the_home),
        cmocka_unit_test(lua_and_hdf5_read_no_environment),
        cmocka_unit_test(what_the_user_says_to_petsc_counts),
        cmocka_unit_test(the_companion_of_the_folder_is_not_started),
        cmocka_unit_test(the_converter_of_the_folder_is_not_started),
    };
    return cmocka_run_group_tests(tests, prepare, leave_folder);
}
