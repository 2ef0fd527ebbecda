/* stability{} of bodies as a user meets it: after a path, along it, on two ranks, and where it
 * cannot answer. */
#include "json.h"
#include "judder_test.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-stability-XXXXXX";

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    unlink("case.lua");
    unlink("case.h5");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

typedef struct Body {
    const char *fix, *contact, *load, *study;
} Body;

static const char pressed[] =
    "load = { press{ side = 'top', force = 55 }, drag{ side = 'top', by = {-2*mm, 0}, steps = 10 } },";
static const char top[] = "top = {'x', 'y'}";
static const char closed[] = "friction = constant{ mu = 1.1 }",
                  left[] = "friction = constant{ mu = 2 }, state = 'slip-'";

static const char in_plane[] = "rectangle{ length = 80*mm, height = 40*mm, cells = {8, 4} }",
                  in_space[] = "box{ length = 80*mm, height = 40*mm, depth = 60*mm, cells = {4, 2, 3} }",
                  above[] = "top = {'x', 'y', 'z'}",
                  oblique[] =
                      "load = { press{ side = 'top', force = 3 }, drag{ side = 'top', by = {-2*mm, 0, "
                      "1*mm}, steps = 8 } },";

static const char *options = ""; /* of the solvers: "-- ..." */

/* What the program says about a body; `before` may be mpirun. */
static Value *run_in(const char *mesh, const char *before, Body body, int status) {
    FILE *file = fopen("case.lua", "w");
    assert_non_null(file);
    fprintf(file,
            "return body { mesh = %s,\n"
            "  material = elastic{ E = 5*MPa, nu = 0.48, rho = 1200, plane = '%s' },\n"
            "  fix = { %s }, contact = { side = 'bottom', law = unilateral{}, %s },\n"
            "  %s study = { %s } }\n",
            mesh, mesh == in_plane ? "stress" : "strain", body.fix, body.contact, body.load, body.study);
    fclose(file);
    char command[600], *text = NULL;
    snprintf(command, sizeof command, "%s %s run case.lua --json --quiet %s 2>&1", before, JUDDER_COMPANION,
             options);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t size = 0;
    if (getdelim(&text, &size, '\0', pipe) < 0) fail_msg("it prints nothing");
    const int ended = pclose(pipe);
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != status) fail_msg("status %d: %s", ended, text);
    Value *report = json_read(text);
    if (!report) fail_msg("not JSON: %s", text);
    free(text);
    return report;
}

static Value *run(const char *before, Body body, int status) {
    return run_in(in_plane, before, body, status);
}

static const Value *study(const Value *report, size_t position) {
    return value_at(value_get(report, "studies"), position);
}

static double number(const Value *report, size_t position, const char *key) {
    return value_as_number(value_get(value_get(study(report, position), "values"), key));
}

/* After every step of the path; the last one is the end. */
static void along_the_path(void **state) {
    (void)state;
    Value *report = run(
        "", (Body){top, closed, pressed, "path{}, stability{ critical_mu = true, at = 'every' }"}, 0);
    const Value *list = value_get(value_get(study(report, 1), "values"), "steps_critical");
    const size_t steps = value_length(list);
    assert_int_equal(steps, (size_t)number(report, 0, "steps"));
    /* Pressing leaves all nodes stuck: nothing to slip. */
    assert_int_equal(value_kind(value_get(value_at(list, 0), "critical_mu")), VALUE_NULL);
    assert_int_equal((int)value_as_number(value_get(value_at(list, 0), "stick_nodes")), 9);
    const Value *last = value_at(list, steps - 1);
    assert_exact(value_as_number(value_get(last, "s")), 2);
    assert_exact(value_as_number(value_get(last, "critical_mu")), number(report, 1, "critical_mu"));
    assert_exact(value_as_number(value_get(last, "slip_nodes")), number(report, 0, "slip_nodes"));
    assert_exact(value_as_number(value_get(last, "slip_nodes")), number(report, 1, "slip_nodes"));
    value_destroy(&report);
}

/* Where the loads have come so far: the states between two steps are those after the last change. */
static void at_listed_loads(void **state) {
    (void)state;
    Value *report = run(
        "", (Body){top, closed, pressed, "path{}, stability{ critical_mu = true, at = {0, 0.5, 1.999, 2} }"},
        0);
    const Value *list = value_get(value_get(study(report, 1), "values"), "steps_critical");
    assert_int_equal(value_length(list), 4);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(value_kind(value_get(value_at(list, i), "critical_mu")), VALUE_NULL);
        assert_int_equal((int)value_as_number(value_get(value_at(list, i), "stick_nodes")), 9);
    }
    const Value *late = value_at(list, 2), *last = value_at(list, 3);
    assert_exact(value_as_number(value_get(late, "s")), 1.999);
    assert_exact(value_as_number(value_get(late, "slip_nodes")), number(report, 0, "slip_nodes"));
    assert_exact(value_as_number(value_get(last, "critical_mu")), number(report, 1, "critical_mu"));
    value_destroy(&report);
}

/* What is said of one mu is said with it, so that answers about several do not contradict each other. */
static void answers_say_their_mu(void **state) {
    (void)state;
    Value *report = run(
        "",
        (Body){top, closed, pressed, "path{}, stability{ critical_mu = true, classes = true, rate = true }"},
        0);
    const char *note = value_as_text(value_get(study(report, 1), "note"));
    assert_contains(note, "; the state itself, at mu = 1.1, has no neutral motion (proved); at mu = 1.1: one "
                          "response to every");
    assert_contains(note, "; at mu = 1.1: 1 response to the load");
    value_destroy(&report);
    report = run("", (Body){top, left, "", "stability{ critical_mu = true, classes = true, growth = {} }"},
                 0);
    note = value_as_text(value_get(study(report, 0), "note"));
    assert_contains(note,
                    "; the state itself, at mu = 2, is beyond it; at mu = 2: some rates of load have no");
    assert_contains(note, "no motion without growth begins by itself (R0); at mu = 2 it grows like");
    value_destroy(&report);
    report = run("", (Body){top, left, "", "stability{ growth = { mu = 0.5 } }"}, 0);
    assert_contains(value_as_text(value_get(study(report, 0), "note")),
                    "from rest nothing grows at mu = 0.5, at any rate (proved)");
    assert_true(value_as_flag(value_get(value_get(study(report, 0), "values"), "growth_complete")));
    value_destroy(&report);
}

/* In steady sliding the drag goes on as one response: every node slips as far as the plate is dragged. */
static void the_last_load_goes_on(void **state) {
    (void)state;
    Value *report = run("", (Body){top, closed, pressed, "path{}, stability{ rate = true }"}, 0);
    const Value *values = value_get(study(report, 1), "values");
    assert_true(value_as_flag(value_get(value_get(study(report, 0), "values"), "steady")));
    assert_exact(value_as_number(value_get(values, "rate_count")), 1);
    const Value *vector = value_get(value_at(value_get(values, "rate_solutions"), 0), "vector");
    assert_true(value_length(vector) > 0);
    for (size_t i = 0; i < value_length(vector); i++)
        assert_near(value_as_number(value_at(vector, i)), 2e-3, 1e-12);
    value_destroy(&report);
}

static void two_ranks_agree(void **state) {
    (void)state;
    const Body dragged = {top, closed, pressed, "path{}, stability{ critical_mu = true, at = 'every' }"};
    Value *one = run("", dragged, 0), *two = run("mpirun -n 2", dragged, 0);
    assert_near(number(two, 1, "critical_mu"), number(one, 1, "critical_mu"), 1e-9);
    assert_exact(number(two, 1, "slip_nodes"), number(one, 1, "slip_nodes"));
    value_destroy(&one);
    value_destroy(&two);
}

/* What grows is also told as a mode. */
static void growth_beyond_the_critical_friction(void **state) {
    (void)state;
    Value *report = run(
        "", (Body){top, left, "", "stability{ critical_mu = true, growth = {}, seconds = 300 }"}, 0);
    const Value *values = value_get(study(report, 0), "values"), *growth = value_get(values, "growth"),
                *modes = value_get(values, "modes");
    assert_true(number(report, 0, "critical_mu") < 2);
    assert_true(value_length(growth) > 0);
    assert_int_equal(value_length(modes), 1 + value_length(growth));
    assert_exact(value_as_number(value_get(value_at(modes, 1), "lambda")),
                 value_as_number(value_at(growth, 0)));
    value_destroy(&report);
}

/* Slip to the left and to the right are mirror images. */
static void both_directions(void **state) {
    (void)state;
    const char *const question = "stability{ critical_mu = true }";
    Value *one = run("", (Body){top, left, "", question}, 0),
          *other = run("", (Body){top, "friction = constant{ mu = 2 }, state = 'slip+'", "", question}, 0);
    assert_near(number(other, 0, "critical_mu"), number(one, 0, "critical_mu"), 1e-11);
    value_destroy(&one);
    value_destroy(&other);
}

/* A path that fails leaves no state to ask about. */
static void after_a_path_without_end(void **state) {
    (void)state;
    const Body body = {"", closed, "load = force{ side = 'right', value = {1, 1} },",
                       "path{}, stability{ critical_mu = true }"};
    Value *report = run("", body, 1);
    assert_string_equal(value_as_text(value_get(study(report, 1), "outcome")), "failed");
    assert_string_equal(value_as_text(value_get(study(report, 1), "reason")),
                        "the path before it did not reach its end");
    value_destroy(&report);
}

/* All that touches may slip and nothing else holds the body: no mu is the least. */
static void a_body_that_is_not_held(void **state) {
    (void)state;
    Value *report = run("", (Body){"", left, "", "stability{ critical_mu = true }"}, 1);
    assert_contains(value_as_text(value_get(study(report, 0), "reason")),
                    "can move together without any force");
    assert_int_equal(value_kind(value_get(value_get(study(report, 0), "values"), "critical_mu")), VALUE_NULL);
    value_destroy(&report);
}

/* A body that is pressed straight down on sticking nodes has nothing that may slip. */
static void nothing_slips(void **state) {
    (void)state;
    Value *report = run("",
                        (Body){top, closed, "load = press{ side = 'top', force = 55 },",
                               "path{}, stability{ critical_mu = true }"},
                        0);
    assert_exact(number(report, 1, "slip_nodes"), 0);
    const Value *verdict = value_get(study(report, 1), "verdict");
    assert_contains(value_as_text(value_get(verdict, "text")), "no contact node is on the verge of slip");
    assert_string_equal(value_as_text(value_get(verdict, "certainty")), "unanswered");
    value_destroy(&report);
}

/* Touching without a force is a state of its own. */
static void grazing_nodes_are_told(void **state) {
    (void)state;
    Value *report = run("",
                        (Body){top, closed, "load = drag{ side = 'top', by = {0, 0} },",
                               "path{}, stability{ critical_mu = true }"},
                        1);
    assert_string_equal(value_as_text(value_get(study(report, 1), "outcome")), "failed");
    assert_contains(value_as_text(value_get(study(report, 1), "reason")),
                    "9 contact nodes touch without a force");
    value_destroy(&report);
}

/* --- in space (ST-15) --- */

static const Value *values_of(const Value *report, size_t position) {
    return value_get(study(report, position), "values");
}

/* Slip turns along the path, so every step is asked anew; the last one is the end. Modes are judged on the
 * mesh. */
static void along_a_path_in_space(void **state) {
    (void)state;
    const Body body = {above, closed, oblique,
                       "path{}, stability{ critical_mu = true, at = 'every' }, stability{ name = 'free', "
                       "critical_mu = true, across = 'free' }"};
    Value *report = run_in(in_space, "", body, 0), *two = run_in(in_space, "mpirun -n 2", body, 0);
    const Value *list = value_get(values_of(report, 1), "steps_critical");
    const size_t steps = value_length(list);
    assert_int_equal(steps, (size_t)number(report, 0, "steps"));
    const Value *last = value_at(list, steps - 1);
    assert_near(value_as_number(value_get(last, "critical_mu")), number(report, 1, "critical_mu"), 1e-9);
    assert_exact(number(report, 1, "slip_nodes") + number(report, 1, "open_nodes"), 20);
    for (size_t i = 1; i < 3; i++) {
        const Value *mode = value_at(value_get(values_of(report, i), "modes"), 0);
        assert_at_most(value_as_number(value_get(mode, "body_residual")), 1e-11);
        assert_near(number(two, i, "critical_mu"), number(report, i, "critical_mu"), 1e-9);
    }
    assert_string_equal(value_as_text(value_get(values_of(report, 1), "across")), "held");
    assert_string_equal(value_as_text(value_get(values_of(report, 2), "across")), "free");
    value_destroy(&report);
    value_destroy(&two);
}

/* All nodes slip in the mode of least mu, free across: then it is a drift of steady sliding, which flutter
 * finds by other means. */
static void sliding_drifts_where_rest_slips_away(void **state) {
    (void)state;
    const Body body = {
        above, "friction = constant{ mu = 1 }, state = 'slip'",
        "load = drag{ side = 'top', by = {-1, 0, 0} },",
        "stability{ critical_mu = true, across = 'free', flutter = { mu = 0.1, up_to_mu = 1.6, "
        "count = 4 } }, stability{ name = 'held', critical_mu = true }"};
    Value *report = run_in(in_space, "", body, 0);
    const double mu = number(report, 0, "critical_mu");
    assert_near(number(report, 0, "mu_all_slip"), mu, 1e-10);
    assert_near(number(report, 0, "sliding_divergence_mu"), mu, 1e-6 * mu);
    assert_true(fabs(number(report, 1, "critical_mu") - mu) > 1e-4);
    value_destroy(&report);
}

/* The direction of imposed slip: that of the drag, or the one given, of which only the part along the
 * obstacle counts. */
static void directions_of_imposed_slip(void **state) {
    (void)state;
    const char *const question = "stability{ critical_mu = true }";
    Body body = {above, "friction = constant{ mu = 2 }, state = 'slip'",
                 "load = drag{ side = 'top', by = {-3, 0, 0} },", question};
    Value *dragged = run_in(in_space, "", body, 0);
    body.load = "";
    body.contact = "friction = constant{ mu = 2 }, state = 'slip', direction = {-1, 5, 0}";
    Value *given = run_in(in_space, "", body, 0);
    body.contact = left;
    Value *first = run_in(in_space, "", body, 0);
    body.contact = "friction = constant{ mu = 2 }, state = 'slip', direction = {0, 0, 1}";
    Value *across = run_in(in_space, "", body, 0);
    const double mu = number(dragged, 0, "critical_mu");
    assert_near(number(given, 0, "critical_mu"), mu, 1e-12);
    assert_near(number(first, 0, "critical_mu"), mu, 1e-12);
    assert_true(fabs(number(across, 0, "critical_mu") - mu) > 1e-4);
    value_destroy(&dragged);
    value_destroy(&given);
    value_destroy(&first);
    value_destroy(&across);
}

/* In space it is friction that says where a node slips to. */
static void slip_without_friction_has_no_direction(void **state) {
    (void)state;
    const Body body = {above, "friction = constant{ mu = 0 }", oblique,
                       "path{}, stability{ critical_mu = true }"};
    Value *report = run_in(in_space, "", body, 1);
    assert_contains(value_as_text(value_get(study(report, 1), "reason")), "slip without friction");
    value_destroy(&report);
}

/* A path without condensation has no condensed contact to ask: an imposed state is asked of a body of its
 * own, on two ranks as well; the state at the end is refused. */
static void after_a_path_without_condensation(void **state) {
    (void)state;
    static const char asked[] =
        "path{}, stability{ critical_mu = true, flutter = { mu = 0.5, up_to_mu = 0 } }";
    Value *alone = run("", (Body){top, left, "", "stability{ critical_mu = true }"}, 0);
    options = "-- -fe_contact whole";
    for (int ranks = 1; ranks <= 2; ranks++) {
        Value *imposed = run(ranks == 1 ? "" : "mpirun -n 2", (Body){top, left, pressed, asked}, 0);
        assert_near(number(imposed, 1, "critical_mu"), number(alone, 0, "critical_mu"), 1e-9);
        assert_exact(number(imposed, 1, "sliding_nodes"), 9);
        value_destroy(&imposed);
    }
    Value *reached = run("", (Body){top, closed, pressed, asked}, 1);
    options = "";
    assert_contains(value_as_text(value_get(study(reached, 1), "reason")), "without condensation");
    value_destroy(&reached);
    value_destroy(&alone);
}

/* Damping maps lam^2 to lam^2 + a lam over 1 + b lam, and the motion stays what it is (ST-19). */
static void growth_with_damping(void **state) {
    (void)state;
    const char *const damping[] = {"", "damping = rayleigh{ mass = 50, stiffness = 0.01 },"};
    double lambda[2];
    for (int k = 0; k < 2; k++) {
        Value *report = run("", (Body){top, left, damping[k], "stability{ growth = { mu = 2 } }"}, 0);
        const Value *values = value_get(study(report, 0), "values");
        const Value *mode = value_at(value_get(values, "modes"), 0);
        lambda[k] = value_as_number(value_at(value_get(values, "growth"), 0));
        assert_true(value_as_number(value_get(mode, "body_residual")) < 1e-8);
        value_destroy(&report);
    }
    const double z = lambda[0] * lambda[0], l = lambda[1];
    assert_near(l * (l + 50), z * (1 + 0.01 * l), 1e-9 * z * (1 + 0.01 * l));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(along_a_path_in_space),
                                       cmocka_unit_test(sliding_drifts_where_rest_slips_away),
                                       cmocka_unit_test(directions_of_imposed_slip),
                                       cmocka_unit_test(slip_without_friction_has_no_direction),
                                       cmocka_unit_test(along_the_path),
                                       cmocka_unit_test(at_listed_loads),
                                       cmocka_unit_test(answers_say_their_mu),
                                       cmocka_unit_test(the_last_load_goes_on),
                                       cmocka_unit_test(two_ranks_agree),
                                       cmocka_unit_test(growth_beyond_the_critical_friction),
                                       cmocka_unit_test(growth_with_damping),
                                       cmocka_unit_test(both_directions),
                                       cmocka_unit_test(after_a_path_without_end),
                                       cmocka_unit_test(a_body_that_is_not_held),
                                       cmocka_unit_test(nothing_slips),
                                       cmocka_unit_test(grazing_nodes_are_told),
                                       cmocka_unit_test(after_a_path_without_condensation)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
