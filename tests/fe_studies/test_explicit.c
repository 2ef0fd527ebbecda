/* march{} of a body by the method explicit, as a user runs it. */
#include "fe_studies/shell.h"

static const char *const block =
    "local p = param{ step = 1, cfl = 0.8 }\n"
    "return body {\n"
    "  mesh = rectangle{ length = 1, height = 0.5, cells = {16, 8}, element = \"Q1\" },\n"
    "  material = viscous{ E = 1, nu = 0.3, rho = 1, plane = \"strain\", eta = 0.05 },\n"
    "  fix = { top = {\"x\", \"y\"} },\n"
    "  contact = { side = \"bottom\", law = pressure{ S = function(t) return 0.2*math.min(t, 1) end },\n"
    "              friction = linear{ mu_s = 0.8, mu_d = 0.3, v_c = 0.1 } },\n"
    "  foundation = { velocity = 0.1 },\n"
    "  method = \"explicit\",\n"
    "  study = march{ final = 2,\n"
    "    step = p.step, cfl = p.cfl },\n"
    "}\n";

/* The number after a key of the output. */
static double number(const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(text_out, quoted);
    assert_non_null(at);
    return strtod(at + strlen(quoted), NULL);
}

static void the_step_follows_from_cfl(void **state) {
    (void)state;
    write_file("block.lua", block);
    assert_int_equal(shell(JUDDER_PROGRAM " run block.lua --quiet --json"), 0);
    const double stable = number("stable_step"), step = number("step"), force = number("tangential_force");
    assert_true(step <= .8 * stable && step > .79 * stable);
    assert_near(number("steps") * step, 2, 1e-9);
    assert_true(number("energy_defect") < 1e-12);
    assert_null(strstr(text_out, "quieten"));
    assert_int_equal(shell("mpirun -n 2 " JUDDER_PROGRAM " run block.lua --quiet --json -o two.h5"), 0);
    assert_near(number("tangential_force"), force, 1e-12);
}

static void long_steps_are_refused(void **state) {
    (void)state;
    write_file("block.lua", block);
    assert_int_equal(shell(JUDDER_PROGRAM " run block.lua --set cfl=0 --set step=0.1 -o no.h5"), 2);
    assert_non_null(
        strstr(text_err, "block.lua:11: the step is 0.1 s: the explicit march of this mesh is stable up to"));
    assert_int_equal(access("no.h5", F_OK), -1);
    assert_int_equal(
        shell("sed 's/explicit/implicit/' block.lua > other.lua; " JUDDER_PROGRAM " check other.lua"), 2);
    assert_non_null(strstr(text_err, "other.lua:11: cfl is for the method explicit"));
}

static void viscosity_is_offered(void **state) {
    (void)state;
    write_file("block.lua", block);
    assert_int_equal(
        shell("sed 's/viscous{/elastic{/; s/, eta = 0.05//' block.lua > elastic.lua; " JUDDER_PROGRAM
              " run elastic.lua"),
        0);
    assert_non_null(strstr(text_out, "selection = viscosity{ eta = "));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_step_follows_from_cfl),
    cmocka_unit_test(long_steps_are_refused),
    cmocka_unit_test(viscosity_is_offered),
};

int main(void) {
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
