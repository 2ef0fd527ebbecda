/* The contact solved on the whole body, without its condensed matrix, against the condensed one: every
 * law, in 2-D and 3-D, where a stage has one solution and where it has several; on one and on two ranks. */
#include "fe/march/blocks.h"
#include "fe/march/carry.h"

#include "fe/march/implicit.h"

static void choose(const char *contact) {
    assert_int_equal(PetscOptionsSetValue(NULL, "-fe_contact", contact), 0);
}

/* Marches both ways side by side; velocities and forces agree at each step. */
static void both_ways(const FeMarchData *data, int steps, FeMarchNow *now) {
    void *condensed = NULL, *whole = NULL;
    FeMarchNow other;
    choose("condensed");
    GOOD(implicit_march.create(data, &condensed));
    choose("whole");
    GOOD(implicit_march.create(data, &whole));
    assert_non_null(((Implicit *)whole)->free);
    double v = 0, r = 0, off_v = 0, off_r = 0;
    for (int step = 0; step < steps; step++) {
        good_step(condensed, &other);
        good_step(whole, now);
        for (int i = 0; fe_rank() == 0 && i < now->n * now->dim; i++) {
            v = fmax(v, fabs(other.v[i])), off_v = fmax(off_v, fabs(other.v[i] - now->v[i]));
            r = fmax(r, fabs(other.r[i])), off_r = fmax(off_r, fabs(other.r[i] - now->r[i]));
        }
        if (fe_rank() == 0) assert_memory_equal(now->node, other.node, (size_t)now->n * sizeof *now->node);
    }
    if (fe_rank() == 0) {
        assert_true(v > 0 && off_v < 1e-9 * v);
        assert_true(off_r < 1e-9 * r);
        assert_near(now->energy.friction, other.energy.friction, 1e-10 * other.energy.external);
        assert_int_equal(now->report.jumps, other.report.jumps);
        assert_true(now->report.contact_defect < 1e-11);
        if (other.report.uniqueness > 0)
            assert_near(now->report.uniqueness, other.report.uniqueness, .02 * other.report.uniqueness);
    }
    GOOD(implicit_march.destroy(&condensed));
    GOOD(implicit_march.destroy(&whole));
}

static void blocks(void **state) {
    (void)state;
    const Contact laws[] = {{.law = &unilateral_contact},
                            {.law = &compliance_contact, .stiffness = 10, .power = 1.5}};
    for (int kind = 0; kind < 3; kind++) {
        ShearedBlock b;
        FeMarchNow now;
        if (kind < 2) {
            block_on_springs(&b, 8, 10, 1);
            b.data.contact.law = laws[kind];
        } else {
            sheared_block(&b, 8);
        }
        b.data.step = .02;
        both_ways(&b.data, 60, &now);
        mesh_destroy(&b.mesh);
    }
}

/* Friction that falls so steeply, under steps so long, that nodes have several slip velocities. */
static void several_solutions(void **state) {
    (void)state;
    ShearedBlock b;
    FeMarchNow now;
    sheared_block(&b, 8);
    b.factor = 2;
    b.data.step = .05;
    b.data.body.material.viscous_lambda = b.data.body.material.viscous_G = 0;
    both_ways(&b.data, 30, &now);
    if (fe_rank() == 0) assert_true(now.report.nonunique_steps > 0 && now.report.uniqueness > 1);
    mesh_destroy(&b.mesh);
}

/* Long steps, for which multigrid is the preconditioner. */
static void a_cube_under_long_steps(void **state) {
    (void)state;
    const Linear law = {.4, .2, .5};
    Mesh *mesh = unit_mesh((Element){"Q1", 3}, 4);
    const FeFix top = {"top", {1, 1, 1}};
    FeMarchData data = {.body = {.mesh = mesh, .material = test_material(3), .fix = &top, .fixes = 1},
                        .contact = {.side = mesh_side_find(mesh, "bottom"),
                                    .law = {.law = &unilateral_contact},
                                    .friction = {&linear_law, &law}},
                        .foundation = {{.constant = .03}, {.constant = -.04}},
                        .final = 40,
                        .step = 2};
    FePathLoad weight = {.weight = {0, -.05, 0}, .steps = 1};
    FeMarchNow now;
    data.load = &weight, data.loads = 1;
    both_ways(&data, 12, &now);
    mesh_destroy(&mesh);
}

/* The top moves, and the contact does not feel it yet: its forces are below the rounding of those at the
 * top. */
static void a_wave_that_has_not_arrived(void **state) {
    (void)state;
    ShearedBlock b;
    void *whole = NULL;
    FeMarchNow now;
    block_on_springs(&b, 32, 10, 1);
    b.data.contact.law = (Contact){.law = &unilateral_contact};
    b.data.step = .001;
    b.data.body.material.viscous_lambda = b.data.body.material.viscous_G = 0;
    choose("whole");
    GOOD(implicit_march.create(&b.data, &whole));
    for (int step = 0; step < 5; step++) good_step(whole, &now);
    if (fe_rank() == 0) assert_true(now.report.iterations <= 60);
    GOOD(implicit_march.destroy(&whole));
    mesh_destroy(&b.mesh);
}

static void states_go_on(void **state) {
    (void)state;
    ShearedBlock b;
    void *one = NULL, *two = NULL;
    FeMarchNow now, again;
    block_on_springs(&b, 8, 10, 1);
    b.data.contact.law = (Contact){.law = &unilateral_contact};
    choose("whole");
    GOOD(implicit_march.create(&b.data, &one));
    march_to(one, .3, .01, &now);
    GOOD(implicit_march.create(&b.data, &two));
    carry(&implicit_march, one, two);
    march_to(one, .6, .01, &now);
    march_to(two, .6, .01, &again);
    assert_same_march(&now, &again);
    GOOD(implicit_march.destroy(&one));
    GOOD(implicit_march.destroy(&two));
    mesh_destroy(&b.mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(blocks), cmocka_unit_test(several_solutions), cmocka_unit_test(a_cube_under_long_steps),
    cmocka_unit_test(a_wave_that_has_not_arrived), cmocka_unit_test(states_go_on)};
fe_run_tests(tests)
