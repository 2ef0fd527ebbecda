/* Faults put into sound meshes are found, and named as what they are. */
#include "judder_test.h"
#include "mesh/check.h"
#include "mesh/generate.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const elements[] = {"P1", "P2", "Q1"};

static Mesh *make(int dim, const char *element) {
    Mesh *mesh;
    const MeshRectangle flat = {.length = 2, .height = 1, .cells = {4, 3}, .element = element};
    const MeshBox solid = {.length = 2, .height = 1, .depth = 1, .cells = {3, 2, 2}, .element = element};
    assert_int_equal(dim == 2 ? mesh_rectangle(&flat, &mesh) : mesh_box(&solid, &mesh), JUDDER_OK);
    return mesh;
}

static void expect_fault(const Mesh *mesh, MeshFaultKind kind, const char *part) {
    MeshFault fault;
    assert_int_equal(mesh_inspect_cells(mesh, &fault), JUDDER_OK);
    if (!fault.kind) assert_int_equal(mesh_inspect_sides(mesh, &fault), JUDDER_OK);
    assert_int_equal(fault.kind, kind);
    assert_int_equal(mesh_check(mesh), kind ? JUDDER_INPUT : JUDDER_OK);
    if (kind) assert_contains(error_message(), part);
    if (kind) assert_contains(error_message(), mesh_fault_text(mesh, &fault));
}

static void cells(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        Mesh *mesh = make(2 + i / 3, elements[i % 3]);
        const int dim = mesh->dim, nodes = mesh->block[0].type->nodes, corners = mesh->block[0].type->corners;
        int *cell = mesh->block[0].node + 2 * nodes, kept[10];
        memcpy(kept, cell, (size_t)nodes * sizeof *kept);
        expect_fault(mesh, MESH_SOUND, "");
        /* The mirror image: two corners exchanged, for hexahedra the two ends. */
        for (int c = 0; c < (corners == 8 ? 4 : 1); c++) {
            const int other = corners == 8 ? c + 4 : corners == 4 && dim == 2 ? 2 : 1;
            cell[c] = kept[other], cell[other] = kept[c];
        }
        expect_fault(mesh, MESH_INVERTED, "cell 3");
        memcpy(cell, kept, (size_t)nodes * sizeof *kept);
        if (nodes == corners) { /* a corner twice */
            cell[corners - 1] = cell[0];
            expect_fault(mesh, MESH_DEGENERATE, "cell 3");
            memcpy(cell, kept, (size_t)nodes * sizeof *kept);
        }
        /* Flat: all nodes of the mesh on y = 0. */
        for (int n = 0; n < mesh->nodes; n++) mesh->x[n * dim + 1] = 0;
        expect_fault(mesh, MESH_DEGENERATE, "cell 1");
        mesh_destroy(&mesh);
    }
}

/* A cell is refused as soon as one of its points is folded, however good the rest is. */
static void folds(void **state) {
    (void)state;
    Mesh *mesh = make(2, "Q1");
    double *x = mesh->x + 2 * mesh->block[0].node[2]; /* the inner corner of the first cell, at (0.5, 1/3) */
    x[0] = 0.251, x[1] = 0.17;                        /* still convex */
    expect_fault(mesh, MESH_SOUND, "");
    x[0] = 0.249, x[1] = 1.0 / 6 - 0.001;
    expect_fault(mesh, MESH_INVERTED, "cell 1 (Q1)");
    mesh_destroy(&mesh);
    /* The middle of an edge may move by a quarter of the edge along it. */
    mesh = make(2, "P2");
    x = mesh->x + 2 * mesh->block[0].node[3]; /* between (0, 0) and (0.5, 0) */
    x[0] = 0.13;
    expect_fault(mesh, MESH_SOUND, "");
    x[0] = 0.12;
    expect_fault(mesh, MESH_INVERTED, "cell 1 (P2)");
    x[0] = 0.125;
    expect_fault(mesh, MESH_DEGENERATE, "cell 1 (P2)");
    mesh_destroy(&mesh);
    /* A corner of a hexahedron pushed beyond the plane of its neighbours. */
    mesh = make(3, "Q1");
    x = mesh->x; /* the corner at the origin; its cell is 2/3 x 1/2 x 1/2 */
    for (int inside = 1; inside >= 0; inside--) {
        const double share = inside ? 0.32 : 0.34; /* the plane is crossed at a third of the diagonal */
        x[0] = share * 2 / 3, x[1] = share / 2, x[2] = share / 2;
        MeshFault fault;
        assert_int_equal(mesh_inspect_cells(mesh, &fault), JUDDER_OK);
        assert_int_equal(fault.kind, inside ? MESH_SOUND : MESH_INVERTED);
    }
    mesh_destroy(&mesh);
}

/* Moved and scaled, meshes stay sound; so do very flat cells. */
static void sound_meshes_stay_sound(void **state) {
    (void)state;
    Random random = {6};
    for (int i = 0; i < 60; i++) {
        Mesh *mesh = make(2 + i % 2, elements[i / 2 % 3]);
        const double scale = random_size(&random, 1e-9, 1e9), flat = random_size(&random, 1e-7, 1);
        const double shift = flat * scale * random_in(&random, -1e3, 1e3);
        for (int n = 0; n < mesh->nodes * mesh->dim; n++) {
            mesh->x[n] += random_in(&random, -0.02, 0.02);
            mesh->x[n] = shift + scale * mesh->x[n] * (n % mesh->dim == 1 ? flat : 1);
        }
        expect_fault(mesh, MESH_SOUND, "");
        mesh_destroy(&mesh);
    }
}

static void nodes(void **state) {
    (void)state;
    Mesh *mesh = make(2, "P1");
    mesh->x[2 * 7 + 1] = (double)NAN;
    expect_fault(mesh, MESH_NOT_FINITE, "node 8");
    mesh_destroy(&mesh);
    mesh = make(3, "P2");
    double *grown = realloc(mesh->x, (size_t)(mesh->nodes + 1) * 3 * sizeof *grown);
    assert_non_null(grown);
    mesh->x = grown;
    memset(mesh->x + 3 * mesh->nodes, 0, 3 * sizeof *mesh->x);
    mesh->nodes++;
    char text[32];
    snprintf(text, sizeof text, "node %d belongs", mesh->nodes);
    expect_fault(mesh, MESH_ORPHAN_NODE, text);
    mesh_destroy(&mesh);
}

static void sides(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        Mesh *mesh = make(2 + i / 3, elements[i % 3]);
        MeshSide *side = &mesh->side[2];
        const int count = side->facets;
        side->facets = 0;
        expect_fault(mesh, MESH_EMPTY_SIDE, "side \"bottom\" has no facets");
        side->facets = count;
        /* All facets of the first cell: some of them are inside. */
        const MeshFacet kept = side->facet[1];
        bool found = false;
        for (int f = 0; f < mesh->block[0].type->facets; f++) {
            MeshFault fault;
            side->facet[1] = (MeshFacet){0, 0, f};
            assert_int_equal(mesh_inspect_sides(mesh, &fault), JUDDER_OK);
            found = found || (fault.kind == MESH_INNER_FACET && fault.side == 2 && fault.facet == 1);
        }
        assert_true(found);
        side->facet[1] = kept;
        mesh_destroy(&mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells), cmocka_unit_test(folds), cmocka_unit_test(sound_meshes_stay_sound),
        cmocka_unit_test(nodes), cmocka_unit_test(sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
