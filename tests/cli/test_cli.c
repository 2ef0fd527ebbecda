/* The program as a user meets it: exit statuses, what is printed where, what is left on disk. */
#include "cli/program.h"

#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* The number after "key": in the JSON on stdout. */
static double json_number(const char *key) {
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(text_out, quoted);
    if (!at) fail_msg("no %s in %s", key, text_out);
    return strtod(at + strlen(quoted) + (at[strlen(quoted)] == '['), NULL);
}

static const char tent[] = "local p = param{ mu_s = 0.8 }\n"
                           "return inclusion {\n"
                           "  friction = linear{ mu_s = p.mu_s, mu_d = 0.5, v_c = 0.1 },\n"
                           "  load = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },\n"
                           "  study = march{ final = 1, step = 1e-3, probe = {0.5} },\n"
                           "}\n";

static void help_and_version(void **state) {
    (void)state;
    assert_int_equal(judder("--help"), 0);
    assert_non_null(strstr(text_out, "judder run"));
    assert_int_equal(judder("--version"), 0);
    assert_int_equal(strncmp(text_out, "judder ", 7), 0);
    assert_int_equal(judder(""), 2);
    assert_int_equal(judder("rnu x.lua"), 2);
    assert_non_null(strstr(text_err, "did you mean run?"));
    const char *verbs[] = {"run", "check", "export", "new", "explain", "cite"};
    for (int i = 0; i < 6; i++) {
        char words[40];
        snprintf(words, sizeof words, "%s --help", verbs[i]);
        assert_int_equal(judder(words), 0);
        assert_non_null(strstr(text_out, "Example:"));
    }
}

static void the_starter_case_runs(void **state) {
    (void)state;
    assert_int_equal(judder("new inclusion"), 0);
    write_case("starter.lua", text_out);
    assert_int_equal(judder("check starter.lua"), 0);
    assert_false(exists("starter.h5"));
    assert_int_equal(judder("run starter.lua"), 0);
    assert_non_null(strstr(text_out, "jump_times"));
    assert_true(exists("starter.h5"));
    assert_int_equal(judder("new nothing"), 2);
    assert_int_equal(judder("new"), 2);
}

static void json_is_one_object_with_full_digits(void **state) {
    (void)state;
    write_case("tent.lua", tent);
    assert_int_equal(judder("run tent.lua --json --quiet"), 0);
    assert_string_equal(text_err, "");
    assert_int_equal(text_out[0], '{');
    assert_ptr_equal(strchr(text_out, '\n'), text_out + strlen(text_out) - 1);
    assert_near(json_number("jump_times"), 1. / 3, 1e-15);
    assert_near(json_number("jumps"), 2, 0);
    assert_non_null(strstr(text_out, "\"outcome\":\"done\""));
    assert_non_null(strstr(text_out, "0.33333333333333"));
    assert_null(strstr(text_out, "nan"));
}

static void set_changes_params_and_only_params(void **state) {
    (void)state;
    write_case("tent.lua", tent);
    assert_int_equal(judder("run tent.lua --json --quiet --set mu_s=0.9"), 0);
    assert_near(json_number("jump_times"), .5 / 1.2, 1e-14);
    assert_int_equal(judder("run tent.lua --json --quiet --set=mu_s=900*mm"), 0);
    assert_near(json_number("jump_times"), .5 / 1.2, 1e-14);
    assert_int_equal(judder("run tent.lua --set mu=0.9"), 2);
    assert_non_null(strstr(text_err, "did you mean mu_s?"));
    assert_int_equal(judder("run tent.lua --set mu_s=abc"), 2);
    assert_int_equal(judder("run tent.lua --set mu_s"), 2);
    assert_int_equal(judder("run tent.lua --set"), 2);
    assert_int_equal(judder("run tent.lua --nonsense"), 2);
}

static void words_after_two_dashes_are_not_for_this_model(void **state) {
    (void)state;
    write_case("dashes.lua", tent);
    assert_int_equal(judder("run dashes.lua --quiet -- -ksp_view --help"), 2);
    assert_non_null(strstr(text_err, "options after -- are for bodies"));
    assert_non_null(strstr(text_err, "inclusion"));
    assert_false(exists("dashes.h5"));
    assert_int_equal(judder("run dashes.lua --quiet --"), 0);
    assert_int_equal(judder("check dashes.lua -- x"), 2);
}

static void wrong_input_says_the_line_and_writes_nothing(void **state) {
    (void)state;
    write_case("bad.lua", "return inclusion {\n  friction = linear{ mu_s = 1,\n    mu_d = -1, v_c = 0.1 },\n "
                          " load = 1,\n  study = march{ final = 1, step = 0.1 } }\n");
    assert_int_equal(judder("run bad.lua"), 2);
    assert_int_equal(strncmp(text_err, "bad.lua:3: mu_d", 15), 0);
    assert_non_null(strstr(text_err, "-1"));
    assert_non_null(strstr(text_err, "a number >= 0"));
    assert_false(exists("bad.h5"));
    assert_int_equal(judder("check bad.lua"), 2);
    assert_int_equal(judder("run missing.lua"), 2);
    assert_non_null(strstr(text_err, "missing.lua"));
    assert_int_equal(judder("run tent.lua -o no/such/folder/x.h5"), 2);
    assert_non_null(strstr(text_err, "no/such/folder"));
}

static void a_bad_run_leaves_the_older_result_alone(void **state) {
    (void)state;
    write_case("kept.lua", tent);
    assert_int_equal(judder("run kept.lua --quiet"), 0);
    struct stat before, after;
    assert_int_equal(stat("kept.h5", &before), 0);
    write_case("kept.lua", "return inclusion { friction = constant{ mu = -1 }, load = 1, study = march{ "
                           "final = 1, step = 1 } }");
    assert_int_equal(judder("run kept.lua"), 2);
    assert_int_equal(stat("kept.h5", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_size, after.st_size);
}

static void expect_case_kept(const char *words, const char *name, const char *told) {
    write_case(name, tent);
    assert_int_equal(judder(words), 2);
    assert_non_null(strstr(text_err, told));
    slurp(name, text_out, sizeof text_out);
    assert_string_equal(text_out, tent);
}

static void a_run_never_replaces_its_case(void **state) {
    (void)state;
    expect_case_kept("run own.lua -o own.lua", "own.lua", "own.lua: would replace own.lua, which is read");
    expect_case_kept("run own.h5", "own.h5", "which is read");
    expect_case_kept("run ./own.lua -o ../$(basename $PWD)/own.lua", "own.lua", "which is read");
    assert_int_equal(symlink("own.lua", "link.h5"), 0);
    expect_case_kept("run own.lua -o link.h5", "own.lua", "is a symbolic link");
}

/* Without impedance no velocity balances a load above the friction: an outcome, not an error. */
static void an_outcome_short_of_its_goal_is_status_one_and_saved(void **state) {
    (void)state;
    write_case(
        "loses.lua",
        "return inclusion { impedance = 0, friction = constant{ mu = 0.5 },\n"
        "  load = function(t) return t end, study = march{ final = 1, step = 0.01, probe = {0.25, 0.75} } }");
    assert_int_equal(judder("run loses.lua --json --quiet"), 1);
    assert_non_null(strstr(text_out, "\"outcome\":\"failed\""));
    assert_non_null(strstr(text_out, "\"v\":[0,null]"));
    assert_true(exists("loses.h5"));
    assert_int_equal(judder("export loses.h5 --csv loses"), 0);
    assert_true(exists("loses/01_march_series.csv"));
    slurp("loses/01_march_probes.csv", text_out, sizeof text_out);
    assert_string_equal(text_out, "t [s],v\n0.25,0\n0.75,\n");
}

static void an_interrupted_run_saves_what_it_has(void **state) {
    (void)state;
    write_case("long.lua", "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },\n"
                           "  load = function(t) return 1.6*math.sin(t) end, study = march{ final = 1e6, "
                           "step = 1e-4, every = 1000 } }");
    char command[2000];
    const char *signals[] = {"INT", "TERM"};
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "%s run long.lua --json >out.txt 2>err.txt & p=$!; sleep 0.7; kill -%s $p; wait $p",
                 JUDDER_PROGRAM, signals[i]);
        const int status = system(command);
        assert_int_equal(WEXITSTATUS(status), 1);
        slurp("out.txt", text_out, sizeof text_out);
        assert_non_null(strstr(text_out, "\"outcome\":\"stopped\""));
        assert_non_null(strstr(text_out, "interrupted at t ="));
        assert_true(json_number("steps") > 1000);
        assert_int_equal(judder("export long.h5 --csv long"), 0);
    }
}

static double children_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void a_load_that_never_settles_is_refused_soon(void **state) {
    (void)state;
    write_case("wild.lua",
               "return inclusion { friction = constant{ mu = 0.5 },\n"
               "  load = function(t) return math.sin(1/(t + 1e-9)) end, study = march{ final = 1, step = "
               "1e-3 } }");
    const double before = children_seconds();
    assert_int_equal(judder("run wild.lua"), 2);
    assert_non_null(strstr(text_err, "wild.lua:2: load never settles near t = "));
    assert_at_most(children_seconds() - before, SANITIZED ? 60 : 5);
    assert_false(exists("wild.h5"));
}

static void a_set_up_can_be_interrupted(void **state) {
    (void)state;
    write_case("slow.lua", "return inclusion { friction = constant{ mu = 0.5 },\n"
                           "  load = function(t) for i = 1, 20000 do t = t + 0*i end return "
                           "math.sin(1/(t + 1e-9)) end,\n"
                           "  study = march{ final = 1, step = 1e-3 } }");
    char command[2000];
    snprintf(command, sizeof command,
             "%s run slow.lua >out.txt 2>err.txt & p=$!; sleep 0.3; kill -INT $p; wait $p", JUDDER_PROGRAM);
    const double before = children_seconds();
    const int status = system(command);
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_at_most(children_seconds() - before, 10);
    slurp("err.txt", text_err, sizeof text_err);
    assert_non_null(strstr(text_err, "interrupted"));
    assert_false(exists("slow.h5"));
}

static void a_killed_run_leaves_a_file_that_can_be_read(void **state) {
    (void)state;
    char command[2000];
    snprintf(command, sizeof command,
             "%s run long.lua --quiet -o killed.h5 & p=$!; sleep 2.8; kill -KILL $p; wait $p; true",
             JUDDER_PROGRAM);
    assert_int_equal(system(command), 0);
    assert_int_equal(judder("export killed.h5 --csv killed"), 0);
    slurp("killed/01_march_series.csv", text_out, sizeof text_out);
    assert_non_null(strstr(text_out, "\n0.10000000000000001,"));
}

static void export_refuses_what_is_no_result(void **state) {
    (void)state;
    write_case("tent.lua", tent);
    assert_int_equal(judder("export tent.lua --csv x"), 2);
    assert_int_equal(judder("export missing.h5 --csv x"), 2);
    assert_int_equal(judder("run tent.lua --quiet"), 0);
    assert_int_equal(judder("export tent.h5"), 2);
    assert_int_equal(judder("export tent.h5 --csv tables"), 0);
    slurp("tables/01_march_events.csv", text_out, sizeof text_out);
    assert_non_null(strstr(text_out, "jump"));
}

/* Without friction, or pulled faster than stick can bear, the end of a beam slides from the start. */
static void a_beam_that_cannot_stick_slides_from_the_start(void **state) {
    (void)state;
    write_case("slides.lua", "local p = param{ mu = 0, V = 1, d = 0 }\n"
                             "return beam { c = 10, k = 1, h_b = 1, alpha = 0.01, damping = p.d, theta_wall "
                             "= 400, theta_foundation = 400,\n"
                             "  friction = constant{ mu = p.mu }, foundation = { velocity = p.V }, study = "
                             "march{ final = 0.05, step = 1e-2 } }");
    assert_int_equal(judder("run slides.lua --json --quiet"), 0);
    assert_near(json_number("first_slip_time"), 0, 0);
    assert_near(json_number("stick_fraction"), 0, 0);
    assert_int_equal(judder("run slides.lua --json --quiet --set V=1000 --set mu=0.9 --set d=1e-4"), 0);
    assert_near(json_number("first_slip_time"), 0, 0);
}

/* A ramp that is good up to the end of the run is good; numbers out of range are said. */
static void slab_functions_are_asked_within_the_run_and_overflow_is_said(void **state) {
    (void)state;
    const char
        *slab = "local p = param{ V = 1 }\n"
                "return slab { height = 5*cm, material = elastic{ E = 200*GPa, nu = 0.3, rho = 7800 },\n"
                "  contact = pressure{ S = function(t) return 1e7*(1 - t/(0.2*ms)) end }, friction = "
                "constant{ mu = 0.5 },\n"
                "  selection = mass{ epsilon = 10 }, foundation = { velocity = function(t) return "
                "math.sqrt(0.2*ms - t), 0 end },\n"
                "  study = march{ final = 0.2*ms, step = 20e-9, every = 100 } }";
    write_case("ramp.lua", slab);
    assert_int_equal(judder("run ramp.lua --quiet"), 0);
    write_case("heavy.lua", "return slab { height = 5*cm, material = elastic{ E = 200*GPa, nu = 0.3, rho = "
                            "7800 }, contact = unilateral{ squeeze = 10*um },\n"
                            "  friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, selection = "
                            "mass{ epsilon = 1e200 }, foundation = { velocity = 0.5 },\n"
                            "  study = march{ final = 0.2*ms, step = 20e-9 } }");
    assert_int_equal(judder("run heavy.lua --json --quiet"), 1);
    assert_non_null(strstr(text_out, "left the range of the machine"));
    write_case("half.lua", "return slab { height = 1, material = elastic{ E = 200*GPa, rho = 7800 }, contact "
                           "= pressure{ S = 1 },\n"
                           "  friction = constant{ mu = 0.5 }, study = march{ final = 1, step = 1e-3 } }");
    assert_int_equal(judder("check half.lua"), 2);
    assert_non_null(strstr(text_err, "E and nu"));
}

/* In full stick under V(t) = t the slip is 0 inside a step too, and a probe at the final time is reached
 * whatever rounding does. */
static void slab_probes_hold_inside_a_step_and_at_the_end(void **state) {
    (void)state;
    write_case("probes.lua",
               "return slab { height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, contact = "
               "pressure{ S = 1 },\n"
               "  friction = constant{ mu = 10 }, foundation = { velocity = function(t) return t, 0 end },\n"
               "  study = march{ final = 0.6666666667, step = 0.0952381, probe = {0.25, 0.6666666667} } }");
    assert_int_equal(judder("run probes.lua --json --quiet"), 0);
    const char *probes = strstr(text_out, "\"probes\"");
    assert_non_null(probes);
    assert_null(strstr(probes, "null"));
    assert_near(json_number("slip_1"), 0, 1e-12);
}

/* Beyond the numbers of the machine the count of roots gives up instead of going on for ever. */
static void steady_states_of_an_absurd_beam_end(void **state) {
    (void)state;
    write_case(
        "absurd.lua",
        "return beam { c = 1e100, k = 1, h_b = 1, alpha = 0.01, theta_wall = 400, theta_foundation = 400,\n"
        "  friction = constant{ mu = 0.5 }, foundation = { velocity = 1 }, study = steady{} }");
    assert_int_equal(judder("run absurd.lua --json --quiet"), 0);
    assert_non_null(strstr(text_out, "\"verified\":false"));
}

static void cite_names_the_papers_of_the_case(void **state) {
    (void)state;
    write_case("tent.lua", tent);
    assert_int_equal(judder("cite tent.lua"), 0);
    assert_non_null(strstr(text_out, "@article{renard1998,"));
    assert_null(strstr(text_out, "pinto2004"));
}

static void a_full_output_is_a_failure_of_the_machine(void **state) {
    (void)state;
    char command[2000];
    snprintf(command, sizeof command, "%s explain >/dev/full 2>err.txt", JUDDER_PROGRAM);
    const int status = system(command);
    assert_int_equal(WEXITSTATUS(status), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_and_version),
        cmocka_unit_test(the_starter_case_runs),
        cmocka_unit_test(json_is_one_object_with_full_digits),
        cmocka_unit_test(set_changes_params_and_only_params),
        cmocka_unit_test(words_after_two_dashes_are_not_for_this_model),
        cmocka_unit_test(wrong_input_says_the_line_and_writes_nothing),
        cmocka_unit_test(a_bad_run_leaves_the_older_result_alone),
        cmocka_unit_test(a_run_never_replaces_its_case),
        cmocka_unit_test(an_outcome_short_of_its_goal_is_status_one_and_saved),
        cmocka_unit_test(an_interrupted_run_saves_what_it_has),
        cmocka_unit_test(a_load_that_never_settles_is_refused_soon),
        cmocka_unit_test(a_set_up_can_be_interrupted),
        cmocka_unit_test(a_killed_run_leaves_a_file_that_can_be_read),
        cmocka_unit_test(export_refuses_what_is_no_result),
        cmocka_unit_test(a_beam_that_cannot_stick_slides_from_the_start),
        cmocka_unit_test(slab_functions_are_asked_within_the_run_and_overflow_is_said),
        cmocka_unit_test(slab_probes_hold_inside_a_step_and_at_the_end),
        cmocka_unit_test(steady_states_of_an_absurd_beam_end),
        cmocka_unit_test(cite_names_the_papers_of_the_case),
        cmocka_unit_test(a_full_output_is_a_failure_of_the_machine),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
