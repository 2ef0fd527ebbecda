/* A mesh whose parts are not joined is told of before anything runs. */
#include "cli/program.h"

/* Two squares side by side, cut into triangles; along x = 1 with nodes of their own, or not. */
static void write_mesh(bool joined) {
    FILE *file = fopen("m.msh", "w");
    assert_non_null(file);
    fprintf(
        file,
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n1 1 \"foot\"\n1 2 \"held\"\n2 3 \"all\"\n"
        "$EndPhysicalNames\n$Nodes\n%d\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 2 0 0\n6 2 1 0\n",
        joined ? 6 : 8);
    fputs(joined ? "$EndNodes\n" : "7 1 0 0\n8 1 1 0\n$EndNodes\n", file);
    const int low = joined ? 2 : 7, high = joined ? 3 : 8;
    fprintf(file,
            "$Elements\n8\n1 1 2 1 1 1 2\n2 1 2 1 1 %d 5\n3 1 2 2 2 3 4\n4 1 2 2 2 6 %d\n"
            "5 2 2 3 3 1 2 3\n6 2 2 3 3 1 3 4\n7 2 2 3 3 %d 5 6\n8 2 2 3 3 %d 6 %d\n$EndElements\n",
            low, high, low, low, high);
    fclose(file);
}

static void nodes_that_are_not_joined_are_told(void **state) {
    (void)state;
    write_case(
        "case.lua",
        "return body{ mesh = gmsh 'm.msh', material = elastic{ E = 1, nu = 0.3 }, fix = { held = {'x', "
        "'y'} }, contact = { side = 'foot', law = unilateral{}, friction = constant{ mu = 0.3 } }, "
        "load = press{ side = 'held', by = 1e-3, steps = 1 }, study = path{} }\n");
    write_mesh(false);
    assert_int_equal(judder("check case.lua"), 0);
    assert_contains(text_out, "2 nodes lie where another one lies, the first at (1, 0) on foot");
    assert_contains(text_out, "Coherence Mesh;");
    assert_contains(text_out, "the mesh has 2 pieces that nothing joins");
    judder("run case.lua -o r.h5");
    assert_contains(text_err, "2 nodes lie where another one lies, the first at (1, 0) on foot");
    write_mesh(true);
    assert_int_equal(judder("check case.lua"), 0);
    assert_null(strstr(text_out, "lie where"));
    assert_null(strstr(text_out, "pieces"));
}

static void meshes_that_are_shipped_hang_together(void **state) {
    (void)state;
    static const char *const names[] = {"brake_pad_3d", "two_legs", "pad_squeal_3d"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char words[400];
        snprintf(words, sizeof words, "check " JUDDER_SOURCE_DIR "/cases/%s/case.lua", names[i]);
        assert_int_equal(judder(words), 0);
        assert_null(strstr(text_out, "lie where"));
        assert_null(strstr(text_out, "pieces"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_that_are_not_joined_are_told),
        cmocka_unit_test(meshes_that_are_shipped_hang_together),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
