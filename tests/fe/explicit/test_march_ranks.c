/* The explicit march: products, rigid motion, energies, states, numbers of blocks; on one and
 * on two ranks alike. */
#include "fe/explicit/explicit.h"
#include "fe/march/blocks.h"
#include "fe/march/carry.h"
#include "fe/system/system.h"

static int ranks(void) {
    int count;
    MPI_Comm_size(PETSC_COMM_WORLD, &count);
    return count;
}

/* Free in space, far above its obstacle. */
static FeMarchData free_body(const Mesh *mesh, const Linear *law) {
    FeMarchData data = {.body = {.mesh = mesh, .material = test_material(mesh->dim)},
                        .contact = {.side = mesh_side_find(mesh, "bottom"),
                                    .law = {.law = &unilateral_contact},
                                    .friction = {&linear_law, law}},
                        .final = .2,
                        .step = .002};
    return data;
}

/* Stencils against the assembled matrices, every element, regular or not, C with moduli of its own or not. */
static void products_are_those_of_the_body(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(all_elements) * 4; i++) {
        const Element element = all_elements[i / 4];
        const Linear law = {.5, .5, 1};
        Mesh *mesh = unit_mesh(element, element.dim == 2 ? 7 : 4);
        if (i % 2) distort(mesh, .03);
        FeMarchData data = free_body(mesh, &law);
        data.body.material.viscous_G = .3;
        data.body.material.viscous_lambda = .3 / data.body.material.G * data.body.material.lambda *
                                            (i % 4 < 2 ? 1 : 2);
        data.step = 1e-4;
        void *engine = NULL;
        GOOD(explicit_march.create(&data, &engine));
        Explicit *e = engine;
        assert_int_equal(e->core->C != NULL, i % 4 >= 2);
        for (int c = 0; c < mesh->dim; c++)
            for (int k = 0; k < e->layout->own; k++)
                e->u.c[c][k] = sin(1.7 * e->layout->number[k] + c); /* the same on any ranks */
        Vec x, y, z;
        PetscReal apart, size;
        FeBody *assembled = NULL;
        assert_null(e->body->K);
        GOOD(fe_body_create(&data.body, &assembled));
        GOOD(MatCreateVecs(assembled->K, &x, &y));
        GOOD(VecDuplicate(y, &z));
        GOOD(explicit_to_vector(e, &e->u, x));
        for (int of_C = 0; of_C < 2; of_C++) {
            explicit_product(e, &e->u, of_C == 1, &e->v);
            GOOD(explicit_to_vector(e, &e->v, y));
            GOOD(MatMult(of_C ? assembled->C : assembled->K, x, z));
            GOOD(VecNorm(z, NORM_INFINITY, &size));
            GOOD(VecAXPY(y, -1, z));
            GOOD(VecNorm(y, NORM_INFINITY, &apart));
            assert_true(size > .1 && apart < 1e-10 * size);
        }
        GOOD(VecDestroy(&x));
        GOOD(VecDestroy(&y));
        GOOD(VecDestroy(&z));
        GOOD(fe_body_destroy(&assembled));
        GOOD(explicit_march.destroy(&engine));
        mesh_destroy(&mesh);
    }
}

/* A free body flies as a point does, whatever its mesh: g and v_0 uniform. */
static void bodies_fly(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(all_elements); i++) {
        const Element element = all_elements[i];
        const Linear law = {.5, .5, 1};
        Mesh *mesh = unit_mesh(element, 3);
        distort(mesh, .02);
        const int dim = mesh->dim;
        FeMarchData data = free_body(mesh, &law);
        FePathLoad weight = {.weight = {.3 * 2.5, .9 * 2.5, -.2 * 2.5}, .steps = 1};
        double *v = calloc((size_t)(mesh->nodes * dim), sizeof *v),
               *u = calloc((size_t)(mesh->nodes * dim), sizeof *u);
        for (int n = 0; n < mesh->nodes * dim; n++) v[n] = 1 + n % dim;
        data.load = &weight, data.loads = 1, data.v = v;
        void *engine = NULL;
        FeMarchNow now;
        GOOD(explicit_march.create(&data, &engine));
        for (long k = 0; k < fe_march_steps(&data); k++) GOOD(explicit_march.step(engine));
        explicit_march.now(engine, &now);
        GOOD(explicit_march.field(engine, u, v));
        for (int n = 0; n < mesh->nodes * dim && fe_rank() == 0; n++) {
            const double g[3] = {.3, .9, -.2}, v_0 = 1 + n % dim, a = g[n % dim];
            if (strcmp(element.name, "P2") == 0) continue; /* its consistent weight shakes it a little */
            assert_near(v[n], v_0 + a * .2, 1e-11);
            assert_near(u[n], v_0 * .2 + a * .02, 1e-11);
        }
        if (fe_rank() == 0) {
            assert_at_most(now.energy.defect, 1e-12);
            assert_true(now.energy.external > .1 && fabs(now.energy.numerical) < 1e-13);
        }
        free(u);
        free(v);
        GOOD(explicit_march.destroy(&engine));
        mesh_destroy(&mesh);
    }
}

static void good(void *engine, FeMarchNow *now) {
    FeMarchNow before;
    explicit_march.now(engine, &before);
    GOOD(explicit_march.step(engine));
    explicit_march.now(engine, now);
    if (fe_rank() != 0) return;
    assert_at_most(now->energy.defect, 1e-13);
    assert_at_most(now->report.contact_defect, 1e-11);
    assert_true(now->energy.friction >= before.energy.friction);
    assert_true(now->energy.viscous >= before.energy.viscous);
}

static void to(void *engine, double t, double dt, FeMarchNow *now) {
    for (explicit_march.now(engine, now); now->t < t - dt / 2;) good(engine, now);
}

/* The mesh limit of theory page 4, and what 16 x 8 cells give, the same on any ranks. */
static void the_sheared_block_has_its_numbers(void **state) {
    (void)state;
    const double limit[] = {.04269, .0881}, known[] = {.043040453285938, .087446552803468};
    ShearedBlock b;
    void *engine = NULL;
    FeMarchNow now;
    double sum[3];
    sheared_block(&b, 16);
    GOOD(explicit_march.create(&b.data, &engine));
    for (int i = 0; i < 2; i++) {
        to(engine, i + 1, .01, &now);
        if (fe_rank() != 0) continue;
        resultant(&now, sum);
        assert_near(sum[1], known[i], 1e-11);
        assert_near(sum[1], limit[i], .01 * limit[i]);
    }
    GOOD(explicit_march.destroy(&engine));
    mesh_destroy(&b.mesh);
}

/* The same on 64 x 32 cells, later and node by node: all nodes are asked of one rank. */
static void the_fine_sheared_block_has_its_numbers(void **state) {
    (void)state;
    if (ranks() > 1) skip();
    if (SANITIZED) skip_without("time for a fine mesh in a sanitized program");
    ShearedBlock b;
    void *engine = NULL;
    FeMarchNow now;
    sheared_block(&b, 64);
    b.data.step = .0012;
    GOOD(explicit_march.create(&b.data, &engine));
    to(engine, 3, .0012, &now);
    assert_near(now.v[16 * 2 + 1] - .1, -.1672, 1e-3);
    to(engine, 4, .0012, &now);
    assert_near(now.v[32 * 2 + 1] - .1, -.1861, 5e-4);
    GOOD(explicit_march.destroy(&engine));
    mesh_destroy(&b.mesh);
}

/* Springs of some power, Rayleigh damping, viscous moduli of its own, mass on the surface, a
 * moved top, gravity. */
static void everything(ShearedBlock *b, double power, FePathLoad *weight) {
    block_on_springs(b, 8, 30, power);
    b->data.body.material.viscous_lambda *= 2;
    b->data.rayleigh_mass = .3;
    b->data.rayleigh_stiffness = .01;
    b->data.surface_mass = .02;
    *weight = (FePathLoad){.weight = {.001, -.02, 0}, .steps = 1};
    b->data.load = weight;
    b->data.loads = 1;
    b->data.step = .008;
    b->data.final = 2;
}

static void energies_add_up(void **state) {
    (void)state;
    for (double power = 1; power < 2.6; power += .75) {
        ShearedBlock b;
        FePathLoad weight;
        void *engine = NULL;
        FeMarchNow now;
        everything(&b, power, &weight);
        GOOD(explicit_march.create(&b.data, &engine));
        explicit_march.now(engine, &now);
        const double start = now.energy.kinetic + now.energy.elastic + now.energy.contact;
        to(engine, 1.5, .008, &now);
        const FeMarchEnergy *e = &now.energy;
        if (fe_rank() == 0) {
            const double kept = e->kinetic + e->elastic + e->contact,
                         brought = e->external + e->numerical - e->friction - e->viscous;
            assert_near(kept, start + brought, 1e-12 * e->external);
            assert_true(e->contact > 0 && e->friction > 0 && e->viscous > 0);
            assert_true(fabs(e->numerical) < .02 * e->external);
        }
        GOOD(explicit_march.destroy(&engine));
        mesh_destroy(&b.mesh);
    }
}

/* A march that is cut in two is the same to the last bit on the same ranks. */
static void states_go_on(void **state) {
    (void)state;
    ShearedBlock b;
    FePathLoad weight;
    void *one = NULL, *two = NULL;
    FeMarchNow now, again;
    everything(&b, 1.5, &weight);
    GOOD(explicit_march.create(&b.data, &one));
    to(one, .8, .008, &now);
    GOOD(explicit_march.create(&b.data, &two));
    carry(&explicit_march, one, two);
    to(one, 1.6, .008, &now);
    to(two, 1.6, .008, &again);
    assert_same_march(&now, &again);
    GOOD(explicit_march.destroy(&one));
    GOOD(explicit_march.destroy(&two));
    mesh_destroy(&b.mesh);
}

/* A cube on a foundation that moves obliquely: sticks at first and is then dragged along;
 * friction against the slip. */
static void a_cube_is_dragged(void **state) {
    (void)state;
    const Linear law = {.4, .2, .5};
    Mesh *mesh = unit_mesh((Element){"Q1", 3}, 5);
    FeMarchData data = free_body(mesh, &law);
    FePathLoad weight = {.weight = {0, -2.5, 0}, .steps = 1};
    void *engine = NULL;
    FeMarchNow now;
    double sum[3];
    data.load = &weight, data.loads = 1;
    data.body.material.viscous_G = .05, data.body.material.viscous_lambda = .05;
    data.foundation[0].constant = .3, data.foundation[1].constant = -.4;
    data.final = 1;
    data.step = .01;
    GOOD(explicit_march.create(&data, &engine));
    to(engine, 1, .01, &now);
    if (fe_rank() == 0) {
        resultant(&now, sum);
        assert_near(sum[0], 2.7799745087123, 1e-10);
        assert_near(sum[1], .43940842622976, 1e-10);
        assert_near(sum[1] / sum[2], -.3 / .4, .2); /* the edges roll a little */
        int touching = 0;
        for (int k = 0; k < now.n; k++) {
            const double *r = now.r + 3 * k, *v = now.v + 3 * k, w[2] = {v[1] - .3, v[2] + .4};
            const double slip = hypot(w[0], w[1]), force = hypot(r[1], r[2]);
            touching += r[0] > 0;
            if (r[0] > 0 && slip > 1e-9) {
                assert_near(force, r[0] * fmax(.4 - .4 * slip, .2), 1e-12);
                assert_near(r[1] * w[0] + r[2] * w[1], -force * slip, 1e-12);
            }
        }
        assert_true(touching > 0);
    }
    GOOD(explicit_march.destroy(&engine));
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(products_are_those_of_the_body),
    cmocka_unit_test(bodies_fly),
    cmocka_unit_test(the_sheared_block_has_its_numbers),
    cmocka_unit_test(the_fine_sheared_block_has_its_numbers),
    cmocka_unit_test(energies_add_up),
    cmocka_unit_test(states_go_on),
    cmocka_unit_test(a_cube_is_dragged),
};
fe_run_tests(tests)
