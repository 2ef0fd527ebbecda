/* A piece of load on the whole body, without condensation: finite steps, halved where no solution is found. */
#include "fe/path/path.h"
#include "fe/start.h"

#include <math.h>
#include <string.h>

enum { HALVINGS = 6 };

typedef struct Walk {
    FePath *path;
    const CondensedWatch *watch;
    CondensedPathReport *report;
    Vec force, given; /* at the present part of the piece */
    FeLoad to;
    double done, defect;
    CondensedNode *was;
} Walk;

static PetscErrorCode set_load(const Walk *walk, double at) {
    PetscFunctionBeginUser;
    PetscCall(VecCopy(walk->path->force, walk->force));
    PetscCall(VecAXPBY(walk->force, at, 1 - at, walk->to.force));
    PetscCall(VecCopy(walk->path->given, walk->given));
    PetscCall(VecAXPBY(walk->given, at, 1 - at, walk->to.given));
    PetscFunctionReturn(0);
}

/* Events of all nodes that changed: they are known to have happened by the end of the increment. */
static JudderErr tell_changes(Walk *walk) {
    const CondensedState *state = walk->path->state;
    for (int i = 0; i < state->n; i++) {
        const CondensedNode from = walk->was[i], to = state->node[i];
        if (from == to) continue;
        const CondensedEvent event = {.s = state->s,
                                      .kind = to == CONDENSED_OPEN     ? CONDENSED_EVENT_OPEN
                                              : from == CONDENSED_OPEN ? CONDENSED_EVENT_CLOSE
                                              : to == CONDENSED_STICK  ? CONDENSED_EVENT_STICK
                                                                       : CONDENSED_EVENT_SLIP,
                                      .node = i,
                                      .from = from,
                                      .to = to};
        walk->report->events++;
        TRY(walk->watch->event(walk->watch->context, &event));
    }
    return JUDDER_OK;
}

static JudderErr accept(Walk *walk, double at, const FeWholeReport *step) {
    CondensedState *state = walk->path->state;
    walk->defect = fmax(walk->defect, step->defect);
    walk->report->defect = fmax(walk->report->defect, step->defect);
    walk->report->pieces++;
    if (!state) return JUDDER_OK;
    state->at = at;
    state->s = walk->done + at;
    return tell_changes(walk);
}

/* From `from` to `to`, in halves if need be; *reached says how far. */
static PetscErrorCode advance(Walk *walk, double from, double to, double *reached) {
    FePath *p = walk->path;
    FeWholeReport step = {.outcome = CONDENSED_LIMIT};
    PetscFunctionBeginUser;
    *reached = to;
    for (int k = 0; k <= HALVINGS; k++) {
        if (k > 0) *reached = from + (*reached - from) / 2;
        if (p->state) memcpy(walk->was, p->state->node, (size_t)p->state->n * sizeof *walk->was);
        PetscCall(set_load(walk, *reached));
        PetscCall(fe_whole_step(p->whole, (FeLoad){walk->force, walk->given}, p->state, &step));
        walk->report->iterations += step.newton;
        if (step.outcome == CONDENSED_SOLVED) break;
        walk->report->cuts++;
    }
    walk->report->outcome = step.outcome;
    if (step.outcome == CONDENSED_SOLVED)
        PetscCall(fe_code(fe_agree(accept(walk, *reached, &step))));
    else
        *reached = from;
    PetscFunctionReturn(0);
}

static JudderErr show(Walk *walk, int step) {
    FePath *p = walk->path;
    walk->report->steps++;
    CondensedShown shown = {.step = step, .defect = walk->defect};
    walk->defect = 0;
    if (!p->state) return JUDDER_OK;
    condensed_summarise(&p->problem, p->state, &shown.summary);
    return walk->watch->step(walk->watch->context, p->state, &shown);
}

static PetscErrorCode goes_on(const Walk *walk, bool *yes) {
    int go = fe_rank() != 0 || walk->watch->go_on(walk->watch->context);
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(&go, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    *yes = go;
    PetscFunctionReturn(0);
}

static PetscErrorCode walk_on(Walk *walk, int steps) {
    double at = 0;
    bool yes = true;
    PetscFunctionBeginUser;
    walk->report->outcome = CONDENSED_SOLVED;
    for (int step = 1; step <= steps && walk->report->outcome == CONDENSED_SOLVED; step++) {
        const double end = (double)step / (double)steps;
        while (at < end && walk->report->outcome == CONDENSED_SOLVED) {
            PetscCall(goes_on(walk, &yes));
            if (!yes)
                walk->report->outcome = CONDENSED_STOPPED;
            else
                PetscCall(advance(walk, at, end, &at));
        }
        if (at >= end) PetscCall(fe_code(fe_agree(show(walk, step))));
    }
    walk->report->reached = at;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_whole(FePath *path, const CondensedWatch *watch, const FePathPiece *piece,
                             CondensedPathReport *report) {
    CondensedState *state = path->state;
    Walk walk = {.path = path, .watch = watch, .report = report, .to = piece->to};
    PetscFunctionBeginUser;
    if (state) walk.done = floor(state->s + 0.5);
    PetscCall(PetscMalloc1((size_t)path->contact->n + 1, &walk.was));
    PetscCall(VecDuplicate(path->force, &walk.force));
    PetscCall(VecDuplicate(path->given, &walk.given));
    PetscCall(walk_on(&walk, piece->steps));
    PetscCall(VecDestroy(&walk.force));
    PetscCall(VecDestroy(&walk.given));
    PetscCall(PetscFree(walk.was));
    if (state && report->outcome == CONDENSED_SOLVED) {
        state->at = 0;
        state->s = walk.done + 1;
    }
    PetscFunctionReturn(0);
}
