/* path{} of bodies as a user meets it: alone and on two ranks, interrupted, failed, shown. */
#include "json.h"
#include "shell.h"

static const char block[] =
    "local p = param{ mu = 0.8, sideways = -0.06, steps = 10, tolerance = 1e-9 }\n"
    "return body {\n"
    "  mesh = rectangle{ length = 2, height = 1, cells = {16, 8} },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = p.mu } },\n"
    "  load = { press{ side = 'top', force = 0.05 },\n"
    "           drag{ side = 'top', by = {p.sideways, 0}, steps = p.steps } },\n"
    "  study = path{ every = 5, tolerance = p.tolerance, watch = { {0, 0}, {2, 1}, {1, 0} } } }\n";

static const char box[] =
    "return body {\n"
    "  mesh = box{ length = 2, height = 1, depth = 1, cells = {6, 3, 3} },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y', 'z'} },\n"
    "  contact = { side = 'bottom', law = compliance{ stiffness = 20, power = 1.5 }, friction = constant{ mu "
    "= 0.6 } },\n"
    "  load = { press{ side = 'top', force = 0.05, steps = 3 }, drag{ side = 'top', by = {0.05, 0, 0.02}, "
    "steps = 5 } },\n"
    "  study = path{ watch = { {0, 0, 0}, {1, 0.3, 1} } } }\n";

static int prepare(void **state) {
    if (enter_folder(state) != 0) return -1;
    write_file("block.lua", block);
    write_file("box.lua", box);
    return 0;
}

/* The values of the only study of what a command prints. */
static Value *report_of(const char *command, int status) {
    assert_int_equal(shell(command), status);
    Value *report = json_read(text_out);
    if (!report) fail_msg("not JSON: %s", text_out);
    return report;
}

static const Value *study_of(const Value *report) {
    return value_at(value_get(report, "studies"), 0);
}

static double number_of(const Value *report, const char *key) {
    const Value *value = value_get(value_get(study_of(report), "values"), key);
    if (!value) fail_msg("no %s", key);
    return value_as_number(value);
}

static const char *text_of(const Value *report, const char *key) {
    return value_as_text(value_get(study_of(report), key));
}

static void assert_same_values(const Value *a, const Value *b) {
    const char *const keys[] = {"steps",      "slip_nodes",   "stick_nodes",
                                "open_nodes", "normal_force", "tangential_force",
                                "events",     "contact_area", "pressure_max"};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        const double one = number_of(a, keys[i]), two = number_of(b, keys[i]);
        assert_near(one, two, 1e-9 * (1 + fabs(one)));
    }
    const Value *p = value_get(value_get(study_of(a), "values"), "watched");
    const Value *q = value_get(value_get(study_of(b), "values"), "watched");
    assert_int_equal(value_length(p), value_length(q));
    for (size_t i = 0; i < value_length(p); i++) {
        const char *const parts[] = {"x", "y", "ux", "uy"};
        for (size_t k = 0; k < COUNT_OF(parts); k++)
            assert_near(value_as_number(value_get(value_at(p, i), parts[k])),
                        value_as_number(value_get(value_at(q, i), parts[k])), 1e-9);
        assert_string_equal(value_as_text(value_get(value_at(p, i), "state")),
                            value_as_text(value_get(value_at(q, i), "state")));
    }
}

/* The same numbers, and the same files for ParaView: 4 states of the block (every 5th of 10 steps, pressed
 * and dragged) and 2 of the box. */
static void two_ranks_do_as_one(void **state) {
    (void)state;
    const char *const names[] = {"block", "box"};
    const int files[] = {5, 3};
    for (int i = 0; i < 2; i++) {
        char command[600];
        snprintf(command, sizeof command, "%s run %s.lua --json --quiet -o alone.h5", JUDDER_COMPANION,
                 names[i]);
        Value *alone = report_of(command, 0);
        snprintf(command, sizeof command, "mpirun -n 2 %s run %s.lua --json --quiet -o two.h5",
                 JUDDER_COMPANION, names[i]);
        Value *two = report_of(command, 0);
        assert_same_values(alone, two);
        assert_true(number_of(alone, "slip_nodes") > 0);
        assert_true(number_of(alone, "events") > 0);
        value_destroy(&alone);
        value_destroy(&two);
        assert_int_equal(shell("rm -rf a b; " JUDDER_PROGRAM " export alone.h5 --vtu a && " JUDDER_PROGRAM
                               " export two.h5 --vtu b && ls a | wc -l && ls a >a.txt && ls b | cmp - a.txt"),
                         0);
        assert_contains(text_out, " files in a");
        snprintf(command, sizeof command, "\n%d\n", files[i]);
        assert_contains(text_out, command);
        assert_int_equal(shell("grep -c contact_state a/*02_s_*.vtu"), 0);
    }
}

/* A result holds the path so far: every event and every step once, s from 0 to the number of loads. */
static void series_and_events_are_recorded(void **state) {
    (void)state;
    Value *report = report_of(JUDDER_COMPANION " run block.lua --json --quiet -o block.h5 2>&1", 0);
    const int steps = (int)number_of(report, "steps"), events = (int)number_of(report, "events");
    value_destroy(&report);
    assert_int_equal(shell("rm -rf csv; " JUDDER_PROGRAM
                           " export block.h5 --csv csv >/dev/null && cat csv/01_path_series.csv"),
                     0);
    assert_int_equal(times(text_out, "\n"), steps + 1);
    assert_contains(text_out, "s,normal_force [N],tangential_force "
                              "[N],slip_nodes,stick_nodes,open_nodes,slip_mean [m],slip_max [m],defect\n");
    assert_contains(text_out, "\n1,0.0");
    assert_contains(text_out, "\n1.5,");
    assert_contains(text_out, "\n2,");
    assert_int_equal(shell("cat csv/01_path_events.csv"), 0);
    assert_int_equal(times(text_out, "\n"), events + 1);
    assert_contains(text_out, ",slip,node ");
}

static void an_interrupted_path_is_saved(void **state) {
    (void)state;
    const int status = shell(
        JUDDER_COMPANION " run block.lua --set steps=1000000 --json 2>said.txt & p=$!; for i in $(seq 600); "
                         "do grep -q path: said.txt && break; sleep 0.1; done; kill -INT $p; wait $p");
    assert_int_equal(status, 1);
    Value *report = json_read(text_out);
    assert_non_null(report);
    assert_string_equal(text_of(report, "outcome"), "stopped");
    assert_string_equal(text_of(report, "reason"), "interrupted in load 2");
    const double steps = number_of(report, "steps");
    assert_true(steps > 10 && steps < 1000010);
    value_destroy(&report);
    assert_int_equal(shell(JUDDER_PROGRAM " export block.h5 --csv csv && " JUDDER_PROGRAM
                                          " export block.h5 --vtu vtu && ls vtu"),
                     0);
    assert_contains(text_out, "01_path_02_s_1.");
}

static void paths_that_fail_say_why(void **state) {
    (void)state;
    Value *report = report_of(
        JUDDER_COMPANION " run block.lua --set tolerance=1e-14 --set sideways=-0.5 --json --quiet -o x.h5",
        0);
    assert_string_equal(text_of(report, "outcome"), "done");
    value_destroy(&report);
    write_file(
        "loose.lua",
        "return body { mesh = rectangle{ length = 1, height = 1, cells = {4, 4} },\n"
        "  material = elastic{ E = 1, nu = 0.3, rho = 1 },\n"
        "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.2 } },\n"
        "  load = { gravity{ value = {0, -0.01} }, gravity{ value = {0.01, 0} } }, study = path{} }\n");
    report = report_of(JUDDER_COMPANION " run loose.lua --json --quiet -o x.h5", 1);
    assert_string_equal(text_of(report, "outcome"), "failed");
    assert_contains(text_of(report, "reason"), "load 2: ");
    assert_near(number_of(report, "normal_force"), .01, 1e-12);
    assert_near(number_of(report, "tangential_force"), -.002, 1e-8);
    value_destroy(&report);
    write_file("slant.lua",
               "return body { mesh = rectangle{ length = 1, height = 1, cells = {4, 4} },\n"
               "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { left = {'x'}, top = {'x', 'y'} },\n"
               "  contact = { side = 'bottom', normal = {1, 2}, law = unilateral{}, friction = constant{ mu "
               "= 0.2 } },\n"
               "  load = press{ side = 'top', by = 0.1 }, study = path{} }\n");
    assert_int_equal(shell(JUDDER_COMPANION " run slant.lua --quiet -o never.h5"), 2);
    assert_contains(text_err, "neither normal nor tangential");
    assert_int_equal(access("never.h5", F_OK), -1);
}

/* A mesh file that joins sides is read, and the note says that they are not joined. */
static void links_of_a_mesh_file_are_not_followed(void **state) {
    (void)state;
    const char
        *case_text = "return body { mesh = gmsh 'linked.msh', material = elastic{ E = 1, nu = 0.3 },\n"
                     "  fix = { top = {'x', 'y'} }, contact = { side = 'contact', normal = {0, 1}, law = "
                     "unilateral{}, friction = constant{ mu = 0.2 } },\n"
                     "  load = press{ side = 'top', by = 1e-6 }, study = path{} }\n";
    write_file("linked.lua", case_text);
    assert_int_equal(shell("cp " JUDDER_SOURCE_DIR
                           "/cases/hertz_cylinder/coarse.msh linked.msh && " JUDDER_PROGRAM
                           " check linked.lua"),
                     0);
    assert_null(strstr(text_out, "Periodic"));
    assert_int_equal(
        shell("printf '$Periodic\n0\n$EndPeriodic\n' >>linked.msh && " JUDDER_PROGRAM " check linked.lua"),
        0);
    assert_contains(text_out, "the $Periodic of the mesh file is not followed");
}

/* Hertz on two meshes: the area is right to half a cell, within 2 %, and gets better with the mesh;
 * the pressure to 0.5 %. */
static void hertz_gets_better_with_the_mesh(void **state) {
    (void)state;
    const double P = 2.9e6, R = .01, modulus = 210e9 / (1 - .3 * .3);
    const double a = sqrt(4 * P * R / (M_PI * modulus)), p0 = 2 * P / (M_PI * a);
    double off = .02 * a;
    for (int fine = 0; fine < 2; fine++) {
        char command[600];
        snprintf(command, sizeof command,
                 "%s run %s/cases/hertz_cylinder/case.lua --set fine=%d --json --quiet -o hertz.h5",
                 JUDDER_COMPANION, JUDDER_SOURCE_DIR, fine);
        Value *report = report_of(command, 0);
        const double cell = .4e-3 / (fine ? 40 : 28), now = fabs(number_of(report, "contact_area") - a);
        assert_true(now <= .51 * cell && now < off);
        off = now;
        assert_near(number_of(report, "pressure_max"), p0, .005 * p0);
        value_destroy(&report);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_ranks_do_as_one),
        cmocka_unit_test(series_and_events_are_recorded),
        cmocka_unit_test(an_interrupted_path_is_saved),
        cmocka_unit_test(paths_that_fail_say_why),
        cmocka_unit_test(links_of_a_mesh_file_are_not_followed),
        cmocka_unit_test(hertz_gets_better_with_the_mesh),
    };
    return cmocka_run_group_tests(tests, prepare, leave_folder);
}
