/* Flutter of bodies as a user asks for it: the growth that a march shows, in 2-D; slopes and the term across
 * the slip in 3-D; two ranks. */
#include "fe_studies/shell.h"
#include "json.h"

#include <complex.h>

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

/* One element: two nodes slide, their masses 1/4 and forces p/2 alike, so with mu = 0 rate and state gives
 * for each frequency omega of the still one the roots of (lam^2 + omega^2)(lam + w) + (2 p/1) lam (al (lam +
 * w)
 * - be w) = 0. (FR-8), (ST-21) */
static void memory_of_friction_against_its_cubic(void **state) {
    (void)state;
    static const double a = .01, b = .02, V_0 = .5, v = 1.5, D_c = .8, p = 3;
    write_file("one.lua",
               "local p = param{ b = 0.02, speed = 1.5, move = 0 }\n"
               "return body { mesh = rectangle{ length = 1, height = 1, cells = {1, 1} }, mass = 'lumped',\n"
               " material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
               " foundation = { velocity = p.move },\n"
               " contact = { side = 'bottom', law = unilateral{}, state = 'slip-', friction = p.b < 0 and\n"
               "   constant{ mu = 0.6 } or rate_state{ mu_0 = .6, a = .01, b = p.b, V_0 = .5, D_c = .8 } },\n"
               " study = stability{ flutter = { mu = 0, pressure = 3, up_to_mu = 0,\n"
               "   speed = p.speed > 0 and p.speed or nil } } }\n");
    Value *still = run(JUDDER_COMPANION " run one.lua --set b=-1", 0);
    const Value *modes = value_get(value_get(study(still, 0), "values"), "flutter");
    assert_int_equal(value_length(modes), 2);
    const char *const ways[] = {JUDDER_COMPANION " run one.lua",
                                JUDDER_COMPANION " run one.lua --set speed=0 --set move=-1.5",
                                "mpirun -n 2 " JUDDER_COMPANION " run one.lua"};
    for (int i = 0; i < 3; i++) {
        Value *report = run(ways[i], 0);
        const Value *list = value_get(value_get(study(report, 0), "values"), "flutter");
        assert_int_equal(value_length(list), 4); /* two vibrations, two states */
        for (size_t k = 0; k < 4; k++) {
            const double al = a / (V_0 + v), be = b / (V_0 + v), w = v / D_c;
            const double complex lam = number(value_at(list, k), "re") + I * number(value_at(list, k), "im");
            double least = INFINITY;
            for (size_t m = 0; m < 2; m++) {
                const double omega = number(value_at(modes, m), "im");
                const double complex rest = (lam * lam + omega * omega) * (lam + w) +
                                            2 * p * lam * (al * (lam + w) - be * w);
                least = fmin(least, cabs(rest));
            }
            assert_at_most(least, 1e-8);
        }
        value_destroy(&report);
    }
    value_destroy(&still);
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

/* A block that slides, below 12 rad/s: 19 modes without friction by the pivots of K - omega^2 M; with
 * friction all roots by discs, of which 3 (with their conjugates 6) grow faster than 0.005 at mu = 0.2, and 6
 * at 0.4. */
static const char block[] =
    "local p = param{ n = 17, mu = 0, count = 40, damping = 0 }\n"
    "return body { mesh = rectangle{ length = 1, height = 0.5, cells = {p.n - 1, p.n - 1}, element = 'Q1' "
    "},\n"
    " material = elastic{ E = 1, nu = 0.3, rho = 1, plane = 'stress', thickness = 1 }, mass = 'lumped',\n"
    " damping = rayleigh{ stiffness = p.damping }, fix = { top = {'x', 'y'} },\n"
    " contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.4 }, state = 'slip-' },\n"
    " study = stability{ critical_mu = p.n == 9, up_to_mu = 2.2,\n"
    "   flutter = { mu = p.mu, to = 6/math.pi, count = p.count, up_to_mu = 0 } } }\n";

static void roots_of_a_block_are_counted(void **state) {
    (void)state;
    static const struct {
        const char *set;
        int counted, listed, fast;
    } rows[] = {
        {"", 19, 19, 0}, {"--set n=33", 19, 19, 0}, {"--set mu=0.2", 19, 19, 3}, {"--set mu=0.4", 19, 19, 6}};
    write_file("block.lua", block);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[600];
        snprintf(words, sizeof words, JUDDER_COMPANION " run block.lua %s", rows[i].set);
        Value *report = run(words, 0);
        const Value *values = value_get(study(report, 0), "values"), *list = value_get(values, "flutter");
        int fast = 0;
        for (size_t k = 0; k < value_length(list); k++) {
            const Value *root = value_at(list, k);
            const double re = number(root, "re"), im = number(root, "im");
            fast += re > 0.005;
            assert_near(number(root, "frequency"), im / (2 * M_PI), 1e-12);
            assert_near(number(root, "growth"), re, 0);
            assert_near(number(root, "damping_ratio"), -re / hypot(re, im), 1e-12);
        }
        assert_near(number(values, "roots_counted"), rows[i].counted, 0);
        assert_int_equal(value_length(list), rows[i].listed);
        assert_int_equal(fast, rows[i].fast);
        value_destroy(&report);
    }
}

/* Nothing grows up to mu = 2.2, of 2.2206 at which the block is neutral: proved from its assembled matrices.
 */
static void a_block_is_stable_up_to(void **state) {
    (void)state;
    write_file("block.lua", block);
    Value *report = run(JUDDER_COMPANION " run block.lua --set n=9", 0);
    const Value *stable = value_get(value_get(study(report, 0), "values"), "stable_up_to");
    assert_near(number(stable, "low"), 2.2, 0);
    assert_string_equal(value_as_text(value_get(stable, "certainty")), "proved");
    value_destroy(&report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_march_grows_as_the_eigenvalue_says),
        cmocka_unit_test(slope_and_speed_in_space),
        cmocka_unit_test(memory_of_friction_against_its_cubic),
        cmocka_unit_test(two_ranks_do_as_one),
        cmocka_unit_test(it_is_about_the_end_of_the_path),
        cmocka_unit_test(roots_of_a_block_are_counted),
        cmocka_unit_test(a_block_is_stable_up_to),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
