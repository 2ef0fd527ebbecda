/* One linear system of a set of states. With D the stiffness against turning, of the directions across t,
 *
 *   J: rows of A;  held dofs: x given;  slipping nodes: (A x)_t - mu t (A x)_n + D x_t;
 *      normals on an obstacle that yields: (A x)_n + its stiffness x_n
 *   P: the same without mu (precondition.c)
 */
#include "fe/whole/whole.h"

#include <math.h>

/* Iterations allowed with a P just made, and with one of other states. */
enum { MOST = 300, MOST_AGED = 25 };
/* P is made anew when an iteration gains less than this part of what it gained first. */
static const double WORN = 0.4;

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
                                             whole->mu[i] * p * node->t[a - 1]);
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
    PetscCall(MatMult(whole->A, whole->work, out));
    PetscCall(slip_rows(whole, whole->work, out));
    PetscCall(VecGetOwnershipRange(x, &first, &end));
    PetscCall(VecGetArrayRead(x, &from));
    PetscCall(VecGetArray(out, &to));
    for (int j = 0; j < whole->n * whole->dim; j++) {
        const PetscInt row = whole->row[j] - first;
        if (row < 0 || row >= end - first) continue;
        if (j % whole->dim == 0) to[row] += whole->node[j / whole->dim].yielding * from[row];
        if (whole->held[j]) to[row] = whole->diagonal * from[row];
    }
    PetscCall(VecRestoreArray(out, &to));
    PetscCall(VecRestoreArrayRead(x, &from));
    PetscFunctionReturn(0);
}

PetscErrorCode whole_create_solver(FeWhole *whole) {
    PetscInt local, size;
    PetscFunctionBeginUser;
    PetscCall(VecGetLocalSize(whole->u, &local));
    PetscCall(VecGetSize(whole->u, &size));
    PetscCall(MatCreateShell(PETSC_COMM_WORLD, local, local, size, size, whole, &whole->J));
    PetscCall(MatShellSetOperation(whole->J, MATOP_MULT, (void (*)(void))multiply));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &whole->ksp));
    PetscCall(KSPSetOptionsPrefix(whole->ksp, "whole_"));
    PetscCall(KSPSetType(whole->ksp, KSPGMRES));
    PetscCall(KSPGMRESSetRestart(whole->ksp, MOST_AGED));
    PetscCall(KSPSetPCSide(whole->ksp, PC_RIGHT));
    PetscFunctionReturn(0);
}

/* The motions of held dofs, taken from rhs, whose rows become 0; what they cause goes to the right side. */
static PetscErrorCode move_held(FeWhole *whole) {
    const int size = whole->n * whole->dim;
    double *motion = whole->held_motion;
    PetscFunctionBeginUser;
    PetscCall(VecSet(whole->work, 0));
    PetscCall(whole_gather(whole, whole->rhs, motion));
    PetscCall(whole_scatter(whole, motion, whole->held, whole->work));
    PetscCall(MatMult(whole->A, whole->work, whole->x));
    PetscCall(slip_rows(whole, NULL, whole->x));
    PetscCall(VecAXPY(whole->rhs, -1, whole->x));
    for (int j = 0; j < size; j++) whole->on[j] = 0;
    PetscCall(whole_scatter(whole, whole->on, whole->held, whole->rhs));
    PetscFunctionReturn(0);
}

/* Iterates on x with the P that is there, from a residual of that size, which becomes what is left; `rate`:
 * digits that an iteration gained. */
static PetscErrorCode iterate(FeWhole *whole, double target, double *left, double *rate, int *iterations) {
    const double begun = *left;
    PetscInt count;
    PetscFunctionBeginUser;
    PetscCall(KSPSetTolerances(whole->ksp, 1e-14, target, PETSC_DEFAULT, whole->rate > 0 ? MOST_AGED : MOST));
    PetscCall(KSPSolve(whole->ksp, whole->rhs, whole->x));
    PetscCall(KSPGetIterationNumber(whole->ksp, &count));
    PetscCall(KSPGetResidualNorm(whole->ksp, left));
    *rate = count > 0 && *left > 0 && *left < begun ? log10(begun / *left) / (double)count : 0;
    *iterations += count;
    PetscFunctionReturn(0);
}

/* With the P that is there; if that is worn out, with one of the present states. */
static PetscErrorCode solve(FeWhole *whole, double tolerance, int *iterations, bool *failed) {
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    double size, left, rate = 0;
    PetscFunctionBeginUser;
    PetscCall(VecNorm(whole->rhs, NORM_2, &size));
    PetscCall(VecSet(whole->x, 0));
    *failed = !isfinite(size);
    left = size;
    for (int attempt = 0; attempt < 2 && !*failed; attempt++) {
        const bool fresh = !whole->made || whole->stale || attempt > 0;
        if (fresh)
            PetscCall(whole_precondition(whole));
        else
            PetscCall(whole_fill(whole));
        PetscCall(iterate(whole, tolerance * size, &left, &rate, iterations));
        PetscCall(KSPGetConvergedReason(whole->ksp, &reason));
        if (fresh) whole->rate = rate;
        whole->stale = rate < WORN * whole->rate;
        if (fresh || reason > 0) break;
    }
    *failed = *failed || (reason < 0 && reason != KSP_DIVERGED_ITS); /* a rough step may still lead on */
    PetscFunctionReturn(0);
}

PetscErrorCode whole_solve(FeWhole *whole, double tolerance, int *iterations, bool *failed) {
    PetscFunctionBeginUser;
    PetscCall(move_held(whole));
    PetscCall(solve(whole, tolerance, iterations, failed));
    PetscCall(whole_scatter(whole, whole->held_motion, whole->held, whole->x));
    PetscFunctionReturn(0);
}
