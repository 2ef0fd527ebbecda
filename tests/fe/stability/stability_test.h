/* Bodies on their contact side, asked for their stability. */
#ifndef JUDDER_TESTS_FE_STABILITY_STABILITY_TEST_H
#define JUDDER_TESTS_FE_STABILITY_STABILITY_TEST_H

#include "fe/fe_test.h"

#include "fe/stability/pencil.h"
#include "stability/critical.h"
#include "stability/growth.h"

typedef struct Standing {
    Mesh *mesh; /* owned */
    FeBody *body;
    FeContact *contact;
    FeSystem *system;
    FePencil *pencil;
} Standing;

static const FeFix held_top = {"top", {1, 1, 0}}, held_top_in_space = {"top", {1, 1, 1}};

/* Plane stress, E = rho = thickness = 1; unless said otherwise the top is fixed, the contact at the bottom.
 * Without `node`, the state of each contact node, all have one. */
typedef struct StandingData {
    Mesh *mesh;
    double nu;
    bool lumped;
    const CondensedNode *node;
    CondensedNode all;
    FeFix fix;
    const char *side;
    bool plane_strain;
    double slip[2];      /* 3-D: of all nodes */
    const double *slips; /* or of each */
    bool across_free;
} StandingData;

static inline Standing stand(StandingData data) {
    Standing s = {.mesh = data.mesh};
    const bool space = data.mesh->dim == 3;
    FeBodyData body = {.mesh = data.mesh,
                       .lumped = data.lumped,
                       .fix = data.fix.side ? &data.fix
                              : space       ? &held_top_in_space
                                            : &held_top};
    body.fixes = 1;
    body.material = (FeMaterial){
        .rho = 1, .thickness = space ? 0 : 1, .plane_stress = !space && !data.plane_strain};
    fe_lame(1, data.nu, &body.material.lambda, &body.material.G);
    GOOD(fe_body_create(&body, &s.body));
    const MeshSide *side;
    GOOD(fe_side_find(s.body, "contact", data.side ? data.side : "bottom", &side));
    GOOD(fe_contact_create(s.body, &(FeContactData){.side = side}, &s.contact));
    const FeSystemData system = {{1, 0, 0}, s.contact->rows, NULL};
    GOOD(fe_system_create(s.body, &system, &s.system));
    CondensedNode node[300];
    double slip[600];
    assert_true(s.contact->n <= 300);
    for (int k = 0; k < s.contact->n; k++) {
        node[k] = data.node ? data.node[k] : data.all;
        for (int i = 0; i < 2; i++) slip[2 * k + i] = data.slips ? data.slips[2 * k + i] : data.slip[i];
    }
    const FePencilData pencil = {.body = s.body,
                                 .contact = s.contact,
                                 .still = s.system,
                                 .node = node,
                                 .slip = slip,
                                 .across_free = data.across_free};
    GOOD(fe_pencil_create(&pencil, &s.pencil));
    return s;
}

static inline void leave(Standing *s) {
    GOOD(fe_pencil_destroy(&s->pencil));
    GOOD(fe_system_destroy(&s->system));
    fe_contact_destroy(&s->contact);
    GOOD(fe_body_destroy(&s->body));
    mesh_destroy(&s->mesh);
}

static inline Mesh *block_mesh(double length, double height, int columns, int rows) {
    Mesh *mesh = NULL;
    const MeshRectangle r = {.length = length, .height = height, .cells = {columns, rows}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&r, &mesh), JUDDER_OK);
    return mesh;
}

typedef struct Least {
    CriticalMu found;
    double x[300];
} Least;

static inline JudderErr ask_least(void *context, const Pencil *pencil) {
    Least *least = context;
    const EicpSearch search = {.from = 0, .to = INFINITY};
    return critical_mu(pencil, &search, least->x, &least->found);
}

#endif
