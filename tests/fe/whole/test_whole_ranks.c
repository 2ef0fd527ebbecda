/* Contact on the whole body against the condensed problem: two linear solvers under one Newton must end in
 * the same states and forces. Paths with stick, slip of every direction and open nodes, in whole steps. */
#include "fe/fe_test.h"

#include "fe/path/pieces.h"

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
    double force; /* > 0: pressed to it, instead of by a displacement */
    double angle; /* by which the body is turned about z */
} Trial;

/* The normal law of all trials of a test. */
static Contact law = {.law = &unilateral_contact};

static void set_way(const char *way) {
    GOOD(PetscOptionsSetValue(NULL, "-fe_contact", way));
}

static FePathData path_data(const Trial *trial, FePathLoad load[2]) {
    const MeshSide *moved = mesh_side_find(trial->mesh, "top");
    const double c = cos(trial->angle), s = sin(trial->angle), press = trial->force > 0 ? 1 : trial->press;
    load[0] = (FePathLoad){
        .moved = moved, .motion = {s * press, -c * press, 0}, .force = trial->force, .steps = 1};
    load[1] = (FePathLoad){.moved = moved,
                           .motion = {c * trial->drag[0] - s * trial->drag[1],
                                      s * trial->drag[0] + c * trial->drag[1], trial->drag[2]},
                           .weight = {c * trial->weight[0] - s * trial->weight[1],
                                      s * trial->weight[0] + c * trial->weight[1], trial->weight[2]},
                           .steps = 3};
    FePathData data = {.body = {.mesh = trial->mesh, .fix = &top, .fixes = 1},
                       .contact = {.side = mesh_side_find(trial->mesh, "bottom"), .law = law},
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
static CondensedSummary compare_two(const Trial *one, const Trial *trial) {
    Found condensed = find(one, "condensed"), whole = find(trial, "whole");
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
        if (one->force == 0) assert_int_equal(condensed.pieces, 4); /* whole steps, in 2-D too */
        assert_true(whole.defect > 0 && whole.defect < 1e-9);
        for (int i = 0; i < whole.n; i++) assert_int_equal(whole.node[i], condensed.node[i]);
        for (int j = 0; j < dim * whole.n; j++)
            assert_near(whole.r[j] / largest, condensed.r[j] / largest, 1e-7);
    }
    forget(&condensed);
    forget(&whole);
    return summary;
}

static CondensedSummary compare(const Trial *trial) {
    return compare_two(trial, trial);
}

static void boxes_end_as_condensed_ones(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshBox box = {.length = 2, .height = 1, .depth = 1, .cells = {6, 3, 4}, .element = "Q1"};
    assert_int_equal(mesh_box(&box, &mesh), JUDDER_OK);
    const Trial partial = {mesh, .4, .03, {.015, 0, .01}, {0}, 0, 0};
    const Trial sliding = {mesh, .3, .02, {-.08, 0, .05}, {0}, 0, 0};
    const Trial opening = {mesh, .8, .02, {-.1, 0, 0}, {0, .004, 0}, 0, 0};
    const CondensedSummary a = compare(&partial), b = compare(&sliding), c = compare(&opening);
    if (fe_rank() == 0) {
        assert_true(a.slip > 0 && a.stick > 0);
        assert_true(b.slip > 0 && b.stick == 0);
        assert_true(c.open > 0 && c.slip > 0);
    }
    mesh_destroy(&mesh);
}

/* An obstacle that yields, linearly and not, and a given pressure (Tresca): in 3-D and in 2-D. */
static void other_laws_end_as_condensed_ones(void **state) {
    (void)state;
    const Contact laws[] = {{.law = &compliance_contact, .stiffness = 2, .power = 1},
                            {.law = &compliance_contact, .stiffness = 40, .power = 2},
                            {.law = &compliance_contact, .stiffness = 300, .power = 1},
                            {.law = &pressure_contact, .pressure = .02}};
    int slip = 0, stick = 0, open = 0;
    Mesh *box = unit_mesh((Element){"Q1", 3}, 4), *square = unit_mesh((Element){"P2", 2}, 5);
    for (size_t k = 0; k < COUNT_OF(laws); k++) {
        law = laws[k];
        const Trial partial = {.mesh = box, .mu = .4, .press = .03, .drag = {.012, 0, .008}};
        const Trial opening = {
            .mesh = box, .mu = .8, .press = .01, .drag = {-.1, 0, 0}, .weight = {0, .01, 0}};
        const Trial plane = {.mesh = square, .mu = .3, .press = .02, .drag = {.012, 0, 0}};
        const CondensedSummary a = compare(&partial), b = compare(&opening), c = compare(&plane);
        slip += a.slip + b.slip + c.slip;
        stick += a.stick + b.stick + c.stick;
        open += b.open;
    }
    if (fe_rank() == 0) assert_true(slip > 0 && stick > 0 && open > 0);
    law = (Contact){.law = &unilateral_contact};
    mesh_destroy(&box);
    mesh_destroy(&square);
}

static void rectangles_end_as_condensed_ones(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshRectangle block = {.length = 2, .height = 1, .cells = {24, 12}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&block, &mesh), JUDDER_OK);
    const Trial partial = {mesh, .3, .02, {.012, 0, 0}, {0}, 0, 0};
    const Trial opening = {mesh, 1, .01, {-.04, 0, 0}, {0}, 0, 0};
    const CondensedSummary a = compare(&partial), b = compare(&opening);
    if (fe_rank() == 0) {
        assert_true(a.slip_minus > 0 && a.stick > 0);
        assert_true(b.open > 0);
    }
    mesh_destroy(&mesh);
}

/* In one step the plate presses to a force, in another it presses less: the same as for condensed bodies. */
static void plates_press_to_a_force(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshBox box = {.length = 2, .height = 1, .depth = 1, .cells = {6, 3, 4}, .element = "Q1"};
    assert_int_equal(mesh_box(&box, &mesh), JUDDER_OK);
    const Trial trial = {.mesh = mesh, .mu = .4, .force = .05, .drag = {.015, 0, .01}};
    const CondensedSummary sum = compare(&trial);
    if (fe_rank() == 0) assert_true(sum.slip > 0 && sum.stick > 0);
    FePathLoad load[3];
    FePathData data = path_data(&trial, load);
    const double forces[] = {.05, .02, .06};
    for (int k = 0; k < 3; k++) {
        load[k] = load[0];
        load[k].force = forces[k];
        load[k].steps = 2;
    }
    data.load = load;
    data.loads = 3;
    FePath *path = NULL;
    FePathReport report;
    set_way("whole");
    GOOD(fe_path_create(&data, &path));
    GOOD(fe_path_follow(path, &(FePathWatch){0}, &report));
    assert_int_equal(report.outcome, CONDENSED_SOLVED);
    assert_false(report.not_reached);
    assert_near(path->s, 3, 0);
    double resultant;
    GOOD(fe_path_whole_resultant(path, &load[2], (FeLoad){path->force, path->given}, &resultant));
    assert_near(resultant, .06, 1e-9);
    if (path->state) {
        CondensedSummary last;
        condensed_summarise(&path->problem, path->state, &last);
        assert_near(last.force[0], .06, 1e-9);
        assert_int_equal(report.condensed.steps, 6);
    }
    GOOD(fe_path_destroy(&path));
    set_way("condensed");
    mesh_destroy(&mesh);
}

static Mesh *turned_box(double angle) {
    Mesh *mesh = NULL;
    const MeshBox box = {.length = 2, .height = 1, .depth = 1, .cells = {6, 3, 4}, .element = "Q1"};
    assert_int_equal(mesh_box(&box, &mesh), JUDDER_OK);
    const double c = cos(angle), s = sin(angle);
    for (int n = 0; n < mesh->nodes; n++) {
        double *x = mesh->x + 3L * n;
        const double old[2] = {x[0], x[1]};
        x[0] = c * old[0] - s * old[1];
        x[1] = s * old[0] + c * old[1];
    }
    return mesh;
}

/* An obstacle that lies across no axis. */
static void obstacles_may_lie_anyhow(void **state) {
    (void)state;
    const double angles[] = {.5, -2.1};
    Mesh *lying = turned_box(0);
    for (size_t i = 0; i < COUNT_OF(angles); i++) {
        Mesh *mesh = turned_box(angles[i]);
        Trial flat = {.mesh = lying, .mu = .5, .press = .02, .drag = {-.06, 0, .02}, .weight = {0, .004, 0}};
        Trial turned = flat;
        turned.mesh = mesh;
        turned.angle = angles[i];
        compare(&turned);
        const CondensedSummary sum = compare(&flat);
        if (fe_rank() == 0) assert_true(sum.slip > 0);
        mesh_destroy(&mesh);
    }
    mesh_destroy(&lying);
}

/* Numbers that are none must not pass for a solution, in the judge or in a step. */
static void no_number_is_no_solution(void **state) {
    (void)state;
    Mesh *mesh = unit_mesh((Element){"Q1", 3}, 2);
    FePathLoad load[2];
    FePath *path = NULL;
    const FePathData data = path_data(&(Trial){mesh, .3, .02, {.01, 0, 0}, {0}, 0, 0}, load);
    set_way("whole");
    GOOD(fe_path_create(&data, &path));
    double defect;
    GOOD(VecSet(path->whole->u, NAN));
    GOOD(VecSet(path->whole->base, NAN));
    GOOD(whole_defect(path->whole, &defect));
    assert_false(defect < 1);
    FePathReport report;
    GOOD(fe_path_follow(path, &(FePathWatch){0}, &report));
    assert_int_not_equal(report.outcome, CONDENSED_SOLVED);
    GOOD(fe_path_destroy(&path));
    set_way("condensed");
    mesh_destroy(&mesh);
}

static void another_way_is_refused(void **state) {
    (void)state;
    Mesh *mesh = NULL;
    const MeshRectangle block = {.length = 2, .height = 1, .cells = {4, 2}, .element = "Q1"};
    assert_int_equal(mesh_rectangle(&block, &mesh), JUDDER_OK);
    FePathLoad load[2];
    FePath *path = NULL;
    const FePathData data = path_data(&(Trial){mesh, .3, .02, {.01, 0, 0}, {0}, 0, 0}, load);
    set_way("half");
    assert_int_equal(fe_error(fe_path_create(&data, &path)), JUDDER_INPUT);
    assert_null(path);
    set_way("condensed");
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_end_as_condensed_ones),
                                          cmocka_unit_test(other_laws_end_as_condensed_ones),
                                          cmocka_unit_test(rectangles_end_as_condensed_ones),
                                          cmocka_unit_test(plates_press_to_a_force),
                                          cmocka_unit_test(obstacles_may_lie_anyhow),
                                          cmocka_unit_test(no_number_is_no_solution),
                                          cmocka_unit_test(another_way_is_refused)};
fe_run_tests(tests)
