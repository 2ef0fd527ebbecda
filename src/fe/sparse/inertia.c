#include "fe/sparse/inertia.h"

#include "fe/start.h"

enum {            /* ICNTL of MUMPS */
       ROOT = 13, /* 1: one process has the root of the tree, or its signs would not be counted */
       ROOM = 14, /* extra memory in per cent of the estimate */
       NULL_PIVOTS = 24
};

PetscErrorCode fe_inertia(Mat A, int *negative, int *zero) {
    MatFactorError error = MAT_FACTOR_OUTMEMORY;
    MatFactorInfo info;
    PetscInt below = 0, at = 0;
    Mat factor = NULL;
    PetscFunctionBeginUser;
    PetscCall(MatSetOption(A, MAT_SYMMETRIC, PETSC_TRUE));
    for (int room = 40; error == MAT_FACTOR_OUTMEMORY && room < 1000; room *= 4) {
        PetscCall(MatDestroy(&factor));
        PetscCall(MatGetFactor(A, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, &factor));
        PetscCall(MatMumpsSetIcntl(factor, ROOT, 1));
        PetscCall(MatMumpsSetIcntl(factor, ROOM, room));
        PetscCall(MatMumpsSetIcntl(factor, NULL_PIVOTS, 1));
        PetscCall(MatFactorInfoInitialize(&info));
        PetscCall(MatCholeskyFactorSymbolic(factor, A, NULL, &info));
        PetscCall(MatCholeskyFactorNumeric(factor, A, &info));
        PetscCall(MatFactorGetError(factor, &error));
    }
    if (error == MAT_FACTOR_OUTMEMORY) PetscCall(fe_code(fe_agree(error_memory())));
    if (error == MAT_FACTOR_NOERROR) PetscCall(MatGetInertia(factor, &below, &at, NULL));
    PetscCall(MatDestroy(&factor));
    *negative = below;
    *zero = error == MAT_FACTOR_NOERROR ? at : 1;
    PetscFunctionReturn(0);
}
