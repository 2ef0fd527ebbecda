/* With Q = K' - omega^2 M' + i omega C' and Q x = -(M' g + C' f) - i omega M' f:  (f, g) -> Im (x, f + i
 * omega x). Q as the real form [[P, -omega C'], [omega C', P]], P = K' - omega^2 M'; its transpose is the
 * form of Q^T with the sign of the imaginary part changed (ST-14). */
#include "fe/flutter/shift.h"

static PetscErrorCode matrix(FeShift *shift, Mat *A) {
    Mat P, right, below, both;
    PetscFunctionBeginUser;
    PetscCall(real_shift.matrix(shift, &P));
    PetscCall(MatDuplicate(shift->C, MAT_COPY_VALUES, &below));
    PetscCall(MatScale(below, shift->omega));
    PetscCall(MatDuplicate(below, MAT_COPY_VALUES, &right));
    PetscCall(MatScale(right, -1));
    PetscCall(MatCreateNest(PETSC_COMM_WORLD, 2, NULL, 2, NULL, (Mat[]){P, right, below, P}, &both));
    PetscCall(MatConvert(both, MATAIJ, MAT_INITIAL_MATRIX, A));
    PetscCall(MatDestroy(&both));
    PetscCall(MatDestroy(&P));
    PetscCall(MatDestroy(&right));
    PetscCall(MatDestroy(&below));
    PetscFunctionReturn(0);
}

static PetscErrorCode apply(FeShift *shift, Vec from, Vec to) {
    const double omega = shift->omega, sign = shift->transposed ? -1 : 1;
    PetscFunctionBeginUser;
    PetscCall(fe_block_get(from, 0, shift->x));
    PetscCall(fe_block_get(from, 1, shift->y));
    PetscCall(fe_shift_multiply(shift, shift->M, shift->y, shift->r));
    PetscCall(fe_shift_multiply(shift, shift->C, shift->x, shift->t));
    PetscCall(VecAXPY(shift->r, 1, shift->t));
    PetscCall(VecScale(shift->r, -1));
    PetscCall(fe_shift_multiply(shift, shift->M, shift->x, shift->t));
    PetscCall(VecScale(shift->t, -omega * sign));
    PetscCall(fe_block_set(shift->whole_from, 0, shift->r));
    PetscCall(fe_block_set(shift->whole_from, 1, shift->t));
    PetscCall(fe_shift_solve(shift, shift->whole_from, shift->whole));
    PetscCall(fe_block_get(shift->whole, 0, shift->x));
    PetscCall(fe_block_get(shift->whole, 1, shift->y));
    PetscCall(VecScale(shift->y, sign));
    PetscCall(VecScale(shift->x, omega));
    PetscCall(fe_block_set(to, 0, shift->y));
    PetscCall(fe_block_set(to, 1, shift->x));
    PetscFunctionReturn(0);
}

const FeShiftKind imaginary_shift = {.name = "imaginary", .blocks = 2, .matrix = matrix, .apply = apply};
