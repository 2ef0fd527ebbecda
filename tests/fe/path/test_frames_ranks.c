/* What must not depend on how a body lies in space, nor on which half of it is computed. */
#include "fe/path/path_test.h"

enum { X = 6, Y = 3 };

static void turn(Mesh *mesh, double angle) {
    const double c = cos(angle), s = sin(angle);
    for (int n = 0; n < mesh->nodes; n++) {
        double *x = mesh->x + (long)n * mesh->dim;
        const double old[2] = {x[0], x[1]};
        x[0] = c * old[0] - s * old[1];
        x[1] = s * old[0] + c * old[1];
    }
}

/* Pressed by its plate, then dragged along; the whole turned by an angle. */
static Followed dragged(const Mesh *mesh, double angle, double along) {
    const double c = cos(angle), s = sin(angle);
    const MeshSide *top = side_of(mesh, "top");
    static FePathLoad load[2];
    load[0] = (FePathLoad){.moved = top, .motion = {s, -c}, .force = .05, .steps = 4};
    load[1] = (FePathLoad){.moved = top, .motion = {c * along, s * along}, .steps = 6};
    FePathData data = path_of(mesh, top_alone, 1, .5);
    data.load = load;
    data.loads = 2;
    return follow_path(&data);
}

/* Partial slip, so that every state is there. */
static const double partial = .015;

static void assert_same_contact(const Followed *a, const Followed *b, double tolerance) {
    const CondensedState *p = a->path->state, *q = b->path->state;
    const int dim = p->dim;
    assert_int_equal(p->n, q->n);
    for (int k = 0; k < p->n; k++) {
        assert_near(p->r[k * dim], q->r[k * dim], tolerance);
        assert_near(p->u[k * dim], q->u[k * dim], tolerance);
        if (dim == 2) assert_near(p->r[2 * k + 1], q->r[2 * k + 1], tolerance);
        if (dim == 2) assert_near(p->u[2 * k + 1], q->u[2 * k + 1], tolerance);
        if (dim == 2) assert_int_equal(p->node[k], q->node[k]);
        if (dim == 3)
            assert_near(hypot(p->r[3 * k + 1], p->r[3 * k + 2]), hypot(q->r[3 * k + 1], q->r[3 * k + 2]),
                        tolerance);
    }
}

static Mesh *lying(Element e) {
    return e.dim == 2 ? rectangle_of(e.name, 1, .5, X, Y)
                      : box_of(e.name, (double[]){1, .5, .4}, (int[]){4, 2, 2});
}

static void turned_bodies_behave_alike(void **state) {
    (void)state;
    const double angles[] = {M_PI / 2, M_PI, -M_PI / 2, .5};
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        if (all_elements[e].dim == 3 && strcmp(all_elements[e].name, "Q1") != 0) continue;
        Mesh *mesh = lying(all_elements[e]);
        Followed plain = dragged(mesh, 0, partial);
        if (fe_rank() == 0) assert_true(plain.sum.slip > 0 && plain.sum.stick > 0 && plain.events > 0);
        for (size_t i = 0; i < COUNT_OF(angles); i++) {
            Mesh *turned = lying(all_elements[e]);
            turn(turned, angles[i]);
            Followed f = dragged(turned, angles[i], partial);
            if (fe_rank() == 0) assert_same_contact(&plain, &f, 1e-10);
            forget_path(&f);
            mesh_destroy(&turned);
        }
        forget_path(&plain);
        mesh_destroy(&mesh);
    }
}

static void dragging_to_the_other_side_is_the_mirror_image(void **state) {
    (void)state;
    const char *const elements[] = {"Q1", "P1", "P2"};
    for (size_t e = 0; e < COUNT_OF(elements); e++) {
        Mesh *mesh = rectangle_of(elements[e], 1, .5, X, Y);
        Followed a = dragged(mesh, 0, partial), b = dragged(mesh, 0, -partial);
        for (int k = 0; fe_rank() == 0 && k < a.path->contact->n; k++) {
            const int other = a.path->contact->n - 1 - k;
            const CondensedNode was = a.path->state->node[k], is = b.path->state->node[other];
            assert_near(a.path->state->r[2 * k], b.path->state->r[2 * other], 1e-12);
            assert_near(a.path->state->r[2 * k + 1], -b.path->state->r[2 * other + 1], 1e-12);
            assert_int_equal(is, was == CONDENSED_SLIP_MINUS  ? CONDENSED_SLIP_PLUS
                                 : was == CONDENSED_SLIP_PLUS ? CONDENSED_SLIP_MINUS
                                                              : was);
        }
        forget_path(&a);
        forget_path(&b);
        mesh_destroy(&mesh);
    }
}

static Followed pressed(const Mesh *mesh, const FeFix *fix, int fixes) {
    static FePathLoad load;
    load = (FePathLoad){.moved = side_of(mesh, "top"), .motion = {0, -.03}, .steps = 4};
    FePathData data = path_of(mesh, fix, fixes, .08);
    data.load = &load;
    data.loads = 1;
    return follow_path(&data);
}

/* Half of a body behind a plane of symmetry: the node in the plane cannot slide, the others do
 * as in the whole. */
static void half_of_a_body_does_as_the_whole(void **state) {
    (void)state;
    const FeFix half_fix[] = {{"top", {1, 1, 1}}, {"left", {1, 0, 0}}};
    Mesh *whole_mesh = rectangle_of("Q1", 2, .5, 2 * X, Y), *half_mesh = rectangle_of("Q1", 1, .5, X, Y);
    Followed whole = pressed(whole_mesh, top_alone, 1), half = pressed(half_mesh, half_fix, 2);
    if (fe_rank() == 0) {
        assert_int_equal(half.path->contact->n, X + 1);
        assert_int_equal(half.path->contact->rows->kept_count, 2 * X + 1);
        assert_true(half.sum.slip > 0 && half.sum.stick > 0);
        for (int k = 0; k <= X; k++) {
            const double *r = whole.path->state->r + 2 * (X + k), *own = half.path->state->r + 2 * k;
            assert_near(own[0], k ? r[0] : r[0] / 2, 1e-12);
            assert_near(own[1], r[1], 1e-12);
        }
        assert_exact(half.path->state->u[1], 0);
    }
    forget_path(&whole);
    forget_path(&half);
    mesh_destroy(&whole_mesh);
    mesh_destroy(&half_mesh);
}

/* Held in x alone on an inclined plane: neither along it nor across. */
static void slantwise_held_contact_nodes_are_refused(void **state) {
    (void)state;
    const FeFix fix[] = {{"top", {1, 1, 1}}, {"left", {1, 0, 0}}};
    const FeFix all[] = {{"bottom", {1, 1, 1}}};
    Mesh *mesh = rectangle_of("Q1", 1, .5, X, Y);
    FePath *path = NULL;
    FePathData data = path_of(mesh, all, 1, .5);
    assert_true(fe_path_create(&data, &path) != 0);
    assert_contains(error_message(), "no node of the side bottom can move towards the obstacle");
    turn(mesh, .5);
    data = path_of(mesh, fix, 2, .5);
    assert_true(fe_path_create(&data, &path) != 0);
    assert_null(path);
    assert_contains(error_message(), "neither normal nor tangential");
    mesh_destroy(&mesh);
}

/* The obstacle goes through the lowest point along its normal, whatever the mean normal of the side says. */
static void gaps_are_measured_along_the_given_normal(void **state) {
    (void)state;
    Mesh *mesh = rectangle_of("Q1", 1, .5, X, Y);
    const double slope = .1;
    FePathData data = path_of(mesh, top_alone, 1, .5);
    data.contact.normal[0] = 2 * slope;
    data.contact.normal[1] = 2;
    FeBody *body = NULL;
    FeContact *contact = NULL;
    GOOD(fe_body_create(&data.body, &body));
    GOOD(fe_contact_create(body, &data.contact, &contact));
    const double length = sqrt(1 + slope * slope);
    assert_int_equal(contact->n, X + 1);
    double direction[3];
    fe_rows_direction(contact->rows, 0, direction);
    assert_near(direction[0], slope / length, 1e-15);
    fe_rows_direction(contact->rows, 1, direction);
    assert_near(direction[0], 1 / length, 1e-15);
    assert_near(direction[1], -slope / length, 1e-15);
    for (int k = 0; k <= X; k++) {
        assert_near(contact->gap[k], slope / length * k / X, 1e-15);
        assert_near(contact->area[k], .7 / X * (k == 0 || k == X ? .5 : 1), 1e-15);
        assert_int_equal(contact->position[k], k);
    }
    fe_contact_destroy(&contact);
    GOOD(fe_body_destroy(&body));
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(turned_bodies_behave_alike),
    cmocka_unit_test(dragging_to_the_other_side_is_the_mirror_image),
    cmocka_unit_test(half_of_a_body_does_as_the_whole),
    cmocka_unit_test(slantwise_held_contact_nodes_are_refused),
    cmocka_unit_test(gaps_are_measured_along_the_given_normal),
};

fe_run_tests(tests)
