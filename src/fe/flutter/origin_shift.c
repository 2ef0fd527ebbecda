/* (f, g) -> (x, f) with K' x = -(M' g + C' f): the companion pencil at lam = 0 (ST-14). */
#include "fe/flutter/shift.h"

static PetscErrorCode matrix(FeShift *shift, Mat *A) {
    PetscFunctionBeginUser;
    PetscCall(MatDuplicate(shift->K, MAT_COPY_VALUES, A));
    PetscFunctionReturn(0);
}

static PetscErrorCode apply(FeShift *shift, Vec from, Vec to) {
    PetscFunctionBeginUser;
    PetscCall(fe_block_get(from, 0, shift->x));
    PetscCall(fe_block_get(from, 1, shift->y));
    PetscCall(fe_shift_multiply(shift, shift->M, shift->y, shift->r));
    PetscCall(fe_shift_multiply(shift, shift->C, shift->x, shift->t));
    PetscCall(VecAXPY(shift->r, 1, shift->t));
    PetscCall(VecScale(shift->r, -1));
    PetscCall(fe_shift_solve(shift, shift->r, shift->y));
    PetscCall(fe_block_set(to, 0, shift->y));
    PetscCall(fe_block_set(to, 1, shift->x));
    PetscFunctionReturn(0);
}

const FeShiftKind origin_shift = {.name = "origin", .blocks = 2, .matrix = matrix, .apply = apply};
