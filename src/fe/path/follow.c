/* Loads one after the other, each in pieces. */
#include "fe/path/follow.h"

#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

PetscErrorCode stretch_field(const Stretch *s) {
    FePath *p = s->path;
    double *u = NULL;
    PetscFunctionBeginUser;
    if (!s->watch->field) PetscFunctionReturn(0);
    if (fe_rank() == 0) PetscCall(PetscMalloc1((size_t)p->body->mesh->nodes * (size_t)p->body->dim + 1, &u));
    PetscCall(fe_path_field(p, u));
    const JudderErr err = s->watch->field(s->watch->context, p, p->s, u);
    PetscCall(PetscFree(u));
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

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
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

CondensedWatch stretch_watch(Stretch *s) {
    return (CondensedWatch){.step = on_step,
                            .event = on_event,
                            .go_on = on_go,
                            .context = s,
                            .event_tolerance = s->path->data.whole_steps ? 1 : 0};
}

PetscErrorCode stretch_piece(Stretch *s, int steps, Verdict *verdict) {
    FePath *p = s->path;
    const CondensedPathReport *report = &s->report->condensed;
    const CondensedWatch watch = stretch_watch(s);
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
        PetscCall(stretch_piece(s, steps, &verdict));
        if (verdict.outcome == CONDENSED_SOLVED) p->s = s->load + part;
        PetscCall(stretch_field(s));
        if (verdict.outcome != CONDENSED_SOLVED) break;
    }
    PetscCall(VecDestroy(&force_from));
    PetscCall(VecDestroy(&given_from));
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
        p->stride = 0;
        PetscCall(fe_path_increment(p, load, force, given));
        if (load->force > 0)
            PetscCall(stretch_press(s, load, given));
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
