/* Flutter of bodies as a user asks for it: the growth that a march shows, in 2-D; slopes and the term across
 * the slip in 3-D; two ranks. */
#include "companion/shell.h"
#include "json.h"

static Value *run(const char *words, int status) {
    char command[1000];
    snprintf(command, sizeof command, "%s --json --quiet -o case.h5", words);
    if (shell(command) != status) fail_msg("%s: %s%s", words, text_out, text_err);
    Value *report = json_read(text_out);
    if (!report) fail_msg("not JSON: %s", text_out);
    return report;
}

static const Value *study(const Value *report, size_t at) {
    return value_at(value_get(report, "studies"), at);
}

static double number(const Value *values, const char *key) {
    const Value *value = value_get(values, key);
    if (!value || value_kind(value) == VALUE_NULL) fail_msg("no %s", key);
    return value_as_number(value);
}

/* The root at the head of the list of a study. */
static void first_root(const Value *report, size_t at, double root[2]) {
    const Value *item = value_at(value_get(value_get(study(report, at), "values"), "flutter"), 0);
    root[0] = number(item, "re"), root[1] = number(item, "im");
}

/* cases/pad_on_disc_2d on a coarser mesh: the energy over twenty periods against the eigenvalue, within
 * two parts in a hundred. */
static void a_march_grows_as_the_eigenvalue_says(void **state) {
    (void)state;
    const char *words = JUDDER_COMPANION " run " JUDDER_SOURCE_DIR
                                         "/cases/pad_on_disc_2d/case.lua --set cells=8 --set eta=2.5e-6";
    Value *report = run(words, 0);
    double root[2];
    first_root(report, 1, root);
    assert_true(root[0] > 100);
    value_destroy(&report);
    char again[1000];
    snprintf(again, sizeof again, "%s --set period=%.17g", words, 2 * M_PI / root[1]);
    report = run(again, 0);
    const Value *probes = value_get(study(report, 2), "probes"),
                *energy = value_get(probes, "kinetic_energy"), *t = value_get(probes, "t");
    const double grown = value_as_number(value_at(energy, 2)) / value_as_number(value_at(energy, 0)),
                 time = value_as_number(value_at(t, 2)) - value_as_number(value_at(t, 0));
    assert_near(log(grown) / (2 * time) / root[0], 1, .02);
    value_destroy(&report);
}

/* A cube on a moving floor, with a law that falls or rises with the speed. */
static const char cube[] =
    "local p = param{ slope = 0 }\n"
    "return body { mesh = box{ length = 1, height = 1, depth = 1, cells = {2, 2, 2}, element = 'Q1' },\n"
    " material = elastic{ E = 1, nu = 0.3, rho = 1 }, mass = 'lumped', fix = { top = {'x', 'y', 'z'} },\n"
    " contact = { side = 'bottom', law = unilateral{}, state = 'slip-',\n"
    "   friction = tabulated{ v = {0, 1, 2}, mu = {0.3 - p.slope, 0.3, 0.3 + p.slope} } },\n"
    " study = stability{ flutter = { mu = 0, count = 6, up_to_mu = 0, speed = 1, pressure = 0.1, "
    "participation = true } } }\n";

static void slope_and_speed_in_space(void **state) {
    (void)state;
    write_file("cube.lua", cube);
    double still[2], falling[2], rising[2];
    Value *report = run(JUDDER_COMPANION " run cube.lua", 0);
    first_root(report, 0, still);
    assert_near(still[0], 0, 1e-12); /* mu = 0: no term across the slip either */
    value_destroy(&report);
    report = run(JUDDER_COMPANION " run cube.lua --set slope=-0.1", 0);
    first_root(report, 0, falling);
    value_destroy(&report);
    report = run(JUDDER_COMPANION " run cube.lua --set slope=0.1", 0);
    const Value *list = value_get(value_get(study(report, 0), "values"), "flutter");
    rising[0] = 0;
    for (size_t i = 0; i < value_length(list); i++)
        rising[0] = fmin(rising[0], number(value_at(list, i), "re"));
    value_destroy(&report);
    assert_true(falling[0] > 1e-4);
    assert_near(-rising[0] / falling[0], 1, 1e-3); /* small damping: of either sign alike */
}

static void two_ranks_do_as_one(void **state) {
    (void)state;
    write_file("cube.lua", cube);
    double one[2], two[2];
    Value *report = run(JUDDER_COMPANION " run cube.lua --set slope=-0.1", 0);
    first_root(report, 0, one);
    value_destroy(&report);
    report = run("mpirun -n 2 " JUDDER_COMPANION " run cube.lua --set slope=-0.1", 0);
    first_root(report, 0, two);
    value_destroy(&report);
    assert_near(one[0], two[0], 1e-10);
    assert_near(one[1], two[1], 1e-10);
}

/* Flutter is about the end of the path whatever other places are judged on the way, on one
 * rank and on two. */
static void it_is_about_the_end_of_the_path(void **state) {
    (void)state;
    static const char pad[] =
        "local p = param{ places = false }\n"
        "return body { mesh = rectangle{ length = 4, height = 1, cells = {8, 3}, element = 'Q1' },\n"
        " material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
        " contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.4 } },\n"
        " load = { press{ side = 'top', by = 0.001 }, drag{ side = 'top', by = {-0.01, 0}, steps = 5 } },\n"
        " study = { path{}, stability{ critical_mu = true, at = p.places and {0.5, 1.1} or 'end',\n"
        "   flutter = { up_to_mu = 0, count = 4 } } } }\n";
    static const char *const ways[] = {JUDDER_COMPANION " run pad.lua",
                                       JUDDER_COMPANION " run pad.lua --set places=true",
                                       "mpirun -n 2 " JUDDER_COMPANION " run pad.lua --set places=true"};
    double root[3][2];
    write_file("pad.lua", pad);
    for (size_t i = 0; i < 3; i++) {
        Value *report = run(ways[i], 0);
        first_root(report, 1, root[i]);
        value_destroy(&report);
        assert_near(root[i][1], root[0][1], 1e-9 * root[0][1]);
    }
    assert_true(root[0][1] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_march_grows_as_the_eigenvalue_says),
        cmocka_unit_test(slope_and_speed_in_space),
        cmocka_unit_test(two_ranks_do_as_one),
        cmocka_unit_test(it_is_about_the_end_of_the_path),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
