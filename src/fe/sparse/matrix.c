#include "fe/sparse/matrix.h"

#include "fe/start.h"

/* Room for each own row: entries in the block of this rank, and outside; places given twice
 * are counted twice. */
static void count_entries(const FeTriplets *t, PetscInt first, PetscInt own, PetscInt *inside,
                          PetscInt *outside) {
    for (PetscInt i = 0; i < own; i++) inside[i] = 1, outside[i] = 0;
    for (size_t k = 0; k < t->count; k++) {
        const PetscInt i = t->row[k] - first;
        if (i < 0 || i >= own) continue;
        if (t->column[k] >= first && t->column[k] < first + own)
            inside[i]++;
        else
            outside[i]++;
    }
    for (PetscInt i = 0; i < own; i++) {
        if (inside[i] > own) inside[i] = own;
        if (outside[i] > t->n - own) outside[i] = t->n - own;
    }
}

PetscErrorCode fe_matrix_create(const FeTriplets *triplets, Mat *A) {
    const FeTriplets *t = triplets;
    PetscInt own = PETSC_DECIDE, all = t->n, first = 0, *inside, *outside;
    PetscFunctionBeginUser;
    PetscCall(PetscSplitOwnership(PETSC_COMM_WORLD, &own, &all));
    PetscCallMPI(MPI_Scan(&own, &first, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD));
    first -= own;
    PetscCall(PetscMalloc2((size_t)own + 1, &inside, (size_t)own + 1, &outside));
    count_entries(t, first, own, inside, outside);
    PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, own, own, all, all, 0, inside, 0, outside, A));
    PetscCall(PetscFree2(inside, outside));
    for (PetscInt i = first; i < first + own; i++) PetscCall(MatSetValue(*A, i, i, 0, ADD_VALUES));
    for (size_t k = 0; k < t->count; k++)
        if (t->row[k] >= first && t->row[k] < first + own)
            PetscCall(MatSetValue(*A, t->row[k], t->column[k], t->value[k], ADD_VALUES));
    PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_vector_gather(Vec v, double *to) {
    VecScatter scatter;
    Vec all;
    const PetscScalar *values;
    PetscInt count;
    PetscFunctionBeginUser;
    PetscCall(VecScatterCreateToZero(v, &scatter, &all));
    PetscCall(VecScatterBegin(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecGetLocalSize(all, &count));
    PetscCall(VecGetArrayRead(all, &values));
    if (fe_rank() == 0) PetscCall(PetscArraycpy(to, values, count));
    PetscCall(VecRestoreArrayRead(all, &values));
    PetscCall(VecScatterDestroy(&scatter));
    PetscCall(VecDestroy(&all));
    PetscFunctionReturn(0);
}
