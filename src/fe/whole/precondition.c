/* The preconditioner P of a set of states: A with the held dofs fixed, the stiffness against turning of
 * slipping nodes and that of an obstacle that yields, by multigrid. On the finest level the smoother takes
 * a node's dofs together: the stiffness against turning couples them strongly. */
#include "fe/whole/whole.h"

/* Stiffness against turning of a node, on the diagonal block of P. */
static PetscErrorCode add_turning(FeWhole *whole, int i) {
    const WholeNode *node = &whole->node[i];
    const PetscInt *row = whole->row + i * whole->dim + 1;
    const double *sign = whole->sign + i * whole->dim + 1;
    PetscScalar block[4];
    PetscFunctionBeginUser;
    for (int a = 0; a < 2; a++)
        for (int d = 0; d < 2; d++)
            block[2 * a + d] = node->turning * sign[a] * sign[d] * ((a == d) - node->t[a] * node->t[d]);
    PetscCall(MatSetValues(whole->P, 2, row, 2, row, block, ADD_VALUES));
    PetscFunctionReturn(0);
}

PetscErrorCode whole_fill(FeWhole *whole) {
    PetscInt first, end, count = 0, *rows;
    PetscFunctionBeginUser;
    PetscCall(MatCopy(whole->A, whole->P, SAME_NONZERO_PATTERN));
    PetscCall(MatGetOwnershipRange(whole->P, &first, &end));
    for (int i = 0; i < whole->n; i++) {
        const WholeNode *node = &whole->node[i];
        const PetscInt row = whole->row[i * whole->dim];
        if (row < first || row >= end) continue;
        if (node->state == CONDENSED_SLIP) PetscCall(add_turning(whole, i));
        if (node->yielding > 0) PetscCall(MatSetValue(whole->P, row, row, node->yielding, ADD_VALUES));
    }
    PetscCall(MatAssemblyBegin(whole->P, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(whole->P, MAT_FINAL_ASSEMBLY));
    PetscCall(PetscMalloc1((size_t)(whole->n * whole->dim) + 1, &rows));
    for (int j = 0; j < whole->n * whole->dim; j++)
        if (whole->held[j] && whole->row[j] >= first && whole->row[j] < end) rows[count++] = whole->row[j];
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
