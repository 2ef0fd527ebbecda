/* Contact on the whole body against the condensed problem: two solvers that share nothing but A must end in the same states and
 * forces. Paths with stick, slip of every direction and open nodes, in whole steps. */
#include "fe/fe_test.h"

#include "fe/path/path.h"

#include <math.h>

static const FeFix top = {"top", {1, 1, 1}};

typedef struct Found {
    int n, steps;
    long pieces;
    CondensedSummary summary;
    CondensedNode *node;
    double *r, defect;
    CondensedOutcome outcome;
} Found;

typedef struct Trial {
    const Mesh *mesh;
    double mu, press;
    double drag[3];
    double weight[3];
} Trial;

static void set_way(const char *way) {
    GOOD(PetscOptionsSetValue(NULL, "-fe_contact", way));
}

static FePathData path_data(const Trial *trial, FePathLoad load[2]) {
    const MeshSide *moved = mesh_side_find(trial->mesh, "top");
    load[0] = (FePathLoad){.moved = moved, .motion = {0, -trial->press, 0}, .steps = 1};
    load[1] = (FePathLoad){.moved = moved, .steps = 3};
    for (int i = 0; i < 3; i++) {
        load[1].motion[i] = trial->drag[i];
        load[1].weight[i] = trial->weight[i];
    }
    FePathData data = {.body = {.mesh = trial->mesh, .fix = &top, .fixes = 1},
                       .contact = {.side = mesh_side_find(trial->mesh, "bottom")},
                       .law = {.law = condensed_law_find("unilateral")},
                       .mu = trial->mu,
                       .load = load,
                       .loads = 2,
                       .whole_steps = true};
    data.body.material = (FeMaterial){.rho = 1, .thickness = trial->mesh->dim == 2 ? 1 : 0};
    fe_lame(1, .4, &data.body.material.lambda, &data.body.material.G);
    return data;
}

static Found find(const Trial *trial, const char *way) {
    FePathLoad load[2];
    const FePathData data = path_data(trial, load);
    FePath *path = NULL;
    FePathReport report;
    set_way(way);
    GOOD(fe_path_create(&data, &path));
    assert_int_equal(path->whole != NULL, strcmp(way, "whole") == 0);
    GOOD(fe_path_follow(path, &(FePathWatch){0}, &report));
    Found found = {.n = path->contact->n, .outcome = report.outcome};
    const size_t size = (size_t)(found.n * path->body->dim);
    found.node = calloc((size_t)found.n, sizeof *found.node);
    found.r = calloc(size, sizeof *found.r);
    if (path->state) {
        condensed_summarise(&path->problem, path->state, &found.summary);
        memcpy(found.node, path->state->node, (size_t)found.n * sizeof *found.node);
        memcpy(found.r, path->state->r, size * sizeof *found.r);
        found.defect = report.condensed.defect;
        found.steps = report.condensed.steps;
        found.pieces = report.condensed.pieces;
    }
    GOOD(fe_path_destroy(&path));
    return found;
}

static void forget(Found *found) {
    free(found->node);
    free(found->r);
}

/* Returns the number of slipping and open nodes, so that the caller can ask for some. */
static CondensedSummary compare(const Trial *trial) {
    Found condensed = find(trial, "condensed"), whole = find(trial, "whole");
    const int dim = trial->mesh->dim;
    assert_int_equal(condensed.outcome, CONDENSED_SOLVED);
    assert_int_equal(whole.outcome, CONDENSED_SOLVED);
    const CondensedSummary summary = condensed.summary;
    if (fe_rank() == 0) {
        double largest = 0;
        for (int j = 0; j < dim * whole.n; j++) largest = fmax(largest, fabs(condensed.r[j]));
        assert_true(largest > 0);
        assert_int_equal(whole.steps, 4);
        assert_int_equal(whole.pieces, 4);
        assert_int_equal(condensed.pieces, 4); /* whole steps, in 2-D too */
        assert_true(whole.defect > 0 && whole.defect < 1e-9);
        for (int i = 0; i < whole.n; i++) assert_int_equal(whole.node[i], condensed.node[i]);
        for (int j = 0; j < dim * whole.n; j++)
            assert_near(whole.r[j] / largest, condensed.r[j] / largest, 1e-7);
    }
    forget(&condensed);
    forget(&whole);
    return summary;
}

static void boxes_end_as_condensed_ones(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshBox box = {.length = 2, .height = 1, .depth = 1, .cells = {6, 3, 4}, .element = "Q1"};
    assert_int_equal(mesh_box(&box, &mesh), JUDDER_OK);
    const Trial partial = {mesh, .4, .03, {.015, 0, .01}, {0}};
    const Trial sliding = {mesh, .3, .02, {-.08, 0, .05}, {0}};
    const Trial opening = {mesh, .8, .02, {-.1, 0, 0}, {0, .004, 0}};
    const CondensedSummary a = compare(&partial), b = compare(&sliding), c = compare(&opening);
    if (fe_rank() == 0) {
        assert_true(a.slip > 0 && a.stick > 0);
        assert_true(b.slip > 0 && b.stick == 0);
        assert_true(c.open > 0 && c.slip > 0);
    }
    mesh_destroy(&mesh);
}

static void rectangles_end_as_condensed_ones(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshRectangle block = {.length = 2, .height = 1, .cells = {24, 12}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&block, &mesh), JUDDER_OK);
    const Trial partial = {mesh, .3, .02, {.012, 0, 0}, {0}};
    const Trial opening = {mesh, 1, .01, {-.04, 0, 0}, {0}};
    const CondensedSummary a = compare(&partial), b = compare(&opening);
    if (fe_rank() == 0) {
        assert_true(a.slip_minus > 0 && a.stick > 0);
        assert_true(b.open > 0);
    }
    mesh_destroy(&mesh);
}

/* Numbers that are none must not pass for a solution, in the judge or in a step. */
static void no_number_is_no_solution(void **state) {
    (void)state;
    Mesh *mesh = unit_mesh((Element){"Q1", 3}, 2);
    FePathLoad load[2];
    FePath *path = NULL;
    const FePathData data = path_data(&(Trial){mesh, .3, .02, {.01, 0, 0}, {0}}, load);
    set_way("whole");
    GOOD(fe_path_create(&data, &path));
    double defect;
    GOOD(VecSet(path->whole->u, NAN));
    GOOD(whole_defect(path->whole, &defect));
    assert_false(defect < 1);
    FePathReport report;
    GOOD(fe_path_follow(path, &(FePathWatch){0}, &report));
    assert_int_not_equal(report.outcome, CONDENSED_SOLVED);
    GOOD(fe_path_destroy(&path));
    set_way("condensed");
    mesh_destroy(&mesh);
}

static void what_it_cannot_do_is_refused(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshRectangle block = {.length = 2, .height = 1, .cells = {4, 2}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&block, &mesh), JUDDER_OK);
    FePathLoad load[2];
    FePath *path = NULL;
    FePathData data = path_data(&(Trial){mesh, .3, .02, {.01, 0, 0}, {0}}, load);
    set_way("whole");
    load[0].force = 1;
    assert_int_equal(fe_error(fe_path_create(&data, &path)), JUDDER_INPUT);
    load[0].force = 0;
    data.contact.normal[0] = data.contact.normal[1] = 1;
    assert_int_equal(fe_error(fe_path_create(&data, &path)), JUDDER_INPUT);
    set_way("half");
    assert_int_equal(fe_error(fe_path_create(&data, &path)), JUDDER_INPUT);
    assert_null(path);
    set_way("condensed");
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(boxes_end_as_condensed_ones), cmocka_unit_test(rectangles_end_as_condensed_ones),
    cmocka_unit_test(no_number_is_no_solution), cmocka_unit_test(what_it_cannot_do_is_refused)};
fe_run_tests(tests)
