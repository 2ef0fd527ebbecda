/* Rectangles and boxes: counts, volumes, boundaries, sides, grading, periodic sides, refusals. */
#include "measure.h"
#include "mesh/generate.h"
#include "random.h"

static const char *const elements[] = {"P1", "P2", "Q1"};

static Mesh *rectangle(MeshRectangle wanted) {
    Mesh *mesh;
    if (mesh_rectangle(&wanted, &mesh) != JUDDER_OK) fail_msg("%s", error_message());
    return mesh;
}
static Mesh *box(MeshBox wanted) {
    Mesh *mesh;
    if (mesh_box(&wanted, &mesh) != JUDDER_OK) fail_msg("%s", error_message());
    return mesh;
}

static void counts(void **state) {
    (void)state;
    static const int nodes2[] = {20, 63, 20}, cells2[] = {24, 24, 12}, nodes3[] = {60, 315, 60},
                     cells3[] = {144, 144, 24};
    for (int e = 0; e < 3; e++) {
        Mesh *mesh = rectangle(
            (MeshRectangle){.length = 1, .height = 1, .cells = {4, 3}, .element = elements[e]});
        assert_int_equal(mesh->nodes, nodes2[e]);
        assert_int_equal(mesh->block[0].cells, cells2[e]);
        assert_int_equal(mesh->sides, 4);
        assert_null(mesh->master);
        mesh_destroy(&mesh);
        assert_null(mesh);
        mesh = box(
            (MeshBox){.length = 1, .height = 1, .depth = 1, .cells = {4, 3, 2}, .element = elements[e]});
        assert_int_equal(mesh->nodes, nodes3[e]);
        assert_int_equal(mesh->block[0].cells, cells3[e]);
        assert_int_equal(mesh->sides, 6);
        mesh_destroy(&mesh);
    }
}

/* Every side is flat, faces outward and has its whole area; together the sides are the boundary. */
static void check_sides(const Mesh *mesh, const double *size) {
    static const char *const names[] = {"left", "right", "bottom", "top", "back", "front"};
    int all = 0, count;
    for (int s = 0; s < 2 * mesh->dim; s++) {
        const MeshSide *side = mesh_side_find(mesh, names[s]);
        const int direction = s / 2;
        const double place = s % 2 ? size[direction] : 0;
        double sum[3] = {0}, normal[3], middle[3], area = s % 2 ? 1 : -1;
        assert_non_null(side);
        for (int f = 0; f < side->facets; f++) {
            facet_normal(mesh, side->facet[f], normal, middle);
            for (int d = 0; d < 3; d++) sum[d] += normal[d];
            assert_near(middle[direction], place, 1e-15 * place);
        }
        for (int d = 0; d < mesh->dim; d++) area *= d == direction ? 1 : size[d];
        for (int d = 0; d < 3; d++) assert_near(sum[d], d == direction ? area : 0, 1e-13 * fabs(area));
        for (int n = 0; n < side->nodes; n++)
            assert_exact(mesh->x[side->node[n] * mesh->dim + direction], place);
        all += side->facets;
    }
    free(boundary(mesh, &count));
    assert_int_equal(all, count);
}

static MeshGrade random_grade(Random *random) {
    MeshGrade grade = {0};
    if (random_below(random, 2)) grade.low = random_size(random, 0.05, 20);
    if (random_below(random, 2)) grade.middle = random_size(random, 0.05, 20);
    if (random_below(random, 2)) grade.high = random_size(random, 0.05, 20);
    return grade;
}

static void volumes_and_boundaries(void **state) {
    (void)state;
    Random random = {2};
    for (int trial = 0; trial < 60; trial++) {
        const double size[3] = {random_size(&random, 0.1, 10), random_size(&random, 0.1, 10),
                                random_size(&random, 0.1, 10)};
        const char *element = elements[trial % 3];
        const int cells[3] = {1 + random_below(&random, 6), 1 + random_below(&random, 6),
                              1 + random_below(&random, 4)};
        const MeshGrade g[3] = {random_grade(&random), random_grade(&random), random_grade(&random)};
        Mesh *mesh = rectangle(
            (MeshRectangle){.length = size[0],
                            .height = size[1],
                            .cells = {cells[0], cells[1]},
                            .element = element,
                            .grade = {g[0], g[1]},
                            .diagonals = random_below(&random, 2) ? MESH_MIRRORED : MESH_ONE_WAY});
        assert_near(mesh_volume(mesh), size[0] * size[1], 1e-13 * size[0] * size[1]);
        check_boundary(mesh, size[0] * size[1], 1e-12 * (size[0] + 1) * (size[1] + 1));
        check_sides(mesh, size);
        mesh_destroy(&mesh);
        mesh = box((MeshBox){.length = size[0],
                             .height = size[1],
                             .depth = size[2],
                             .cells = {cells[0], cells[1], cells[2]},
                             .element = element,
                             .grade = {g[0], g[1], g[2]}});
        const double volume = size[0] * size[1] * size[2];
        assert_near(mesh_volume(mesh), volume, 1e-13 * volume);
        check_boundary(mesh, volume, 1e-12 * (size[0] + 1) * (size[1] + 1) * (size[2] + 1));
        check_sides(mesh, size);
        mesh_destroy(&mesh);
    }
}

/* Middles of edges lie in the middle, and every lattice point is used by some cell. */
static void middles_are_in_the_middle(void **state) {
    (void)state;
    Mesh *mesh[2] = {rectangle((MeshRectangle){.length = 2,
                                               .height = 1,
                                               .cells = {3, 2},
                                               .element = "P2",
                                               .diagonals = MESH_MIRRORED,
                                               .grade = {{.low = 0.2}}}),
                     box((MeshBox){.length = 2,
                                   .height = 1,
                                   .depth = 3,
                                   .cells = {3, 2, 2},
                                   .element = "P2",
                                   .grade = {{.low = 0.2}, {.high = 3}}})};
    static const int edges[2][6][2] = {{{0, 1}, {1, 2}, {2, 0}},
                                       {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 2}, {3, 1}}};
    for (int m = 0; m < 2; m++) {
        const MeshBlock *block = &mesh[m]->block[0];
        const int dim = mesh[m]->dim;
        for (int c = 0; c < block->cells; c++) {
            const int *node = block->node + c * block->type->nodes;
            for (int e = 0; e < dim * (dim + 1) / 2; e++) {
                for (int d = 0; d < dim; d++) {
                    const double a = mesh[m]->x[node[edges[m][e][0]] * dim + d],
                                 b = mesh[m]->x[node[edges[m][e][1]] * dim + d];
                    assert_near(mesh[m]->x[node[dim + 1 + e] * dim + d], (a + b) / 2, 1e-15);
                }
            }
        }
        mesh_destroy(&mesh[m]);
    }
}

static int find_node(const Mesh *mesh, double x, double y) {
    for (int n = 0; n < mesh->nodes; n++) {
        if (mesh->x[2 * n] == x && mesh->x[2 * n + 1] == y) return n;
    }
    return -1;
}

static bool has_edge(const Mesh *mesh, int a, int b) {
    for (int c = 0; c < mesh->block[0].cells; c++) {
        const int *node = mesh->block[0].node + c * mesh->block[0].type->nodes;
        int found = 0;
        for (int i = 0; i < 3; i++) found += node[i] == a || node[i] == b;
        if (found == 2) return true;
    }
    return false;
}

static void diagonals(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        Mesh *mesh = rectangle((MeshRectangle){.length = 4,
                                               .height = 1,
                                               .cells = {4, 1},
                                               .element = "P1",
                                               .diagonals = mirrored ? MESH_MIRRORED : MESH_ONE_WAY});
        for (int i = 0; i < 4; i++) {
            const bool rises = has_edge(mesh, find_node(mesh, i, 0), find_node(mesh, i + 1, 1));
            assert_int_equal(rises, !mirrored || i < 2);
            assert_int_equal(has_edge(mesh, find_node(mesh, i, 1), find_node(mesh, i + 1, 0)), !rises);
        }
        mesh_destroy(&mesh);
    }
}

static void nodes_of_sides_run_from_left_to_right(void **state) {
    (void)state;
    for (int e = 0; e < 3; e++) {
        Mesh *mesh = rectangle(
            (MeshRectangle){.length = 1, .height = 0.5, .cells = {8, 4}, .element = elements[e]});
        const int along_x = e == 1 ? 17 : 9, along_y = e == 1 ? 9 : 5;
        static const char *const names[] = {"bottom", "top", "left", "right"};
        for (int s = 0; s < 4; s++) {
            const MeshSide *side = mesh_side_find(mesh, names[s]);
            const int direction = s / 2, count = s < 2 ? along_x : along_y;
            assert_int_equal(side->nodes, count);
            for (int n = 0; n < count; n++)
                assert_near(mesh->x[2 * side->node[n] + direction], n * (s < 2 ? 1 : 0.5) / (count - 1),
                            1e-15);
        }
        mesh_destroy(&mesh);
    }
}

/* The facets of all four sides of one square: a closed line has the order of the coordinates. */
static void closed_lines_are_sorted_by_coordinates(void **state) {
    (void)state;
    Mesh *mesh = rectangle((MeshRectangle){.length = 1, .height = 1, .cells = {2, 2}, .element = "Q1"});
    MeshFacet facets[8];
    int count = 0, work[9] = {0};
    for (int s = 0; s < 4; s++) {
        for (int f = 0; f < 2; f++) facets[count++] = mesh->side[s].facet[f];
    }
    MeshSide ring = {.facets = 8, .facet = facets};
    assert_int_equal(mesh_side_close(mesh, &ring, work), JUDDER_OK);
    static const int expected[] = {0, 3, 6, 1, 7, 2, 5, 8};
    assert_int_equal(ring.nodes, 8);
    for (int n = 0; n < 8; n++) assert_int_equal(ring.node[n], expected[n]);
    for (int n = 0; n < 9; n++) assert_int_equal(work[n], 0);
    /* Three sides form one open line: from the upper left end downwards, and not by coordinates. */
    ring.facets = 6;
    MeshFacet open[6];
    memcpy(open, facets, sizeof open); /* left, right, bottom */
    ring.facet = open;
    assert_int_equal(mesh_side_close(mesh, &ring, work), JUDDER_OK);
    static const int path[] = {6, 3, 0, 1, 2, 5, 8};
    assert_int_equal(ring.nodes, 7);
    for (int n = 0; n < 7; n++) assert_int_equal(ring.node[n], path[n]);
    /* Two lines apart. */
    ring.facets = 4;
    assert_int_equal(mesh_side_close(mesh, &ring, work), JUDDER_OK);
    static const int pair[] = {0, 3, 6, 2, 5, 8};
    for (int n = 0; n < 6; n++) assert_int_equal(ring.node[n], pair[n]);
    free(ring.node);
    mesh_destroy(&mesh);
}

static void sizes_follow_the_grade(void **state) {
    (void)state;
    Mesh *mesh = rectangle((MeshRectangle){.length = 7,
                                           .height = 1,
                                           .cells = {5, 4},
                                           .element = "Q1",
                                           .grade = {{.low = 1, .middle = 0.25, .high = 4}, {.low = 0.125}}});
    double width[5], height[4];
    for (int i = 0; i < 5; i++) width[i] = mesh->x[2 * (i + 1)] - mesh->x[2 * i];
    for (int i = 0; i < 4; i++) height[i] = mesh->x[2 * 6 * (i + 1) + 1] - mesh->x[2 * 6 * i + 1];
    static const double widths[] = {1, 0.5, 0.25, 1, 4}; /* relative: their sum is 6.75 */
    for (int i = 0; i < 5; i++) assert_near(width[i], widths[i] * 7 / 6.75, 1e-14);
    static const double heights[] = {0.125, 0.25, 0.5, 1};
    for (int i = 0; i < 4; i++) assert_near(height[i], heights[i] / 1.875, 1e-15);
    mesh_destroy(&mesh);
}

static void periodic_nodes_have_masters(void **state) {
    (void)state;
    for (int e = 0; e < 3; e++) {
        Mesh *mesh = rectangle((MeshRectangle){.length = 2,
                                               .height = 1,
                                               .cells = {1, 5},
                                               .element = elements[e],
                                               .periodic = {{"left", "right"}}});
        int slaves = 0;
        for (int n = 0; n < mesh->nodes; n++) {
            const int master = mesh->master[n];
            assert_int_equal(mesh->master[master], master);
            assert_exact(mesh->x[2 * master + 1], mesh->x[2 * n + 1]);
            assert_exact(mesh->x[2 * master], mesh->x[2 * n] == 2 ? 0 : mesh->x[2 * n]);
            slaves += master != n;
        }
        assert_int_equal(slaves, mesh_side_find(mesh, "right")->nodes);
        mesh_destroy(&mesh);
        mesh = box((MeshBox){.length = 2,
                             .height = 1,
                             .depth = 3,
                             .cells = {2, 2, 3},
                             .element = elements[e],
                             .periodic = {{"left", "right"}, {"front", "back"}}});
        for (int n = 0; n < mesh->nodes; n++) {
            const double *x = mesh->x + 3 * n, *m = mesh->x + 3 * mesh->master[n];
            assert_exact(m[0], x[0] == 2 ? 0 : x[0]);
            assert_exact(m[1], x[1]);
            assert_exact(m[2], x[2] == 0 ? 3 : x[2]);
        }
        mesh_destroy(&mesh);
    }
}

static void refuse(MeshRectangle wanted, const char *part) {
    Mesh *mesh;
    assert_int_equal(mesh_rectangle(&wanted, &mesh), JUDDER_INPUT);
    assert_null(mesh);
    assert_contains(error_message(), part);
}

static void refusals(void **state) {
    (void)state;
    const MeshRectangle good = {.length = 1, .height = 1, .cells = {2, 2}, .element = "Q1"};
    MeshRectangle bad = good;
    bad.element = "Q2", refuse(bad, "\"Q2\"");
    bad = good, bad.element = NULL, refuse(bad, "element");
    bad = good, bad.length = 0, refuse(bad, "length is 0");
    bad = good, bad.height = (double)NAN, refuse(bad, "height is nan");
    bad = good, bad.height = (double)INFINITY, refuse(bad, "height is inf");
    bad = good, bad.cells[1] = 0, refuse(bad, "cells: 0 along the height");
    bad = good, bad.cells[0] = bad.cells[1] = 100000, refuse(bad, "too many");
    bad = good, bad.grade[0].low = -1, refuse(bad, "relative size");
    bad = good, bad.grade[0].middle = (double)NAN, refuse(bad, "relative size");
    bad = good, bad.periodic[0][0] = "left", bad.periodic[0][1] = "top", refuse(bad, "opposite");
    bad = good, bad.periodic[0][0] = "left", refuse(bad, "opposite");
    bad.periodic[0][1] = "right", bad.periodic[1][0] = "right", bad.periodic[1][1] = "left",
    refuse(bad, "twice");
    bad = good, bad.periodic[0][0] = "front", bad.periodic[0][1] = "back", refuse(bad, "opposite");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(volumes_and_boundaries),
        cmocka_unit_test(middles_are_in_the_middle),
        cmocka_unit_test(diagonals),
        cmocka_unit_test(nodes_of_sides_run_from_left_to_right),
        cmocka_unit_test(closed_lines_are_sorted_by_coordinates),
        cmocka_unit_test(sizes_follow_the_grade),
        cmocka_unit_test(periodic_nodes_have_masters),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
