/* What a system does with loads (BD-3): condense, f = b_s - A_si A_ii^-1 b_i; expand, A_ii u_i = b_i - A_is
 * u_s. */
#include "fe/body/field.h"
#include "fe/start.h"
#include "fe/system/system.h"

#include <stdlib.h>
#include <string.h>

/* v <- T v, or T' v. */
static PetscErrorCode turn(const FeSystem *system, bool transposed, Vec v) {
    PetscFunctionBeginUser;
    if (!system->T) PetscFunctionReturn(0);
    PetscCall((transposed ? MatMultTranspose : MatMult)(system->T, v, system->turned));
    PetscCall(VecCopy(system->turned, v));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_system_coordinates(const FeSystem *system, Vec u, Vec y) {
    return system->inverse ? MatMult(system->inverse, u, y) : VecCopy(u, y);
}

PetscErrorCode fe_system_load(FeSystem *system, FeLoad load, Vec b) {
    PetscFunctionBeginUser;
    PetscCall(VecSet(b, 0));
    if (load.given) {
        PetscCall(VecCopy(load.given, system->x));
        PetscCall(fe_vector_clear(system->body, true, system->x));
        PetscCall(turn(system, false, system->x));
        PetscCall(fe_apply(system->body, system->of, system->x, b));
        PetscCall(VecScale(b, -1));
    }
    if (load.force) PetscCall(VecAXPY(b, 1, load.force));
    PetscCall(turn(system, true, b));
    PetscCall(fe_vector_clear(system->body, false, b));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_system_field(FeSystem *system, Vec y, Vec given, Vec u) {
    PetscFunctionBeginUser;
    if (y != u) PetscCall(VecCopy(y, u));
    if (given) {
        PetscCall(VecCopy(given, system->x));
        PetscCall(fe_vector_clear(system->body, true, system->x));
        PetscCall(VecAXPY(u, 1, system->x));
    }
    PetscCall(turn(system, false, u));
    PetscFunctionReturn(0);
}

/* Sets the kept dofs of a vector: to values that every rank has, or to zero. */
static PetscErrorCode set_kept(const FeSystem *system, const double *values, Vec vector) {
    PetscInt first, end;
    PetscScalar *own;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(vector, &first, &end));
    PetscCall(VecGetArray(vector, &own));
    for (int k = 0; k < system->kept_count; k++)
        if (system->kept[k] >= first && system->kept[k] < end)
            own[system->kept[k] - first] = values ? values[k] : 0;
    PetscCall(VecRestoreArray(vector, &own));
    PetscFunctionReturn(0);
}

/* The kept dofs of a vector to every rank. */
static PetscErrorCode get_kept(const FeSystem *system, Vec vector, double *values) {
    PetscInt first, end;
    const PetscScalar *own;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(vector, &first, &end));
    PetscCall(VecGetArrayRead(vector, &own));
    for (int k = 0; k < system->kept_count; k++)
        values[k] = system->kept[k] >= first && system->kept[k] < end ? own[system->kept[k] - first] : 0;
    PetscCall(VecRestoreArrayRead(vector, &own));
    PetscCallMPI(
        MPI_Allreduce(MPI_IN_PLACE, values, system->kept_count, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* x = A_ii^-1 b_i; what a solver leaves at the kept dofs is not part of the solution. */
static PetscErrorCode solve_interior(FeSystem *system, Vec b, Vec x) {
    PetscFunctionBeginUser;
    PetscCall(system->solver->solve(system, b, x));
    PetscCall(set_kept(system, NULL, x));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_system_condense(FeSystem *system, FeLoad load, double *g) {
    PetscFunctionBeginUser;
    PetscCall(fe_system_load(system, load, system->b));
    PetscCall(VecCopy(system->b, system->y));
    PetscCall(set_kept(system, NULL, system->b));
    PetscCall(solve_interior(system, system->b, system->x));
    PetscCall(MatMult(system->A, system->x, system->b));
    PetscCall(VecAYPX(system->b, -1, system->y));
    PetscCall(get_kept(system, system->b, system->on_kept));
    if (g && system->kept_count > 0) fe_rows_take(system->rows, system->on_kept, g);
    PetscFunctionReturn(0);
}

/* Coordinates of the rows, known to the first rank, to the kept dofs there. */
static const double *give(const FeSystem *system, const double *w) {
    memset(system->on_kept, 0, (size_t)system->kept_count * sizeof *system->on_kept);
    if (w) fe_rows_give(system->rows, w, system->on_kept);
    return system->on_kept;
}

PetscErrorCode fe_system_expand(FeSystem *system, FeLoad load, const double *w, Vec u) {
    PetscFunctionBeginUser;
    if (system->kept_count > 0) give(system, fe_rank() == 0 ? w : NULL);
    PetscCallMPI(MPI_Bcast(system->on_kept, system->kept_count, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscCall(fe_system_load(system, load, system->b));
    PetscCall(VecSet(system->x, 0));
    PetscCall(set_kept(system, system->on_kept, system->x));
    PetscCall(MatMult(system->A, system->x, system->y));
    PetscCall(VecAXPY(system->b, -1, system->y));
    PetscCall(set_kept(system, NULL, system->b));
    PetscCall(solve_interior(system, system->b, system->y));
    PetscCall(set_kept(system, system->on_kept, system->y));
    PetscCall(fe_system_field(system, system->y, load.given, u));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_system_forward(FeSystem *system, FeLoad load, double *g) {
    PetscFunctionBeginUser;
    if (!system->solver->forward) {
        PetscCall(fe_system_condense(system, load, g));
        PetscFunctionReturn(0);
    }
    PetscCall(fe_system_load(system, load, system->b));
    PetscCall(system->solver->forward(system, system->b, system->on_kept));
    if (g) fe_rows_take(system->rows, system->on_kept, g);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_system_back(FeSystem *system, FeLoad load, const double *w, Vec u) {
    PetscFunctionBeginUser;
    if (!system->solver->back) {
        PetscCall(fe_system_expand(system, load, w, u));
        PetscFunctionReturn(0);
    }
    PetscCall(system->solver->back(system, give(system, w), u));
    PetscCall(fe_system_field(system, u, load.given, u));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_schur_by_columns(FeSystem *system) {
    const int count = system->kept_count;
    double *column, *part;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc2((size_t)count + 1, &column, (size_t)count + 1, &part));
    for (int j = 0; j < count; j++) {
        column[j] = 1;
        PetscCall(VecSet(system->x, 0));
        PetscCall(set_kept(system, column, system->x));
        PetscCall(MatMult(system->A, system->x, system->b));
        PetscCall(VecCopy(system->b, system->y));
        PetscCall(set_kept(system, NULL, system->b));
        PetscCall(solve_interior(system, system->b, system->x));
        PetscCall(MatMult(system->A, system->x, system->b));
        PetscCall(VecAXPY(system->y, -1, system->b));
        PetscCall(get_kept(system, system->y, part));
        for (int i = 0; system->S && i < count; i++) system->S[(long)i * count + j] = part[i];
        column[j] = 0;
    }
    PetscCall(PetscFree2(column, part));
    PetscFunctionReturn(0);
}
