#include "fe/flutter/shift.h"

#include "fe/start.h"

#include <stdlib.h>

enum { ROOM = 14 }; /* ICNTL of MUMPS: extra memory in per cent of the estimate */

const FeShiftKind *const fe_shift_kinds[] = {&real_shift, &origin_shift, &imaginary_shift, NULL};

PetscErrorCode fe_shift_destroy(FeShift **shift) {
    FeShift *s = *shift;
    PetscFunctionBeginUser;
    if (!s) PetscFunctionReturn(0);
    Mat *const matrices[] = {&s->M, &s->C, &s->K, &s->factor};
    Vec *const vectors[] = {&s->x, &s->y, &s->r, &s->t, &s->whole, &s->whole_from};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) PetscCall(MatDestroy(matrices[i]));
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) PetscCall(VecDestroy(vectors[i]));
    free(s);
    *shift = NULL;
    PetscFunctionReturn(0);
}

static PetscErrorCode factorise(FeShift *s, Mat A) {
    MatFactorError error = MAT_FACTOR_OUTMEMORY;
    MatFactorInfo info;
    PetscFunctionBeginUser;
    for (int room = 40; error == MAT_FACTOR_OUTMEMORY && room < 1000; room *= 4) {
        PetscCall(MatDestroy(&s->factor));
        PetscCall(MatGetFactor(A, MATSOLVERMUMPS, MAT_FACTOR_LU, &s->factor));
        PetscCall(MatMumpsSetIcntl(s->factor, ROOM, room));
        PetscCall(MatFactorInfoInitialize(&info));
        PetscCall(MatLUFactorSymbolic(s->factor, A, NULL, NULL, &info));
        PetscCall(MatLUFactorNumeric(s->factor, A, &info));
        PetscCall(MatFactorGetError(s->factor, &error));
    }
    if (error == MAT_FACTOR_OUTMEMORY) PetscCall(fe_code(fe_agree(error_memory())));
    s->singular = error != MAT_FACTOR_NOERROR;
    s->sliding->factorisations++;
    PetscFunctionReturn(0);
}

static PetscErrorCode shift_fill(FeShift *s) {
    FeSliding *of = s->sliding;
    Mat A;
    PetscFunctionBeginUser;
    PetscCall(fe_sliding_at(of->M_0, of->M_1, s->mu, &s->M));
    PetscCall(fe_sliding_at(of->K_0, of->K_1, s->mu, &s->K));
    if (of->C_0) PetscCall(fe_sliding_at(of->C_0, of->C_1, s->mu, &s->C));
    PetscCall(MatCreateVecs(s->K, &s->x, &s->y));
    PetscCall(VecDuplicate(s->x, &s->r));
    PetscCall(VecDuplicate(s->x, &s->t));
    PetscCall(s->kind->matrix(s, &A));
    PetscCall(MatCreateVecs(A, &s->whole, &s->whole_from));
    PetscCall(factorise(s, A));
    PetscCall(MatDestroy(&A));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_shift_create(FeSliding *sliding, const FeShiftKind *kind, const double at[2],
                               FeShift **shift) {
    PetscFunctionBeginUser;
    *shift = calloc(1, sizeof **shift);
    if (!*shift) PetscCall(fe_code(error_memory()));
    **shift = (FeShift){.sliding = sliding, .kind = kind, .mu = at[0], .omega = at[1]};
    const PetscErrorCode code = shift_fill(*shift);
    if (code) PetscCall(fe_shift_destroy(shift));
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_shift_multiply(const FeShift *shift, Mat X, Vec v, Vec out) {
    PetscFunctionBeginUser;
    if (shift->transposed)
        PetscCall(MatMultTranspose(X, v, out));
    else
        PetscCall(MatMult(X, v, out));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_shift_solve(const FeShift *shift, Vec b, Vec x) {
    PetscFunctionBeginUser;
    if (shift->transposed)
        PetscCall(MatSolveTranspose(shift->factor, b, x));
    else
        PetscCall(MatSolve(shift->factor, b, x));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_block_get(Vec both, int block, Vec one) {
    const PetscScalar *from;
    PetscScalar *to;
    PetscInt count;
    PetscFunctionBeginUser;
    PetscCall(VecGetLocalSize(one, &count));
    PetscCall(VecGetArrayRead(both, &from));
    PetscCall(VecGetArray(one, &to));
    if (count > 0) PetscCall(PetscArraycpy(to, from + block * count, count)); /* a rank may have none */
    PetscCall(VecRestoreArray(one, &to));
    PetscCall(VecRestoreArrayRead(both, &from));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_block_set(Vec both, int block, Vec one) {
    const PetscScalar *from;
    PetscScalar *to;
    PetscInt count;
    PetscFunctionBeginUser;
    PetscCall(VecGetLocalSize(one, &count));
    PetscCall(VecGetArrayRead(one, &from));
    PetscCall(VecGetArray(both, &to));
    if (count > 0) PetscCall(PetscArraycpy(to + block * count, from, count));
    PetscCall(VecRestoreArray(both, &to));
    PetscCall(VecRestoreArrayRead(one, &from));
    PetscFunctionReturn(0);
}
