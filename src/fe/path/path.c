#include "fe/path/path.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pressing to a force goes on in stretches, each twice as long as the one before. Many more, and the rounding of a plate far away from its
 * contact would be taken for the force. */
enum { MOST_STRETCHES = 24 };
/* Nodes beyond which a body in 3-D is too large to condense. */
enum { LARGE_IN_3D = 50000 };

static PetscErrorCode agree(JudderErr err) {
    return fe_code(fe_agree(err));
}

PetscErrorCode fe_path_destroy(FePath **path) {
    FePath *p = *path;
    PetscFunctionBeginUser;
    if (!p) PetscFunctionReturn(0);
    for (int i = 0; i < p->steps; i++) free(p->step[i].node);
    free(p->step);
    condensed_state_destroy(&p->state);
    condensed_destroy(&p->solver);
    free(p->S);
    free(p->mu);
    free(p->from);
    PetscCall(fe_whole_destroy(&p->whole));
    PetscCall(VecDestroy(&p->force));
    PetscCall(VecDestroy(&p->given));
    PetscCall(fe_system_destroy(&p->system));
    fe_contact_destroy(&p->contact);
    PetscCall(fe_body_destroy(&p->body));
    free(p);
    *path = NULL;
    PetscFunctionReturn(0);
}

/* The condensed problem and its unloaded state, on the first rank. */
static JudderErr make_problem(FePath *p) {
    const FeContact *contact = p->contact;
    const size_t n = (size_t)contact->n, size = n * (size_t)p->body->dim;
    p->from = calloc(4 * size + 4, sizeof *p->from);
    REQUIRE(p->from, error_memory());
    p->to = p->from + size;
    p->kept = p->to + size;
    if (fe_rank() != 0 || p->system->outcome != FE_SOLVED) return JUDDER_OK;
    p->mu = malloc((n + 1) * sizeof *p->mu);
    if (!p->whole) p->S = malloc(size * size * sizeof *p->S);
    REQUIRE((p->S || p->whole) && p->mu, error_memory());
    for (size_t k = 0; k < n; k++) p->mu[k] = p->data.mu;
    if (p->S) fe_contact_matrix(contact, p->system->S, p->S);
    p->problem = (CondensedProblem){.n = contact->n,
                                    .dim = p->body->dim,
                                    .S = p->S,
                                    .gap = contact->gap,
                                    .mu = p->mu,
                                    .area = contact->area,
                                    .contact = p->data.law};
    if (p->S) TRY(condensed_create(&p->problem, &p->solver));
    return condensed_state_create(&p->problem, &p->state);
}

/* Whether the path is followed on the whole body. */
static PetscErrorCode choose_whole(const FePath *p, bool *whole) {
    char word[40];
    PetscBool said;
    bool may = p->data.law.law->rigid && fe_whole_may(p->contact);
    PetscFunctionBeginUser;
    for (int k = 0; k < p->data.loads; k++) may = may && !(p->data.load[k].force > 0);
    *whole = may && p->body->dim == 3 && p->body->numbering->unknowns > LARGE_IN_3D;
    PetscCall(PetscOptionsGetString(NULL, NULL, "-fe_contact", word, sizeof word, &said));
    if (!said) PetscFunctionReturn(0);
    *whole = strcmp(word, "whole") == 0;
    if (!*whole && strcmp(word, "condensed") != 0)
        PetscCall(fe_code(error_input(NULL, "-fe_contact %s: whole or condensed is needed", word)));
    if (*whole && !may)
        PetscCall(fe_code(error_input(NULL, "-fe_contact whole: only for unilateral contact across an axis, "
                                            "without press{ force }")));
    PetscFunctionReturn(0);
}

static PetscErrorCode fill(FePath *p) {
    bool whole;
    PetscFunctionBeginUser;
    PetscCall(fe_body_create(&p->data.body, &p->body));
    PetscCall(fe_contact_create(p->body, &p->data.contact, &p->contact));
    PetscCall(choose_whole(p, &whole));
    const FeSystemData system = {.of = {.stiffness = 1},
                                 .kept = p->contact->kept,
                                 .kept_count = whole ? 0 : p->contact->kept_count,
                                 .solver = whole ? &no_solver : NULL};
    PetscCall(fe_system_create(p->body, &system, &p->system));
    if (whole) PetscCall(fe_whole_create(p->contact, p->system, p->data.mu, &p->whole));
    PetscCall(fe_vector_create(p->body, &p->force));
    PetscCall(fe_vector_create(p->body, &p->given));
    PetscCall(agree(make_problem(p)));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_create(const FePathData *data, FePath **path) {
    PetscFunctionBeginUser;
    *path = calloc(1, sizeof **path);
    PetscCall(fe_code(*path ? JUDDER_OK : error_memory()));
    (*path)->data = *data;
    const PetscErrorCode code = fill(*path);
    if (code) PetscCall(fe_path_destroy(path));
    PetscCall(code);
    PetscFunctionReturn(0);
}

static PetscErrorCode expand_field(FePath *p, Vec field) {
    PetscFunctionBeginUser;
    if (p->state) fe_contact_vector_back(p->contact, p->state->u, p->kept);
    PetscCall(fe_system_expand(p->system, (FeLoad){p->force, p->given}, p->state ? p->kept : NULL, field));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_field(FePath *p, double *u) {
    Vec field;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(p->force, &field));
    if (p->whole) {
        PetscCall(VecCopy(p->given, field));
        PetscCall(fe_vector_clear(p->body, true, field));
        PetscCall(VecAXPY(field, 1, p->whole->u));
    } else
        PetscCall(expand_field(p, field));
    PetscCall(fe_vector_get(p->body, field, u));
    PetscCall(VecDestroy(&field));
    PetscFunctionReturn(0);
}

/* One stretch of load under way. */
typedef struct Stretch {
    FePath *path;
    const FePathWatch *watch;
    FePathReport *report;
    Vec force, given; /* at its end */
    int load;
    double base;               /* segments done before it */
    double begin, share;       /* of the load: the part before it, and its own */
    const CondensedGoal *goal; /* pressing: parts are those of the way from this resultant to the goal */
    double resultant;
} Stretch;

static double plate_force(const CondensedGoal *goal, const CondensedState *state) {
    double sum = goal->constant + goal->slope * state->at;
    for (int j = 0; j < state->n * state->dim; j++) sum += goal->on_u[j] * state->u[j];
    return sum;
}

/* Loads done, with the part of the present one; never goes back. `at`: part of the stretch. */
static double loads_done(const Stretch *s, double at) {
    double part = s->begin + at * s->share;
    if (s->goal)
        part = (plate_force(s->goal, s->path->state) - s->resultant) / (s->goal->value - s->resultant);
    return fmax(s->path->s, s->load + fmin(fmax(part, 0), 1));
}

static JudderErr keep_step(FePath *p, const CondensedState *state) {
    const size_t bytes = (size_t)state->n * sizeof *state->node;
    if (p->steps == p->step_room) {
        const int room = p->step_room ? 2 * p->step_room : 64;
        FePathStep *step = realloc(p->step, (size_t)room * sizeof *step);
        REQUIRE(step, error_memory());
        p->step = step;
        p->step_room = room;
    }
    CondensedNode *node = malloc(bytes + 1);
    REQUIRE(node, error_memory());
    memcpy(node, state->node, bytes);
    p->step[p->steps++] = (FePathStep){p->s, node};
    return JUDDER_OK;
}

static JudderErr on_step(void *context, const CondensedState *state, const CondensedShown *shown) {
    const Stretch *s = context;
    s->path->s = loads_done(s, state->at);
    TRY(keep_step(s->path, state));
    return s->watch->step ? s->watch->step(s->watch->context, s->path, state, shown) : JUDDER_OK;
}

static JudderErr on_event(void *context, const CondensedEvent *event) {
    const Stretch *s = context;
    CondensedEvent told = *event;
    told.s = s->path->s = loads_done(s, event->s - s->base);
    return s->watch->event ? s->watch->event(s->watch->context, s->path, &told) : JUDDER_OK;
}

static bool on_go(void *context) {
    const Stretch *s = context;
    return !s->watch->go_on || s->watch->go_on(s->watch->context, s->path->s / s->path->data.loads);
}

static PetscErrorCode tell_field(const Stretch *s) {
    FePath *p = s->path;
    double *u = NULL;
    PetscFunctionBeginUser;
    if (!s->watch->field) PetscFunctionReturn(0);
    if (fe_rank() == 0) PetscCall(PetscMalloc1((size_t)p->body->mesh->nodes * (size_t)p->body->dim + 1, &u));
    PetscCall(fe_path_field(p, u));
    const JudderErr err = s->watch->field(s->watch->context, p, p->s, u);
    PetscCall(PetscFree(u));
    PetscCall(agree(err));
    PetscFunctionReturn(0);
}

/* The first rank's word on how a segment ended. */
typedef struct Verdict {
    int outcome;
    int goal_reached;
    double reached;
} Verdict;

static PetscErrorCode share(Verdict *verdict) {
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(verdict, sizeof *verdict, MPI_BYTE, 0, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* The condensed problem along a piece of load; on the first rank, the others wait. */
static PetscErrorCode follow_condensed(Stretch *s, const CondensedWatch *watch, int steps) {
    FePath *p = s->path;
    JudderErr err = JUDDER_OK;
    PetscFunctionBeginUser;
    PetscCall(fe_path_condense(p, p->force, p->given, p->problem.S ? p->from : NULL));
    PetscCall(fe_path_condense(p, s->force, s->given, p->problem.S ? p->to : NULL));
    if (p->solver) {
        const CondensedSegment segment = {
            .from = {p->from, NULL}, .to = {p->to, NULL}, .steps = steps, .goal = s->goal};
        s->report->condensed.goal_reached = false;
        err = condensed_path(p->solver, &segment, watch, p->state, &s->report->condensed);
    }
    PetscCall(agree(err));
    PetscFunctionReturn(0);
}

/* Follows a straight piece of load of that many steps; the loads so far become those where it ended. */
static PetscErrorCode follow_piece(Stretch *s, int steps, Verdict *verdict) {
    FePath *p = s->path;
    const CondensedPathReport *report = &s->report->condensed;
    const CondensedWatch watch = {.step = on_step,
                                  .event = on_event,
                                  .go_on = on_go,
                                  .context = s,
                                  .event_tolerance = p->data.whole_steps ? 1 : 0};
    PetscFunctionBeginUser;
    if (p->state) s->base = p->state->s;
    if (p->whole) {
        const FePathPiece piece = {{s->force, s->given}, steps};
        PetscCall(fe_path_whole(p, &watch, &piece, &s->report->condensed));
    } else
        PetscCall(follow_condensed(s, &watch, steps));
    *verdict = (Verdict){(int)report->outcome, report->goal_reached, report->reached};
    PetscCall(share(verdict));
    PetscCall(VecAXPBY(p->force, verdict->reached, 1 - verdict->reached, s->force));
    PetscCall(VecAXPBY(p->given, verdict->reached, 1 - verdict->reached, s->given));
    s->report->outcome = (CondensedOutcome)verdict->outcome;
    s->report->part = verdict->reached;
    PetscFunctionReturn(0);
}

/* In pieces of `every` steps, with the fields after each. */
static PetscErrorCode follow_load(Stretch *s, const FePathLoad *load, Vec force, Vec given) {
    FePath *p = s->path;
    const int every = p->data.every > 0 ? p->data.every : load->steps;
    Verdict verdict;
    Vec force_from, given_from;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(p->force, &force_from));
    PetscCall(VecDuplicate(p->given, &given_from));
    PetscCall(VecCopy(p->force, force_from));
    PetscCall(VecCopy(p->given, given_from));
    for (int done = 0; done < load->steps;) {
        const int steps = done + every < load->steps ? every : load->steps - done;
        s->begin = (double)done / (double)load->steps;
        s->share = (double)steps / (double)load->steps;
        done += steps;
        const double part = (double)done / (double)load->steps;
        PetscCall(VecWAXPY(s->force, part, force, force_from));
        PetscCall(VecWAXPY(s->given, part, given, given_from));
        PetscCall(follow_piece(s, steps, &verdict));
        if (verdict.outcome == CONDENSED_SOLVED) p->s = s->load + part;
        PetscCall(tell_field(s));
        if (verdict.outcome != CONDENSED_SOLVED) break;
    }
    PetscCall(VecDestroy(&force_from));
    PetscCall(VecDestroy(&given_from));
    PetscFunctionReturn(0);
}

/* The extent of the mesh: a plate that went further touches nothing any more. */
static double extent_of(const Mesh *mesh) {
    double square = 0;
    for (int i = 0; i < mesh->dim; i++) {
        double low = INFINITY, high = -INFINITY;
        for (int n = 0; n < mesh->nodes; n++) {
            low = fmin(low, mesh->x[(long)n * mesh->dim + i]);
            high = fmax(high, mesh->x[(long)n * mesh->dim + i]);
        }
        square += (high - low) * (high - low);
    }
    return sqrt(square);
}

/* The resultant of the plate now, known to all. */
static PetscErrorCode resultant_now(const FePath *p, const FePlate *plate, double *now) {
    PetscFunctionBeginUser;
    *now = plate->constant;
    for (int j = 0; p->state && j < p->state->n * p->state->dim; j++) *now += plate->on_u[j] * p->state->u[j];
    PetscCallMPI(MPI_Bcast(now, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* Moves the plate until its resultant is the force: into the body, or out of it if it presses too much. The first stretch would do
 * if the contact did not yield, and is a little longer, so that a contact that does not yield at all ends inside it. */
static PetscErrorCode press(Stretch *s, const FePathLoad *load, Vec force, Vec given) {
    FePath *p = s->path;
    Verdict verdict = {0};
    FePlate plate = {.on_u = p->kept + (long)p->contact->n * p->body->dim};
    double length = 0, gone = 0, now;
    const double most = 10 * extent_of(p->body->mesh);
    PetscFunctionBeginUser;
    for (int stretch = 0; stretch < MOST_STRETCHES; stretch++) {
        PetscCall(VecWAXPY(s->force, 1, force, p->force));
        PetscCall(VecWAXPY(s->given, 1, given, p->given));
        PetscCall(fe_path_plate(p, load, s->force, s->given, &plate));
        PetscCall(resultant_now(p, &plate, &now));
        if (stretch == 0) s->resultant = now;
        verdict.goal_reached = fabs(load->force - now) <= 1e-13 * load->force;
        length = stretch == 0 ? (load->force - now) / plate.slope * (1 + 1e-9) : 2 * length;
        gone += fabs(length);
        if (verdict.goal_reached || !(plate.slope > 0) || length == 0 || !(gone <= most)) break;
        PetscCall(VecWAXPY(s->given, length, given, p->given));
        const CondensedGoal goal = {.on_u = plate.on_u,
                                    .constant = plate.constant,
                                    .slope = length * plate.slope,
                                    .value = load->force};
        s->goal = &goal;
        PetscCall(follow_piece(s, load->steps, &verdict));
        s->goal = NULL;
        if (verdict.outcome != CONDENSED_SOLVED || verdict.goal_reached) break;
    }
    s->report->not_reached = verdict.outcome == CONDENSED_SOLVED && !verdict.goal_reached;
    if (verdict.goal_reached) p->s = s->load + 1;
    PetscCall(tell_field(s));
    PetscFunctionReturn(0);
}

static PetscErrorCode follow(FePath *p, Stretch *s) {
    Vec force, given;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(p->force, &force));
    PetscCall(VecDuplicate(p->given, &given));
    PetscCall(VecDuplicate(p->force, &s->force));
    PetscCall(VecDuplicate(p->given, &s->given));
    for (s->load = 0; s->load < p->data.loads; s->load++) {
        const FePathLoad *load = &p->data.load[s->load];
        s->report->load = s->load;
        PetscCall(fe_path_increment(p, load, force, given));
        if (load->force > 0)
            PetscCall(press(s, load, force, given));
        else
            PetscCall(follow_load(s, load, force, given));
        if (s->report->outcome != CONDENSED_SOLVED || s->report->not_reached) break;
    }
    PetscCall(VecDestroy(&force));
    PetscCall(VecDestroy(&given));
    PetscCall(VecDestroy(&s->force));
    PetscCall(VecDestroy(&s->given));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_follow(FePath *p, const FePathWatch *watch, FePathReport *report) {
    PetscFunctionBeginUser;
    *report = (FePathReport){0};
    report->singular = p->system->outcome != FE_SOLVED;
    if (report->singular) PetscFunctionReturn(0);
    Stretch s = {.path = p, .watch = watch, .report = report};
    PetscCall(follow(p, &s));
    p->complete = report->outcome == CONDENSED_SOLVED && !report->not_reached;
    PetscFunctionReturn(0);
}
