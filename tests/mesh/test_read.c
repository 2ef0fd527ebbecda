/* What Gmsh and the writer of these tests make is read alike in all four formats. */
#include "measure.h"
#include "mesh/generate.h"
#include "mesh/read.h"
#include "random.h"
#include "write_msh.h"

#include <unistd.h>

static const MshStyle styles[] = {{2, false, 0, 0, false},
                                  {2, true, 0, 0, false},
                                  {4, false, 0, 0, false},
                                  {4, true, 0, 0, false},
                                  {2, true, 3, 100, false},
                                  {4, false, 7, 5, false},
                                  {2, false, 50000, 1, false},
                                  {4, true, 1000003, 12345678901, false},
                                  {4, false, -1, 2000, true},
                                  {4, true, 1, 17, true},
                                  {4, true, -100001, 1000000000000, true}};

static void expect_ok(JudderErr err) {
    if (err != JUDDER_OK) fail_msg("%s", error_message());
}

/* As its text, but for the order of sides and facets. */
static void expect_same(const Mesh *a, const Mesh *b) {
    assert_int_equal(a->dim, b->dim);
    assert_int_equal(a->nodes, b->nodes);
    assert_memory_equal(a->x, b->x, (size_t)(a->nodes * a->dim) * sizeof *a->x);
    assert_int_equal(a->blocks, b->blocks);
    for (int i = 0; i < a->blocks; i++) {
        const MeshBlock *x = &a->block[i], *y = &b->block[i];
        assert_ptr_equal(x->type, y->type);
        assert_int_equal(x->cells, y->cells);
        assert_memory_equal(x->node, y->node, (size_t)(x->cells * x->type->nodes) * sizeof *x->node);
    }
    assert_int_equal(a->sides, b->sides);
    for (int s = 0; s < a->sides; s++) {
        const MeshSide *x = &a->side[s], *y = &b->side[s];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->facets, y->facets);
        assert_memory_equal(x->facet, y->facet, (size_t)x->facets * sizeof *x->facet);
        assert_int_equal(x->nodes, y->nodes);
        assert_memory_equal(x->node, y->node, (size_t)x->nodes * sizeof *x->node);
    }
}

static Mesh *random_mesh(Random *random, int dim) {
    static const char *const elements[] = {"P1", "P2", "Q1"};
    const char *element = elements[random_below(random, 3)];
    const MeshRectangle flat = {.length = random_size(random, 0.1, 10),
                                .height = random_size(random, 0.1, 10),
                                .cells = {1 + random_below(random, 5), 1 + random_below(random, 4)},
                                .element = element,
                                .grade = {{.low = 0.3}}};
    const MeshBox solid = {.length = flat.length,
                           .height = flat.height,
                           .depth = 0.7,
                           .cells = {flat.cells[0], flat.cells[1], 2},
                           .element = element};
    Mesh *mesh;
    expect_ok(dim == 2 ? mesh_rectangle(&flat, &mesh) : mesh_box(&solid, &mesh));
    for (int n = 0; n < mesh->nodes * dim; n++) mesh->x[n] += random_in(random, -1e-3, 1e-3);
    for (int s = 0; s < mesh->sides; s++) { /* moved nodes: the order of a side's nodes may be another one */
        int *work = calloc((size_t)mesh->nodes, sizeof *work);
        expect_ok(mesh_side_close(mesh, &mesh->side[s], work));
        free(work);
    }
    return mesh;
}

static void round_trips(void **state) {
    (void)state;
    Random random = {3};
    for (int trial = 0; trial < 24; trial++) {
        Mesh *mesh = random_mesh(&random, 2 + trial % 2);
        for (size_t i = 0; i < COUNT_OF(styles); i++) {
            const Bytes bytes = write_msh(mesh, &styles[i]);
            Mesh *read;
            expect_ok(mesh_read_bytes("memory", bytes.at, bytes.size, NULL, &read));
            expect_same(mesh, read);
            mesh_destroy(&read);
            free(bytes.at);
        }
        mesh_destroy(&mesh);
    }
}

static Mesh *gmsh(const char *name, const char *const *sides) {
    char path[512];
    Mesh *mesh;
    snprintf(path, sizeof path, "%s/tests/mesh/gmsh/%s.msh", JUDDER_SOURCE_DIR, name);
    expect_ok(mesh_read(path, sides, &mesh));
    return mesh;
}

static void expect_side(const Mesh *mesh, const char *name, int facets, int nodes) {
    const MeshSide *side = mesh_side_find(mesh, name);
    assert_non_null(side);
    assert_int_equal(side->facets, facets);
    assert_int_equal(side->nodes, nodes);
}

/* The body is in two groups, which 2.2 writes twice; the bottom is in two; the top has a number only. */
static void square_of_gmsh(void **state) {
    (void)state;
    Mesh *first = gmsh("square_41_text", NULL);
    static const char *const names[] = {"square_41_binary", "square_22_text", "square_22_binary"};
    assert_int_equal(first->nodes, 12);
    assert_int_equal(first->block[0].cells, 14);
    assert_int_equal(first->sides, 3);
    expect_side(first, "bottom", 2, 3);
    expect_side(first, "whole edge", 8, 8);
    expect_side(first, "12", 2, 3);
    assert_near(mesh_volume(first), 1, 1e-14);
    check_boundary(first, 1, 1e-14);
    const int *bottom = mesh_side_find(first, "bottom")->node;
    assert_exact(first->x[2 * bottom[0]], 0);
    assert_near(first->x[2 * bottom[1]], 0.5, 1e-6);
    assert_exact(first->x[2 * bottom[2]], 1);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        Mesh *mesh = gmsh(names[i], NULL);
        for (int n = 0; n < 24; n++) assert_near(mesh->x[n], first->x[n], 1e-15);
        memcpy(mesh->x, first->x, sizeof(double[24])); /* text has 16 digits */
        expect_same(first, mesh);
        mesh_destroy(&mesh);
    }
    mesh_destroy(&first);
}

static void curved_half_disc_of_gmsh(void **state) {
    (void)state;
    static const char *const names[] = {"disc_41_binary", "disc_22_text"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        Mesh *mesh = gmsh(names[i], NULL);
        assert_string_equal(mesh->block[0].type->name, "P2");
        assert_near(mesh_volume(mesh), acos(-1) / 2, 2e-5); /* with straight edges it would be 2e-2 less */
        const MeshSide *flat = mesh_side_find(mesh, "flat");
        for (int n = 0; n < flat->nodes; n++)
            assert_near(mesh->x[2 * flat->node[n]], -1 + 2.0 * n / (flat->nodes - 1), 1e-9);
        mesh_destroy(&mesh);
    }
}

static void cube_of_gmsh(void **state) {
    (void)state;
    static const char *const names[] = {"cube_41_binary", "cube_41_text", "cube_22_text", "cube_22_binary"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        Mesh *mesh = gmsh(names[i], NULL);
        assert_int_equal(mesh->dim, 3);
        assert_string_equal(mesh->block[0].type->name, "P2");
        assert_near(mesh_volume(mesh), 1, 1e-14);
        check_boundary(mesh, 1, 1e-14);
        expect_side(mesh, "bottom", 4, 13);
        expect_side(mesh, "all", 24, 50);
        double normal[3], middle[3], sum = 0;
        for (int f = 0; f < 4; f++) {
            facet_normal(mesh, mesh_side_find(mesh, "bottom")->facet[f], normal, middle);
            assert_near(middle[1], 0, 1e-15);
            sum += normal[1];
        }
        assert_near(sum, -1, 1e-14);
        mesh_destroy(&mesh);
    }
}

/* Triangles and quadrilaterals; a line of the inside is a group of the file, but nobody asks for it. */
static void mixed_cells_of_gmsh(void **state) {
    (void)state;
    static const char *const wanted[] = {"bottom", "bottom", NULL}, *const none[] = {NULL};
    static const char *const names[] = {"mixed_41_binary", "mixed_41_text", "mixed_22_text",
                                        "mixed_22_binary"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        Mesh *mesh = gmsh(names[i], wanted);
        assert_int_equal(mesh->blocks, 2);
        assert_int_equal(mesh->block[1].cells, 4);
        assert_near(mesh_volume(mesh), 2, 1e-14);
        check_boundary(mesh, 2, 1e-14);
        assert_int_equal(mesh->sides, 1);
        const MeshSide *bottom = mesh_side_find(mesh, "bottom");
        assert_int_equal(bottom->nodes, 5);
        for (int n = 0; n < 5; n++) assert_near(mesh->x[2 * bottom->node[n]], 0.5 * n, 1e-11);
        mesh_destroy(&mesh);
        mesh = gmsh(names[i], none);
        assert_int_equal(mesh->sides, 0);
        mesh_destroy(&mesh);
    }
}

static void sides_by_number_and_in_the_wanted_order(void **state) {
    (void)state;
    static const char *const wanted[] = {"12", "bottom", NULL};
    Mesh *mesh = gmsh("square_22_binary", wanted);
    assert_int_equal(mesh->sides, 2);
    assert_string_equal(mesh->side[0].name, "12");
    assert_string_equal(mesh->side[1].name, "bottom");
    mesh_destroy(&mesh);
}

/* More than one buffer, through a file. */
static void large_files(void **state) {
    (void)state;
    Mesh *mesh, *read;
    expect_ok(mesh_box(
        &(MeshBox){.length = 1, .height = 1, .depth = 1, .cells = {20, 20, 20}, .element = "Q1"}, &mesh));
    for (int i = 0; i < 4; i++) {
        const Bytes bytes = write_msh(mesh, &styles[i]);
        char path[] = "/tmp/judder_mesh_XXXXXX";
        const int fd = mkstemp(path);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, bytes.at, bytes.size), bytes.size);
        close(fd);
        expect_ok(mesh_read(path, NULL, &read));
        expect_same(mesh, read);
        mesh_destroy(&read);
        unlink(path);
        free(bytes.at);
    }
    mesh_destroy(&mesh);
}

/* Windows line ends, and sections that are of no interest. */
static void other_texts(void **state) {
    (void)state;
    static const char text[] =
        "$MeshFormat\r\n2.2 0 8\r\n$EndMeshFormat\r\n$Comments\r\n$Nodes in a comment\r\n$EndComments\r\n"
        "$Nodes\r\n3\r\n1 0 0 0\r\n2 1 0 -0\r\n3 0 1 1e-300\r\n$EndNodes\r\n"
        "$Elements\r\n1\r\n1 2 0 1 2 3\r\n$EndElements\r\n$NodeData\r\n1\r\n$EndNodeData";
    Mesh *mesh;
    expect_ok(mesh_read_bytes("text", text, sizeof text - 1, NULL, &mesh));
    assert_int_equal(mesh->dim, 2);
    assert_int_equal(mesh->sides, 0);
    assert_near(mesh_volume(mesh), 0.5, 1e-15);
    mesh_destroy(&mesh);
}

/* A facet that stands twice in its group counts once, and so does a group that stands twice at an entity. */
static void repeated_facets(void **state) {
    (void)state;
    static const char *const texts[] = {
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n"
        "$Elements\n4\n1 1 2 7 1 1 2\n2 1 2 7 1 2 1\n3 1 2 -7 1 2 3\n4 2 0 1 2 3\n$EndElements\n",
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 1 1 0\n5 0 0 0 0 0 0 3 7 -7 7 0\n"
        "1 0 0 0 0 0 0 0 0\n$EndEntities\n"
        "$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n"
        "$Elements\n2 3 1 3\n1 5 1 2\n1 1 2\n2 2 3\n2 1 2 1\n3 1 2 3\n$EndElements\n"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        Mesh *mesh;
        expect_ok(mesh_read_bytes("text", texts[i], strlen(texts[i]), NULL, &mesh));
        assert_int_equal(mesh->sides, 1);
        expect_side(mesh, "7", 2, 3);
        mesh_destroy(&mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(square_of_gmsh),
        cmocka_unit_test(curved_half_disc_of_gmsh),
        cmocka_unit_test(cube_of_gmsh),
        cmocka_unit_test(mixed_cells_of_gmsh),
        cmocka_unit_test(sides_by_number_and_in_the_wanted_order),
        cmocka_unit_test(large_files),
        cmocka_unit_test(other_texts),
        cmocka_unit_test(repeated_facets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
