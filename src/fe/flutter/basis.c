#include "fe/flutter/basis.h"

#include "fe/start.h"

#include <math.h>
#include <slepceps.h>
#include <stdlib.h>

static const double ROUNDING = 1e-9; /* part of a vector beside the basis that is not worth a dimension */

static PetscErrorCode basis_make_room(FeBasis *basis) {
    PetscFunctionBeginUser;
    if (basis->count < basis->room) PetscFunctionReturn(0);
    const int room = basis->room ? 2 * basis->room : 64;
    Vec *at = realloc(basis->at, (size_t)room * sizeof *at);
    if (at) basis->at = at;
    double *weight = realloc(basis->weight, (size_t)room * sizeof *weight);
    if (weight) basis->weight = weight;
    if (!at || !weight) PetscCall(fe_code(error_memory()));
    basis->room = room;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_basis_add(FeBasis *basis, Vec vector) {
    PetscReal size;
    PetscScalar *along;
    Vec rest;
    PetscFunctionBeginUser;
    PetscCall(VecNorm(vector, NORM_2, &size));
    if (size == 0) PetscFunctionReturn(0);
    PetscCall(basis_make_room(basis));
    PetscCall(VecDuplicate(vector, &rest));
    PetscCall(VecCopy(vector, rest));
    PetscCall(VecScale(rest, 1 / size));
    PetscCall(PetscMalloc1((size_t)basis->count + 1, &along));
    PetscReal before = 1, rest_of = 1;
    /* Twice is enough, unless little is left: then what is left is rounding. */
    for (int again = 0; again < 2 && basis->count > 0; again++) {
        PetscCall(VecMDot(rest, basis->count, basis->at, along));
        for (int i = 0; i < basis->count; i++) {
            if (again == 0) basis->weight[i] = fmax(basis->weight[i], fabs(along[i]));
            along[i] = -along[i];
        }
        PetscCall(VecMAXPY(rest, basis->count, along, basis->at));
        PetscCall(VecNorm(rest, NORM_2, &before));
        if (before < ROUNDING) break;
        if (again == 0) rest_of = before;
        PetscCall(VecScale(rest, 1 / before));
    }
    PetscCall(PetscFree(along));
    if (before < ROUNDING) {
        PetscCall(VecDestroy(&rest));
        PetscFunctionReturn(0);
    }
    PetscCall(VecNormalize(rest, NULL));
    basis->weight[basis->count] = rest_of;
    basis->at[basis->count++] = rest;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_basis_release(FeBasis *basis) {
    PetscFunctionBeginUser;
    for (int i = 0; i < basis->count; i++) PetscCall(VecDestroy(&basis->at[i]));
    free(basis->at);
    free(basis->weight);
    *basis = (FeBasis){0};
    PetscFunctionReturn(0);
}

PetscErrorCode fe_basis_combine(const FeBasis *basis, const double *coefficient, Vec x) {
    PetscFunctionBeginUser;
    PetscCall(VecSet(x, 0));
    PetscCall(VecMAXPY(x, basis->count, coefficient, basis->at));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_basis_project(const FeBasis *basis, Mat X, const FeProjection *to) {
    Vec product;
    PetscScalar *dots;
    PetscFunctionBeginUser;
    PetscCall(MatCreateVecs(X, NULL, &product));
    PetscCall(PetscMalloc1((size_t)basis->count + 1, &dots));
    for (int j = to->done; j < basis->count; j++) {
        PetscCall(MatMult(X, basis->at[j], product));
        PetscCall(VecMDot(product, basis->count, basis->at, dots));
        for (int i = 0; i < basis->count; i++) to->A[(long)i * to->stride + j] = dots[i];
        if (to->done == 0) continue;
        PetscCall(MatMultTranspose(X, basis->at[j], product));
        PetscCall(VecMDot(product, to->done, basis->at, dots));
        for (int i = 0; i < to->done; i++) to->A[(long)j * to->stride + i] = dots[i];
    }
    PetscCall(PetscFree(dots));
    PetscCall(VecDestroy(&product));
    PetscFunctionReturn(0);
}

/* --- the span of the wanted eigenvalues --- */

static PetscErrorCode apply_shell(Mat shell, Vec from, Vec to) {
    FeShift *shift;
    PetscFunctionBeginUser;
    PetscCall(MatShellGetContext(shell, &shift));
    shift->stopped = shift->stopped || fe_stop_requested();
    if (shift->stopped)
        PetscCall(VecCopy(from, to)); /* until the solver asks whether to go on */
    else
        PetscCall(shift->kind->apply(shift, from, to));
    PetscFunctionReturn(0);
}

static PetscErrorCode test_end(EPS eps, PetscInt round, PetscInt rounds, PetscInt converged, PetscInt wanted,
                               EPSConvergedReason *reason, void *shift) {
    PetscFunctionBeginUser;
    PetscCall(EPSStoppingBasic(eps, round, rounds, converged, wanted, reason, NULL));
    if (((const FeShift *)shift)->stopped) *reason = EPS_CONVERGED_USER;
    PetscFunctionReturn(0);
}

static PetscErrorCode shell_create(FeShift *shift, Mat *shell) {
    PetscInt own;
    PetscFunctionBeginUser;
    PetscCall(VecGetLocalSize(shift->x, &own));
    own *= shift->kind->blocks;
    PetscCall(MatCreateShell(PETSC_COMM_WORLD, own, own, PETSC_DETERMINE, PETSC_DETERMINE, shift, shell));
    PetscCall(MatShellSetOperation(*shell, MATOP_MULT, (void (*)(void))apply_shell));
    PetscFunctionReturn(0);
}

/* Both blocks of a vector of the operator. */
static PetscErrorCode take_vector(FeShift *shift, Vec vector, FeBasis *basis) {
    PetscFunctionBeginUser;
    for (int block = 0; block < shift->kind->blocks; block++) {
        PetscCall(fe_block_get(vector, block, shift->x));
        PetscCall(fe_basis_add(basis, shift->x));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode take_vectors(EPS eps, FeShift *shift, PetscInt count, FeBasis *basis) {
    Vec re, im;
    PetscScalar value[2];
    PetscFunctionBeginUser;
    Mat shell;
    PetscCall(EPSGetOperators(eps, &shell, NULL));
    PetscCall(MatCreateVecs(shell, &re, &im));
    for (PetscInt i = 0; i < count; i++) {
        PetscCall(EPSGetEigenpair(eps, i, &value[0], &value[1], re, im));
        PetscCall(take_vector(shift, re, basis));
        if (value[1] == 0) continue;
        PetscCall(take_vector(shift, im, basis));
        i++; /* its conjugate has the same vectors */
    }
    PetscCall(VecDestroy(&re));
    PetscCall(VecDestroy(&im));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_shift_span(FeShift *shift, int wanted, FeBasis *basis, int *found) {
    Mat shell;
    EPS eps;
    PetscInt size, converged;
    PetscFunctionBeginUser;
    PetscCall(shell_create(shift, &shell));
    PetscCall(MatGetSize(shell, &size, NULL));
    const PetscInt most = wanted < size ? wanted : size;
    PetscInt room = 2 * most + 20;
    if (room > size) room = size;
    PetscCall(EPSCreate(PETSC_COMM_WORLD, &eps));
    PetscCall(EPSSetOperators(eps, shell, NULL));
    PetscCall(EPSSetProblemType(eps, EPS_NHEP));
    PetscCall(EPSSetWhichEigenpairs(eps, EPS_LARGEST_MAGNITUDE));
    PetscCall(EPSSetDimensions(eps, most, room, PETSC_DEFAULT));
    PetscCall(EPSSetTolerances(eps, 1e-12, 300));
    PetscCall(EPSSetStoppingTestFunction(eps, test_end, shift, NULL));
    PetscCall(EPSSetFromOptions(eps));
    PetscCall(EPSSolve(eps));
    PetscCall(EPSGetConverged(eps, &converged));
    if (shift->stopped) converged = 0;
    *found = converged;
    PetscCall(take_vectors(eps, shift, converged, basis));
    PetscCall(EPSDestroy(&eps));
    PetscCall(MatDestroy(&shell));
    PetscFunctionReturn(0);
}
