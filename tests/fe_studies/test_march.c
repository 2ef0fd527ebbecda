/* march{} and limit{} of bodies as a user meets them: alone and on two ranks, killed and taken up
 * again, shown and heard. */
#include "json.h"
#include "shell.h"

/* Pressed by a path, then dragged while the foundation moves; the friction falls with the slip. */
static const char block[] =
    "local p = param{ final = 0.8, eta = 0.05 }\n"
    "local function ramp(t) local s = t < 1 and math.sin(math.pi*t/2) or 1; return s*s end\n"
    "return body {\n"
    "  mesh = rectangle{ length = 1, height = 0.5, cells = {8, 4} },\n"
    "  material = viscous{ E = 1, nu = 0.3, rho = 1, eta = p.eta }, fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = linear{ mu_s = 0.8, mu_d = 0.3, v_c = 0.3 "
    "} },\n"
    "  foundation = { velocity = function(t) return 0.1*ramp(t) end },\n"
    "  load = { press{ side = 'top', by = 0.02 }, drag{ side = 'top', by = function(t) return -0.05*ramp(t), "
    "0 end } },\n"
    "  study = { path{}, march{ final = p.final, step = 0.004, fields = 50, probe = {0.4, 0.602}, watch = { "
    "{0.5, 0} } },\n"
    "            spectrum{ of = 'tangential_force' } } }\n";

static const char ladder[] =
    "return body {\n"
    "  mesh = rectangle{ length = 1, height = 0.5, cells = {8, 4} },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = pressure{ S = 0.2 }, friction = linear{ mu_s = 0.8, mu_d = 0.3, "
    "v_c = 1 } },\n"
    "  foundation = { velocity = 0.1 }, selection = viscosity{ eta = 7 },\n"
    "  study = { limit{ of = 'eta', from = 0.04, factor = 0.5, count = 4, final = 0.4, step = 0.01 },\n"
    "            limit{ of = 'epsilon', from = 0.04, factor = 0.5, count = 4, final = 0.4, step = 0.01 } } "
    "}\n";

static int prepare(void **state) {
    if (enter_folder(state) != 0) return -1;
    write_file("block.lua", block);
    write_file("ladder.lua", ladder);
    return 0;
}

static Value *report_of(const char *command) {
    const int status = shell(command);
    if (status != 0) fail_msg("%s: %s", command, text_err);
    Value *report = json_read(text_out);
    if (!report) fail_msg("not JSON: %s", text_out);
    return report;
}

static const Value *study_of(const Value *report, size_t position) {
    return value_at(value_get(report, "studies"), position);
}

static double number_of(const Value *report, size_t study, const char *key) {
    const Value *value = value_get(value_get(study_of(report, study), "values"), key);
    if (!value) fail_msg("no %s", key);
    return value_as_number(value);
}

static double item_of(const Value *report, size_t study, const char *group, const char *key,
                      size_t position) {
    const Value *list = value_get(value_get(study_of(report, study), group), key);
    if (!list) fail_msg("no %s", key);
    return value_as_number(value_at(list, position));
}

static void assert_same_march(const Value *a, const Value *b) {
    static const char *const keys[] = {"steps",          "events",        "normal_force",  "tangential_force",
                                       "friction_loss",  "viscous_loss",  "external_work", "stick_fraction",
                                       "numerical_work", "open_fraction", "lambda_max"};
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        assert_near(number_of(a, 1, keys[i]), number_of(b, 1, keys[i]), 1e-10);
    static const char *const probed[] = {"normal_force", "tangential_force", "slip", "pressure", "gap"};
    for (size_t i = 0; i < COUNT_OF(probed); i++)
        for (size_t k = 0; k < 2; k++)
            assert_near(item_of(a, 1, "probes", probed[i], k), item_of(b, 1, "probes", probed[i], k), 1e-10);
}

#define RUN JUDDER_COMPANION " run block.lua --json --quiet "
#define TWO "mpirun -n 2 "

/* The rows of the series of the march of a result, all of them the same to ten digits. */
static void assert_same_series(void) {
    assert_int_equal(
        shell(JUDDER_PROGRAM
              " export one.h5 --csv one --quiet && " JUDDER_PROGRAM
              " export two.h5 --csv two --quiet && paste -d, one/*march_series.csv "
              "two/*march_series.csv | tail -n +2 | awk -F, '{ for (i = 1; i <= NF/2; i++) { d = "
              "$i - $(i + NF/2); if (d*d > 1e-20) { print NR, i, $i, $(i + NF/2); exit 1 } } } "
              "END { if (NR != 201) exit 1 }'"),
        0);
}

static void two_ranks_do_as_one(void **state) {
    (void)state;
    Value *one = report_of(RUN "-o one.h5"), *two = report_of(TWO RUN "-o two.h5");
    assert_same_march(one, two);
    assert_same_series();
    assert_int_equal((int)number_of(one, 1, "steps"), 200);
    assert_int_equal((int)number_of(one, 1, "factorisations"), 1);
    assert_true(number_of(one, 1, "energy_defect") < 1e-12);
    assert_true(number_of(one, 1, "friction_loss") >= 0 && number_of(one, 1, "viscous_loss") > 0);
    value_destroy(&one);
    value_destroy(&two);
}

/* Killed while it marches, and taken up on another number of ranks. */
static void a_killed_march_goes_on(void **state) {
    (void)state;
    Value *one = report_of(RUN "-o one.h5");
    assert_int_equal(
        shell("rm -f two.h5*; " RUN
              "-o two.h5 --checkpoint 0 & p=$!; while [ ! -f two.h5.checkpoint ] && kill -0 $p 2>/dev/null; "
              "do sleep 0.01; done; sleep 0.1; kill -9 $p; wait $p; true"),
        0);
    Value *two = report_of(TWO RUN "-o two.h5 --resume");
    assert_same_march(one, two);
    assert_same_series();
    value_destroy(&one);
    value_destroy(&two);
}

/* An interrupt is an outcome, and nothing is lost. */
static void an_interrupted_march_goes_on(void **state) {
    (void)state;
    const int status = shell(
        "rm -f two.h5*; " RUN
        "-o two.h5 --checkpoint 1000 & p=$!; while [ ! -f two.h5 ] && kill -0 $p 2>/dev/null; do sleep "
        "0.01; done; kill -INT $p; wait $p");
    assert_true(status == 1 || status == 0);
    Value *one = report_of(RUN "-o one.h5"), *two = report_of(RUN "-o two.h5 --resume");
    assert_same_march(one, two);
    assert_same_series();
    value_destroy(&one);
    value_destroy(&two);
}

/* It starts where the path ended: at rest if nothing moves. */
static void it_starts_from_the_path(void **state) {
    (void)state;
    Value *report = report_of(
        "sed 's/0.1[*]ramp/0*ramp/; s/-0.05[*]ramp/0*ramp/' block.lua > still.lua && " JUDDER_COMPANION
        " run still.lua --json --quiet");
    assert_near(number_of(report, 1, "normal_force"), number_of(report, 0, "normal_force"), 1e-13);
    assert_near(item_of(report, 1, "probes", "kinetic_energy", 0), 0, 1e-24);
    assert_near(item_of(report, 1, "probes", "elastic_energy", 1),
                item_of(report, 1, "probes", "elastic_energy", 0), 1e-13);
    value_destroy(&report);
}

static void shown_and_heard(void **state) {
    (void)state;
    Value *one = report_of(RUN "-o one.h5");
    value_destroy(&one);
    assert_int_equal(
        shell(JUDDER_PROGRAM
              " export one.h5 --vtu shown --quiet && ls shown/*march*.vtu | wc -l && grep -c "
              "'file=' shown/*march.pvd && grep -al 'Name=\"velocity\"' shown/*march*.vtu | wc -l"),
        0);
    assert_string_equal(text_out, "5\n5\n5\n");
    assert_int_equal(shell(JUDDER_PROGRAM " export one.h5 --wav one.wav --of tangential_force"), 0);
    assert_int_equal(shell(JUDDER_PROGRAM " report one.h5 -o one.html --quiet && test -s one.html"), 0);
}

static void ladders(void **state) {
    (void)state;
    Value *one = report_of(JUDDER_COMPANION " run ladder.lua --json --quiet");
    for (size_t study = 0; study < 2; study++) {
        for (size_t i = 1; i < 4; i++)
            assert_true(item_of(one, study, "values", "error", i) <
                        .7 * item_of(one, study, "values", "error", i - 1));
        assert_true(number_of(one, study, "order") > .5);
    }
    Value *two = report_of(TWO JUDDER_COMPANION " run ladder.lua --json --quiet");
    for (size_t i = 0; i < 4; i++)
        assert_near(item_of(one, 0, "values", "error", i), item_of(two, 0, "values", "error", i), 1e-10);
    value_destroy(&one);
    value_destroy(&two);
}

/* Sixty watched nodes are three hundred columns, and all of them are probed. */
static void many_nodes_are_watched(void **state) {
    (void)state;
    write_file(
        "many.lua",
        "local points = {}\n"
        "for i = 1, 60 do points[i] = { (i - 1)/59, 0 } end\n"
        "return body {\n"
        "  mesh = rectangle{ length = 1, height = 0.1, cells = {59, 2} },\n"
        "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
        "  contact = { side = 'bottom', law = pressure{ S = 0.2 }, friction = constant{ mu = 0.3 } },\n"
        "  foundation = { velocity = 0.1 },\n"
        "  study = march{ final = 0.02, step = 0.01, probe = {0.02}, watch = points } }\n");
    Value *report = report_of(JUDDER_COMPANION " run many.lua --json --quiet");
    assert_near(item_of(report, 0, "probes", "pressure_60", 0), 0.2, 1e-9);
    assert_true(isfinite(item_of(report, 0, "probes", "displacement_60", 0)));
    value_destroy(&report);
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(two_ranks_do_as_one),
                                          cmocka_unit_test(a_killed_march_goes_on),
                                          cmocka_unit_test(an_interrupted_march_goes_on),
                                          cmocka_unit_test(it_starts_from_the_path),
                                          cmocka_unit_test(shown_and_heard),
                                          cmocka_unit_test(many_nodes_are_watched),
                                          cmocka_unit_test(ladders)};

int main(void) {
    return cmocka_run_group_tests(tests, prepare, leave_folder);
}
