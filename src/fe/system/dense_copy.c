/* Dense copies of the matrices on chosen dofs. */
#include "fe/start.h"
#include "fe/system/system.h"

#include <string.h>

/* Adds factor times this rank's rows of the matrix; position[row] - 1 is the place of a row in the copy. */
static PetscErrorCode add_rows(Mat from, double factor, const int *position, int count, double *A) {
    PetscInt first, end, entries;
    const PetscInt *columns;
    const PetscScalar *values;
    PetscFunctionBeginUser;
    if (!from || factor == 0) PetscFunctionReturn(0);
    PetscCall(MatGetOwnershipRange(from, &first, &end));
    for (PetscInt row = first; row < end; row++) {
        if (!position[row]) continue;
        PetscCall(MatGetRow(from, row, &entries, &columns, &values));
        for (PetscInt k = 0; k < entries; k++)
            if (position[columns[k]])
                A[(long)(position[row] - 1) * count + position[columns[k]] - 1] += factor * values[k];
        PetscCall(MatRestoreRow(from, row, &entries, &columns, &values));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode add_diagonal(const FeBody *body, double factor, const int *position, int count,
                                   double *A) {
    PetscInt first, end;
    const PetscScalar *values;
    PetscFunctionBeginUser;
    if (!body->lumped) PetscFunctionReturn(0);
    PetscCall(VecGetOwnershipRange(body->lumped, &first, &end));
    PetscCall(VecGetArrayRead(body->lumped, &values));
    for (PetscInt row = first; row < end; row++)
        if (position[row]) A[(long)(position[row] - 1) * (count + 1)] += factor * values[row - first];
    PetscCall(VecRestoreArrayRead(body->lumped, &values));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_dense(const FeBody *body, FeCombination of, const FeDof *dof, int count, double *A) {
    int *position;
    double *part;
    const size_t size = (size_t)count * (size_t)count;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc2((size_t)(body->numbering->unknowns * body->dim), &position, size + 1, &part));
    for (int k = 0; k < count; k++)
        if (fe_row(body, dof[k]) >= 0) position[fe_row(body, dof[k])] = k + 1;
    PetscCall(add_rows(body->K, of.stiffness, position, count, part));
    PetscCall(add_rows(body->M, of.mass, position, count, part));
    PetscCall(add_rows(body->C, of.damping, position, count, part));
    PetscCall(add_diagonal(body, of.mass, position, count, part));
    for (int i = 0; i < count; i++)
        PetscCallMPI(MPI_Reduce(part + (long)i * count, A ? A + (long)i * count : NULL, count, MPI_DOUBLE,
                                MPI_SUM, 0, PETSC_COMM_WORLD));
    PetscCall(PetscFree2(position, part));
    PetscFunctionReturn(0);
}
