/* Rows inside boxes of equal cells, computed by planes: the same products and steps as node by node, on one
 * and on two ranks. */
#include "fe/fe_test.h"

#include "fe/explicit/explicit.h"
#include "fe/explicit/stencil/grid.h"

typedef struct Body {
    int cells[3];
    double sides[3], nu;
    double viscous[2]; /* lambda and G as parts of the elastic ones */
    bool round, by_planes;
} Body;

static const Body bodies[] = {
    {{9, 7, 8}, {1, 1, 1}, .3, {0, 0}, false, true},
    {{5, 6, 6}, {1, 1.2, 1.2}, .25, {.1, .1}, false, true},
    {{12, 5, 9}, {1, .2, 3}, .49, {0, 0}, false, true},
    {{7, 8, 5}, {.1, 5, 1}, 0, {.1, .2}, false, true},
    {{18, 4, 6}, {2, 1, 1}, .4, {.2, .1}, true, true},
    {{8, 8, 1}, {1, 1, .1}, .3, {0, 0}, false, false},
    {{16, 1, 6}, {1, .1, 1}, .3, {.1, .1}, false, false},
    {{1, 9, 9}, {.2, 1, 1}, .45, {0, 0}, false, false},
    {{21, 9, 14}, {1, 1, 1}, .3, {.1, .1}, false, true},
};

static Mesh *body_mesh(const Body *body) {
    Mesh *mesh = NULL;
    MeshBox box = {.length = body->sides[0],
                   .height = body->sides[1],
                   .depth = body->sides[2],
                   .cells = {body->cells[0], body->cells[1], body->cells[2]},
                   .element = "Q1"};
    if (body->round) box.periodic[0][0] = "left", box.periodic[0][1] = "right";
    assert_int_equal(mesh_box(&box, &mesh), JUDDER_OK);
    return mesh;
}

typedef struct Law {
    double mu;
} Law;

static Explicit *march(const Body *body, const Mesh *mesh, const Law *law, double gravity) {
    FeMarchData data = {.body = {.mesh = mesh, .material = {.rho = 1.3}},
                        .contact = {.side = mesh_side_find(mesh, "bottom")},
                        .law = {.law = &condensed_unilateral},
                        .friction = {&constant_law, law},
                        .rayleigh_mass = gravity,
                        .cfl = .9,
                        .final = 10,
                        .step = 1};
    FePathLoad weight = {.weight = {.4 * gravity, -.7 * gravity, .2 * gravity}, .steps = 1};
    void *engine = NULL;
    fe_lame(1, body->nu, &data.body.material.lambda, &data.body.material.G);
    data.body.material.viscous_lambda = body->viscous[0] * data.body.material.lambda;
    data.body.material.viscous_G = body->viscous[1] * data.body.material.G;
    data.load = &weight, data.loads = 1;
    GOOD(explicit_march.create(&data, &engine));
    return engine;
}

/* The same on any ranks. */
static void fill(const Explicit *e, double size, double about, Fields *x) {
    for (int i = 0; i < e->layout->own; i++)
        for (int c = 0; c < 3; c++) {
            Random random = {(uint64_t)(3 * e->layout->number[i] + c + 1)};
            x->c[c][i] = about + random_in(&random, -size, size);
        }
}

static void product(Explicit *e, const Fields *x, bool of_C, bool by_planes, Fields *y) {
    StencilGrid *grid = e->core->grid;
    if (!by_planes) e->core->grid = NULL;
    stencils_apply(e->core, of_C ? NULL : x, of_C ? x : NULL, y, y);
    e->core->grid = grid;
}

static double most(double x) {
    double all;
    MPI_Allreduce(&x, &all, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
    return all;
}

/* max |x - y|/max |y| over plain nodes. */
static double apart(const Explicit *e, const Fields *x, const Fields *y) {
    double size = 0, difference = 0;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < e->layout->plain; i++) {
            size = fmax(size, fabs(y->c[c][i]));
            difference = fmax(difference, fabs(x->c[c][i] - y->c[c][i]));
        }
    size = most(size);
    return size > 0 ? most(difference) / size : most(difference);
}

/* Nodes computed by planes, of all ranks. */
static int in_planes(const Explicit *e) {
    int own = 0, all;
    for (int r = 0; r < e->core->runs; r++)
        if (grid_has(e->core, r)) own += e->core->run[r].count;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
    return all;
}

static void products_are_the_same(void **state) {
    (void)state;
    for (size_t b = 0; b < COUNT_OF(bodies); b++) {
        const Law law = {.3};
        Mesh *mesh = body_mesh(&bodies[b]);
        Explicit *e = march(&bodies[b], mesh, &law, 0);
        Fields x = {{0}}, y = {{0}}, z = {{0}};
        int ranks;
        MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
        assert_true(ranks > 1 || (in_planes(e) > 0) == bodies[b].by_planes);
        assert_int_equal(fields_create(3, e->layout->own, &x), JUDDER_OK);
        assert_int_equal(fields_create(3, e->layout->own, &y), JUDDER_OK);
        assert_int_equal(fields_create(3, e->layout->own, &z), JUDDER_OK);
        for (int of_C = 0; of_C < (e->damped ? 2 : 1); of_C++) {
            fill(e, 1, 0, &x);
            product(e, &x, of_C, true, &y);
            product(e, &x, of_C, false, &z);
            assert_at_most(apart(e, &y, &z), 1e-13);
            fill(e, 0, 12345.678, &x); /* a shift gives nothing, to the last bit */
            product(e, &x, of_C, true, &y);
            for (int c = 0; c < 3; c++)
                for (int i = 0; i < e->layout->plain; i++) assert_true(y.c[c][i] == 0);
        }
        void *engine = e;
        fields_release(&x);
        fields_release(&y);
        fields_release(&z);
        GOOD(explicit_march.destroy(&engine));
        mesh_destroy(&mesh);
    }
}

/* v+ = v + dt M^-1 (-K u - C v) - dt drag v + dt g and u+ = u + dt v+ from products node by node: u is moved
 * on while other rows still need it. */
static void steps_are_the_same(void **state) {
    (void)state;
    for (size_t b = 0; b < 2 * COUNT_OF(bodies); b++) {
        const Law law = {.3};
        const Body *body = &bodies[b / 2];
        const double g[3] = {.4 * (double)(b % 2), -.7 * (double)(b % 2), .2 * (double)(b % 2)};
        Mesh *mesh = body_mesh(body);
        Explicit *e = march(body, mesh, &law, (double)(b % 2));
        Fields u = {{0}}, v = {{0}};
        StepSums sums;
        double *mass = calloc((size_t)e->layout->own + 1, sizeof *mass), kinetic = 0;
        assert_non_null(mass);
        assert_int_equal(fields_create(3, e->layout->own, &u), JUDDER_OK);
        assert_int_equal(fields_create(3, e->layout->own, &v), JUDDER_OK);
        fill(e, 1e-3, 0, &e->u);
        fill(e, 1e-3, 1e-3, &e->v);
        stencils_mass(e->core, mass);
        product(e, &e->u, false, false, &u);
        if (e->damped) product(e, &e->v, true, false, &v);
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < e->layout->plain; i++) {
                const double before = e->v.c[c][i];
                v.c[c][i] = before + e->dt * (-(u.c[c][i] + v.c[c][i]) / mass[i] - e->drag * before + g[c]);
                u.c[c][i] = e->u.c[c][i] + e->dt * v.c[c][i];
                kinetic += mass[i] * v.c[c][i] * v.c[c][i];
            }
        const CoreStep step = {.dt = e->dt,
                               .drag = e->drag,
                               .gravity = {g[0], g[1], g[2]},
                               .u = e->u,
                               .v = e->v,
                               .v_out = e->damped ? e->v_other : e->v};
        stencils_step(e->core, &step, &sums);
        assert_at_most(apart(e, &step.v_out, &v), 1e-13);
        assert_at_most(apart(e, &e->u, &u), 1e-13);
        assert_near(sums.kinetic, kinetic, 1e-12 * kinetic);
        void *engine = e;
        fields_release(&u);
        fields_release(&v);
        free(mass);
        GOOD(explicit_march.destroy(&engine));
        mesh_destroy(&mesh);
    }
}

/* Free or pressed, the account of energies closes to rounding. */
static void energies_close(void **state) {
    (void)state;
    for (size_t b = 0; b < COUNT_OF(bodies); b += 4) {
        const Law law = {.3};
        Mesh *mesh = body_mesh(&bodies[b]);
        void *engine = march(&bodies[b], mesh, &law, 1);
        FeMarchNow now;
        for (int k = 0; k < 40; k++) GOOD(explicit_march.step(engine));
        explicit_march.now(engine, &now);
        if (fe_rank() == 0) assert_at_most(now.energy.defect, 1e-13);
        GOOD(explicit_march.destroy(&engine));
        mesh_destroy(&mesh);
    }
}

/* Where cells are no rectangles or all different nothing is computed by planes. */
static void only_boxes_are_found(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        const Law law = {.3};
        const Body body = {{9, 9, 9}, {1, 1, 1}, .3, {0, 0}, false, false};
        Mesh *mesh = kind == 2 ? unit_mesh((Element){"P1", 3}, 9) : body_mesh(&body);
        if (kind == 0) distort(mesh, .02);
        for (int n = 0; n < mesh->nodes && kind == 1; n++)
            mesh->x[3 * n] += .3 * mesh->x[3 * n + 1]; /* sheared */
        void *engine = march(&body, mesh, &law, 0);
        assert_int_equal(in_planes(engine), 0);
        GOOD(explicit_march.destroy(&engine));
        mesh_destroy(&mesh);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(products_are_the_same),
    cmocka_unit_test(steps_are_the_same),
    cmocka_unit_test(energies_close),
    cmocka_unit_test(only_boxes_are_found),
};
fe_run_tests(tests)
