/* A piece of load on the whole body, without condensation (BD-2): finite steps, halved where no
 * solution is found. */
#include "fe/path/whole_walk.h"

enum { HALVINGS = 6 };

/* A straight piece of load, from what the path has so far. */
static PetscErrorCode set_load(const Walk *walk, FeLoad to, double at) {
    PetscFunctionBeginUser;
    PetscCall(VecCopy(walk->path->force, walk->force));
    PetscCall(VecAXPBY(walk->force, at, 1 - at, to.force));
    PetscCall(VecCopy(walk->path->given, walk->given));
    PetscCall(VecAXPBY(walk->given, at, 1 - at, to.given));
    PetscFunctionReturn(0);
}

/* From *at towards an end, in halves if need be; *at becomes how far it came. */
static PetscErrorCode advance(Walk *walk, FeLoad to, double end, double *at) {
    FeWholeReport step = {.outcome = CONDENSED_LIMIT};
    double reached = end;
    PetscFunctionBeginUser;
    for (int k = 0; k <= HALVINGS; k++) {
        if (k > 0) reached = *at + (reached - *at) / 2;
        PetscCall(set_load(walk, to, reached));
        PetscCall(fe_whole_predict(walk->path->whole, walk->last > 0 ? (reached - *at) / walk->last : 0));
        PetscCall(walk_try(walk, &step));
        if (step.outcome == CONDENSED_SOLVED) break;
    }
    walk->report->outcome = step.outcome;
    if (step.outcome != CONDENSED_SOLVED) PetscFunctionReturn(0);
    PetscCall(walk_accept(walk, reached, &step));
    walk->last = reached - *at;
    *at = reached;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_whole(FePath *path, const CondensedWatch *watch, const FePathPiece *piece,
                             CondensedPathReport *report) {
    Walk walk;
    double at = path->state ? path->state->at : 0;
    bool yes = true;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(&at, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscCall(walk_begin(path, watch, report, &walk));
    walk.last = path->stride / piece->steps;
    for (int step = 1; step <= piece->steps && report->outcome == CONDENSED_SOLVED; step++) {
        const double end = (double)step / (double)piece->steps;
        if (at >= end) continue; /* done before it was stopped */
        while (at < end && report->outcome == CONDENSED_SOLVED) {
            PetscCall(walk_goes_on(&walk, &yes));
            if (yes) PetscCall(advance(&walk, piece->to, end, &at));
        }
        if (at >= end) PetscCall(walk_show(&walk, step));
    }
    report->reached = at;
    path->stride = walk.last * piece->steps;
    PetscCall(walk_end(&walk, report->outcome == CONDENSED_SOLVED));
    PetscFunctionReturn(0);
}
