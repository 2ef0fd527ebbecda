/* Kills at random moments, over all models: nothing corrupt, nothing lost beyond the interval, and in the end
 * the same result to the last bit. JUDDER_KILLS says how many. */
#include "crash/crash.h"

/* Kills or interrupts one run until it comes to its end by itself; how often it was broken off. */
static int break_off(const CrashCase *one, double duration, int most, Random *random) {
    int broken = 0;
    for (;;) {
        const bool last = broken == most;
        const int number = random_below(random, 4) == 0 ? SIGTERM : SIGKILL;
        const double wait = last ? 1e3 : random_in(random, 0, 0.7 * duration);
        snprintf(crash_doing, sizeof crash_doing, "%s, signal %d after %.3f s", one->name, number, wait);
        const pid_t child = start(crash_words(one, "part.h5"));
        for (const double begin = clock_seconds(); clock_seconds() - begin < wait && !has_ended(child);)
            usleep(2000);
        kill(child, number);
        const int status = finish(child);
        nothing_is_corrupt("part.h5");
        if (status == 0) break;
        if (status != 1 && status != -number) fail_msg("%s: status %d: %s", one->name, status, message());
        broken++;
    }
    assert_false(is_unfinished(one));
    return broken;
}

static void killed_runs_go_on(void **state) {
    (void)state;
    const CrashPlan plan = crash_plan("JUDDER_KILLS");
    Random random = {(uint64_t)plan.wanted + 16};
    int broken = 0;
    for (size_t i = 0; i < COUNT_OF(crash_cases); i++) {
        const CrashCase *one = &crash_cases[i];
        if (!crash_visits(&plan, one)) continue;
        const double duration = run_whole(one);
        int done = 0;
        for (int rounds = 0; done < plan.each && rounds < 4 * plan.each; rounds++) {
            const int left = plan.each - done;
            done += break_off(one, duration, left < 5 ? left : 5, &random);
            same_result("whole.h5", "part.h5");
        }
        broken += done;
        print_message("%-28s %d\n", one->name, done);
        assert_int_equal(files_with(".tmp"), 0);
    }
    print_message("kills survived: %d\n", broken);
}

/* A run is killed; its checkpoint is not older than the interval and what it takes to ask and to save. */
static void nothing_is_lost_beyond_the_interval(void **state) {
    (void)state;
    write_text("case.lua", "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, "
                           "load = function(t) return 1.6*math.sin(t) end, "
                           "study = march{ final = 1e5, step = 1e-3, every = 100 } }\n");
    const pid_t child = start("run case.lua -o long.h5 --quiet --checkpoint 0.2");
    for (int i = 0; i < 500 && !exists("long.h5.checkpoint"); i++) usleep(10000);
    double oldest = 0;
    for (int i = 0; i < 40; i++) {
        usleep(25000);
        oldest = fmax(oldest, age_of("long.h5.checkpoint"));
    }
    kill(child, SIGKILL);
    assert_int_equal(finish(child), -SIGKILL);
    /* A busy machine may not let it run for a while. */
    assert_at_most(oldest, 0.2 + (SANITIZED ? 3 : 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_runs_go_on),
        cmocka_unit_test(nothing_is_lost_beyond_the_interval),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
