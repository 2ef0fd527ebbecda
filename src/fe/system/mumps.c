/* Direct solver: LDL^T by MUMPS [amestoy2001], with its own Schur complement (BD-3). */
#include "fe/start.h"
#include "fe/system/system.h"

enum {
    ROOM = 14,        /* ICNTL: extra memory in per cent of the estimate */
    NULL_PIVOTS = 24, /* ICNTL: look for them */
    SCHUR_SOLVE = 26, /* ICNTL: 0 = solve with the interior alone */
    PIVOTS_FOUND = 28 /* INFOG */
};

/* MUMPS takes the indices from the first rank alone, whoever owns them. */
static PetscErrorCode set_schur(FeSystem *system) {
    IS kept;
    const int count = fe_rank() == 0 ? system->kept_count : 0;
    PetscFunctionBeginUser;
    PetscCall(ISCreateGeneral(PETSC_COMM_WORLD, count, system->kept, PETSC_COPY_VALUES, &kept));
    PetscCall(MatFactorSetSchurIS(system->factor, kept));
    PetscCall(ISDestroy(&kept));
    PetscFunctionReturn(0);
}

static PetscErrorCode copy_schur(FeSystem *system) {
    const int count = system->kept_count;
    Mat schur;
    MatFactorSchurStatus status;
    PetscFunctionBeginUser;
    PetscCall(MatFactorCreateSchurComplement(system->factor, &schur, &status));
    if (system->S) {
        const PetscScalar *columns;
        PetscCall(MatDenseGetArrayRead(schur, &columns));
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) system->S[(long)i * count + j] = columns[(long)j * count + i];
        PetscCall(MatDenseRestoreArrayRead(schur, &columns));
    }
    PetscCall(MatDestroy(&schur));
    PetscFunctionReturn(0);
}

static PetscErrorCode factorise(FeSystem *system, int room, MatFactorError *error) {
    MatFactorInfo info;
    PetscFunctionBeginUser;
    PetscCall(MatDestroy(&system->factor));
    PetscCall(MatGetFactor(system->A, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, &system->factor));
    PetscCall(MatMumpsSetIcntl(system->factor, ROOM, room));
    PetscCall(MatMumpsSetIcntl(system->factor, NULL_PIVOTS, 1));
    if (system->kept_count > 0) PetscCall(set_schur(system));
    PetscCall(MatFactorInfoInitialize(&info));
    /* No ordering: one given here would spoil the Schur complement without an error. */
    PetscCall(MatCholeskyFactorSymbolic(system->factor, system->A, NULL, &info));
    PetscCall(MatCholeskyFactorNumeric(system->factor, system->A, &info));
    PetscCall(MatFactorGetError(system->factor, error));
    PetscFunctionReturn(0);
}

static PetscErrorCode create(FeSystem *system) {
    MatFactorError error = MAT_FACTOR_OUTMEMORY;
    PetscInt null_pivots = 0;
    PetscFunctionBeginUser;
    for (int room = 40; error == MAT_FACTOR_OUTMEMORY && room < 1000; room *= 4)
        PetscCall(factorise(system, room, &error));
    if (error == MAT_FACTOR_OUTMEMORY) PetscCall(fe_code(fe_agree(error_memory())));
    PetscCall(MatMumpsGetInfog(system->factor, PIVOTS_FOUND, &null_pivots));
    if (error != MAT_FACTOR_NOERROR || null_pivots > 0) {
        system->outcome = FE_SINGULAR;
        PetscFunctionReturn(0);
    }
    PetscCall(MatViewFromOptions(system->factor, NULL, "-ksp_view"));
    if (system->kept_count == 0) PetscFunctionReturn(0);
    PetscCall(copy_schur(system));
    PetscCall(MatMumpsSetIcntl(system->factor, SCHUR_SOLVE, 0));
    PetscFunctionReturn(0);
}

static PetscErrorCode mumps_solve(FeSystem *system, Vec b, Vec x) {
    PetscFunctionBeginUser;
    PetscCall(MatSolve(system->factor, b, x));
    PetscFunctionReturn(0);
}

static PetscErrorCode destroy(FeSystem *system) {
    PetscFunctionBeginUser;
    PetscCall(MatDestroy(&system->factor));
    PetscFunctionReturn(0);
}

const FeSolver mumps_solver = {.name = "mumps", .create = create, .solve = mumps_solve, .destroy = destroy};
