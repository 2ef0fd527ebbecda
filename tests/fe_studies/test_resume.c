/* judder run --resume of bodies: a path, a march or a ladder that was interrupted or killed, again and
 * again, ends as one that was not; a path also on another number of processes, a march also on two of
 * them. */
#include "crash/resume.h"

#include "random.h"

#include <sys/stat.h>

#define BLOCK                                                                                                \
    "  mesh     = rectangle{ length = 80*mm, height = 40*mm, cells = {24, 12}, element = \"Q1\" },\n"        \
    "  material = elastic{ E = 5*MPa, nu = 0.48, rho = 1200, plane = \"stress\", thickness = 1*m },\n"       \
    "  fix      = { top = {\"x\", \"y\"} },\n"
#define BOX                                                                                                  \
    "  mesh     = box{ length = 80*mm, height = 40*mm, depth = 40*mm, cells = {6, 3, 3}, element = \"Q1\" "  \
    "},\n"                                                                                                   \
    "  material = elastic{ E = 5*MPa, nu = 0.3 },\n"                                                         \
    "  fix      = { top = {\"x\", \"y\", \"z\"} },\n"
#define CONTACT(mu)                                                                                          \
    "  contact  = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = " mu " } },\n"

static const char block[] = "return body {\n" BLOCK CONTACT(
    "1.1") "  load     = { press{ side = \"top\", force = 55*N }, drag{ side = \"top\", by = {-2*mm, 0}, "
           "steps = 50 } },\n"
           "  study    = { path{ every = 7 }, stability{ critical_mu = true, at = \"every\" } } }\n";
static const char box[] = "return body {\n" BOX CONTACT(
    "0.4") "  load     = { press{ side = \"top\", force = 100*N, steps = 2 },\n"
           "               drag{ side = \"top\", by = {-1.5*mm, 0, 0.4*mm}, steps = 10 } },\n"
           "  study    = path{} }\n";

/* Nodes that open and close, stick and slip, under friction that falls; then a ladder, broken off in one
 * of its rungs. */
#define SHAKEN                                                                                               \
    "local function ramp(t) local s = t < 0.3 and math.sin(math.pi*t/0.6) or 1; return s*s end\n"            \
    "return body {\n"                                                                                        \
    "  mesh = rectangle{ length = 1, height = 0.5, cells = {16, 8} },\n"                                     \
    "  material = viscous{ E = 1, nu = 0.3, rho = 1, eta = 0.01 }, fix = { top = {'x', 'y'} },\n"            \
    "  contact = { side = 'bottom', law = unilateral{}, friction = linear{ mu_s = 0.8, mu_d = 0.3, v_c = "   \
    "0.2 } },\n"                                                                                             \
    "  foundation = { velocity = function(t) return 0.2*ramp(t) end },\n"                                    \
    "  load = { move{ side = 'top', to = function(t) return 0, -0.02*ramp(t)*(1 + 0.5*math.sin(40*t)) end "  \
    "} },\n"
static const char march[] = SHAKEN "  study = march{ final = 2, step = 0.005, fields = 90 } }\n";
static const char marches[] = SHAKEN
    "  study = { march{ final = 0.2, step = 0.005, fields = 90 },\n"
    "            limit{ of = 'eta', from = 0.04, factor = 0.5, count = 3, final = 0.5, step = 0.005 } } }\n";

enum { BREAKS = 6 };

static ino_t inode_of(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? status.st_ino : 0;
}

/* A signal some time after the next checkpoint was written; what came of it. */
static int judder_broken_off(const char *words, int number, long microseconds) {
    const ino_t before = inode_of("part.h5.checkpoint");
    const pid_t child = start(words);
    siginfo_t ended = {0};
    for (int i = 0; i < 100000 && ended.si_pid == 0; i++) {
        const ino_t now = inode_of("part.h5.checkpoint");
        if (now != 0 && now != before) break;
        usleep(1000);
        waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT);
    }
    if (ended.si_pid == 0) {
        usleep((useconds_t)microseconds);
        kill(child, number);
    }
    return finish(child);
}

/* Breaks the run off again and again, each time later, until it comes to its end; how often it
 * was broken off. */
static int break_off(int number, const char *more, Random *random) {
    int broken = 0, status = -1;
    for (int attempt = 0; attempt < 60 && status != 0; attempt++) {
        const bool resume = exists("part.h5.checkpoint");
        char words[200];
        snprintf(words, sizeof words, "run case.lua -o part.h5 --quiet --checkpoint 0.02 %s %s",
                 resume ? "--resume" : "", more);
        const long later = (long)random_in(random, 0, 30000);
        status = attempt < BREAKS ? judder_broken_off(words, number, later) : judder(words);
        if (status == 1 || status == -number)
            broken++;
        else if (status != 0)
            fail_msg("status %d: %s", status, message());
    }
    assert_int_equal(status, 0);
    assert_false(exists("part.h5.checkpoint"));
    return broken;
}

static void resumed_is_uninterrupted(void **state) {
    (void)state;
    Random random = {21};
    const char *const cases[] = {block, box, marches};
    int broken = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_text("case.lua", cases[i]);
        assert_int_equal(judder("run case.lua -o whole.h5 --quiet"), 0);
        broken += break_off(i == 0 ? SIGTERM : SIGKILL, "", &random);
        same_result("whole.h5", "part.h5");
    }
    assert_true(broken >= 4);
}

static double value_of(const Reader *reader, const char *key) {
    const Value *value = value_get(reader->studies[0].values, key);
    assert_non_null(value);
    return value_as_number(value);
}

/* Forces and counts of what a path or a march reports, to what the solvers leave. */
static void nearly_same(const char *one, const char *other) {
    static const char *const keys[] = {"steps",        "slip_nodes",       "stick_nodes",  "open_nodes",
                                       "normal_force", "tangential_force", "pressure_max", "stick_fraction",
                                       "events",       "friction_loss",    "external_work"};
    Reader *a = NULL, *b = NULL;
    assert_int_equal(reader_open(one, &a), JUDDER_OK);
    assert_int_equal(reader_open(other, &b), JUDDER_OK);
    assert_int_equal(a->studies[0].rows, b->studies[0].rows);
    for (size_t k = 0; k < COUNT_OF(keys); k++)
        if (value_get(a->studies[0].values, keys[k]))
            assert_near(value_of(a, keys[k]), value_of(b, keys[k]), 1e-8 * (1 + fabs(value_of(b, keys[k]))));
    reader_close(&a);
    reader_close(&b);
}

#define TWO_RANKS                                                                                            \
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "         \
    "OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 mpirun -n 2 " JUDDER_COMPANION   \
    " run case.lua --quiet "

/* One of two ranks is killed, both go on; and one goes on for two. */
static void two_ranks_go_on_to_the_last_bit(void **state) {
    (void)state;
    write_text("case.lua", march);
    assert_int_equal(system(TWO_RANKS "-o whole.h5 >out.txt 2>&1"), 0);
    assert_int_equal(
        system("rm -f part.h5*; " TWO_RANKS
               "-o part.h5 --checkpoint 0 >out.txt 2>&1 & p=$!; while [ ! -f part.h5.checkpoint ] && "
               "kill -0 $p 2>/dev/null; do sleep 0.01; done; sleep 0.1; "
               "kill -9 $(cut -d' ' -f1 /proc/$p/task/$p/children); wait $p; "
               "test -f part.h5.checkpoint && cp part.h5 alone.h5 && "
               "cp part.h5.checkpoint alone.h5.checkpoint"),
        0);
    assert_int_equal(system(TWO_RANKS "-o part.h5 --resume >out.txt 2>&1"), 0);
    same_result("whole.h5", "part.h5");
    assert_int_equal(judder("run case.lua -o alone.h5 --quiet --resume"), 0);
    nearly_same("whole.h5", "alone.h5");
}

static void so_is_a_body_without_condensation(void **state) {
    (void)state;
    Random random = {22};
    write_text("case.lua", box);
    assert_int_equal(judder("run case.lua -o whole.h5 --quiet -- -fe_contact whole"), 0);
    break_off(SIGKILL, "-- -fe_contact whole", &random);
    nearly_same("whole.h5", "part.h5");
}

/* Leaves a checkpoint from the middle of the path. */
static void leave_a_checkpoint(void) {
    unlink("part.h5.checkpoint");
    assert_int_equal(judder_broken_off("run case.lua -o part.h5 --quiet --checkpoint 0", SIGKILL, 0),
                     -SIGKILL);
    assert_true(exists("part.h5.checkpoint"));
}

static void other_numbers_of_processes_may_go_on(void **state) {
    (void)state;
    write_text("case.lua", box);
    assert_int_equal(judder("run case.lua -o whole.h5 --quiet"), 0);
    leave_a_checkpoint();
    assert_int_equal(system(TWO_RANKS "-o part.h5 --resume >out.txt 2>&1"), 0);
    nearly_same("whole.h5", "part.h5");
    assert_false(exists("part.h5.checkpoint"));
}

#define TWO_FOLDERS                                                                                          \
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "         \
    "OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 timeout -k 1 60 "                \
    "mpirun -n 1 -wdir $PWD " JUDDER_COMPANION " run case.lua -o part.h5 --quiet --resume : "                \
    "-n 1 -wdir $PWD/other " JUDDER_COMPANION " run case.lua -o part.h5 --quiet --resume >out.txt 2>err.txt"

/* The second rank has a folder of its own, without the checkpoint: it gets it from the first. With another
 * case there, both are refused with the reason. */
static void ranks_need_not_share_a_folder_but_a_case(void **state) {
    (void)state;
    write_text("case.lua", box);
    assert_int_equal(judder("run case.lua -o whole.h5 --quiet"), 0);
    leave_a_checkpoint();
    assert_int_equal(system("mkdir other && cp case.lua other && echo >>other/case.lua"), 0);
    const int status = system(TWO_FOLDERS);
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_contains(message(), "not the same text of the case for every process");
    assert_true(exists("part.h5.checkpoint"));
    assert_int_equal(system("cp case.lua other"), 0);
    assert_int_equal(system(TWO_FOLDERS), 0);
    nearly_same("whole.h5", "part.h5");
    assert_false(exists("part.h5.checkpoint"));
    assert_int_equal(system("rm -r other"), 0);
}

/* Another mesh or other options of the solver make another state: refused, nothing is touched. */
static void another_way_is_refused(void **state) {
    (void)state;
    write_text("case.lua", box);
    leave_a_checkpoint();
    assert_int_equal(judder("run case.lua -o part.h5 --quiet --resume -- -fe_contact whole"), 2);
    assert_contains(message(), "the saved state does not fit");
    assert_true(exists("part.h5.checkpoint"));
    unlink("part.h5.checkpoint");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resumed_is_uninterrupted),
        cmocka_unit_test(two_ranks_go_on_to_the_last_bit),
        cmocka_unit_test(so_is_a_body_without_condensation),
        cmocka_unit_test(other_numbers_of_processes_may_go_on),
        cmocka_unit_test(ranks_need_not_share_a_folder_but_a_case),
        cmocka_unit_test(another_way_is_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
