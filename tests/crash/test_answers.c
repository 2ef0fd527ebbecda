/* A run goes on only if the functions of its case answer as they did, and none of them can keep a state that
 * would be lost in between. */
#include "crash/resume.h"

static const char case_text[] =
    "return inclusion {\n"
    "  friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },\n"
    "  load = function(t) return 1.6*math.sin(t) + 0.1*math.sin(7.1*t) end,\n"
    "  selection = perfect_delay{}, study = march{ final = 300, step = 1e-3, every = 100 } }\n";

static void leave_a_checkpoint(void) {
    static char fault[40];
    unlink("part.h5.checkpoint");
    start_with[0] = fault;
    start_with[1] = "LD_PRELOAD=" JUDDER_FAULTS_SHIM;
    for (int n = 1; n < 30 && !exists("part.h5.checkpoint"); n++) {
        snprintf(fault, sizeof fault, "JUDDER_FAULT=rename:%d:kill", n);
        const int status = judder("run case.lua -o part.h5 --quiet --checkpoint 0");
        if (status != -SIGKILL) fail_msg("%d: status %d: %s", n, status, message());
    }
    start_with[0] = start_with[1] = NULL;
    assert_true(exists("part.h5.checkpoint"));
}

static void other_answers_are_noticed(void **state) {
    (void)state;
    write_text("case.lua", case_text);
    assert_int_equal(judder("run case.lua -o whole.h5 --quiet"), 0);
    leave_a_checkpoint();
    start_with[0] = "JUDDER_FAULT_SINE=1";
    start_with[1] = "LD_PRELOAD=" JUDDER_FAULTS_SHIM;
    assert_int_equal(judder("run case.lua -o part.h5 --quiet --resume"), 2);
    assert_contains(message(), "its answers have changed since");
    start_with[0] = NULL;
    assert_int_equal(judder("run case.lua -o part.h5 --quiet --resume"), 0);
    start_with[1] = NULL;
    same_result("whole.h5", "part.h5");
}

/* It looks harmless wherever it is examined before the run; the state would tell how often it was asked. */
static void a_state_that_begins_late_is_refused(void **state) {
    (void)state;
    write_text("case.lua", "local n = 0\n"
                           "return inclusion {\n"
                           "  friction = constant{ mu = 0.5 },\n"
                           "  load = function(t)\n"
                           "    if t > 7.04 and t < 7.18 then\n"
                           "      n = n + 1e-3\n"
                           "    end\n"
                           "    return math.sin(t) + n\n"
                           "  end,\n"
                           "  selection = perfect_delay{}, study = march{ final = 10, step = 1e-3 } }\n");
    assert_int_equal(judder("run case.lua -o late.h5 --quiet"), 2);
    assert_contains(message(), "case.lua:6: a function assigns to n, which lives outside it");
    assert_false(exists("late.h5"));
    assert_int_equal(system("sed 's/7.04 and t < 7.18/0.3/' case.lua > early.lua"), 0);
    assert_int_equal(judder("check early.lua"), 2);
    assert_contains(message(), "early.lua:6: a function assigns to n, which lives outside it");
    assert_false(exists("early.h5"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_answers_are_noticed),
        cmocka_unit_test(a_state_that_begins_late_is_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
