/* Every kind of load on one column of cells, against closed forms. */
#include "fe/path/path_test.h"

enum { X = 1, Y = 3, Z = 1 };
static const double size[3] = {.5, 2, .8};
static const double thickness = .7; /* of the test material in 2-D */

static const FeFix guided[] = {
    {"top", {1, 1, 1}}, {"left", {1, 0, 0}}, {"right", {1, 0, 0}}, {"back", {0, 0, 1}}, {"front", {0, 0, 1}}};
static const FeFix in_a_corner[] = {{"left", {1, 0, 0}}, {"back", {0, 0, 1}}};

static Mesh *column(Element e) {
    return e.dim == 2 ? rectangle_of(e.name, size[0], size[1], X, Y) : box_of(e.name, size, (int[]){X, Y, Z});
}

static double base_of(int dim) {
    return size[0] * (dim == 2 ? thickness : size[2]);
}

/* Force of a column in uniaxial strain. */
static double oedometer(int dim, double down) {
    const FeMaterial m = test_material(dim);
    return (m.lambda + 2 * m.G) * down / size[1] * base_of(dim);
}

static Followed loaded(const Mesh *mesh, const FeFix *fix, int fixes, const FePathLoad *load, int loads) {
    FePathData data = path_of(mesh, fix, fixes, .4);
    data.load = load;
    data.loads = loads;
    return follow_path(&data);
}

/* Pressed by a displacement between smooth walls; moved back by a half; dragged by a quarter. */
static void a_guided_column_answers_motions_exactly(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        const int dim = all_elements[e].dim, fixes = dim == 2 ? 3 : 5;
        Mesh *mesh = column(all_elements[e]);
        const MeshSide *top = side_of(mesh, "top");
        const FePathLoad load[] = {
            {.moved = top, .motion = {0, -.04}, .steps = 2},
            {.moved = top, .motion = {0, -.02}, .absolute = true, .steps = 3},
            {.moved = top, .motion = {0, -.01}, .steps = 1},
        };
        const double down[] = {.04, .02, .03};
        for (int loads = 1; loads <= 3; loads++) {
            Followed f = loaded(mesh, guided, fixes, load, loads);
            if (fe_rank() == 0) {
                assert_near(f.sum.force[0], oedometer(dim, down[loads - 1]), 1e-12);
                assert_near(f.sum.force[1], 0, 1e-12);
                /* On corners of P2 tetrahedra an even pressure puts no force: they may open or not. */
                if (f.path->contact->n == X + 1) assert_int_equal(f.sum.open, 0);
            }
            forget_path(&f);
        }
        mesh_destroy(&mesh);
    }
}

/* A column that is free to bulge between smooth plates is in uniaxial stress. */
static void a_free_column_has_youngs_modulus(void **state) {
    (void)state;
    const FeFix fix[] = {{"top", {0, 1, 0}}, {"left", {1, 0, 0}}, {"back", {0, 0, 1}}};
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        const int dim = all_elements[e].dim;
        Mesh *mesh = column(all_elements[e]);
        const FePathLoad load = {.moved = side_of(mesh, "top"), .motion = {0, -.04}, .steps = 2};
        FePathData data = path_of(mesh, fix, dim == 2 ? 2 : 3, 0);
        data.body.material.plane_stress = dim == 2;
        data.load = &load;
        data.loads = 1;
        Followed f = follow_path(&data);
        const FeMaterial m = data.body.material;
        const double E = m.G * (3 * m.lambda + 2 * m.G) / (m.lambda + m.G);
        if (fe_rank() == 0) assert_near(f.sum.force[0], E * .04 / size[1] * base_of(dim), 1e-12);
        forget_path(&f);
        mesh_destroy(&mesh);
    }
}

/* The resultant of the contact is the force of the plate: first little, then more, then less. */
static void pressing_ends_at_the_force(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        Mesh *mesh = column(all_elements[e]);
        const MeshSide *top = side_of(mesh, "top");
        const FePathLoad load[] = {{.moved = top, .motion = {0, -1}, .force = .01, .steps = 3},
                                   {.moved = top, .motion = {.01, 0}, .steps = 2},
                                   {.moved = top, .motion = {0, -1}, .force = .05, .steps = 3},
                                   {.moved = top, .motion = {0, -1}, .force = .03, .steps = 3},
                                   {.moved = top, .motion = {0, -1}, .force = .03, .steps = 3}};
        const double force[] = {.01, 0, .05, .03, .03};
        for (int loads = 1; loads <= 5; loads += loads == 1 ? 2 : 1) {
            Followed f = loaded(mesh, top_alone, 1, load, loads);
            if (fe_rank() == 0) assert_near(f.sum.force[0], force[loads - 1], 1e-10 * force[loads - 1]);
            forget_path(&f);
        }
        mesh_destroy(&mesh);
    }
}

/* Nothing holds the column but its contact and smooth walls: the plane carries what acts. */
static void the_plane_carries_tractions_and_weight(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        const int dim = all_elements[e].dim;
        Mesh *mesh = column(all_elements[e]);
        const FeTraction top = {side_of(mesh, "top"), {0, -.02, 0}};
        const FeTraction side = {side_of(mesh, "right"), {-.001, 0, 0}};
        const FePathLoad load[] = {
            {.weight = {0, -.03, 0}, .steps = 2},
            {.traction = (FeTraction[]){top, side}, .tractions = 2, .steps = 2},
        };
        const double weight = .03 * size[1] * base_of(dim);
        const double carried[] = {weight, weight + .02 * base_of(dim)};
        for (int loads = 1; loads <= 2; loads++) {
            Followed f = loaded(mesh, in_a_corner, dim - 1, load, loads);
            if (fe_rank() == 0) assert_near(f.sum.force[0], carried[loads - 1], 1e-11);
            forget_path(&f);
        }
        mesh_destroy(&mesh);
    }
}

/* Fields are reported after every second step; the field at the end has the plate where it was moved, and the
 * weight of no node is lost. */
static void fields_are_told_on_the_way(void **state) {
    (void)state;
    Mesh *mesh = column((Element){"Q1", 2});
    const FePathLoad load[] = {{.moved = side_of(mesh, "top"), .motion = {.01, -.04}, .steps = 5}};
    FePathData data = path_of(mesh, top_alone, 1, .3);
    data.load = load;
    data.loads = 1;
    data.every = 2;
    Followed f = follow_path(&data);
    assert_int_equal(f.fields, 3);
    double *u = calloc((size_t)mesh->nodes * 2, sizeof *u);
    GOOD(fe_path_field(f.path, fe_rank() == 0 ? u : NULL));
    if (fe_rank() == 0) {
        assert_int_equal(f.steps, 5);
        const int node = side_of(mesh, "top")->node[0], contact = f.path->contact->node[1];
        assert_exact(u[2 * node], .01);
        assert_exact(u[2 * node + 1], -.04);
        assert_exact(u[2 * contact], f.path->state->u[3]);
        assert_near(u[2 * contact + 1], f.path->state->u[2], 0);
    }
    free(u);
    forget_path(&f);
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_guided_column_answers_motions_exactly),
    cmocka_unit_test(a_free_column_has_youngs_modulus),
    cmocka_unit_test(pressing_ends_at_the_force),
    cmocka_unit_test(the_plane_carries_tractions_and_weight),
    cmocka_unit_test(fields_are_told_on_the_way),
};

fe_run_tests(tests)
