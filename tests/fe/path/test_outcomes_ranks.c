/* Laws of the contact in their limits, and paths that do not reach their end. */
#include "fe/path/path_test.h"

enum { X = 6, Y = 3 };
static const double thickness = .7;

/* Pressed by a displacement, then dragged. */
static Followed dragged(FePathData *data, double along) {
    static FePathLoad load[2];
    const MeshSide *top = side_of(data->body.mesh, "top");
    load[0] = (FePathLoad){.moved = top, .motion = {0, -.03}, .steps = 4};
    load[1] = (FePathLoad){.moved = top, .motion = {along, 0}, .steps = 20};
    data->load = load;
    data->loads = 2;
    return follow_path(data);
}

static void a_stiff_foundation_is_unilateral(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 1, .5, X, Y);
    FePathData data = path_of(mesh, top_alone, 1, .5);
    Followed rigid = dragged(&data, .01);
    double last = INFINITY;
    for (double stiffness = 1e3; stiffness < 2e5; stiffness *= 10) {
        data.contact.law = (Contact){.law = &compliance_contact, .stiffness = stiffness, .power = 1};
        Followed soft = dragged(&data, .01);
        if (fe_rank() == 0) {
            const double error = fabs(soft.sum.force[0] - rigid.sum.force[0]) / rigid.sum.force[0];
            assert_at_most(error, 20 / stiffness);
            assert_at_most(error, last / 5);
            last = error;
        }
        forget_path(&soft);
    }
    forget_path(&rigid);
    mesh_destroy(&mesh);
}

/* Given pressure: the friction bound is mu S at every node, whatever the body does. */
static void given_pressure_bounds_the_friction(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("P2", 1, .5, X, Y);
    FePathData data = path_of(mesh, top_alone, 1, .5);
    data.contact.law = (Contact){.law = &pressure_contact, .pressure = .02};
    Followed f = dragged(&data, -.2);
    if (fe_rank() == 0) {
        assert_near(f.sum.force[0], .02 * thickness, 1e-14);
        assert_near(f.sum.force[1], .5 * .02 * thickness, 1e-12);
        assert_int_equal(f.sum.slip_minus, f.path->contact->n);
        assert_true(f.report.condensed.steady);
    }
    forget_path(&f);
    mesh_destroy(&mesh);
}

/* Loads that only grow end in the same place with and without the changes on the way. */
static void whole_steps_end_where_events_do(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 1, .5, X, Y);
    const Contact laws[] = {{.law = &compliance_contact, .stiffness = 20, .power = 1.5},
                            {.law = &pressure_contact, .pressure = .1}};
    for (size_t i = 0; i < COUNT_OF(laws); i++) {
        FePathData data = path_of(mesh, top_alone, 1, .3);
        data.contact.law = laws[i];
        Followed fine = dragged(&data, .05);
        data.whole_steps = true;
        Followed coarse = dragged(&data, .05);
        if (fe_rank() == 0) {
            assert_near(fine.sum.force[0], coarse.sum.force[0], 2e-4 * fine.sum.force[0]);
            assert_near(fine.sum.force[1], coarse.sum.force[1], 2e-4 * fine.sum.force[0]);
            assert_int_equal(fine.sum.slip, coarse.sum.slip);
            assert_true(fine.report.condensed.cuts > coarse.report.condensed.cuts);
        }
        forget_path(&fine);
        forget_path(&coarse);
    }
    mesh_destroy(&mesh);
}

/* A box of one layer between smooth walls is in plane strain. */
static void one_layer_of_a_box_is_plane_strain(void **state) {
    (void)state;
    const FeFix walls[] = {{"top", {1, 1, 1}}, {"back", {0, 0, 1}}, {"front", {0, 0, 1}}};
    const Contact laws[] = {{.law = &unilateral_contact},
                            {.law = &compliance_contact, .stiffness = 20, .power = 1},
                            {.law = &pressure_contact, .pressure = .1}};
    /* Exact pieces in the plane, finite steps in space. */
    const double tolerance[] = {2e-3, 1e-9, 1e-9};
    Mesh *flat = rectangle_of("Q1", 1, .5, X, Y),
         *box = box_of("Q1", (double[]){1, .5, thickness}, (int[]){X, Y, 1});
    for (size_t i = 0; i < COUNT_OF(laws); i++) {
        FePathData two = path_of(flat, top_alone, 1, .4), three = path_of(box, walls, 3, .4);
        two.contact.law = three.contact.law = laws[i];
        Followed a = dragged(&two, .012), b = dragged(&three, .012);
        if (fe_rank() == 0) {
            assert_near(a.sum.force[0], b.sum.force[0], tolerance[i] * a.sum.force[0]);
            assert_near(a.sum.force[1], b.sum.force[1], tolerance[i] * a.sum.force[0]);
            assert_near(b.sum.force[2], 0, 1e-12);
            assert_int_equal(2 * a.sum.open, b.sum.open);
            if (i > 0) assert_int_equal(2 * a.sum.slip, b.sum.slip);
        }
        forget_path(&a);
        forget_path(&b);
    }
    mesh_destroy(&flat);
    mesh_destroy(&box);
}

/* A cell that hangs on nothing. */
static void a_body_in_two_parts_is_not_held(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 3, 1, 3, 1);
    MeshBlock *block = &mesh->block[0];
    memcpy(block->node + 4, block->node + 8, 4 * sizeof *block->node);
    block->cells = 2;
    const FeFix fix[] = {{"left", {0, 1, 0}}};
    const FePathLoad load = {.weight = {-.01, 0, 0}, .steps = 1};
    FePathData data = path_of(mesh, fix, 0, .5);
    data.contact.side = side_of(mesh, "left");
    data.load = &load;
    data.loads = 1;
    Followed f = follow_until(&data, 0);
    assert_true(f.report.singular);
    assert_null(f.path->state);
    forget_path(&f);
    mesh_destroy(&mesh);
}

/* A block on a plane that nothing else holds: pushed less than friction bears it stays, pushed more no state
 * is found, and neither is one if it is pulled off. */
static void a_block_that_slides_away_ends_its_path(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 1, .5, X, Y);
    const double push[][2] = {{.1, 0}, {1, 0}, {0, 2}};
    for (size_t i = 0; i < COUNT_OF(push); i++) {
        const FePathLoad load[] = {{.weight = {0, -.01, 0}, .steps = 2},
                                   {.weight = {push[i][0] * .01, push[i][1] * .01, 0}, .steps = 4}};
        FePathData data = path_of(mesh, NULL, 0, .5);
        data.load = load;
        data.loads = 2;
        Followed f = follow_until(&data, 0);
        assert_false(f.report.singular);
        assert_int_equal(f.report.load, 1);
        if (i == 0)
            assert_int_equal(f.report.outcome, CONDENSED_SOLVED);
        else
            assert_true(f.report.outcome != CONDENSED_SOLVED && f.report.outcome != CONDENSED_STOPPED);
        /* What is left is the last state that holds: friction or weight used up. */
        if (i == 1 && fe_rank() == 0) {
            assert_near(f.path->s, 1.5, 1e-6);
            assert_near(f.sum.force[1], -.5 * f.sum.force[0], 1e-6 * f.sum.force[0]);
        }
        forget_path(&f);
    }
    mesh_destroy(&mesh);
}

/* A plate that sinks beside the contact never meets the force. */
static void a_force_out_of_reach_is_said(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 1, .5, X, Y);
    const FeFix fix[] = {{"top", {1, 1, 1}}};
    const FePathLoad load = {.moved = side_of(mesh, "top"), .motion = {0, 1}, .force = .1, .steps = 1};
    FePathData data = path_of(mesh, fix, 1, .5);
    data.load = &load;
    data.loads = 1;
    Followed f = follow_until(&data, 0); /* pulled off: no resultant at all */
    assert_true(f.report.not_reached);
    if (fe_rank() == 0) assert_int_equal(f.sum.open, X + 1);
    forget_path(&f);
    mesh_destroy(&mesh);
}

static void a_path_can_be_stopped(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 1, .5, X, Y);
    const FePathLoad load = {.moved = side_of(mesh, "top"), .motion = {0, -.03}, .steps = 10};
    FePathData data = path_of(mesh, top_alone, 1, .5);
    data.load = &load;
    data.loads = 1;
    Followed f = follow_until(&data, 3), whole = follow_path(&data);
    assert_int_equal(f.report.outcome, CONDENSED_STOPPED);
    assert_int_equal(f.fields, 1);
    if (fe_rank() == 0) {
        assert_int_equal(f.steps, 3);
        assert_near(f.sum.force[0], .3 * whole.sum.force[0], 1e-12);
    }
    forget_path(&f);
    forget_path(&whole);
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_stiff_foundation_is_unilateral),
    cmocka_unit_test(given_pressure_bounds_the_friction),
    cmocka_unit_test(whole_steps_end_where_events_do),
    cmocka_unit_test(one_layer_of_a_box_is_plane_strain),
    cmocka_unit_test(a_body_in_two_parts_is_not_held),
    cmocka_unit_test(a_block_that_slides_away_ends_its_path),
    cmocka_unit_test(a_force_out_of_reach_is_said),
    cmocka_unit_test(a_path_can_be_stopped),
};

fe_run_tests(tests)
