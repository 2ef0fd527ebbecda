/* Bodies that slide, for the tests of flutter. */
#ifndef JUDDER_TESTS_FE_FLUTTER_FLUTTER_TEST_H
#define JUDDER_TESTS_FE_FLUTTER_FLUTTER_TEST_H

#include "fe/fe_test.h"

#include "fe/flutter/body_sliding.h"
#include "fe/flutter/pairs.h"

typedef struct Moving {
    Mesh *mesh;
    FeBody *body;
    FeContact *contact;
    FeBodySliding *sliding;
} Moving;

typedef struct MovingData {
    int nodes; /* of the contact */
    double nu;
    bool lumped;
    double eta;           /* of the viscous tensor, a multiple of the elastic one */
    double own_viscosity; /* of the shear alone: not proportional */
    double pressure, slope;
    double mass_damping;
} MovingData;

/* The block of the tables: (n-1)^2 elements twice as long as high, length 1, E = rho = 1, plane stress, top
 * fixed, sliding left. */
static inline Moving moving_block(MovingData data) {
    Moving m = {0};
    const int cells = data.nodes - 1;
    const MeshRectangle r = {.length = 1, .height = .5, .cells = {cells, cells}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&r, &m.mesh), JUDDER_OK);
    static const FeFix top = {"top", {1, 1, 0}};
    FeBodyData body = {.mesh = m.mesh, .lumped = data.lumped, .fix = &top, .fixes = 1};
    body.material = (FeMaterial){.rho = 1, .thickness = 1, .plane_stress = true};
    fe_lame(1, data.nu, &body.material.lambda, &body.material.G);
    body.material.viscous_lambda = data.eta * body.material.lambda;
    body.material.viscous_G = data.eta * body.material.G + data.own_viscosity;
    GOOD(fe_body_create(&body, &m.body));
    const MeshSide *side;
    GOOD(fe_side_find(m.body, "contact", "bottom", &side));
    GOOD(fe_contact_create(m.body, &(FeContactData){.side = side}, &m.contact));
    CondensedNode node[300];
    for (int k = 0; k < m.contact->n; k++) node[k] = CONDENSED_SLIP_MINUS;
    const FeBodySlidingData sliding = {.body = m.body,
                                       .contact = m.contact,
                                       .node = node,
                                       .pressure = data.pressure,
                                       .slope = data.slope,
                                       .mass_damping = data.mass_damping};
    GOOD(fe_body_sliding_create(&sliding, &m.sliding));
    return m;
}

static inline void moving_free(Moving *m) {
    GOOD(fe_body_sliding_destroy(&m->sliding));
    fe_contact_destroy(&m->contact);
    GOOD(fe_body_destroy(&m->body));
    mesh_destroy(&m->mesh);
}

#endif
