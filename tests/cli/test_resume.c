/* judder run --resume: an interrupted or killed run goes on as if nothing had happened, or is
 * refused with a message. */
#include "crash/resume.h"

#include "random.h"

static const char *const cases[] = {
    "local p = param{ mu_s = 0.8, final = 400 }\n"
    "return inclusion {\n"
    "  friction = exponential{ mu_s = p.mu_s, mu_d = 0.5, v_c = 0.1 },\n"
    "  load = function(t) return 1.6*math.sin(t) + 0.1*math.sin(7.1*t) end,\n"
    "  selection = perfect_delay{},\n"
    "  study = { march{ final = p.final, step = 1e-3, probe = {0, 1, 150, 299} }, spectrum{ of = \"v\" } } "
    "}\n",
    "return inclusion {\n"
    "  friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, start = 0.3,\n"
    "  load = function(t) return 1.6*math.sin(t) + 0.1*math.sin(7.1*t) end,\n"
    "  selection = mass{ epsilon = 1e-2 },\n"
    "  study = march{ final = 300, step = 1e-3, probe = {0, 1, 150, 299}, every = 7 } }\n",
    "return inclusion {\n"
    "  friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, method = \"implicit\",\n"
    "  load = function(t) return 1.6*math.sin(t) + 0.1*math.sin(7.1*t) end,\n"
    "  selection = mass{ epsilon = 1e-2 },\n"
    "  study = march{ final = 600, step = 1e-3, probe = {0, 1, 150, 299}, every = 7 } }\n",
    "return slab {\n"
    "  height = 5*cm, material = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 },\n"
    "  contact = unilateral{ squeeze = 20*um }, friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 1 },\n"
    "  selection = mass{ epsilon = 10 }, foundation = { velocity = {2, 0.5} },\n"
    "  initial = { velocity = function(z) return 2*math.sin(math.pi*z/(5*cm))^2, 0, 0 end },\n"
    "  study = { refine{ scheme = \"euler\", final = 100*us, step = 2e-9, count = 3 },\n"
    "            limit{ from = 10, factor = 0.5, count = 3, final = 100*us, step = 5e-10 } } }\n",
};

/* Breaks the run off again and again, each time later, until it comes to its end; how often it
 * was broken off. */
static int break_off(int number, Random *random) {
    int broken = 0, status = -1;
    for (int attempt = 0; attempt < 60 && status != 0; attempt++) {
        const bool resume = exists("part.h5.checkpoint");
        char words[200];
        snprintf(words, sizeof words, "run case.lua -o part.h5 --quiet --checkpoint 0.03 %s",
                 resume ? "--resume" : "");
        const long wait = (long)(1000 * random_in(random, 5, 100.0 * (1 + attempt) * (SANITIZED ? 8 : 1)));
        status = judder_signalled(words, number, wait);
        if (status == 1 || status == -number) {
            broken++;
        } else if (status != 0) {
            fail_msg("status %d: %s", status, message());
        }
    }
    assert_int_equal(status, 0);
    assert_false(exists("part.h5.checkpoint"));
    return broken;
}

static void resumed_is_uninterrupted(void **state) {
    (void)state;
    Random random = {20};
    int broken = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_text("case.lua", cases[i]);
        assert_int_equal(judder("run case.lua -o whole.h5 --quiet"), 0);
        for (int k = 0; k < 2; k++) {
            broken += break_off(k == 0 ? SIGTERM : SIGKILL, &random);
            same_result("whole.h5", "part.h5");
        }
    }
    assert_true(broken >= 4);
}

static void leave_a_checkpoint(void) {
    write_text("case.lua", cases[0]);
    for (int attempt = 0; attempt < 50; attempt++) {
        unlink("part.h5.checkpoint");
        judder_signalled("run case.lua -o part.h5 --quiet --checkpoint 0 --set final=4000", SIGKILL,
                         (SANITIZED ? 1500000 : 150000) + 20000 * attempt);
        if (exists("part.h5.checkpoint")) return;
    }
    fail_msg("no checkpoint");
}

static void refused(const char *words, const char *part) {
    char command[200];
    snprintf(command, sizeof command, "cp part.h5 kept.h5; cp part.h5.checkpoint kept");
    assert_int_equal(system(command), 0);
    assert_int_equal(judder(words), 2);
    assert_contains(message(), part);
    assert_contains(message(), "part.h5");
    assert_int_equal(system("cmp part.h5 kept.h5 && cmp part.h5.checkpoint kept"), 0);
}

static void another_run_is_refused(void **state) {
    (void)state;
    leave_a_checkpoint();
    refused("run case.lua -o part.h5 --resume --set final=4001", "params (--set) have changed");
    refused("run case.lua -o part.h5 --resume", "params (--set) have changed");
    write_text("other.lua", "-- a word more\n");
    assert_int_equal(system("cat case.lua >> other.lua"), 0);
    refused("run other.lua -o part.h5 --resume --set final=4000", "text of the case has changed");
    assert_int_equal(system("printf x | dd of=part.h5.checkpoint bs=1 seek=700 conv=notrunc 2>err.txt"), 0);
    refused("run case.lua -o part.h5 --resume --set final=4000", "check sum");
    assert_int_equal(system("truncate -s 900 part.h5.checkpoint"), 0);
    refused("run case.lua -o part.h5 --resume --set final=4000", "cut short");
    write_text("part.h5.checkpoint", "something else");
    refused("run case.lua -o part.h5 --resume --set final=4000", "not a checkpoint");
    assert_int_equal(judder("run case.lua -o part.h5 --checkpoint -1"), 2);
    assert_contains(message(), "--checkpoint -1: seconds are needed");
}

static void another_result_is_refused(void **state) {
    (void)state;
    leave_a_checkpoint();
    assert_int_equal(system("mv part.h5 away.h5"), 0);
    assert_int_equal(judder("run case.lua -o part.h5 --resume --set final=4000"), 2);
    assert_contains(message(), "part.h5: cannot be read");
    assert_false(exists("part.h5"));
    assert_int_equal(judder("run case.lua -o part.h5.other --set final=300 --quiet"), 0);
    assert_int_equal(system("mv part.h5.other part.h5"), 0);
    refused("run case.lua -o part.h5 --resume --set final=4000",
            "not the result that part.h5.checkpoint goes with");
    write_text("part.h5", "no result");
    refused("run case.lua -o part.h5 --resume --set final=4000", "is not a result of judder");
    unlink("part.h5");
}

/* Starting anew forgets the older checkpoint only when it replaces the older result. */
static void starting_anew_is_allowed(void **state) {
    (void)state;
    leave_a_checkpoint();
    assert_int_equal(judder("run case.lua -o part.h5 --set mu_s=-1"), 2);
    assert_true(exists("part.h5.checkpoint"));
    assert_int_equal(judder("run case.lua -o part.h5 --quiet --set final=300"), 0);
    assert_false(exists("part.h5.checkpoint"));
    assert_int_equal(judder("run case.lua -o part.h5 --resume --set final=299"), 2);
    assert_contains(message(), "part.h5 is the result of another case, of other params");
    unlink("part.h5");
    assert_int_equal(judder("run case.lua -o part.h5 --resume --set final=299"), 0);
    assert_contains(message(), "has no checkpoint: the run starts at the beginning");
}

/* A run that is done is left alone, and its numbers are reported again; not so one of another case or of
 * other files. */
static void a_finished_run_is_not_computed_again(void **state) {
    (void)state;
    write_text("K.mtx", "%%MatrixMarket matrix array real general\n1 1\n4\n");
    write_text("case.lua", "local p = param{ final = 1 }\n"
                           "return system { mass = { {1} }, stiffness = matrix_market 'K.mtx',\n"
                           "  contacts = { { tangent = 1, normal_force = 1, mu = 0.3 } },\n"
                           "  initial = { velocity = {1} },\n"
                           "  study = march{ final = p.final, step = 0.01, probe = {0.5} } }\n");
    assert_int_equal(judder("run case.lua -o done.h5 --json --quiet"), 0);
    assert_int_equal(system("mv out.txt first.json; cp -p done.h5 kept.h5"), 0);
    assert_int_equal(judder("run case.lua -o done.h5 --json --resume"), 0);
    assert_contains(message(), "done.h5 is finished already; nothing to do");
    assert_int_equal(system("cmp out.txt first.json && cmp done.h5 kept.h5 && test ! done.h5 -nt kept.h5"),
                     0);
    assert_int_equal(judder("run case.lua -o done.h5 --resume --set final=2"), 2);
    assert_contains(message(), "choose another -o");
    write_text("K.mtx", "%%MatrixMarket matrix array real general\n1 1\n5\n");
    assert_int_equal(judder("run case.lua -o done.h5 --resume"), 2);
    assert_contains(message(), "other params or files");
    assert_int_equal(system("cmp done.h5 kept.h5"), 0);
    assert_int_equal(system("printf X | dd of=done.h5 bs=1 seek=3000 conv=notrunc 2>/dev/null"), 0);
    assert_int_equal(judder("run case.lua -o done.h5 --resume"), 2);
    assert_contains(message(), "their sum differs");
}

static void an_interrupted_run_says_how_it_goes_on(void **state) {
    (void)state;
    write_text("case.lua", cases[0]);
    unlink("it's.h5.checkpoint");
    assert_int_equal(judder_signalled("run case.lua --set final=4000 -o it's.h5", SIGINT, 300000), 1);
    assert_contains(message(), "to go on:  judder run case.lua --set final=4000 -o 'it'\\''s.h5' --resume\n");
    assert_true(exists("it's.h5.checkpoint"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resumed_is_uninterrupted),
        cmocka_unit_test(another_run_is_refused),
        cmocka_unit_test(another_result_is_refused),
        cmocka_unit_test(starting_anew_is_allowed),
        cmocka_unit_test(a_finished_run_is_not_computed_again),
        cmocka_unit_test(an_interrupted_run_says_how_it_goes_on),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
