/* The sheared blocks of theory page 4, and a march that is watched at every step. */
#ifndef JUDDER_TESTS_FE_MARCH_BLOCKS_H
#define JUDDER_TESTS_FE_MARCH_BLOCKS_H

#include "fe/fe_test.h"

#include "fe/march/march.h"

typedef struct Linear {
    double mu_s, mu_d, v_c;
} Linear;

/* sin^2(pi t/2) up to t = 1, then 1; times a factor. */
static inline JudderErr ramp(void *context, double t, double *y) {
    const double sine = t >= 1 ? 1 : sin(M_PI * t / 2);
    *y = *(const double *)context * sine * sine;
    return JUDDER_OK;
}

typedef struct ShearedBlock {
    Mesh *mesh;
    FeMarchData data;
    FeFix top;
    Linear law;
    double factor; /* of the ramp */
    FeMarchTerm down;
} ShearedBlock;

/* 0..1 x 0..1/2, plane strain, E = rho = 1, nu = .3, viscous tensor .05 times the elastic one, top held,
 * mu = .8 - 5 r down to .3, foundation velocity .1; S(t) = .2 ramp(t) is given. */
static inline void sheared_block(ShearedBlock *b, int cells) {
    *b = (ShearedBlock){.top = {"top", {1, 1, 0}}, .law = {.8, .3, .1}, .factor = .2};
    const MeshRectangle rectangle = {.length = 1, .height = .5, .cells = {cells, cells / 2}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&rectangle, &b->mesh), JUDDER_OK);
    FeMaterial material = {.rho = 1, .thickness = 1};
    fe_lame(1, .3, &material.lambda, &material.G);
    material.viscous_lambda = .05 * material.lambda;
    material.viscous_G = .05 * material.G;
    b->data = (FeMarchData){
        .body = {.mesh = b->mesh, .material = material, .fix = &b->top, .fixes = 1},
        .contact = {.side = mesh_side_find(b->mesh, "bottom"),
                    .law = {.law = &pressure_contact},
                    .friction = {&linear_law, &b->law}},
        .pressure = {.function = {.call = ramp, .context = &b->factor, .arguments = 1}},
        .foundation = {{.constant = .1}},
        .final = 4,
        .step = .01,
    };
}

/* The same on springs: the top goes down by .05 ramp(t). */
static inline void block_on_springs(ShearedBlock *b, int cells, double stiffness, double power) {
    sheared_block(b, cells);
    b->factor = -.05;
    b->data.contact.law = (Contact){.law = &compliance_contact, .stiffness = stiffness, .power = power};
    b->down = (FeMarchTerm){.unit = {.moved = mesh_side_find(b->mesh, "top"), .motion = {0, 1, 0}},
                            .amount = {.function = {.call = ramp, .context = &b->factor, .arguments = 1}}};
    b->data.term = &b->down;
    b->data.terms = 1;
}

/* Resultant of the contact forces: normal, tangents. */
static inline void resultant(const FeMarchNow *now, double sum[3]) {
    sum[0] = sum[1] = sum[2] = 0;
    for (int k = 0; k < now->n; k++)
        for (int i = 0; i < now->dim; i++) sum[i] += now->r[k * now->dim + i];
}

/* One step; what must hold after every step. */
static inline void good_step(void *engine, FeMarchNow *now) {
    FeMarchNow before;
    implicit_march.now(engine, &before);
    GOOD(implicit_march.step(engine));
    implicit_march.now(engine, now);
    if (fe_rank() != 0) return;
    assert_true(now->energy.defect < 1e-12);
    assert_true(now->energy.friction >= before.energy.friction);
    assert_true(now->energy.viscous >= before.energy.viscous);
    assert_int_equal(now->report.unsolved, 0);
    assert_true(now->report.contact_defect < 1e-10);
}

static inline void march_to(void *engine, double t, double dt, FeMarchNow *now) {
    for (implicit_march.now(engine, now); now->t < t - dt / 2;) good_step(engine, now);
}

#endif
