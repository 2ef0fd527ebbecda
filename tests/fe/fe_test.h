/* What the tests of finite elements share: starting PETSc, meshes of every element, meshes out of shape. */
#ifndef JUDDER_TESTS_FE_FE_TEST_H
#define JUDDER_TESTS_FE_FE_TEST_H

#include "judder_test.h"
#include "random.h"

#include "element/element.h"
#include "fe/body/body.h"
#include "fe/contact/rows.h"
#include "fe/start.h"
#include "mesh/generate.h"

#include <stdio.h>
#include <stdlib.h>

/* A call below fe/ that must succeed. */
#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if (call) fail_msg("%s: %s", #call, error_message());                                                \
    } while (0)

/* Runs tests between the start and the end of PETSc. */
#define fe_run_tests(tests)                                                                                  \
    int main(int count, char **words) {                                                                      \
        if (fe_start(count, words) != JUDDER_OK) return 3;                                                   \
        const int failed = cmocka_run_group_tests(tests, NULL, NULL);                                        \
        fe_end();                                                                                            \
        return failed;                                                                                       \
    }

typedef struct Element {
    const char *name;
    int dim;
} Element;

static const Element all_elements[] = {{"P1", 2}, {"P2", 2}, {"Q1", 2}, {"P1", 3}, {"P2", 3}, {"Q1", 3}};

/* The unit square or cube with `cells` cells along each edge. */
static inline Mesh *unit_mesh(Element element, int cells) {
    Mesh *mesh = NULL;
    const MeshRectangle square = {.length = 1, .height = 1, .cells = {cells, cells}, .element = element.name};
    const MeshBox cube = {
        .length = 1, .height = 1, .depth = 1, .cells = {cells, cells, cells}, .element = element.name};
    assert_int_equal(element.dim == 2 ? mesh_rectangle(&square, &mesh) : mesh_box(&cube, &mesh), JUDDER_OK);
    return mesh;
}

/* Moves corners by a smooth map and straightens the edges of P2 cells. */
static inline void distort(Mesh *mesh, double by) {
    for (int n = 0; n < mesh->nodes; n++) {
        double *x = mesh->x + (long)n * mesh->dim, z = mesh->dim == 3 ? x[2] : .3;
        const double old[3] = {x[0], x[1], z};
        x[0] += by * sin(3 * old[1] + 2 * z);
        x[1] += by * cos(2.5 * old[0] - z);
        if (mesh->dim == 3) x[2] += by * sin(2 * old[0] + old[1]);
    }
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const ElementType *element = block->type;
        for (long c = 0; c < block->cells; c++)
            for (int a = block->type->corners; a < block->type->nodes; a++) {
                const int *node = block->node + c * block->type->nodes;
                double N[MOST_NODES] = {0};
                const ElementType *linear = element_linear(element);
                linear->values(element->reference[a], N);
                for (int i = 0; i < mesh->dim; i++) {
                    double sum = 0;
                    for (int k = 0; k < linear->nodes; k++)
                        sum += N[k] * mesh->x[(long)node[k] * mesh->dim + i];
                    mesh->x[(long)node[a] * mesh->dim + i] = sum;
                }
            }
    }
}

static const FeFix every_side[] = {{"left", {1, 1, 1}}, {"right", {1, 1, 1}}, {"bottom", {1, 1, 1}},
                                   {"top", {1, 1, 1}},  {"back", {1, 1, 1}},  {"front", {1, 1, 1}}};

static inline FeMaterial test_material(int dim) {
    FeMaterial m = {.lambda = 1.7, .G = 1.1, .rho = 2.5, .thickness = dim == 2 ? .7 : 0};
    m.plane_stress = dim == 2;
    return m;
}

/* A body of the test material; the fixes are for both dimensions, in 2-D without back and front. */
static inline FeBody *test_body(const Mesh *mesh, const FeFix *fix, int fixes, bool lumped) {
    FeBody *body = NULL;
    const FeBodyData data = {
        .mesh = mesh, .material = test_material(mesh->dim), .lumped = lumped, .fix = fix, .fixes = fixes};
    GOOD(fe_body_create(&data, &body));
    return body;
}

/* Rows that are dofs. */
static inline JudderErr rows_of_dofs(const FeBody *body, const FeDof *dof, int count, FeRows **rows) {
    int pivot[100], start[101] = {0};
    FeRowTerm term[100];
    assert_true(count <= 100);
    for (int k = 0; k < count; k++) {
        pivot[k] = dof[k].node;
        start[k + 1] = k + 1;
        term[k] = (FeRowTerm){dof[k], 1};
    }
    return fe_rows_create(body, &(FeRowsData){count, pivot, start, term}, rows);
}

#endif
