/* Small files that claim much: refused with a word at once, whatever they promise; and numbers of dofs that
 * an int does not hold. */
#include "cli/program.h"

#include "base/log.h"

/* With little memory and time, as far as the sanitizers let it be measured. */
static int limited(const char *verb) {
    char words[200];
    const char *memory = SANITIZED ? "" : "ulimit -v 1500000;";
    snprintf(words, sizeof words, "--version >/dev/null; %s exec timeout 60 " JUDDER_PROGRAM " %s case.lua",
             memory, verb);
    const double start = clock_seconds();
    const int status = judder(words);
    if (!SANITIZED) assert_true(clock_seconds() - start < 20);
    return status;
}

static void assert_told(const char *words) {
    if (!strstr(text_err, words)) fail_msg("says \"%s\", not \"%s\"", text_err, words);
}

static void a_matrix_of_empty_rows(void **state) {
    (void)state;
    static const char *const files[][2] = {
        {"%%MatrixMarket matrix coordinate real symmetric\n20000000 20000000 1\n1 1 1\n",
         "K.mtx:2: 20000000 rows"},
        {"%%MatrixMarket matrix coordinate real general\n20000000 20000000 0\n", "K.mtx:2: 20000000 rows"},
    };
    write_case("case.lua",
               "return system{ stiffness = matrix_market 'K.mtx', contacts = { { normal = 1, tangent = 2, "
               "state = 'slip', direction = 1, mu = 0.4 } }, study = stability{ critical_mu = true } }\n");
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        write_case("K.mtx", files[i][0]);
        assert_int_equal(limited("check"), 2);
        assert_told(files[i][1]);
        assert_int_equal(limited("run"), 2);
        assert_told(files[i][1]);
    }
}

static void meshes_that_promise_more_than_they_hold(void **state) {
    (void)state;
#define HEAD  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define HEAD4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
    static const char *const files[][2] = {
        {HEAD4 "$Nodes\n1 1000000000 1 1000000000\n2 1 0 1000000000\n1\n", "1000000000 nodes are promised"},
        {HEAD "$Nodes\n2000000000\n1 0 0 0\n", "2000000000 nodes are promised"},
        {HEAD "$PhysicalNames\n1000000000\n2 1 \"a\"\n", "1000000000 physical names are promised"},
        {HEAD4 "$Entities\n1000000000 0 0 0\n1 0 0 0 1000000000 1\n", "1000000000 entities are promised"},
        {HEAD "$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1000000000\n1 2 2 1 1 1 2 3\n",
         "1000000000 elements are promised"},
        {HEAD "$Nodes\n2\n1 0 0 0\n9223372036854775807 1 0 0\n$EndNodes\n", "an integer is needed"},
    };
    write_case("case.lua",
               "return body{ mesh = gmsh 'm.msh', material = elastic{ E = 1, nu = 0.3 }, fix = { a = {'x', "
               "'y'} }, contact = { side = 'a', law = unilateral{}, friction = constant{ mu = 0.3 } }, "
               "load = press{ side = 'a', by = 1e-3, steps = 1 }, study = path{} }\n");
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        write_case("m.msh", files[i][0]);
        assert_int_equal(limited("check"), 2);
        assert_told(files[i][1]);
    }
}

static void dofs_that_no_int_holds(void **state) {
    (void)state;
    static const char *const rows[] = {"4294967297,2,slip,1", "1,4294967298,slip,1", "1,2,slip,4294967297",
                                       "9223372036854775807,2,slip,1", "1,99999999999999999999,slip,1"};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char table[200];
        snprintf(table, sizeof table, "normal,tangent,state,direction\n%s\n", rows[i]);
        write_case("t.csv", table);
        write_case("case.lua",
                   "return system{ stiffness = { {4, 1}, {1, 1} }, contact_table = 't.csv', study = "
                   "stability{ critical_mu = true } }\n");
        assert_int_equal(judder("check case.lua"), 2);
        assert_told("t.csv:2: ");
    }
    static const char *const fields[] = {"contacts = { { normal = 4294967297, tangent = 2, mu = 0.4 } }",
                                         "contacts = { { normal = 1, tangent = 4294967298, mu = 0.4 } }",
                                         "forces = { { dof = 4294967297, force = 1 } }",
                                         "drive = { { dof = 4294967297, velocity = 1 } }"};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "return system{ mass = { {1, 0}, {0, 1} }, stiffness = { {4, 1}, {1, 1} }, study = march{ "
                 "final = 1, "
                 "step = 0.1 },\n%s }\n",
                 fields[i]);
        write_case("case.lua", text);
        assert_int_equal(judder("check case.lua"), 2);
        assert_told("case.lua:2: ");
        assert_told("allowed is an integer in");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_of_empty_rows),
        cmocka_unit_test(meshes_that_promise_more_than_they_hold),
        cmocka_unit_test(dofs_that_no_int_holds),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
