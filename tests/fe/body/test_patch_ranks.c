/* Patch tests and balances: what every element must do on any mesh, on any number of ranks. */
#include "fe/fe_test.h"

#include "fe/body/field.h"
#include "fe/body/load.h"
#include "fe/body/stress.h"
#include "fe/system/system.h"

static const double gradient[3][3] = {{.3, -.2, .5}, {.1, .4, -.3}, {-.6, .2, .25}};

static double linear(const Mesh *mesh, int node, int i) {
    double u = .1 * (i + 1);
    for (int j = 0; j < mesh->dim; j++) u += gradient[i][j] * mesh->x[(long)node * mesh->dim + j];
    return u;
}

static int sides_of(Element element) {
    return element.dim == 2 ? 4 : 6;
}

/* A linear displacement of the whole boundary is taken up by the inside, with the stress
 * of (BD-1) at every node. */
static void constant_strain_is_exact(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        const int dim = all_elements[e].dim;
        Mesh *mesh = unit_mesh(all_elements[e], dim == 2 ? 5 : 3);
        distort(mesh, .06);
        FeBody *body = test_body(mesh, every_side, sides_of(all_elements[e]), false);
        FeSystem *system = NULL;
        Vec given, u;
        const size_t count = (size_t)(mesh->nodes * dim);
        double *values = calloc(count, sizeof *values), *stress = calloc(6 * count, sizeof *stress);
        for (int k = 0; k < mesh->nodes * dim; k++) values[k] = linear(mesh, k / dim, k % dim);
        GOOD(fe_vector_create(body, &given));
        GOOD(fe_vector_create(body, &u));
        GOOD(fe_vector_set(body, values, given));
        GOOD(fe_system_create(body, &(FeSystemData){.of = {.stiffness = 1}}, &system));
        assert_int_equal(system->outcome, FE_SOLVED);
        GOOD(fe_system_expand(system, (FeLoad){.given = given}, NULL, u));
        GOOD(fe_vector_get(body, u, fe_rank() == 0 ? values : NULL));
        for (int k = 0; k < mesh->nodes * dim && fe_rank() == 0; k++)
            assert_near(values[k], linear(mesh, k / dim, k % dim), 1e-13);
        if (fe_rank() == 0) GOOD(fe_stress(body, values, stress));
        const FeMaterial m = body->material;
        const double lambda = dim == 2 ? 2 * m.lambda * m.G / (m.lambda + 2 * m.G) : m.lambda;
        const double trace = gradient[0][0] + gradient[1][1] + (dim == 3 ? gradient[2][2] : 0);
        for (int n = 0; n < mesh->nodes && fe_rank() == 0; n++) {
            for (int i = 0; i < dim; i++)
                assert_near(stress[6 * n + i], lambda * trace + 2 * m.G * gradient[i][i], 1e-11);
            assert_near(stress[6 * n + 3], m.G * (gradient[0][1] + gradient[1][0]), 1e-11);
            if (dim == 2) assert_exact(stress[6 * n + 2], 0);
        }
        GOOD(VecDestroy(&given));
        GOOD(VecDestroy(&u));
        GOOD(fe_system_destroy(&system));
        GOOD(fe_body_destroy(&body));
        free(values);
        free(stress);
        mesh_destroy(&mesh);
    }
}

/* Traction sigma n on one side, the linear displacement on the others: the same field, so loads and
 * normals are consistent. */
static void traction_is_consistent(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        const int dim = all_elements[e].dim;
        Mesh *mesh = unit_mesh(all_elements[e], 3);
        FeFix fix[6];
        int fixes = 0;
        for (int s = 0; s < sides_of(all_elements[e]); s++)
            if (strcmp(every_side[s].side, "right") != 0) fix[fixes++] = every_side[s];
        FeBody *body = test_body(mesh, fix, fixes, false);
        const FeMaterial m = body->material;
        const double lambda = dim == 2 ? 2 * m.lambda * m.G / (m.lambda + 2 * m.G) : m.lambda;
        const double trace = gradient[0][0] + gradient[1][1] + (dim == 3 ? gradient[2][2] : 0);
        double t[3] = {lambda * trace + 2 * m.G * gradient[0][0], m.G * (gradient[0][1] + gradient[1][0]),
                       m.G * (gradient[0][2] + gradient[2][0])};
        const MeshSide *side;
        FeSystem *system = NULL;
        Vec force, given, u;
        double *values = calloc((size_t)(mesh->nodes * dim), sizeof *values), sum[3];
        for (int k = 0; k < mesh->nodes * dim; k++) values[k] = linear(mesh, k / dim, k % dim);
        GOOD(fe_side_find(body, "load", "right", &side));
        GOOD(fe_vector_create(body, &force));
        GOOD(fe_vector_create(body, &given));
        GOOD(fe_vector_create(body, &u));
        GOOD(fe_vector_set(body, values, given));
        GOOD(fe_load_traction(body, side, fe_constant(t), force));
        GOOD(fe_side_resultant(body, side, force, sum));
        for (int i = 0; i < dim; i++) assert_near(sum[i], t[i] * (dim == 2 ? m.thickness : 1), 1e-13);
        GOOD(fe_system_create(body, &(FeSystemData){.of = {.stiffness = 1}}, &system));
        GOOD(fe_system_expand(system, (FeLoad){force, given}, NULL, u));
        GOOD(fe_vector_get(body, u, fe_rank() == 0 ? values : NULL));
        for (int k = 0; k < mesh->nodes * dim && fe_rank() == 0; k++)
            assert_near(values[k], linear(mesh, k / dim, k % dim), 1e-13);
        GOOD(VecDestroy(&force));
        GOOD(VecDestroy(&given));
        GOOD(VecDestroy(&u));
        GOOD(fe_system_destroy(&system));
        GOOD(fe_body_destroy(&body));
        free(values);
        mesh_destroy(&mesh);
    }
}

/* A motion given at each node, as a vector of the body. */
static Vec motion(const FeBody *body, void (*at)(const double *x, int dim, double *u)) {
    const int dim = body->dim;
    double *values = calloc((size_t)(body->mesh->nodes * dim), sizeof *values);
    Vec u;
    for (int n = 0; n < body->mesh->nodes; n++)
        at(body->mesh->x + (long)n * dim, dim, values + (long)n * dim);
    GOOD(fe_vector_create(body, &u));
    GOOD(fe_vector_set(body, values, u));
    free(values);
    return u;
}

static void shifted(const double *x, int dim, double *u) {
    (void)x, (void)dim;
    u[0] = 1;
}

static void rotated(const double *x, int dim, double *u) {
    for (int i = 0; i < dim; i++) u[i] = i + .5;
    u[0] -= .7 * x[1], u[1] += .7 * x[0];
    if (dim == 3) u[2] += .3 * x[0], u[0] -= .3 * x[2];
}

static void bent(const double *x, int dim, double *u) {
    for (int i = 0; i < dim; i++) u[i] = sin(3 * x[i] + x[0] * x[1]);
}

/* The largest entry of (one - other) u. */
static double difference(const FeBody *body, FeCombination one, FeCombination other, Vec u) {
    Vec f, g;
    PetscReal norm;
    GOOD(fe_vector_create(body, &f));
    GOOD(fe_vector_create(body, &g));
    GOOD(fe_apply(body, one, u, f));
    GOOD(fe_apply(body, other, u, g));
    GOOD(VecAXPY(f, -1, g));
    GOOD(VecNorm(f, NORM_INFINITY, &norm));
    GOOD(VecDestroy(&f));
    GOOD(VecDestroy(&g));
    return norm;
}

/* The mass of a unit motion in x, and that of the volume, from a unit force per volume. */
static void check_mass(const FeBody *body, Vec one) {
    Vec f;
    double volume, mass;
    GOOD(fe_vector_create(body, &f));
    GOOD(fe_load_volume(body, fe_constant((double[3]){1, 0, 0}), f));
    GOOD(VecDot(f, one, &volume));
    GOOD(fe_apply(body, (FeCombination){.mass = 1}, one, f));
    GOOD(VecDot(f, one, &mass));
    assert_near(mass, body->material.rho * volume, 1e-12 * mass);
    GOOD(VecDestroy(&f));
}

/* Symmetry, rigid motions without force, C = eta K, mass = density times volume, positive lumps. */
static void matrices_keep_their_balances(void **state) {
    (void)state;
    for (size_t e = 0; e < 2 * COUNT_OF(all_elements); e++) {
        Mesh *mesh = unit_mesh(all_elements[e / 2], 3);
        distort(mesh, .05);
        FeBodyData data = {.mesh = mesh, .material = test_material(mesh->dim), .lumped = e % 2};
        data.material.viscous_lambda = .05 * data.material.lambda,
        data.material.viscous_G = .05 * data.material.G;
        FeBody *body = NULL;
        PetscBool symmetric;
        PetscReal size, least = 1;
        GOOD(fe_body_create(&data, &body));
        GOOD(MatIsSymmetric(body->K, 1e-13, &symmetric));
        assert_true(symmetric);
        GOOD(MatNorm(body->K, NORM_INFINITY, &size));
        Vec one = motion(body, shifted), rigid = motion(body, rotated), any = motion(body, bent);
        assert_at_most(difference(body, (FeCombination){.stiffness = 1}, (FeCombination){0}, rigid),
                       1e-13 * size);
        assert_at_most(
            difference(body, (FeCombination){.stiffness = .05}, (FeCombination){.damping = 1}, any),
            1e-13 * size);
        assert_true(difference(body, (FeCombination){.stiffness = 1}, (FeCombination){0}, any) > 1e-3 * size);
        check_mass(body, one);
        assert_int_equal(body->lumped != NULL, e % 2);
        if (body->lumped) GOOD(VecMin(body->lumped, NULL, &least));
        assert_true(least > 0);
        GOOD(VecDestroy(&one));
        GOOD(VecDestroy(&rigid));
        GOOD(VecDestroy(&any));
        GOOD(fe_body_destroy(&body));
        mesh_destroy(&mesh);
    }
}

/* Areas add up to that of the side, are positive, and normals point out. */
static void areas_and_normals_of_sides(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        Mesh *mesh = unit_mesh(all_elements[e], 3);
        FeBody *body = test_body(mesh, NULL, 0, true);
        const struct {
            const char *side;
            double normal[3];
        } sides[] = {{"left", {-1, 0, 0}}, {"right", {1, 0, 0}}, {"bottom", {0, -1, 0}},
                     {"top", {0, 1, 0}},   {"back", {0, 0, -1}}, {"front", {0, 0, 1}}};
        for (int s = 0; s < sides_of(all_elements[e]); s++) {
            const MeshSide *side;
            FeSideNodes *nodes = NULL;
            GOOD(fe_side_find(body, "contact", sides[s].side, &side));
            GOOD(fe_side_nodes_create(body, side, &nodes));
            double total = 0;
            assert_int_equal(nodes->count, side->nodes);
            assert_int_equal(nodes->consistent, strcmp(all_elements[e].name, "P2") != 0 || mesh->dim == 2);
            for (int k = 0; k < nodes->count; k++) {
                assert_true(nodes->area[k] > 0);
                total += nodes->area[k];
                for (int i = 0; i < 3; i++) assert_near(nodes->normal[k][i], sides[s].normal[i], 1e-13);
            }
            assert_near(total, mesh->dim == 2 ? .7 : 1, 1e-13);
            fe_side_nodes_destroy(&nodes);
        }
        GOOD(fe_body_destroy(&body));
        mesh_destroy(&mesh);
    }
}

static void expect_refusal(const FeBodyData *data, const char *part) {
    FeBody *body = NULL;
    const PetscErrorCode code = fe_body_create(data, &body);
    assert_int_equal(fe_error(code), JUDDER_INPUT);
    assert_null(body);
    if (fe_rank() == 0) assert_contains(error_message(), part);
}

static void bad_bodies_are_refused(void **state) {
    (void)state;
    Mesh *mesh = unit_mesh(all_elements[2], 4);
    FeBodyData data = {.mesh = mesh, .material = test_material(2)};
    const FeFix wrong = {"tpo", {1, 1, 0}};
    data.fix = &wrong, data.fixes = 1;
    expect_refusal(&data, "no side tpo: there is ");
    data.fixes = 0;
    data.material.G = 0;
    expect_refusal(&data, "G = 0");
    data.material = test_material(2);
    data.material.lambda = -1;
    expect_refusal(&data, "lambda + 2 G/3 > 0");
    data.material = test_material(2);
    data.material.thickness = NAN;
    expect_refusal(&data, "thickness");
    data.material = test_material(2);
    const int swap = mesh->block[0].node[0];
    mesh->block[0].node[0] = mesh->block[0].node[2], mesh->block[0].node[2] = swap;
    FeBody *body = NULL;
    assert_int_equal(fe_error(fe_body_create(&data, &body)), JUDDER_INPUT);
    assert_null(body);
    mesh->block[0].node[0] = mesh->nodes;
    expect_refusal(&data, "has the node");
    mesh_destroy(&mesh);
}

/* A drawing may be meshed otherwise in each process. */
static void ranks_with_different_meshes_are_refused(void **state) {
    (void)state;
    int ranks;
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    Mesh *mesh = unit_mesh(all_elements[0], 4);
    if (fe_rank() > 0) mesh->x[2] += 1e-9;
    const FeBodyData data = {.mesh = mesh, .material = test_material(mesh->dim)};
    FeBody *body = NULL;
    const JudderErr err = fe_error(fe_body_create(&data, &body));
    assert_int_equal(err, ranks > 1 ? JUDDER_INPUT : JUDDER_OK);
    if (ranks > 1) assert_non_null(strstr(error_message(), "different meshes"));
    GOOD(fe_body_destroy(&body));
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(constant_strain_is_exact),     cmocka_unit_test(traction_is_consistent),
    cmocka_unit_test(matrices_keep_their_balances), cmocka_unit_test(areas_and_normals_of_sides),
    cmocka_unit_test(bad_bodies_are_refused),       cmocka_unit_test(ranks_with_different_meshes_are_refused),
};
fe_run_tests(tests)
