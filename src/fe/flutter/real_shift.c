/* x -> (K' - z_0 M')^-1 M' x (ST-14). */
#include "fe/flutter/shift.h"

static PetscErrorCode matrix(FeShift *shift, Mat *A) {
    PetscFunctionBeginUser;
    PetscCall(MatDuplicate(shift->K, MAT_COPY_VALUES, A));
    PetscCall(MatAXPY(*A, -shift->omega * shift->omega, shift->M, DIFFERENT_NONZERO_PATTERN));
    PetscFunctionReturn(0);
}

static PetscErrorCode apply(FeShift *shift, Vec from, Vec to) {
    PetscFunctionBeginUser;
    PetscCall(fe_shift_multiply(shift, shift->M, from, shift->r));
    PetscCall(fe_shift_solve(shift, shift->r, to));
    PetscFunctionReturn(0);
}

const FeShiftKind real_shift = {.name = "real", .blocks = 1, .matrix = matrix, .apply = apply};
