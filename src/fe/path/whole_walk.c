#include "fe/path/whole_walk.h"

#include "fe/start.h"

#include <math.h>
#include <string.h>

PetscErrorCode walk_begin(FePath *path, const CondensedWatch *watch, CondensedPathReport *report,
                          Walk *walk) {
    PetscFunctionBeginUser;
    *walk = (Walk){.path = path, .watch = watch, .report = report};
    report->outcome = CONDENSED_SOLVED;
    if (path->state) walk->done = floor(path->state->s - path->state->at + 0.5);
    PetscCall(PetscMalloc1((size_t)path->contact->n + 1, &walk->was));
    PetscCall(VecDuplicate(path->force, &walk->force));
    PetscCall(VecDuplicate(path->given, &walk->given));
    PetscFunctionReturn(0);
}

PetscErrorCode walk_end(Walk *walk, bool over) {
    CondensedState *state = walk->path->state;
    PetscFunctionBeginUser;
    PetscCall(VecDestroy(&walk->force));
    PetscCall(VecDestroy(&walk->given));
    PetscCall(PetscFree(walk->was));
    if (state && over) {
        state->at = 0;
        state->s = walk->done + 1;
    }
    PetscFunctionReturn(0);
}

PetscErrorCode walk_goes_on(Walk *walk, bool *yes) {
    int go = fe_rank() != 0 || walk->watch->go_on(walk->watch->context);
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(&go, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    if (!go) walk->report->outcome = CONDENSED_STOPPED;
    *yes = go;
    PetscFunctionReturn(0);
}

PetscErrorCode walk_try(Walk *walk, FeWholeReport *step) {
    FePath *p = walk->path;
    PetscFunctionBeginUser;
    if (p->state) memcpy(walk->was, p->state->node, (size_t)p->state->n * sizeof *walk->was);
    PetscCall(fe_whole_try(p->whole, (FeLoad){walk->force, walk->given}, step));
    walk->report->iterations += step->newton;
    if (step->outcome != CONDENSED_SOLVED) walk->report->cuts++;
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

PetscErrorCode walk_accept(Walk *walk, double at, const FeWholeReport *step) {
    CondensedState *state = walk->path->state;
    PetscFunctionBeginUser;
    PetscCall(fe_whole_accept(walk->path->whole, state));
    walk->report->step_defect = fmax(walk->report->step_defect, step->defect);
    walk->report->defect = fmax(walk->report->defect, step->defect);
    walk->report->pieces++;
    JudderErr err = JUDDER_OK;
    if (state) {
        state->at = at;
        state->s = walk->done + at;
        err = tell_changes(walk);
    }
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

PetscErrorCode walk_show(Walk *walk, int step) {
    FePath *p = walk->path;
    CondensedShown shown = {.step = step, .defect = walk->report->step_defect};
    JudderErr err = JUDDER_OK;
    PetscFunctionBeginUser;
    walk->report->steps++;
    walk->report->step_defect = 0;
    if (p->state) {
        condensed_summarise(&p->problem, p->state, &shown.summary);
        err = walk->watch->step(walk->watch->context, p->state, &shown);
    }
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}
