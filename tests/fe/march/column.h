/* A periodic column of cells: the slab of theory page 2 as a body. */
#ifndef JUDDER_TESTS_FE_MARCH_COLUMN_H
#define JUDDER_TESTS_FE_MARCH_COLUMN_H

#include "fe/march/blocks.h"

typedef struct Column {
    Mesh *mesh;
    FeMarchData data;
    FeFix top;
    Linear law;
    double *u;
} Column;

/* Height 1, rho = 1; the displacement at the start is a function of the height. */
static inline void column(Column *c, int cells, void (*start)(double y, double u[2])) {
    *c = (Column){.top = {"top", {1, 1, 0}}};
    const MeshRectangle rectangle = {.length = 1. / cells,
                                     .height = 1,
                                     .cells = {1, cells},
                                     .element = "Q1",
                                     .periodic = {{"left", "right"}}};
    assert_int_equal(mesh_rectangle(&rectangle, &c->mesh), JUDDER_OK);
    c->u = calloc(2 * (size_t)c->mesh->nodes, sizeof *c->u);
    for (int n = 0; n < c->mesh->nodes; n++) start(c->mesh->x[2 * n + 1], c->u + 2 * n);
    c->data = (FeMarchData){
        .body = {.mesh = c->mesh, .material = {.rho = 1, .thickness = 1}, .fix = &c->top, .fixes = 1},
        .contact = {.side = mesh_side_find(c->mesh, "bottom"), .friction = {&linear_law, &c->law}},
        .u = c->u};
}

static inline void column_release(Column *c) {
    free(c->u);
    mesh_destroy(&c->mesh);
}

#endif
