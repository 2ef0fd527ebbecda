/* Condensation against dense algebra of matrices that the test assembles itself, so one and two ranks are
 * held to the same numbers. */
#include "fe/fe_test.h"
#include "fe/system/dense_body.h"

#include "base/dense.h"
#include "fe/body/field.h"
#include "fe/body/load.h"
#include "fe/system/system.h"

/* Whether a dof of the mesh is an unknown that is neither fixed nor kept. */
static bool is_inner(const FeBody *body, const FeDof *kept, int count, int row) {
    const int node = row / body->dim;
    if (body->fixed[row] || (body->mesh->master && body->mesh->master[node] != node)) return false;
    for (int k = 0; k < count; k++)
        if (kept[k].node * body->dim + kept[k].component == row) return false;
    return true;
}

typedef struct Dense {
    int inner, *row;
    double *A, *inside;
    DenseFactor *factor;
    long rows;
} Dense;

static Dense dense_create(const FeBody *body, FeCombination of, const FeDof *kept, int count) {
    Dense d = {.rows = (long)body->mesh->nodes * body->dim};
    d.A = dense_body(body, of);
    d.row = calloc((size_t)d.rows, sizeof *d.row);
    for (int r = 0; r < d.rows; r++)
        if (is_inner(body, kept, count, r)) d.row[d.inner++] = r;
    d.inside = calloc((size_t)d.inner * (size_t)d.inner, sizeof *d.inside);
    for (int i = 0; i < d.inner; i++)
        for (int j = 0; j < d.inner; j++) d.inside[(long)i * d.inner + j] = d.A[d.row[i] * d.rows + d.row[j]];
    bool singular;
    assert_int_equal(dense_factor_create(d.inner, d.inside, &d.factor, &singular), JUDDER_OK);
    assert_false(singular);
    return d;
}

static void dense_destroy(Dense *d) {
    dense_factor_destroy(&d->factor);
    free(d->A);
    free(d->row);
    free(d->inside);
}

/* y = A_ii^-1 b_i for a full vector b, zero elsewhere. */
static void dense_solve(const Dense *d, const double *b, double *y) {
    double *part = calloc((size_t)d->inner, sizeof *part);
    for (int i = 0; i < d->inner; i++) part[i] = b[d->row[i]];
    assert_int_equal(dense_factor_solve(d->factor, part), JUDDER_OK);
    memset(y, 0, (size_t)d->rows * sizeof *y);
    for (int i = 0; i < d->inner; i++) y[d->row[i]] = part[i];
    free(part);
}

static double largest(const double *v, long count) {
    double most = 0;
    for (long i = 0; i < count; i++) most = fmax(most, fabs(v[i]));
    return most;
}

/* A system with random loads, and what it made of them. */
typedef struct Trial {
    FeBody *body;
    FeSystem *system;
    const FeDof *kept;
    int count;
    long rows;
    double *f, *given, *field; /* in the order of the mesh */
    double u_kept[64], g[64];
    bool in_halves;
} Trial;

static bool leads(const Mesh *mesh, int node) {
    return !mesh->master || mesh->master[node] == node;
}

/* What followers have becomes what their masters have. */
static void follow_masters(const Trial *t, double *values) {
    const Mesh *mesh = t->body->mesh;
    for (long i = 0; i < t->rows && mesh->master; i++)
        values[i] = values[(long)mesh->master[i / mesh->dim] * mesh->dim + i % mesh->dim];
}

static void trial_fill(Trial *t) {
    Random random = {7};
    t->rows = (long)t->body->mesh->nodes * t->body->dim;
    t->f = calloc((size_t)t->rows, sizeof *t->f);
    t->given = calloc((size_t)t->rows, sizeof *t->given);
    t->field = calloc((size_t)t->rows, sizeof *t->field);
    for (long i = 0; i < t->rows; i++)
        t->f[i] = random_in(&random, -1, 1), t->given[i] = random_in(&random, -1, 1);
    follow_masters(t, t->f);
    follow_masters(t, t->given);
    for (int k = 0; k < t->count; k++) t->u_kept[k] = random_in(&random, -1, 1);
}

static void trial_solve(Trial *t) {
    Vec force, fixed, u;
    GOOD(fe_vector_create(t->body, &force));
    GOOD(fe_vector_create(t->body, &fixed));
    GOOD(fe_vector_create(t->body, &u));
    GOOD(fe_vector_set(t->body, t->f, force));
    GOOD(fe_vector_set(t->body, t->given, fixed));
    const FeLoad load = {force, fixed};
    double *g = fe_rank() ? NULL : t->g, *kept = fe_rank() ? NULL : t->u_kept;
    GOOD(t->in_halves ? fe_system_forward(t->system, load, g) : fe_system_condense(t->system, load, g));
    GOOD(t->in_halves ? fe_system_back(t->system, load, kept, u)
                      : fe_system_expand(t->system, load, kept, u));
    GOOD(fe_vector_get(t->body, u, fe_rank() ? NULL : t->field));
    assert_int_equal(t->system->outcome, FE_SOLVED);
    GOOD(VecDestroy(&force));
    GOOD(VecDestroy(&fixed));
    GOOD(VecDestroy(&u));
}

static long row_of(const Trial *t, int k) {
    return (long)t->kept[k].node * t->body->dim + t->kept[k].component;
}

/* b_s - A_s. y at a kept dof */
static double reduced(const Dense *d, long row, double b, const double *y) {
    for (long k = 0; k < d->rows; k++) b -= d->A[row * d->rows + k] * y[k];
    return b;
}

static void check_schur(const Trial *t, const Dense *d, double *b, double *y) {
    const double size = largest(d->A, t->rows * t->rows);
    for (int j = 0; j < t->count; j++) {
        const long column = row_of(t, j);
        for (long i = 0; i < t->rows; i++) b[i] = d->A[i * t->rows + column];
        dense_solve(d, b, y);
        for (int i = 0; i < t->count; i++)
            assert_near(t->system->S[i * t->count + j], reduced(d, row_of(t, i), b[row_of(t, i)], y),
                        1e-9 * size);
    }
}

static void check_load_and_field(const Trial *t, const Dense *d, double *b, double *y) {
    for (long i = 0; i < t->rows; i++) {
        b[i] = t->f[i];
        for (int k = 0; k < t->rows; k++)
            if (t->body->fixed[k] && leads(t->body->mesh, k / t->body->dim))
                b[i] -= d->A[i * t->rows + k] * t->given[k];
    }
    dense_solve(d, b, y);
    for (int i = 0; i < t->count; i++)
        assert_near(t->g[i], reduced(d, row_of(t, i), b[row_of(t, i)], y),
                    1e-9 * fmax(1, largest(b, t->rows)));
    for (long i = 0; i < t->rows; i++)
        for (int k = 0; k < t->count; k++) b[i] -= d->A[i * t->rows + row_of(t, k)] * t->u_kept[k];
    dense_solve(d, b, y);
    for (long i = 0; i < t->rows; i++)
        if (t->body->fixed[i]) y[i] = t->given[i];
    for (int k = 0; k < t->count; k++) y[row_of(t, k)] = t->u_kept[k];
    follow_masters(t, y);
    for (long i = 0; i < t->rows; i++) assert_near(t->field[i], y[i], 1e-9 * fmax(1, largest(y, t->rows)));
}

/* S, g and the full field against dense algebra. */
static void check_system(FeBody *body, FeCombination of, const FeSolver *solver, const FeDof *kept,
                         int count) {
    Trial t = {.body = body, .kept = kept, .count = count};
    FeRows *rows = NULL;
    const int before = body->factorisations;
    GOOD(rows_of_dofs(body, kept, count, &rows));
    GOOD(fe_system_create(body, &(FeSystemData){of, rows, solver}, &t.system));
    assert_int_equal(t.system->outcome, FE_SOLVED);
    assert_int_equal(body->factorisations, before + 1);
    trial_fill(&t);
    for (int halves = 0; halves < 2; halves++) {
        t.in_halves = halves;
        trial_solve(&t);
        if (fe_rank() != 0) continue;
        Dense d = dense_create(body, of, kept, count);
        double *b = calloc((size_t)t.rows, sizeof *b), *y = calloc((size_t)t.rows, sizeof *y);
        check_schur(&t, &d, b, y);
        check_load_and_field(&t, &d, b, y);
        free(b);
        free(y);
        dense_destroy(&d);
    }
    GOOD(fe_system_destroy(&t.system));
    fe_rows_destroy(&rows);
    free(t.f);
    free(t.given);
    free(t.field);
}

/* Both dofs (all three in 3-D) of the nodes of the bottom, in a shuffled order. */
static int bottom_dofs(const FeBody *body, int most, FeDof *dof) {
    const MeshSide *side;
    FeSideNodes *nodes = NULL;
    Random random = {11};
    int count = 0;
    GOOD(fe_side_find(body, "contact", "bottom", &side));
    GOOD(fe_side_nodes_create(body, side, &nodes));
    for (int k = 0; k < nodes->count; k++)
        for (int i = 0; i < body->dim && count < most; i++)
            if (!body->fixed[nodes->node[k] * body->dim + i]) dof[count++] = (FeDof){nodes->node[k], i};
    for (int k = count - 1; k > 0; k--) {
        const int other = random_below(&random, k + 1);
        const FeDof swap = dof[k];
        dof[k] = dof[other], dof[other] = swap;
    }
    fe_side_nodes_destroy(&nodes);
    return count;
}

static const FeFix clamped_top = {"top", {1, 1, 1}};

static void condensation_is_that_of_dense_algebra(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        Mesh *mesh = unit_mesh(all_elements[e], all_elements[e].dim == 2             ? 4
                                                : strcmp(all_elements[e].name, "P2") ? 3
                                                                                     : 2);
        distort(mesh, .04);
        FeBody *body = test_body(mesh, &clamped_top, 1, false);
        FeDof kept[40];
        const int count = bottom_dofs(body, 40, kept);
        check_system(body, (FeCombination){.stiffness = 1}, NULL, kept, count);
        check_system(body, (FeCombination){.stiffness = 1, .mass = -.3}, NULL, kept, count);
        check_system(body, (FeCombination){.stiffness = .7, .mass = .2}, &halves_solver, kept, count);
        if (fe_small_may(body, count))
            check_system(body, (FeCombination){.stiffness = .7, .mass = .2}, &small_solver, kept, count);
        check_system(body, (FeCombination){.stiffness = .2, .mass = 3}, &multigrid_solver, kept, 4);
        check_system(body, (FeCombination){.stiffness = 1}, NULL, kept, 0);
        GOOD(fe_body_destroy(&body));
        mesh_destroy(&mesh);
    }
}

static void periodic_sides_move_together(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshRectangle rectangle = {
        .length = 2, .height = 1, .cells = {5, 4}, .element = "Q1", .periodic = {{"left", "right"}}};
    assert_int_equal(mesh_rectangle(&rectangle, &mesh), JUDDER_OK);
    FeBody *body = test_body(mesh, &clamped_top, 1, false);
    assert_int_equal(body->numbering->unknowns, 25);
    FeDof kept[40];
    const int count = bottom_dofs(body, 40, kept);
    assert_int_equal(count, 10);
    check_system(body, (FeCombination){.stiffness = 1, .mass = .1}, NULL, kept, count);
    check_system(body, (FeCombination){.stiffness = 1, .mass = .1}, &halves_solver, kept, count);
    const MeshSide *side;
    FeSideNodes *nodes = NULL;
    GOOD(fe_side_find(body, "contact", "bottom", &side));
    GOOD(fe_side_nodes_create(body, side, &nodes));
    assert_int_equal(nodes->count, 5);
    for (int k = 0; k < 5; k++) assert_near(nodes->area[k], .7 * 2 / 5, 1e-14);
    fe_side_nodes_destroy(&nodes);
    GOOD(fe_body_destroy(&body));
    mesh_destroy(&mesh);
}

/* Theory page 5, "One Q1 element": 12 (1 - nu^2)/(E t) (A - mu B), both bottom nodes in
 * impending slip to the left. */
static void one_element_has_its_closed_form(void **state) {
    (void)state;
    Random random = {5};
    for (int trial = 0; trial < 20; trial++) {
        const double beta = random_size(&random, .1, 10), nu = random_in(&random, 0, .499),
                     mu = random_in(&random, 0, 4);
        const double E = random_size(&random, 1e-3, 1e9), t = random_size(&random, 1e-2, 10),
                     a = random_size(&random, .01, 100);
        Mesh *mesh = NULL;
        const MeshRectangle cell = {.length = a, .height = beta * a, .cells = {1, 1}, .element = "Q1"};
        assert_int_equal(mesh_rectangle(&cell, &mesh), JUDDER_OK);
        FeBodyData data = {.mesh = mesh, .fix = &clamped_top, .fixes = 1};
        data.material = (FeMaterial){.plane_stress = true, .thickness = t, .rho = 1};
        fe_lame(E, nu, &data.material.lambda, &data.material.G);
        FeBody *body = NULL;
        FeSystem *system = NULL;
        GOOD(fe_body_create(&data, &body));
        const MeshSide *side;
        GOOD(fe_side_find(body, "contact", "bottom", &side));
        const FeDof kept[4] = {
            {side->node[0], 0}, {side->node[1], 0}, {side->node[0], 1}, {side->node[1], 1}};
        FeRows *rows = NULL;
        GOOD(rows_of_dofs(body, kept, 4, &rows));
        GOOD(fe_system_create(body, &(FeSystemData){{1, 0, 0}, rows, NULL}, &system));
        if (fe_rank() == 0) {
            const double s = -1, b = beta, f = 12 * (1 - nu * nu) / (E * t);
            const double expected[2][2] = {{4 * b + 2 * (1 - nu) / b - 1.5 * mu * (1 + nu),
                                            -4 * b + (1 - nu) / b - 1.5 * mu * (1 - 3 * nu)},
                                           {-4 * b + (1 - nu) / b + 1.5 * mu * (1 - 3 * nu),
                                            4 * b + 2 * (1 - nu) / b + 1.5 * mu * (1 + nu)}};
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) {
                    /* n points down into the obstacle */
                    const double tangential = s * system->S[i * 4 + j] * s,
                                 normal = -system->S[(2 + i) * 4 + j] * s;
                    assert_near(f * (tangential - mu * normal), expected[i][j], 1e-11 * (b + 1 / b + mu));
                }
        }
        GOOD(fe_system_destroy(&system));
        fe_rows_destroy(&rows);
        GOOD(fe_body_destroy(&body));
        mesh_destroy(&mesh);
    }
}

/* A free body has no stiffness against rigid motions: an outcome. Dofs that are there twice:
 * refused. */
static void singular_systems_are_outcomes(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        Mesh *mesh = unit_mesh(all_elements[e], 3);
        distort(mesh, .04);
        FeBody *body = test_body(mesh, NULL, 0, false);
        FeSystem *system = NULL;
        GOOD(fe_system_create(body, &(FeSystemData){.of = {.stiffness = 1}}, &system));
        assert_int_equal(system->outcome, FE_SINGULAR);
        GOOD(fe_system_destroy(&system));
        const FeDof twice[2] = {{3, 1}, {3, 1}};
        FeRows *rows = NULL;
        assert_int_equal(rows_of_dofs(body, twice, 2, &rows), JUDDER_INPUT);
        assert_contains(error_message(), "there twice");
        assert_null(rows);
        GOOD(fe_body_destroy(&body));
        mesh_destroy(&mesh);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(condensation_is_that_of_dense_algebra),
    cmocka_unit_test(periodic_sides_move_together),
    cmocka_unit_test(one_element_has_its_closed_form),
    cmocka_unit_test(singular_systems_are_outcomes),
};
fe_run_tests(tests)
