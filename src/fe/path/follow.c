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
        part = (plate_force(s->goal, s->path->state) - s->path->place.resultant) /
               (s->goal->value - s->path->place.resultant);
    return fmax(s->path->s, s->path->place.load + fmin(fmax(part, 0), 1));
}

JudderErr fe_path_add_step(FePath *p, FePathStep **added) {
    const size_t n = (size_t)p->contact->n;
    const bool slips_anywhere = p->body->dim == 3 && !p->whole;
    if (p->steps == p->step_room) {
        const int room = p->step_room ? 2 * p->step_room : 64;
        FePathStep *step = realloc(p->step, (size_t)room * sizeof *step);
        REQUIRE(step, error_memory());
        p->step = step;
        p->step_room = room;
    }
    FePathStep *step = &p->step[p->steps++];
    *step = (FePathStep){.node = calloc(n + 1, sizeof *step->node)};
    if (slips_anywhere) step->r_t = calloc(2 * n + 1, sizeof *step->r_t);
    *added = step;
    return step->node && (step->r_t || !slips_anywhere) ? JUDDER_OK : error_memory();
}

JudderErr fe_path_keep_step(FePath *p, double s, bool whole) {
    FePathStep *step = p->steps > 0 ? &p->step[p->steps - 1] : NULL;
    const bool again = step && step->s == s && !step->whole && !whole; /* several changes at one place */
    if (!again) TRY(fe_path_add_step(p, &step));
    step->s = s;
    step->whole = whole;
    for (int k = 0; k < p->contact->n; k++) {
        step->node[k] = p->state->node[k];
        for (int i = 0; i < 2 && step->r_t; i++) step->r_t[2 * k + i] = p->state->r[3 * k + 1 + i];
    }
    return JUDDER_OK;
}

static JudderErr on_step(void *context, const CondensedState *state, const CondensedShown *shown) {
    const Stretch *s = context;
    s->path->s = loads_done(s, state->at);
    TRY(fe_path_keep_step(s->path, s->path->s, true));
    return s->watch->step ? s->watch->step(s->watch->context, s->path, state, shown) : JUDDER_OK;
}

static JudderErr on_event(void *context, const CondensedEvent *event) {
    const Stretch *s = context;
    CondensedEvent told = *event;
    told.s = s->path->s = loads_done(s, event->s - s->base);
    TRY(fe_path_keep_step(s->path, told.s, false));
    return s->watch->event ? s->watch->event(s->watch->context, s->path, &told) : JUDDER_OK;
}

static bool on_go(void *context) {
    Stretch *s = context;
    if (s->watch->go_on && !s->watch->go_on(s->watch->context, s->path->s / s->path->data.loads))
        return false;
    s->paused = !s->passed && s->watch->pause && s->watch->pause(s->watch->context);
    s->passed = s->paused;
    return !s->paused;
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

PetscErrorCode stretch_verdict(Stretch *s, Verdict *verdict) {
    const CondensedPathReport *report = &s->report->condensed;
    PetscFunctionBeginUser;
    *verdict = (Verdict){(int)report->outcome, report->goal_reached, report->reached, s->paused};
    PetscCallMPI(MPI_Bcast(verdict, sizeof *verdict, MPI_BYTE, 0, PETSC_COMM_WORLD));
    s->report->outcome = (CondensedOutcome)verdict->outcome;
    s->report->part = verdict->reached;
    verdict->again = verdict->again && verdict->outcome == CONDENSED_STOPPED;
    s->resumed = verdict->again;
    s->paused = false;
    if (verdict->outcome == CONDENSED_STOPPED && s->watch->save)
        PetscCall(fe_code(fe_agree(s->watch->save(s->watch->context))));
    PetscFunctionReturn(0);
}

/* The condensed problem along a piece of load; on the first rank, the others wait. */
static PetscErrorCode follow_condensed(Stretch *s, const CondensedWatch *watch, int steps) {
    FePath *p = s->path;
    JudderErr err = JUDDER_OK;
    PetscFunctionBeginUser;
    PetscCall(fe_system_condense(p->system, (FeLoad){p->force, p->given}, p->problem.S ? p->from : NULL));
    PetscCall(fe_system_condense(p->system, (FeLoad){s->force, s->given}, p->problem.S ? p->to : NULL));
    if (p->solver) {
        const CondensedSegment segment = {.from = {p->from, NULL},
                                          .to = {p->to, NULL},
                                          .steps = steps,
                                          .goal = s->goal,
                                          .resumed = s->resumed};
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
    const CondensedWatch watch = stretch_watch(s);
    const FePathPiece piece = {{s->force, s->given}, steps};
    PetscFunctionBeginUser;
    if (p->state) s->base = floor(p->state->s - p->state->at + 0.5);
    do {
        if (p->whole)
            PetscCall(fe_path_whole(p, &watch, &piece, &s->report->condensed));
        else
            PetscCall(follow_condensed(s, &watch, steps));
        PetscCall(stretch_verdict(s, verdict));
    } while (verdict->again);
    PetscCall(VecAXPBY(p->force, verdict->reached, 1 - verdict->reached, s->force));
    PetscCall(VecAXPBY(p->given, verdict->reached, 1 - verdict->reached, s->given));
    PetscFunctionReturn(0);
}

/* In pieces of `every` steps, with the fields after each. */
static PetscErrorCode follow_load(Stretch *s, const FePathLoad *load, Vec force, Vec given) {
    FePath *p = s->path;
    int *done = &p->place.done;
    const int every = p->data.every > 0 ? p->data.every : load->steps;
    Verdict verdict;
    PetscFunctionBeginUser;
    while (*done < load->steps) {
        const int steps = *done + every < load->steps ? every : load->steps - *done;
        const double part = (double)(*done + steps) / (double)load->steps;
        s->begin = (double)*done / (double)load->steps;
        s->share = (double)steps / (double)load->steps;
        PetscCall(VecWAXPY(p->force, s->begin, force, p->force_0));
        PetscCall(VecWAXPY(p->given, s->begin, given, p->given_0));
        PetscCall(VecWAXPY(s->force, part, force, p->force_0));
        PetscCall(VecWAXPY(s->given, part, given, p->given_0));
        PetscCall(stretch_piece(s, steps, &verdict));
        if (verdict.outcome == CONDENSED_SOLVED) {
            *done += steps;
            p->s = p->place.load + part;
            PetscCall(VecCopy(s->force, p->force));
            PetscCall(VecCopy(s->given, p->given));
        }
        PetscCall(stretch_field(s));
        if (verdict.outcome != CONDENSED_SOLVED) break;
    }
    PetscFunctionReturn(0);
}

/* The loads from the path's place on. */
static PetscErrorCode follow(FePath *p, Stretch *s, Vec force, Vec given) {
    FePathPlace *place = &p->place;
    PetscFunctionBeginUser;
    while (place->load < p->data.loads) {
        const FePathLoad *load = &p->data.load[place->load];
        s->report->load = place->load;
        PetscCall(fe_path_increment(p, load, force, given));
        if (load->force > 0)
            PetscCall(stretch_press(s, load, given));
        else
            PetscCall(follow_load(s, load, force, given));
        if (s->report->outcome != CONDENSED_SOLVED || s->report->not_reached) break;
        *place = (FePathPlace){.load = place->load + 1};
        p->stride = 0;
        PetscCall(VecCopy(p->force, p->force_0));
        PetscCall(VecCopy(p->given, p->given_0));
    }
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_follow(FePath *p, const FePathWatch *watch, FePathReport *report) {
    Vec force, given;
    Stretch s = {.path = p, .watch = watch, .report = &p->report, .resumed = p->restored};
    PetscFunctionBeginUser;
    p->report.singular = p->system->outcome != FE_SOLVED;
    if (!p->report.singular) {
        PetscCall(VecDuplicate(p->force, &force));
        PetscCall(VecDuplicate(p->given, &given));
        PetscCall(VecDuplicate(p->force, &s.force));
        PetscCall(VecDuplicate(p->given, &s.given));
        PetscCall(follow(p, &s, force, given));
        PetscCall(VecDestroy(&force));
        PetscCall(VecDestroy(&given));
        PetscCall(VecDestroy(&s.force));
        PetscCall(VecDestroy(&s.given));
        p->complete = p->report.outcome == CONDENSED_SOLVED && !p->report.not_reached;
    }
    *report = p->report;
    PetscFunctionReturn(0);
}
