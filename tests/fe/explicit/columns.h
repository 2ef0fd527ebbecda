/* One column of cells, joined to itself: a bar or a slab. */
#ifndef JUDDER_TESTS_FE_EXPLICIT_COLUMNS_H
#define JUDDER_TESTS_FE_EXPLICIT_COLUMNS_H

#include "fe/fe_test.h"

#include "fe/explicit/explicit.h"

typedef struct Law {
    double mu_s, mu_d, v_c;
} Law;

typedef struct Column {
    Mesh *mesh;
    FeMarchData data;
    FeFix top;
    Law law;
    double *u;
} Column;

/* Height 1, density 1, plane strain without Poisson's effect, top held; nothing acts. */
static inline void column(Column *c, int cells, double G) {
    *c = (Column){.top = {"top", {1, 1, 0}}};
    const MeshRectangle rectangle = {.length = 1. / cells,
                                     .height = 1,
                                     .cells = {1, cells},
                                     .element = "Q1",
                                     .periodic = {{"left", "right"}}};
    assert_int_equal(mesh_rectangle(&rectangle, &c->mesh), JUDDER_OK);
    c->u = calloc((size_t)c->mesh->nodes * 2, sizeof *c->u);
    assert_non_null(c->u);
    c->data = (FeMarchData){
        .body = {.mesh = c->mesh, .material = {.G = G, .rho = 1, .thickness = 1}, .fix = &c->top, .fixes = 1},
        .contact = {.side = mesh_side_find(c->mesh, "bottom"), .friction = {&linear_law, &c->law}},
        .u = c->u,
    };
}

static inline void column_end(Column *c) {
    mesh_destroy(&c->mesh);
    free(c->u);
}

/* A bar that falls: rho = lambda + 2 G = 1, at rest with strain -1/2, so half its height above the
 * obstacle. Exact: it falls on [0, 1] with gap (1 - t)/2, is in contact on [1, 2] with the pressure 1/2,
 * rises on [2, 3], and again. */
static inline void falling_bar(Column *c, int cells) {
    column(c, cells, .5);
    c->data.contact.law = (Contact){.law = &unilateral_contact};
    for (int n = 0; n < c->mesh->nodes; n++) c->u[2 * n + 1] = (1 - c->mesh->x[2 * n + 1]) / 2;
}

/* The slab of theory page 2: G = S = 1, initial stress .4 + .6 sin^2(pi z), mu = .8 - 3 r down to .5. */
static inline void stressed_slab(Column *c, int cells, double eta) {
    column(c, cells, 1);
    c->law = (Law){.8, .5, .1};
    c->data.contact.law = (Contact){.law = &pressure_contact};
    c->data.pressure = (Signal){.constant = 1};
    c->data.body.material.viscous_G = eta;
    for (int n = 0; n < c->mesh->nodes; n++) {
        const double z = c->mesh->x[2 * n + 1];
        c->u[2 * n] = -(.4 * (1 - z) + .3 * (1 - z) + .3 * sin(2 * M_PI * z) / (2 * M_PI));
    }
}

/* Its slip rate without viscosity, by perfect delay. */
static inline double slab_slip(double t) {
    const double w = .4 + .6 * sin(M_PI * t) * sin(M_PI * t);
    return t < 0.304086723985 || t > 0.804086723985 ? 0 : w - .5;
}

#endif
