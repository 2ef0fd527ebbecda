/* The same motions in other frames, dimensions and under other loads and laws. */
#include "fe/march/column.h"

#include "friction/params.h"

/* A stretched bar above an obstacle whose normal is turned by an angle; in 3-D it leans out of
 * the plane too. */
typedef struct Bar {
    Mesh *mesh;
    FeMarchData data;
    FeFix top;
    Linear law;
    double *u;
    double R[3][3]; /* rows: where x, y, z go */
} Bar;

static void turn(Bar *b, double angle) {
    const double c = cos(angle), s = sin(angle), d = b->mesh->dim == 3 ? cos(.4) : 1,
                 e = b->mesh->dim == 3 ? sin(.4) : 0;
    const double R[3][3] = {{c, s, 0}, {-s * d, c * d, e}, {s * e, -c * e, d}};
    for (int i = 0; i < 9; i++) b->R[i / 3][i % 3] = angle == 0 ? (i % 4 == 0) : R[i / 3][i % 3];
    const int dim = b->mesh->dim;
    for (int n = 0; n < b->mesh->nodes; n++) {
        double *x = b->mesh->x + (long)n * dim, old[3] = {0}, *u = b->u + (long)n * dim;
        memcpy(old, x, (size_t)dim * sizeof *x);
        for (int i = 0; i < dim; i++) {
            x[i] = u[i] = 0;
            for (int j = 0; j < dim; j++) x[i] += old[j] * b->R[j][i];
            u[i] = (1 - old[1]) / 2 * b->R[1][i];
        }
    }
}

static void bar(Bar *b, int dim, double angle) {
    *b = (Bar){.top = {"top", {1, 1, 1}}, .law = {.2, .2, 1}};
    const MeshRectangle rectangle = {.length = .1, .height = 1, .cells = {1, 10}, .element = "Q1"};
    const MeshBox box = {.length = .1, .height = 1, .depth = .1, .cells = {1, 10, 1}, .element = "Q1"};
    assert_int_equal(dim == 2 ? mesh_rectangle(&rectangle, &b->mesh) : mesh_box(&box, &b->mesh), JUDDER_OK);
    b->u = calloc((size_t)(b->mesh->nodes * dim), sizeof *b->u);
    turn(b, angle);
    b->data = (FeMarchData){.body = {.mesh = b->mesh,
                                     .material = {.rho = 1, .G = .5, .thickness = dim == 2},
                                     .fix = &b->top,
                                     .fixes = 1},
                            .contact = {.side = mesh_side_find(b->mesh, "bottom"),
                                        .law = {.law = &unilateral_contact},
                                        .friction = {&linear_law, &b->law}},
                            .u = b->u,
                            .final = 2,
                            .step = .1};
}

/* Pressure of the contact and gap of its first node after each step. */
static void follow_bar(Bar *b, double area, double (*told)[2]) {
    void *engine = NULL;
    FeMarchNow now;
    GOOD(implicit_march.create(&b->data, &engine));
    for (int i = 0; i < 20; i++) {
        double sum[3];
        good_step(engine, &now);
        resultant(&now, sum);
        told[i][0] = sum[0] / area;
        told[i][1] = now.u[0];
    }
    GOOD(implicit_march.destroy(&engine));
    free(b->u);
    mesh_destroy(&b->mesh);
}

static void any_frame_will_do(void **state) {
    (void)state;
    double straight[20][2], other[20][2];
    for (int lumped = 0; lumped < 2; lumped++) {
        Bar b;
        bar(&b, 2, 0);
        b.data.body.lumped = lumped;
        follow_bar(&b, .1, straight);
        assert_near(straight[14][0], .5, .05);
        for (int way = 0; way < 6; way++) { /* turned, 3-D, 3-D turned; condensed, and on the whole body */
            const int kind = way % 3;
            bar(&b, kind == 0 ? 2 : 3, kind == 1 ? 0 : .7);
            b.data.body.lumped = lumped;
            PetscOptionsSetValue(NULL, "-fe_contact", way < 3 ? "condensed" : "whole");
            follow_bar(&b, kind == 0 ? .1 : .01, other);
            PetscOptionsClearValue(NULL, "-fe_contact");
            for (int i = 0; i < 20; i++)
                for (int k = 0; k < 2; k++) assert_near(other[i][k], straight[i][k], 1e-10);
        }
    }
}

/* A surface mass is felt by what slides, whatever the frame. */
static void surface_mass_is_tangential(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        Bar b;
        void *engine = NULL;
        FeMarchNow now;
        bar(&b, 2 + kind / 2, kind % 2 ? .7 : 0);
        b.data.body.fixes = 0;
        b.data.surface_mass = 2.5;
        for (int n = 0; n < b.mesh->nodes; n++)
            for (int i = 0; i < b.mesh->dim; i++) b.u[n * b.mesh->dim + i] = 3 * b.R[0][i] + 4 * b.R[1][i];
        b.data.v = b.u;
        b.data.u = NULL;
        GOOD(implicit_march.create(&b.data, &engine));
        implicit_march.now(engine, &now);
        const double area = b.mesh->dim == 2 ? .1 : .01;
        assert_near(now.energy.kinetic, .5 * 25 * area + .5 * 9 * 2.5 * area, 1e-13);
        GOOD(implicit_march.destroy(&engine));
        free(b.u);
        mesh_destroy(&b.mesh);
    }
}

static JudderErr growing(void *context, double t, double *y) {
    *y = *(const double *)context * t;
    return JUDDER_OK;
}

/* A free body lifts off under forces that grow: v = a t + c t^2/2, exactly; work is kinetic energy. */
static void forces_in_time(void **state) {
    (void)state;
    Bar b;
    void *engine = NULL;
    FeMarchNow now;
    double rate = .6;
    bar(&b, 2, 0);
    const FeTraction up = {.side = mesh_side_find(b.mesh, "top"), .value = {0, 1, 0}};
    const FePathLoad weight = {.weight = {0, .3, 0}, .steps = 1};
    const Signal amount = {.function = {.call = growing, .context = &rate, .arguments = 1}};
    const FeMarchTerm terms[] = {{.unit = {.traction = &up, .tractions = 1}, .amount = amount},
                                 {.unit = {.weight = {0, 2, 0}}, .amount = amount}};
    b.data.body.fixes = 0;
    b.data.u = NULL;
    b.data.load = &weight;
    b.data.loads = 1;
    b.data.term = terms;
    b.data.terms = 2;
    GOOD(implicit_march.create(&b.data, &engine));
    march_to(engine, 2, .1, &now);
    /* Mass .1; forces .1 (.3 + 2 rate t) + .1 rate t: a mean velocity, and a wave that is not rigid. */
    double v = .3 * 2 + 3 * rate * 2, *u = calloc((size_t)b.mesh->nodes * 4, sizeof *u), mean = 0;
    GOOD(implicit_march.field(engine, u, u + 2 * b.mesh->nodes));
    for (int n = 0; n < b.mesh->nodes; n++) {
        const double y = b.mesh->x[2 * n + 1], share = y == 0 ? 0 : y < .15 ? 1.5 : y == 1 ? .5 : 1;
        mean += u[2 * b.mesh->nodes + 2 * n + 1] * share / 20;
    }
    assert_near(mean, v, .02);
    assert_near(now.energy.kinetic + now.energy.elastic, now.energy.external + now.energy.numerical, 1e-13);
    assert_near(now.energy.numerical, 0, 1e-3 * now.energy.external);
    free(u);
    GOOD(implicit_march.destroy(&engine));
    free(b.u);
    mesh_destroy(&b.mesh);
}

static void slide(const FrictionLaw *law, char *params) {
    ShearedBlock b;
    void *engine = NULL;
    FeMarchNow now;
    if (law->prepare) assert_int_equal(law->prepare(params), JUDDER_OK);
    block_on_springs(&b, 4, 10, 1);
    b.data.contact.friction = (Friction){law, params};
    b.data.foundation[0].constant = .4;
    GOOD(implicit_march.create(&b.data, &engine));
    march_to(engine, 2, .01, &now);
    assert_true(now.energy.friction > 1e-3);
    GOOD(implicit_march.destroy(&engine));
    mesh_destroy(&b.mesh);
    if (law->release) law->release(params);
    free(params);
}

/* Laws of every kind move a block, with states or without, and its energy stays in order. */
static void other_laws_of_friction(void **state) {
    (void)state;
    slide(&exponential_law, law_weakening(&exponential_law, .4, .2, "v_c", .2));
    slide(&stribeck_law, law_weakening(&stribeck_law, .4, .2, "v_c", .2));
    slide(&slip_weakening_law, law_weakening(&slip_weakening_law, .4, .2, "D_c", .05));
    char *aging = law_presets(&rate_state_law);
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"mu_0", .3}, {"a", .02}, {"b", .03}, {"D_c", .02}, {"V_0", .01}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        law_set(&rate_state_law, aging, numbers[i].key, numbers[i].value);
    slide(&rate_state_law, aging);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(any_frame_will_do), cmocka_unit_test(surface_mass_is_tangential),
    cmocka_unit_test(forces_in_time), cmocka_unit_test(other_laws_of_friction)};
fe_run_tests(tests)
