/* One linear system of a set of rows:
 *
 *   J: rows of A;  held dofs: x given;  other contact dofs: c (A x) + e x of their node, c = 1 at the dof
 *   P: the same with nothing else in c (precondition.c)
 */
#include "fe/whole/whole.h"

#include <math.h>

/* Iterations allowed with a P just made, and with one of other rows. */
enum { MOST = 300, MOST_AGED = 25 };
/* P is made anew when an iteration gains less than this part of what it gained first. */
static const double WORN = 0.4;

/* Rows of contact dofs: out holds A x and becomes what they make of it; held ones are a multiple of x. Not
 * collective. */
static PetscErrorCode combine(const FeWhole *whole, Vec x, Vec out) {
    const int dim = whole->dim;
    PetscInt first, end;
    const PetscScalar *from;
    PetscScalar *to;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(out, &first, &end));
    PetscCall(VecGetArrayRead(x, &from));
    PetscCall(VecGetArray(out, &to));
    for (int i = 0; i < whole->n; i++) {
        const PetscInt *row = whole->row + i * dim;
        const double *sign = whole->sign + i * dim;
        double v[3], f[3];
        if (row[0] < first || row[0] >= end) continue;
        for (int a = 0; a < dim; a++) {
            v[a] = sign[a] * from[row[a] - first];
            f[a] = sign[a] * to[row[a] - first];
        }
        for (int a = 0; a < dim; a++) {
            const Row *law = &whole->law[i * dim + a];
            double made = law->fixed ? whole->diagonal * v[a] : 0;
            for (int d = 0; d < dim && !law->fixed; d++) made += law->c[d] * f[d] + law->e[d] * v[d];
            to[row[a] - first] = sign[a] * made;
        }
    }
    PetscCall(VecRestoreArray(out, &to));
    PetscCall(VecRestoreArrayRead(x, &from));
    PetscFunctionReturn(0);
}

static PetscErrorCode multiply(Mat J, Vec x, Vec out) {
    FeWhole *whole;
    PetscFunctionBeginUser;
    PetscCall(MatShellGetContext(J, &whole));
    PetscCall(VecCopy(x, whole->work));
    PetscCall(whole_scatter(whole, NULL, true, whole->work));
    PetscCall(MatMult(whole->A, whole->work, out));
    PetscCall(combine(whole, x, out));
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

/* The right side: forces left inside, that of the rows, without what the motions of held dofs cause. */
static PetscErrorCode make_right_side(FeWhole *whole) {
    PetscFunctionBeginUser;
    PetscCall(VecSet(whole->work, 0));
    PetscCall(whole_scatter(whole, whole->law_b, true, whole->work));
    PetscCall(MatMult(whole->A, whole->work, whole->x));
    PetscCall(combine(whole, whole->work, whole->x));
    PetscCall(VecCopy(whole->rest, whole->rhs));
    PetscCall(whole_scatter(whole, whole->law_b, false, whole->rhs));
    PetscCall(VecAXPY(whole->rhs, -1, whole->x));
    PetscCall(whole_scatter(whole, NULL, true, whole->rhs));
    PetscFunctionReturn(0);
}

/* Iterates on x with the P that is there, from a residual of that size, which becomes what is left; `rate`:
 * digits that an iteration gained. */
static PetscErrorCode iterate(FeWhole *whole, double target, double *left, double *rate) {
    const double begun = *left;
    PetscInt count;
    PetscFunctionBeginUser;
    PetscCall(KSPSetTolerances(whole->ksp, 1e-14, target, PETSC_DEFAULT, whole->rate > 0 ? MOST_AGED : MOST));
    PetscCall(KSPSolve(whole->ksp, whole->rhs, whole->x));
    PetscCall(KSPGetIterationNumber(whole->ksp, &count));
    PetscCall(KSPGetResidualNorm(whole->ksp, left));
    *rate = count > 0 && *left > 0 && *left < begun ? log10(begun / *left) / (double)count : 0;
    PetscCall(PetscInfo(whole->ksp, "%d iterations from %g to %g\n", (int)count, begun, *left));
    PetscFunctionReturn(0);
}

/* With the P that is there; if that is worn out, with one of the present rows. */
static PetscErrorCode whole_solve_rows(FeWhole *whole, double tolerance, bool *failed) {
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
        PetscCall(iterate(whole, tolerance * size, &left, &rate));
        PetscCall(KSPGetConvergedReason(whole->ksp, &reason));
        if (fresh) whole->rate = rate;
        whole->stale = rate < WORN * whole->rate;
        if (fresh || reason > 0) break;
    }
    *failed = *failed || (reason < 0 && reason != KSP_DIVERGED_ITS); /* a rough step may still lead on */
    PetscFunctionReturn(0);
}

PetscErrorCode whole_solve(FeWhole *whole, double tolerance, bool *failed) {
    PetscFunctionBeginUser;
    PetscCall(make_right_side(whole));
    PetscCall(whole_solve_rows(whole, tolerance, failed));
    PetscCall(whole_scatter(whole, whole->law_b, true, whole->x));
    PetscFunctionReturn(0);
}
