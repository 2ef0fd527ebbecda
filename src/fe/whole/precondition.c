/* The preconditioner P of a set of rows: A with the held dofs fixed, the stiffness against turning of
 * slipping nodes and that of an obstacle that yields, by multigrid. On the finest level the smoother takes
 * a node's dofs together: the stiffness against turning couples them strongly. */
#include "fe/whole/whole.h"

/* What the contact adds to a row: stiffness against turning, or that of an obstacle that yields. */
static PetscErrorCode add_stiffness(FeWhole *whole, int j) {
    const Row *law = &whole->law[j];
    const int first = j / whole->dim * whole->dim;
    PetscFunctionBeginUser;
    for (int a = 0; a < whole->dim && !law->fixed; a++)
        if (law->e[a] != 0)
            PetscCall(MatSetValue(whole->P, whole->row[j], whole->row[first + a],
                                  whole->sign[j] * whole->sign[first + a] * law->e[a], ADD_VALUES));
    PetscFunctionReturn(0);
}

PetscErrorCode whole_fill(FeWhole *whole) {
    PetscInt first, end, count = 0, *rows;
    PetscFunctionBeginUser;
    PetscCall(MatCopy(whole->A, whole->P, SAME_NONZERO_PATTERN));
    PetscCall(MatGetOwnershipRange(whole->P, &first, &end));
    for (int j = 0; j < whole->n * whole->dim; j++)
        if (whole->row[j] >= first && whole->row[j] < end) PetscCall(add_stiffness(whole, j));
    PetscCall(MatAssemblyBegin(whole->P, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(whole->P, MAT_FINAL_ASSEMBLY));
    PetscCall(PetscMalloc1((size_t)(whole->n * whole->dim) + 1, &rows));
    for (int j = 0; j < whole->n * whole->dim; j++)
        if (whole->law[j].fixed && whole->row[j] >= first && whole->row[j] < end)
            rows[count++] = whole->row[j];
    PetscCall(MatZeroRowsColumns(whole->P, count, rows, whole->diagonal, NULL, NULL));
    PetscCall(PetscFree(rows));
    PetscCall(MatSetOption(whole->P, MAT_SPD, PETSC_TRUE));
    PetscFunctionReturn(0);
}

static PetscErrorCode create(FeWhole *whole) {
    PetscReal threshold[] = {0.02}; /* a fifth fewer iterations than without */
    PC pc;
    PetscFunctionBeginUser;
    PetscCall(whole_create_solver(whole));
    PetscCall(MatDuplicate(whole->A, MAT_COPY_VALUES, &whole->P));
    PetscCall(MatSetOption(whole->P, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
    PetscCall(MatSetOption(whole->P, MAT_KEEP_NONZERO_PATTERN, PETSC_TRUE));
    PetscCall(KSPSetOperators(whole->ksp, whole->J, whole->P));
    PetscCall(fe_multigrid(whole->system, whole->P, whole->ksp));
    PetscCall(KSPGetPC(whole->ksp, &pc));
    PetscCall(PCSetUseAmat(pc, PETSC_FALSE)); /* its friction spoils the smoother */
    PetscCall(PCGAMGSetThreshold(pc, threshold, 1));
    PetscCall(PCGAMGSetReuseInterpolation(pc, PETSC_FALSE));
    PetscCall(KSPSetInitialGuessNonzero(whole->ksp, PETSC_TRUE));
    PetscCall(KSPSetFromOptions(whole->ksp));
    PetscFunctionReturn(0);
}

static PetscErrorCode smooth_by_nodes(PC pc) {
    PetscInt levels;
    KSP smoother;
    PC inner;
    PetscFunctionBeginUser;
    PetscCall(PCMGGetLevels(pc, &levels));
    PetscCall(PCMGGetSmoother(pc, levels - 1, &smoother));
    PetscCall(KSPGetPC(smoother, &inner));
    PetscCall(PCSetType(inner, PCPBJACOBI));
    PetscCall(KSPChebyshevEstEigSet(smoother, 0, 0.1, 0, 1.1));
    PetscCall(KSPSetUp(smoother));
    PetscFunctionReturn(0);
}

PetscErrorCode whole_precondition(FeWhole *whole) {
    PC pc;
    PetscFunctionBeginUser;
    if (!whole->made) PetscCall(create(whole));
    PetscCall(whole_fill(whole));
    PetscCall(KSPSetReusePreconditioner(whole->ksp, PETSC_FALSE));
    PetscCall(KSPSetOperators(whole->ksp, whole->J, whole->P));
    PetscCall(KSPSetUp(whole->ksp));
    PetscCall(KSPGetPC(whole->ksp, &pc));
    if (whole->dim == 3) PetscCall(smooth_by_nodes(pc));
    PetscCall(KSPSetReusePreconditioner(whole->ksp, PETSC_TRUE));
    whole->made = true;
    whole->rate = 0;
    PetscFunctionReturn(0);
}
