/* One linear system of a set of states. With D the stiffness against turning, of the directions across t,
 *
 *   J: rows of A;  held dofs: x given;  slipping nodes: (A x)_t - mu t (A x)_n + D x_t;      P: the same without mu.
 */
#include "fe/whole/whole.h"

#include <math.h>

/* Rows of slipping nodes: out holds A x, x (NULL: no motion along t) what they slip by. Not collective. */
static PetscErrorCode slip_rows(const FeWhole *whole, Vec x, Vec out) {
    PetscInt first, end;
    const PetscScalar *from = NULL;
    PetscScalar *to;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(out, &first, &end));
    if (x) PetscCall(VecGetArrayRead(x, &from));
    PetscCall(VecGetArray(out, &to));
    for (int i = 0; i < whole->n; i++) {
        const WholeNode *node = &whole->node[i];
        const PetscInt *row = whole->row + i * whole->dim;
        const double *sign = whole->sign + i * whole->dim;
        if (node->state < CONDENSED_SLIP_MINUS || row[0] < first || row[0] >= end) continue;
        const double p = sign[0] * to[row[0] - first];
        double along = 0;
        for (int a = 1; x && a < whole->dim; a++) along += node->t[a - 1] * sign[a] * from[row[a] - first];
        for (int a = 1; a < whole->dim; a++) {
            const double own = x ? sign[a] * from[row[a] - first] : 0;
            to[row[a] - first] += sign[a] * (node->turning * (own - along * node->t[a - 1]) -
                                             whole->mu * p * node->t[a - 1]);
        }
    }
    PetscCall(VecRestoreArray(out, &to));
    if (x) PetscCall(VecRestoreArrayRead(x, &from));
    PetscFunctionReturn(0);
}

static PetscErrorCode multiply(Mat J, Vec x, Vec out) {
    FeWhole *whole;
    PetscInt first, end;
    const PetscScalar *from;
    PetscScalar *to;
    PetscFunctionBeginUser;
    PetscCall(MatShellGetContext(J, &whole));
    PetscCall(VecCopy(x, whole->work));
    PetscCall(whole_scatter(whole, whole->on, whole->held, whole->work));
    PetscCall(MatMult(whole->system->A, whole->work, out));
    PetscCall(slip_rows(whole, whole->work, out));
    PetscCall(VecGetOwnershipRange(x, &first, &end));
    PetscCall(VecGetArrayRead(x, &from));
    PetscCall(VecGetArray(out, &to));
    for (int j = 0; j < whole->n * whole->dim; j++) {
        const PetscInt row = whole->row[j] - first;
        if (whole->held[j] && row >= 0 && row < end - first) to[row] = whole->diagonal * from[row];
    }
    PetscCall(VecRestoreArray(out, &to));
    PetscCall(VecRestoreArrayRead(x, &from));
    PetscFunctionReturn(0);
}

static PetscErrorCode create_solver(FeWhole *whole) {
    PetscInt local, size;
    PetscReal threshold[] = {0.02}; /* a fifth fewer iterations than without */
    PC pc;
    PetscFunctionBeginUser;
    PetscCall(VecGetLocalSize(whole->u, &local));
    PetscCall(VecGetSize(whole->u, &size));
    PetscCall(MatCreateShell(PETSC_COMM_WORLD, local, local, size, size, whole, &whole->J));
    PetscCall(MatShellSetOperation(whole->J, MATOP_MULT, (void (*)(void))multiply));
    PetscCall(MatDuplicate(whole->system->A, MAT_COPY_VALUES, &whole->P));
    PetscCall(MatSetOption(whole->P, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
    PetscCall(MatSetOption(whole->P, MAT_KEEP_NONZERO_PATTERN, PETSC_TRUE));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &whole->ksp));
    PetscCall(KSPSetOptionsPrefix(whole->ksp, "whole_"));
    PetscCall(KSPSetType(whole->ksp, KSPGMRES));
    PetscCall(KSPGMRESSetRestart(whole->ksp, 60));
    PetscCall(KSPSetPCSide(whole->ksp, PC_RIGHT));
    PetscCall(KSPSetOperators(whole->ksp, whole->J, whole->P));
    PetscCall(fe_multigrid(whole->contact->body, whole->P, whole->ksp));
    PetscCall(KSPGetPC(whole->ksp, &pc));
    PetscCall(PCGAMGSetThreshold(pc, threshold, 1));
    PetscCall(KSPSetFromOptions(whole->ksp));
    PetscFunctionReturn(0);
}

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

/* Whether P was made for the present states; directions of slip may have turned since. */
static bool is_known(FeWhole *whole) {
    bool known = whole->known;
    for (int i = 0; i < whole->n; i++) {
        known = known && whole->built[i] == whole->node[i].state;
        whole->built[i] = whole->node[i].state;
    }
    whole->known = true;
    return known;
}

static PetscErrorCode fill_preconditioner(FeWhole *whole) {
    PetscInt first, end, count = 0, *rows;
    PetscFunctionBeginUser;
    if (is_known(whole)) PetscFunctionReturn(0);
    PetscCall(MatCopy(whole->system->A, whole->P, SAME_NONZERO_PATTERN));
    PetscCall(MatGetOwnershipRange(whole->P, &first, &end));
    for (int i = 0; whole->dim == 3 && i < whole->n; i++) {
        const PetscInt row = whole->row[i * whole->dim];
        if (whole->node[i].state == CONDENSED_SLIP && row >= first && row < end)
            PetscCall(add_turning(whole, i));
    }
    PetscCall(MatAssemblyBegin(whole->P, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(whole->P, MAT_FINAL_ASSEMBLY));
    PetscCall(PetscMalloc1((size_t)(whole->n * whole->dim) + 1, &rows));
    for (int j = 0; j < whole->n * whole->dim; j++)
        if (whole->held[j] && whole->row[j] >= first && whole->row[j] < end) rows[count++] = whole->row[j];
    PetscCall(MatZeroRowsColumns(whole->P, count, rows, whole->diagonal, NULL, NULL));
    PetscCall(PetscFree(rows));
    PetscCall(MatSetOption(whole->P, MAT_SPD, PETSC_TRUE));
    PetscCall(KSPSetOperators(whole->ksp, whole->J, whole->P));
    PetscFunctionReturn(0);
}

/* From rhs with the motions of held dofs in it to x. `on` is left 0. */
PetscErrorCode whole_solve(FeWhole *whole, double tolerance, int *iterations, bool *failed) {
    const int size = whole->n * whole->dim;
    KSPConvergedReason reason;
    PetscInt count;
    PetscFunctionBeginUser;
    if (!whole->ksp) PetscCall(create_solver(whole));
    PetscCall(fill_preconditioner(whole));
    PetscCall(VecSet(whole->work, 0));
    PetscCall(whole_gather(whole, whole->rhs, whole->on));
    PetscCall(whole_scatter(whole, whole->on, whole->held, whole->work));
    PetscCall(MatMult(whole->system->A, whole->work, whole->x));
    PetscCall(slip_rows(whole, NULL, whole->x));
    PetscCall(VecAXPY(whole->rhs, -1, whole->x));
    double *motion;
    PetscCall(PetscMalloc1((size_t)size + 1, &motion));
    for (int j = 0; j < size; j++) {
        motion[j] = whole->on[j];
        whole->on[j] = 0;
    }
    PetscCall(whole_scatter(whole, whole->on, whole->held, whole->rhs));
    PetscCall(KSPSetTolerances(whole->ksp, tolerance, PETSC_DEFAULT, PETSC_DEFAULT, 300));
    PetscCall(KSPSolve(whole->ksp, whole->rhs, whole->x));
    PetscCall(KSPGetIterationNumber(whole->ksp, &count));
    PetscCall(KSPGetConvergedReason(whole->ksp, &reason));
    *failed = reason < 0 && reason != KSP_DIVERGED_ITS; /* a rough step may still lead on */
    PetscCall(whole_scatter(whole, motion, whole->held, whole->x));
    PetscCall(PetscFree(motion));
    *iterations += count;
    PetscFunctionReturn(0);
}
