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

PetscErrorCode walk_accept(Walk *walk, double at, const FeWholeReport *step) {
    CondensedState *state = walk->path->state;
    PetscFunctionBeginUser;
    PetscCall(fe_whole_accept(walk->path->whole, state));
    condensed_count_piece(walk->report, step->defect);
    JudderErr err = JUDDER_OK;
    if (state) {
        state->at = at;
        state->s = walk->done + at;
        /* known to have happened by the end of the increment */
        err = condensed_tell_changes(walk->watch, walk->was, state, walk->report);
    }
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

PetscErrorCode walk_show(Walk *walk, int step) {
    FePath *p = walk->path;
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(condensed_show(walk->watch, &p->problem, p->state, step, walk->report))));
    PetscFunctionReturn(0);
}
