/* Paths of small bodies: set up, followed and summed up in one call. Numbers of the contact are
 * there on the first rank. */
#ifndef JUDDER_TESTS_FE_PATH_PATH_TEST_H
#define JUDDER_TESTS_FE_PATH_PATH_TEST_H

#include "fe/fe_test.h"
#include "fe/path/path.h"

typedef struct Followed {
    FePath *path;
    FePathReport report;
    CondensedSummary sum;
    int steps, events, fields;
    double last_s, last_event;
    int stop_after; /* steps; 0: never */
} Followed;

static inline JudderErr count_step(void *context, const FePath *path, const CondensedState *state,
                                   const CondensedShown *shown) {
    Followed *f = context;
    (void)state, (void)shown;
    assert_true(path->s >= f->last_s && path->s <= path->data.loads);
    f->last_s = path->s;
    f->steps++;
    return JUDDER_OK;
}

static inline JudderErr count_event(void *context, const FePath *path, const CondensedEvent *event) {
    Followed *f = context;
    assert_true(event->s >= f->last_event && event->s <= path->data.loads);
    f->last_event = event->s;
    f->events++;
    return JUDDER_OK;
}

static inline bool go_on(void *context, double done) {
    const Followed *f = context;
    assert_true(done >= 0 && done <= 1);
    return f->stop_after == 0 || f->steps < f->stop_after;
}

static inline JudderErr count_field(void *context, const FePath *path, double s, const double *u) {
    Followed *f = context;
    assert_true((u != NULL) == (fe_rank() == 0));
    if (u) assert_true(s > 0 && s <= path->data.loads);
    f->fields++;
    return JUDDER_OK;
}

/* Follows a path to wherever it ends. */
static inline Followed follow_until(const FePathData *data, int stop_after) {
    Followed f = {.stop_after = stop_after};
    const FePathWatch watch = {
        .step = count_step, .event = count_event, .go_on = go_on, .field = count_field, .context = &f};
    GOOD(fe_path_create(data, &f.path));
    GOOD(fe_path_follow(f.path, &watch, &f.report));
    if (f.path->state) condensed_summarise(&f.path->problem, f.path->state, &f.sum);
    return f;
}

/* Follows a path to its end, which the judge must accept. */
static inline Followed follow_path(const FePathData *data) {
    Followed f = follow_until(data, 0);
    assert_int_equal(f.report.outcome, CONDENSED_SOLVED);
    assert_false(f.report.singular || f.report.not_reached);
    if (fe_rank() == 0) assert_at_most(f.report.condensed.defect, 1e-9);
    if (fe_rank() == 0) assert_near(f.path->s, data->loads, 1e-12);
    return f;
}

static inline void forget_path(Followed *f) {
    GOOD(fe_path_destroy(&f->path));
}

static inline Mesh *rectangle_of(const char *element, double length, double height, int nx, int ny) {
    Mesh *mesh = NULL;
    const MeshRectangle it = {.length = length,
                              .height = height,
                              .cells = {nx, ny},
                              .element = element,
                              .diagonals = MESH_MIRRORED};
    assert_int_equal(mesh_rectangle(&it, &mesh), JUDDER_OK);
    return mesh;
}

static inline Mesh *box_of(const char *element, const double *size, const int *cells) {
    Mesh *mesh = NULL;
    const MeshBox it = {.length = size[0],
                        .height = size[1],
                        .depth = size[2],
                        .cells = {cells[0], cells[1], cells[2]},
                        .element = element};
    assert_int_equal(mesh_box(&it, &mesh), JUDDER_OK);
    return mesh;
}

static inline const MeshSide *side_of(const Mesh *mesh, const char *name) {
    const MeshSide *side = mesh_side_find(mesh, name);
    assert_non_null(side);
    return side;
}

/* Contact of the side "bottom" of a body, unilateral, without loads yet. */
static inline FePathData path_of(const Mesh *mesh, const FeFix *fix, int fixes, double mu) {
    FeMaterial material = test_material(mesh->dim);
    material.plane_stress = false;
    return (FePathData){.body = {.mesh = mesh, .material = material, .fix = fix, .fixes = fixes},
                        .contact = {.side = side_of(mesh, "bottom"), .law = {.law = &unilateral_contact}},
                        .mu = mu};
}

static const FeFix top_alone[] = {{"top", {1, 1, 1}}};

#endif
