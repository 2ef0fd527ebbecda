/* States that a path leads to, and the two legs: from mesh to critical mu. */
#include "fe/stability/stability_test.h"

#include "fe/path/path.h"
#include "mesh/read.h"

/* --- the dragged block of theory page 5 --- */

typedef struct Dragged {
    const char *element;
    MeshDiagonals diagonals;
    int columns, rows;
    int slip, open;
    double low, high; /* of the critical mu */
} Dragged;

static FePath *drag(const Mesh *mesh, const MeshSide *bottom, const MeshSide *top) {
    const FePathLoad loads[] = {{.moved = top, .motion = {0, -1}, .force = 55, .steps = 1},
                                {.moved = top, .motion = {-2e-3, 0}, .steps = 10}};
    FePathData data = {.body = {.mesh = mesh, .fix = &held_top, .fixes = 1},
                       .contact = {.side = bottom, .law = {.law = &unilateral_contact}},
                       .mu = 1.1,
                       .load = loads,
                       .loads = 2};
    data.body.material = (FeMaterial){.rho = 1200, .thickness = 1, .plane_stress = true};
    fe_lame(5e6, .48, &data.body.material.lambda, &data.body.material.G);
    FePath *path = NULL;
    FePathReport report;
    GOOD(fe_path_create(&data, &path));
    GOOD(fe_path_follow(path, &(FePathWatch){0}, &report));
    assert_true(path->complete);
    return path;
}

static void check_dragged(Dragged known) {
    Mesh *mesh = NULL;
    const MeshRectangle r = {.length = .08,
                             .height = .04,
                             .cells = {known.columns, known.rows},
                             .element = known.element,
                             .diagonals = known.diagonals};
    assert_int_equal(mesh_rectangle(&r, &mesh), JUDDER_OK);
    FePath *path = drag(mesh, mesh_side_find(mesh, "bottom"), mesh_side_find(mesh, "top"));
    FePencil *pencil = NULL;
    const FePencilData data = {.body = path->body,
                               .contact = path->contact,
                               .still = path->system,
                               .node = path->state ? path->state->node : NULL};
    GOOD(fe_pencil_create(&data, &pencil));
    Least least = {0};
    GOOD(fe_pencil_ask(pencil, ask_least, &least));
    assert_int_equal(path->body->factorisations, 1);
    /* The rear opens. Every rank knows the states. */
    assert_int_equal(pencil->n, known.slip);
    for (int k = 0; k < known.slip; k++) assert_int_equal(pencil->position[k], k + 1);
    int open = 0;
    for (int k = 0; k < path->contact->n; k++) open += pencil->state[k] == SMALL_CONTACT_OPEN;
    assert_int_equal(open, known.open);
    if (fe_rank() == 0) {
        int whole = 0;
        for (int k = 0; k < path->steps; k++) whole += path->step[k].whole;
        assert_int_equal(whole, 11);
        assert_true(least.found.least.certified);
        assert_at_most(known.low, least.found.least.mu);
        assert_at_most(least.found.least.mu, known.high);
        assert_near(least.found.all_slip, least.found.least.mu, 1e-10);
    }
    GOOD(fe_pencil_destroy(&pencil));
    GOOD(fe_path_destroy(&path));
    mesh_destroy(&mesh);
}

static void dragged_block(void **state) {
    (void)state;
    check_dragged((Dragged){"Q1", MESH_ONE_WAY, 64, 32, 52, 13, 1.700511 - 2e-6, 1.700511 + 2e-6});
    check_dragged((Dragged){"P1", MESH_ONE_WAY, 40, 20, 33, 8, 1.706, 1.719});
    check_dragged((Dragged){"P1", MESH_MIRRORED, 40, 20, 33, 8, 1.706, 1.719});
}

/* --- two legs --- */

static void check_legs(const char *file, int n, double mu) {
    char path[500];
    snprintf(path, sizeof path, "%s/cases/two_legs/%s", JUDDER_SOURCE_DIR, file);
    Mesh *mesh = NULL;
    if (mesh_read(path, NULL, &mesh) != JUDDER_OK) fail_msg("%s", error_message());
    Standing s = stand((StandingData){
        .mesh = mesh, .nu = .48, .fix = {"held", {1, 1, 0}}, .side = "foot", .all = CONDENSED_SLIP_MINUS});
    Least least = {0};
    assert_int_equal(s.pencil->n, n);
    for (int k = 1; k < n; k++) /* from left to right, whatever the order in the file */
        assert_true(mesh->x[2 * s.contact->node[k]] > mesh->x[2 * s.contact->node[k - 1]]);
    GOOD(fe_pencil_ask(s.pencil, ask_least, &least));
    if (fe_rank() == 0) {
        assert_near(least.found.least.mu, mu, .005);
        assert_true(least.found.least.certified);
        for (int k = 0; k < n; k++) assert_true(least.x[k] > 0);
    }
    leave(&s);
}

static void two_legs(void **state) {
    (void)state;
    check_legs("legs_11.msh", 11, 1.464);
    check_legs("legs_14.msh", 14, 1.458);
    check_legs("legs_19.msh", 19, 1.452);
}

/* --- what cannot be asked --- */

/* In space a node that slips without friction slips in no certain direction. */
static void slip_without_direction_is_refused(void **state) {
    (void)state;
    Mesh *mesh = unit_mesh((Element){"Q1", 3}, 1);
    FeBody *body = test_body(mesh, &held_top_in_space, 1, false);
    FeContact *contact = NULL;
    FeSystem *system = NULL;
    FePencil *pencil = NULL;
    const CondensedNode node[4] = {CONDENSED_SLIP, CONDENSED_SLIP, CONDENSED_STICK, CONDENSED_SLIP};
    const double slip[8] = {1, 0, 0, 0, 0, 0, 0, 1};
    GOOD(fe_contact_create(body, &(FeContactData){.side = mesh_side_find(mesh, "bottom")}, &contact));
    GOOD(fe_system_create(body, &(FeSystemData){{1, 0, 0}, contact->rows, NULL}, &system));
    const FePencilData data = {.body = body, .contact = contact, .still = system, .node = node, .slip = slip};
    assert_int_equal(fe_error(fe_pencil_create(&data, &pencil)), JUDDER_INPUT);
    assert_contains(error_message(), "contact node 2 slips without friction");
    assert_null(pencil);
    GOOD(fe_system_destroy(&system));
    fe_contact_destroy(&contact);
    GOOD(fe_body_destroy(&body));
    mesh_destroy(&mesh);
}

/* An error of whoever asks ends the service of the others. */
static JudderErr ask_and_fail(void *context, const Pencil *pencil) {
    (void)context;
    double A[9], B[9];
    TRY(pencil->at(pencil->context, 2, A, B));
    return error_input("growth", "nonsense");
}

static void errors_reach_all_ranks(void **state) {
    (void)state;
    Standing s = stand((StandingData){.mesh = block_mesh(1, .5, 2, 2), .nu = .3, .all = CONDENSED_SLIP_PLUS});
    assert_int_equal(fe_error(fe_pencil_ask(s.pencil, ask_and_fail, NULL)), JUDDER_INPUT);
    assert_int_equal(s.body->factorisations, 2);
    leave(&s);
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(dragged_block), cmocka_unit_test(two_legs),
                                          cmocka_unit_test(slip_without_direction_is_refused),
                                          cmocka_unit_test(errors_reach_all_ranks)};
fe_run_tests(tests)
