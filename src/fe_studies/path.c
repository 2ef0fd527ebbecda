/* path{} of a body. */
#include "fe/start.h"
#include "fe_studies/studies.h"
#include "results/results.h"
#include "study/march/follow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Following {
    StudyRun *run;
    const PathWord *word;
    Follow follow;
    double begun;
    double spent; /* seconds of the runs that this one continues */
    int fields;
    double strain; /* the largest, about */
    double *u;     /* the last field, in the order of the mesh; first rank */
} Following;

static const ResultsColumn columns[] = {{"s", ""},          {"normal_force", "N"}, {"tangential_force", "N"},
                                        {"slip_nodes", ""}, {"stick_nodes", ""},   {"open_nodes", ""},
                                        {"slip_mean", "m"}, {"slip_max", "m"},     {"defect", ""},
                                        {NULL, NULL}};

/* In 3-D the size of the tangential resultant. */
static double path_tangential(const CondensedSummary *summary, int dim) {
    return dim == 2 ? summary->force[1] : hypot(summary->force[1], summary->force[2]);
}

static JudderErr on_step(void *context, const FePath *path, const CondensedState *state,
                         const CondensedShown *shown) {
    Following *f = context;
    const CondensedSummary *s = &shown->summary;
    double mean, largest;
    fe_study_slip(state, &mean, &largest);
    const double row[] = {path->s,
                          s->force[0],
                          path_tangential(s, path->body->dim),
                          (double)s->slip,
                          (double)s->stick,
                          (double)s->open,
                          mean,
                          largest,
                          shown->defect};
    return results_series_append(f->run->results, row);
}

static JudderErr on_event(void *context, const FePath *path, const CondensedEvent *event) {
    Following *f = context;
    char place[32] = "contact";
    if (event->node >= 0) snprintf(place, sizeof place, "node %d", path->contact->position[event->node] + 1);
    return results_event(f->run->results, event->s, condensed_event_names[event->kind], place, event->from,
                         event->to);
}

static bool on_go(void *context, double done) {
    Following *f = context;
    follow_look(&f->follow, done);
    return !stop_requested() && f->follow.error == JUDDER_OK;
}

static bool on_pause(void *context) {
    const Following *f = context;
    return checkpoint_wanted(f->run);
}

static JudderErr path_serialise(void *context, Archive *archive) {
    Following *f = context;
    double spent = f->spent + clock_seconds() - f->begun - f->follow.outside;
    archive_array(archive, "seconds", &spent, sizeof spent);
    archive_array(archive, "fields", &f->fields, sizeof f->fields);
    archive_array(archive, "strain", &f->strain, sizeof f->strain);
    if (archive_restores(archive)) f->spent = spent;
    return archive_state(archive);
}

static JudderErr on_save(void *context) {
    Following *f = context;
    const double begin = clock_seconds();
    const JudderErr err = checkpoint_due(f->run) ? checkpoint_save(f->run, path_serialise, f) : JUDDER_OK;
    f->follow.outside += clock_seconds() - begin;
    return err;
}

static JudderErr on_field(void *context, const FePath *path, double s, const double *u) {
    Following *f = context;
    if (!u) return JUDDER_OK;
    const double begin = clock_seconds();
    char name[48];
    memcpy(f->u, u, (size_t)path->body->mesh->nodes * (size_t)path->body->dim * sizeof *u);
    snprintf(name, sizeof name, "%02d_s_%.9g", ++f->fields, s);
    double strain;
    TRY(fe_study_state_fields(f->run, path, name, u, &strain));
    f->strain = fmax(f->strain, strain);
    f->follow.outside += clock_seconds() - begin;
    return JUDDER_OK;
}

/* The node nearest to a point. */
static int path_nearest_node(const FeBody *body, const double *x) {
    const Mesh *mesh = body->mesh;
    int best = 0;
    double least = INFINITY;
    for (int n = 0; n < mesh->nodes; n++) {
        double square = 0;
        if (body->numbering->number[n] < 0) continue; /* in no cell */
        for (int i = 0; i < mesh->dim; i++) square += pow(mesh->x[(long)n * mesh->dim + i] - x[i], 2);
        if (square < least) least = square, best = n;
    }
    return best;
}

static bool tell_watched(const Following *f, const FePath *path, Value *list) {
    static const char *const keys[2][3] = {{"x", "y", "z"}, {"ux", "uy", "uz"}};
    const Matrix *watch = &f->word->watch;
    const int dim = path->body->dim;
    bool good = true;
    for (size_t i = 0; i < watch->rows; i++) {
        const int node = path_nearest_node(path->body, watch->at + i * watch->columns);
        const char *state = "inside";
        for (int k = 0; k < path->contact->n; k++)
            if (path->contact->node[k] == node) state = condensed_node_names[path->state->node[k]];
        Value *entry = value_object();
        good = value_append(list, entry) && good;
        for (int k = 0; k < dim && good; k++)
            good = value_set(entry, keys[0][k], value_number(path->body->mesh->x[(long)node * dim + k]));
        for (int k = 0; k < dim && good; k++)
            good = value_set(entry, keys[1][k], value_number(f->u[(long)node * dim + k]));
        good = good && value_set(entry, "state", value_text(state));
    }
    return good;
}

/* What no load can reach since a piece of the body is loose. */
static JudderErr find_loose(const StudyRun *run, const FePathReport *report, LoosePieces *loose) {
    loose->text[0] = '\0';
    if (!report->singular && !report->not_reached && report->outcome != CONDENSED_SINGULAR) return JUDDER_OK;
    return fe_study_loose(run->prepared, NULL, 0, loose);
}

static void tell_outcome(StudyRun *run, const FePathReport *report, double tolerance,
                         const LoosePieces *loose) {
    const CondensedPathReport *c = &report->condensed;
    if (loose->text[0])
        study_end(run, STUDY_FAILED, "%s", loose->text);
    else if (report->singular)
        study_end(run, STUDY_FAILED, "the body is not held: fix more of its sides");
    else if (report->not_reached)
        study_end(run, STUDY_FAILED, "load %d: pressing does not reach the force, however far the plate goes",
                  report->load + 1);
    else if (report->outcome == CONDENSED_STOPPED)
        study_end(run, STUDY_STOPPED, "interrupted in load %d", report->load + 1);
    else if (report->outcome == CONDENSED_SINGULAR)
        study_end(run, STUDY_FAILED,
                  "load %d: from %.3g of its last stretch on nothing holds the body: it slides or lifts off "
                  "as a whole",
                  report->load + 1, report->part);
    else if (report->outcome != CONDENSED_SOLVED)
        study_end(run, STUDY_FAILED, "load %d: no way on was found (%s)", report->load + 1,
                  condensed_outcome_names[report->outcome]);
    else if (!(c->defect <= tolerance))
        study_end(run, STUDY_FAILED, "the defect %.3g is larger than the tolerance %g", c->defect, tolerance);
    study_note(run, "%ld changes of contact", c->events);
    if (c->branches > 0)
        study_note(run, "; at %ld of them several ways went on, and the one with fewest changes was taken",
                   c->branches);
    if (c->jumps > 0) study_note(run, "; at %ld no way went on, and the state jumped", c->jumps);
    if (c->steady) study_note(run, "; it ends in steady sliding");
}

/* Area that touches, area that sticks, largest pressure. */
static bool tell_areas(const FePath *path, Value *values) {
    double touching = 0, sticking = 0, largest = 0;
    for (int k = 0; k < path->contact->n; k++) {
        const double area = path->contact->area[k];
        if (path->state->node[k] == CONDENSED_OPEN) continue;
        touching += area;
        if (path->state->node[k] == CONDENSED_STICK) sticking += area;
        largest = fmax(largest, path->state->r[(long)k * path->body->dim] / area);
    }
    bool good = value_set(values, "contact_area", value_number(touching));
    good = value_set(values, "stick_area", value_number(sticking)) && good;
    return value_set(values, "pressure_max", value_number(largest)) && good;
}

static bool tell_values(const Following *f, const FePath *path, const FePathReport *report, double seconds) {
    Value *values = f->run->values;
    const CondensedPathReport *c = &report->condensed;
    CondensedSummary s;
    condensed_summarise(&path->problem, path->state, &s);
    bool good = value_set(values, "steps", value_count(c->steps));
    good = value_set(values, "factorisations", value_count(path->body->factorisations)) && good;
    good = value_set(values, "slip_nodes", value_count(s.slip)) && good;
    good = value_set(values, "stick_nodes", value_count(s.stick)) && good;
    good = value_set(values, "open_nodes", value_count(s.open)) && good;
    good = value_set(values, "normal_force", value_number(s.force[0])) && good;
    good = value_set(values, "tangential_force", value_number(path_tangential(&s, path->body->dim))) && good;
    good = tell_areas(path, values) && good;
    good = value_set(values, "complementarity_defect", value_number(c->defect)) && good;
    good = value_set(values, "steady", value_flag(c->steady)) && good;
    good = value_set(values, "events", value_count(c->events)) && good;
    good = value_set(values, "jumps", value_count(c->jumps)) && good;
    good = value_set(values, "branches", value_count(c->branches)) && good;
    good = value_set(values, "nodes", value_count(path->body->mesh->nodes)) && good;
    good = value_set(values, "contact_nodes", value_count(path->contact->n)) && good;
    Value *watched = value_child_list(values, "watched");
    good = watched && tell_watched(f, path, watched) && good;
    return value_set(values, "seconds", value_number(seconds)) && good;
}

static JudderErr path_follow(Following *f, FePath *path) {
    const FePathWatch watch = {.step = on_step,
                               .event = on_event,
                               .go_on = on_go,
                               .pause = on_pause,
                               .save = on_save,
                               .field = on_field,
                               .context = f};
    FePathReport report;
    JudderErr err = fe_error(fe_path_follow(path, &watch, &report));
    const double seconds = f->spent + clock_seconds() - f->begun - f->follow.outside;
    follow_end(&f->follow);
    if (err == JUDDER_OK) err = f->follow.error;
    TRY(err);
    LoosePieces loose;
    TRY(find_loose(f->run, &report, &loose));
    tell_outcome(f->run, &report, f->word->tolerance, &loose);
    fe_study_note_limits(f->run, path->body, f->strain);
    if (!path->state) return JUDDER_OK;
    return tell_values(f, path, &report, seconds) ? JUDDER_OK : error_memory();
}

JudderErr fe_study_path(StudyRun *run) {
    BodyPrepared *made = run->prepared;
    Following f = {.run = run, .word = run->study->params, .begun = clock_seconds()};
    bool restored;
    JudderErr err = JUDDER_OK;
    f.follow = (Follow){.run = run, .final = 1};
    follow_begin(&f.follow, f.word->name, "");
    f.follow.progress.quantity = "part of all loads";
    if (run->results)
        err = results_series_declare(run->results, columns, sizeof columns / sizeof *columns - 1);
    if (run->results && err == JUDDER_OK) err = fe_study_mesh_fields(run, made->mesh);
    f.u = calloc((size_t)made->mesh->nodes * (size_t)made->mesh->dim + 1, sizeof *f.u);
    if (!f.u) err = error_memory();
    err = fe_agree(err);
    if (err == JUDDER_OK) err = checkpoint_restore(run, path_serialise, &f, &restored);
    if (err == JUDDER_OK && !restored) {
        f.begun = clock_seconds();
        err = fe_study_path_create(made, run->study);
    }
    if (err == JUDDER_OK) err = path_follow(&f, made->computed);
    free(f.u);
    return block_locate(run->model, err);
}
