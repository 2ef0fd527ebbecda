/* Nodes in one place and pieces of a mesh, against all pairs and against filling from cell to cell. */
#include "base/log.h"
#include "judder_test.h"
#include "mesh/generate.h"
#include "mesh/joints.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static Mesh *make(int dim, const char *element, int fine) {
    Mesh *mesh;
    const MeshRectangle flat = {.length = 2, .height = 1, .cells = {6 * fine, 4 * fine}, .element = element};
    const MeshBox solid = {
        .length = 2, .height = 1, .depth = 1, .cells = {4 * fine, 3 * fine, 2 * fine}, .element = element};
    assert_int_equal(dim == 2 ? mesh_rectangle(&flat, &mesh) : mesh_box(&solid, &mesh), JUDDER_OK);
    return mesh;
}

/* Cells whose middle lies beyond x get nodes of their own, as far off as rounding may leave them; how many.
 */
static int tear(Mesh *mesh, double x, double apart) {
    const int dim = mesh->dim, before = mesh->nodes;
    MeshBlock *block = &mesh->block[0];
    const int nodes = block->type->nodes;
    mesh->x = realloc(mesh->x, 2 * (size_t)before * (size_t)dim * sizeof *mesh->x);
    int *copy = calloc((size_t)before, sizeof *copy), *kept = calloc((size_t)before, sizeof *kept), made = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int c = 0; c < block->cells; c++) {
            double middle = 0;
            for (int i = 0; i < block->type->corners; i++) {
                const int n = block->node[c * nodes + i];
                middle += mesh->x[n * dim] / block->type->corners;
            }
            for (int i = 0; i < nodes; i++) {
                int *n = &block->node[c * nodes + i];
                if (pass == 0 && middle < x) kept[*n] = 1;
                if (pass == 0 || middle < x || *n >= before || !kept[*n]) continue;
                if (!copy[*n]) {
                    copy[*n] = mesh->nodes++;
                    for (int d = 0; d < dim; d++)
                        mesh->x[copy[*n] * dim + d] = mesh->x[*n * dim + d] + (made % 2 ? apart : -apart);
                    made++;
                }
                *n = copy[*n];
            }
        }
    free(copy);
    free(kept);
    return made;
}

static void torn_meshes_are_seen(void **state) {
    (void)state;
    static const char *const elements[] = {"P1", "P2", "Q1"};
    static const double off[] = {0, 1e-16, 1e-12, 4e-10};
    for (int i = 0; i < 24; i++) {
        Mesh *mesh = make(2 + i % 2, elements[i / 2 % 3], 1);
        MeshTwins twins;
        int pieces;
        assert_int_equal(mesh_twins(mesh, &twins), JUDDER_OK);
        assert_int_equal(twins.count, 0);
        assert_int_equal(twins.first, -1);
        assert_int_equal(mesh_pieces(mesh, NULL, &pieces), JUDDER_OK);
        assert_int_equal(pieces, 1);
        const int whole = mesh->nodes, made = tear(mesh, 1, off[i / 6]);
        assert_true(made > 4);
        assert_int_equal(mesh_twins(mesh, &twins), JUDDER_OK);
        assert_int_equal(twins.count, made);
        assert_int_equal(twins.first, whole);
        assert_true(fabs(mesh->x[twins.first * mesh->dim] - mesh->x[twins.first_of * mesh->dim]) < 1e-9);
        int *piece = malloc((size_t)mesh->nodes * sizeof *piece);
        assert_int_equal(mesh_pieces(mesh, piece, &pieces), JUDDER_OK);
        assert_int_equal(pieces, 2);
        for (int n = 0; n < mesh->nodes; n++) {
            const double x = mesh->x[n * mesh->dim];
            if (fabs(x - 1) > 1e-6) assert_int_equal(piece[n], x > 1);
        }
        /* Nodes that move together join what cells do not. */
        mesh->master = malloc((size_t)mesh->nodes * sizeof *mesh->master);
        for (int n = 0; n < mesh->nodes; n++) mesh->master[n] = n;
        mesh->master[twins.first] = twins.first_of;
        assert_int_equal(mesh_pieces(mesh, piece, &pieces), JUDDER_OK);
        assert_int_equal(pieces, 1);
        free(piece);
        mesh_destroy(&mesh);
    }
}

/* Against all pairs, points thrown so that many nearly coincide, in clusters of every kind. */
static void points_agree_with_all_pairs(void **state) {
    (void)state;
    enum { N = 300 };
    Random random = {7};
    for (int trial = 0; trial < 60; trial++) {
        double x[3 * N];
        const int dim = 2 + trial % 2;
        for (int n = 0; n < N; n++)
            for (int d = 0; d < dim; d++) {
                const double at = floor(random_in(&random, 0, 3 + trial % 5));
                x[n * dim + d] = at + (trial % 3 ? random_in(&random, -2e-10, 2e-10) : 0);
            }
        const Mesh mesh = {.dim = dim, .nodes = N, .x = x};
        MeshTwins twins;
        assert_int_equal(mesh_twins(&mesh, &twins), JUDDER_OK);
        int places = 0;
        for (int n = 0; n < N; n++) {
            bool fresh = true;
            for (int m = 0; m < n && fresh; m++) {
                double apart = 0;
                for (int d = 0; d < dim; d++) apart = fmax(apart, fabs(x[n * dim + d] - x[m * dim + d]));
                fresh = apart > 0.5;
            }
            places += fresh;
        }
        assert_int_equal(twins.count, N - places);
    }
    const double one[] = {1, 2};
    const Mesh point = {.dim = 2, .nodes = 1, .x = (double *)(uintptr_t)one}, none = {.dim = 2};
    MeshTwins twins;
    assert_int_equal(mesh_twins(&point, &twins), JUDDER_OK);
    assert_int_equal(twins.count, 0);
    assert_int_equal(mesh_twins(&none, &twins), JUDDER_OK);
    assert_int_equal(twins.count, 0);
}

static void large_meshes_cost_little(void **state) {
    (void)state;
    Mesh *mesh = make(3, "P1", SANITIZED ? 8 : 20);
    tear(mesh, 1, 0);
    MeshTwins twins;
    int pieces;
    const double start = work_seconds();
    assert_int_equal(mesh_twins(mesh, &twins), JUDDER_OK);
    assert_int_equal(mesh_pieces(mesh, NULL, &pieces), JUDDER_OK);
    print_message("%d nodes, %d in one place with others: %.3g s\n", mesh->nodes, twins.count,
                  work_seconds() - start);
    assert_int_equal(pieces, 2);
    assert_at_most((work_seconds() - start) / mesh->nodes, 2e-5);
    /* All of them in one place but one: no cube holds many. */
    for (int n = 1; n < mesh->nodes; n++)
        for (int d = 0; d < 3; d++) mesh->x[3 * n + d] = 1e-10 * (n % 7) + (n == 1);
    const double again = work_seconds();
    assert_int_equal(mesh_twins(mesh, &twins), JUDDER_OK);
    assert_at_most((work_seconds() - again) / mesh->nodes, 2e-5);
    mesh_destroy(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torn_meshes_are_seen),
        cmocka_unit_test(points_agree_with_all_pairs),
        cmocka_unit_test(large_meshes_cost_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
