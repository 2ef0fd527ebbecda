/* Places that cannot take a result, disks and memories that are too small: a clear word, status 2 or 3, and
 * what was there stays. */
#include "crash/crash.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>

static const char small[] =
    "return inclusion { friction = constant{ mu = 0.5 }, load = function(t) return math.sin(t) end, "
    "study = march{ final = 20, step = 1e-3 } }\n";
static const char large[] = "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, "
                            "load = function(t) return 1.6*math.sin(t) end, "
                            "study = march{ final = 1000, step = 1e-3 } }\n";

/* The program under a limit; its status. */
static int judder_within(const char *words, int what, rlim_t most) {
    struct rlimit before;
    getrlimit((__rlimit_resource_t)what, &before);
    const struct rlimit narrow = {most, before.rlim_max};
    setrlimit((__rlimit_resource_t)what, &narrow);
    const pid_t child = start(words);
    setrlimit((__rlimit_resource_t)what, &before);
    return finish(child);
}

static void ends(int status, int expected, const char *word) {
    if (status != expected) fail_msg("status %d instead of %d: %s", status, expected, message());
    assert_contains(message(), word);
}

static void leave_something(void) {
    write_text("small.lua", small);
    write_text("large.lua", large);
    unlink("kept.h5");
    assert_int_equal(judder("run small.lua -o kept.h5 --quiet"), 0);
    assert_int_equal(system("cp kept.h5 copy.h5"), 0);
}

static void nothing_has_changed(void) {
    assert_int_equal(system("cmp kept.h5 copy.h5"), 0);
    assert_int_equal(files_with(".tmp"), 0);
}

static void wrong_places_are_refused(void **state) {
    (void)state;
    leave_something();
    ends(judder("run small.lua -o nowhere/kept.h5 --quiet"), 2, "nowhere/kept.h5");
    ends(judder("run small.lua -o . --quiet"), 2, "directory");
    ends(judder("run small.lua -o /dev/full --quiet"), 2, "not a regular file");
    ends(judder("run small.lua -o small.lua --quiet"), 2, "would replace small.lua, which is read");
    ends(judder("run small.lua -o kept.h5/inside.h5 --quiet"), 2, "kept.h5/inside.h5");
    ends(judder("export kept.h5 --csv kept.h5"), 2, "not a folder");
    ends(judder("report kept.h5 -o nowhere/page.html"), 2, "nowhere/page.html");
    ends(judder("report kept.h5 -o kept.h5"), 2, "kept.h5");
    nothing_has_changed();
}

/* The user root may write everywhere: then another one is taken. */
static int judder_as_nobody(const char *words) {
    const pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(126);
        const pid_t inner = start(words);
        const int status = finish(inner);
        _exit(status < 0 ? 125 : status);
    }
    return finish(child);
}

static void protected_places_are_refused(void **state) {
    (void)state;
    leave_something();
    assert_int_equal(system("chmod 755 .; rm -rf locked; mkdir locked; cp kept.h5 locked; chmod 555 locked; "
                            "touch out.txt err.txt; chmod 666 out.txt err.txt"),
                     0);
    ends(judder_as_nobody("run small.lua -o locked/new.h5 --quiet"), 2, "Permission denied");
    ends(judder_as_nobody("run small.lua -o locked/kept.h5 --quiet"), 2, "Permission denied");
    assert_int_equal(system("cmp locked/kept.h5 copy.h5 && chmod 755 locked && rm -rf locked"), 0);
    nothing_has_changed();
}

static void a_result_in_use_is_refused(void **state) {
    (void)state;
    leave_something();
    write_text("long.lua", "return inclusion { friction = constant{ mu = 0.5 }, load = 1, "
                           "study = march{ final = 1e9, step = 1e-3, every = 1000000 } }\n");
    const pid_t child = start("run long.lua -o used.h5 --quiet --checkpoint 0.1");
    for (int i = 0; i < 1000 && !exists("used.h5"); i++) usleep(10000);
    assert_true(exists("used.h5"));
    ends(judder("run small.lua -o used.h5 --quiet"), 2, "another run is writing it");
    ends(judder("run long.lua -o used.h5 --quiet --resume"), 2, "another run is writing it");
    /* Readers are welcome. */
    assert_int_equal(judder("export used.h5 --csv tables"), 0);
    kill(child, SIGINT);
    assert_int_equal(finish(child), 1);
    assert_int_equal(judder("run small.lua -o used.h5 --quiet"), 0);
    assert_false(exists("used.h5.checkpoint"));
    nothing_has_changed();
}

static void a_full_disk_is_said(void **state) {
    (void)state;
    leave_something();
    for (rlim_t most = 1000; most < 2000000; most *= 3) {
        const int status = judder_within("run large.lua -o full.h5 --quiet --checkpoint 0", RLIMIT_FSIZE,
                                         most);
        ends(status, 3, "cannot be written: File too large");
        nothing_is_corrupt("full.h5");
        nothing_has_changed();
    }
    /* With room again it goes on. */
    assert_int_equal(judder("run large.lua -o whole.h5 --quiet"), 0);
    assert_int_equal(judder("run large.lua -o full.h5 --quiet --resume"), 0);
    same_result("whole.h5", "full.h5");
}

/* A real full disk, where it may be made. */
static void a_full_file_system_is_said(void **state) {
    (void)state;
    leave_something();
    mkdir("disk", 0777);
    if (mount("none", "disk", "tmpfs", 0, "size=1m") != 0) skip_without("right to mount a file system");
    assert_int_equal(system("cp kept.h5 disk"), 0);
    const int status = judder("run large.lua -o disk/kept.h5 --quiet --checkpoint 0");
    const bool whole = system("cmp disk/kept.h5 copy.h5") == 0;
    Reader *reader = NULL;
    const bool readable = reader_open("disk/kept.h5", &reader) == JUDDER_OK;
    reader_close(&reader);
    umount("disk");
    assert_int_equal(status, 3);
    assert_contains(message(), "No space left on device");
    assert_true(whole || readable);
}

static void too_little_memory_is_said(void **state) {
    (void)state;
    if (SANITIZED) skip_without("limit of memory that the sanitizer stays below");
    leave_something();
    int failed = 0;
    start_with[0] = "OPENBLAS_NUM_THREADS=1"; /* it ends the program if it cannot start its threads */
    for (rlim_t most = 20; most < 400; most += 6) {
        const int status = judder_within("run large.lua -o memory.h5 --quiet", RLIMIT_AS, most << 20);
        /* Below some size the loader does not even find its libraries. */
        if (status != 0 && status != 3 && status != 127)
            fail_msg("%d MB: status %d: %s", (int)most, status, message());
        failed += status == 3;
        if (status == 3) assert_true(strlen(message()) > 10);
        nothing_is_corrupt("memory.h5");
    }
    start_with[0] = NULL;
    assert_true(failed > 0);
    nothing_has_changed();
}

static void a_second_interrupt_leaves_nothing(void **state) {
    (void)state;
    leave_something();
    /* The set-up of this load takes long and does not ask. */
    write_text("slow.lua",
               "return inclusion { friction = constant{ mu = 0.5 }, "
               "load = function(t) local s = 0 for i = 1, 3000 do s = s + i end return math.sin(t) end, "
               "study = march{ final = 1000, step = 1e-3 } }\n");
    int early = 0;
    for (int i = 0; i < 10; i++) {
        const pid_t child = start("run slow.lua -o slow.h5 --quiet");
        usleep((useconds_t)(20000 * (i + 1)));
        kill(child, SIGINT);
        usleep(3000);
        kill(child, SIGINT);
        const int status = finish(child);
        assert_true(status == 1 || status == 0 || status == -SIGINT);
        early += status == 1;
        assert_int_equal(files_with(".tmp"), 0);
    }
    assert_true(early > 0);
    nothing_has_changed();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_places_are_refused),          cmocka_unit_test(protected_places_are_refused),
        cmocka_unit_test(a_result_in_use_is_refused),        cmocka_unit_test(a_full_disk_is_said),
        cmocka_unit_test(a_full_file_system_is_said),        cmocka_unit_test(too_little_memory_is_said),
        cmocka_unit_test(a_second_interrupt_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
