#include "fe/march/matrix_free.h"

#include "fe/start.h"

#include <math.h>
#include <string.h>

enum { RESTART = 40, MOST = 400 }; /* iterations of GMRES */

/* --- rows of the contact nodes of this rank --- */

/* The coordinates of a node in this rank's part of a vector y. */
static void take_node(const MatrixFree *m, int node, const PetscScalar *y, double *w) {
    const FeRows *rows = m->contact->rows;
    for (int j = node * m->dim; j < (node + 1) * m->dim; j++)
        *w++ = rows->sign[j] * y[rows->at[j] - m->first];
}

static void put_node(const MatrixFree *m, int node, const double *w, PetscScalar *y) {
    const FeRows *rows = m->contact->rows;
    for (int j = node * m->dim; j < (node + 1) * m->dim; j++)
        y[rows->at[j] - m->first] = rows->sign[j] * *w++;
}

/* --- the linear system of a set of rows --- */

/* Rows of the contact nodes: out holds A x and becomes what the rows make of it. */
static PetscErrorCode combine(const MatrixFree *m, Vec x, Vec out) {
    const PetscScalar *from;
    PetscScalar *to;
    PetscFunctionBeginUser;
    PetscCall(VecGetArrayRead(x, &from));
    PetscCall(VecGetArray(out, &to));
    for (int o = 0; o < m->own_count; o++) {
        double v[3], f[3], made[3];
        take_node(m, m->own[o], from, v);
        take_node(m, m->own[o], to, f);
        for (int i = 0; i < m->dim; i++) {
            const Row *row = &m->row[m->own[o] * m->dim + i];
            made[i] = 0;
            for (int a = 0; a < m->dim && !row->fixed; a++) made[i] += row->c[a] * f[a] + row->e[a] * v[a];
        }
        put_node(m, m->own[o], made, to);
    }
    PetscCall(VecRestoreArray(out, &to));
    PetscCall(VecRestoreArrayRead(x, &from));
    PetscFunctionReturn(0);
}

/* Zeros at the dofs that the rows hold, or keeps what `kept` has there. */
static PetscErrorCode set_held(const MatrixFree *m, Vec kept, Vec x) {
    const PetscScalar *from = NULL;
    PetscScalar *to;
    PetscFunctionBeginUser;
    if (kept) PetscCall(VecGetArrayRead(kept, &from));
    PetscCall(VecGetArray(x, &to));
    for (int o = 0; o < m->own_count; o++)
        for (int j = m->own[o] * m->dim; j < (m->own[o] + 1) * m->dim; j++) {
            const PetscInt at = m->contact->rows->at[j] - m->first;
            if (m->row[j].fixed) to[at] = from ? from[at] : 0;
        }
    PetscCall(VecRestoreArray(x, &to));
    if (kept) PetscCall(VecRestoreArrayRead(kept, &from));
    PetscFunctionReturn(0);
}

/* J x; held dofs are their own rows. */
static PetscErrorCode multiply(Mat J, Vec x, Vec out) {
    MatrixFree *m;
    PetscFunctionBeginUser;
    PetscCall(MatShellGetContext(J, &m));
    PetscCall(VecCopy(x, m->work));
    PetscCall(set_held(m, NULL, m->work));
    PetscCall(MatMult(m->system->A, m->work, out));
    PetscCall(combine(m, m->work, out));
    PetscCall(set_held(m, x, out));
    PetscFunctionReturn(0);
}

/* As if Khat were inverted, then (A + E)^-1 A at each contact node for the laws there. */
static PetscErrorCode precondition(PC shell, Vec x, Vec out) {
    MatrixFree *m;
    PC pc;
    PetscScalar *to;
    PetscFunctionBeginUser;
    PetscCall(PCShellGetContext(shell, &m));
    PetscCall(VecCopy(x, m->work));
    PetscCall(set_held(m, NULL, m->work));
    PetscCall(KSPGetPC(m->whole, &pc));
    PetscCall(PCApply(pc, m->work, out));
    PetscCall(VecGetArray(out, &to));
    for (int o = 0; o < m->own_count; o++) {
        const double *N = m->nodal + m->own[o] * m->dim * m->dim;
        double old[3], w[3] = {0};
        take_node(m, m->own[o], to, old);
        for (int i = 0; i < m->dim; i++)
            for (int j = 0; j < m->dim; j++) w[i] += N[i * m->dim + j] * old[j];
        put_node(m, m->own[o], w, to);
    }
    PetscCall(VecRestoreArray(out, &to));
    PetscCall(set_held(m, x, out));
    PetscFunctionReturn(0);
}

/* X <- A^-1 B for a small matrix, by elimination with rows exchanged. */
static void small_solve(int n, double A[3][3], double X[3][3]) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[pivot][k])) pivot = i;
        for (int j = 0; j < n; j++) {
            const double a = A[k][j], x = X[k][j];
            A[k][j] = A[pivot][j], A[pivot][j] = a;
            X[k][j] = X[pivot][j], X[pivot][j] = x;
        }
        for (int i = 0; i < n; i++) {
            const double part = i == k ? 0 : A[i][k] / A[k][k];
            for (int j = 0; j < n && part != 0; j++) A[i][j] -= part * A[k][j], X[i][j] -= part * X[k][j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) X[i][j] /= A[i][i];
}

/* (A + E)^-1 A on the free dofs of a node. */
static void make_nodal(MatrixFree *m, int node) {
    const double *block = m->block + node * m->dim * m->dim;
    const Row *row = m->row + node * m->dim;
    double A[3][3] = {{0}}, X[3][3] = {{0}}, *N = m->nodal + node * m->dim * m->dim;
    for (int i = 0; i < m->dim; i++)
        for (int j = 0; j < m->dim; j++) {
            const bool held = row[i].fixed || row[j].fixed;
            X[i][j] = held ? 0 : block[i * m->dim + j];
            A[i][j] = held ? (i == j) : X[i][j] + row[i].e[j];
        }
    small_solve(m->dim, A, X);
    for (int i = 0; i < m->dim; i++)
        for (int j = 0; j < m->dim; j++) N[i * m->dim + j] = X[i][j];
}

/* rest <- rhs - rows of V. */
static PetscErrorCode residual(MatrixFree *m, const StageRows *rows) {
    PetscScalar *rest;
    PetscFunctionBeginUser;
    PetscCall(MatMult(m->system->A, m->V, m->step));
    PetscCall(VecWAXPY(m->rest, -1, m->step, m->B));
    PetscCall(combine(m, m->V, m->step));
    const PetscScalar *made;
    PetscCall(VecGetArrayRead(m->step, &made));
    PetscCall(VecGetArray(m->rest, &rest));
    for (int o = 0; o < m->own_count; o++) {
        double w[3];
        take_node(m, m->own[o], made, w);
        for (int i = 0; i < m->dim; i++) {
            const int j = m->own[o] * m->dim + i;
            w[i] = rows->row[j].fixed ? 0 : rows->rhs[j] - w[i];
        }
        put_node(m, m->own[o], w, rest);
    }
    PetscCall(VecRestoreArray(m->rest, &rest));
    PetscCall(VecRestoreArrayRead(m->step, &made));
    PetscFunctionReturn(0);
}

/* Contact forces A V - B, velocities, and what is left elsewhere. */
static PetscErrorCode show(MatrixFree *m, double *x, double *f, ContactLeft *left) {
    const int size = m->n * m->dim;
    PetscReal whole, load;
    PetscFunctionBeginUser;
    PetscCall(MatMult(m->system->A, m->V, m->rest));
    PetscCall(VecNorm(m->rest, NORM_INFINITY, &left->scale));
    PetscCall(VecNorm(m->B, NORM_INFINITY, &load));
    left->scale = fmax(left->scale, load);
    PetscCall(VecAXPY(m->rest, -1, m->B));
    PetscCall(fe_rows_gather(m->contact->rows, m->rest, f));
    PetscCall(fe_rows_gather(m->contact->rows, m->V, x));
    memset(m->numbers, 0, (size_t)size * sizeof *m->numbers);
    PetscCall(fe_rows_scatter(m->contact->rows, m->numbers, NULL, m->rest));
    PetscCall(VecNorm(m->rest, NORM_INFINITY, &left->force));
    PetscCall(VecNorm(m->rest, NORM_2, &whole));
    if (!isfinite(whole)) left->force = INFINITY; /* the largest of numbers would not see it */
    PetscFunctionReturn(0);
}

static PetscErrorCode solve_rows(MatrixFree *m, const StageRows *rows, double *x, double *f,
                                 ContactLeft *left) {
    PetscReal size;
    PetscInt iterations;
    PetscFunctionBeginUser;
    m->row = rows->row;
    for (int j = 0; j < m->n * m->dim; j++)
        if (rows->row[j].fixed) x[j] = rows->rhs[j];
    PetscCall(fe_rows_scatter(m->contact->rows, x, NULL, m->V));
    PetscCall(residual(m, rows));
    PetscCall(VecNorm(m->rest, NORM_2, &size));
    if (!isfinite(size)) { /* from NaN nothing leads back */
        PetscCall(VecSet(m->V, 0));
        PetscCall(fe_rows_scatter(m->contact->rows, x, NULL, m->V));
        PetscCall(residual(m, rows));
        PetscCall(VecNorm(m->rest, NORM_2, &size));
    }
    if (size > rows->enough && isfinite(size)) {
        for (int o = 0; o < m->own_count; o++) make_nodal(m, m->own[o]);
        PetscCall(KSPSetTolerances(m->rows, rows->reduce, rows->enough, PETSC_DEFAULT, MOST));
        PetscCall(VecSet(m->step, 0));
        PetscCall(KSPSolve(m->rows, m->rest, m->step));
        PetscCall(KSPGetIterationNumber(m->rows, &iterations));
        m->iterations += iterations;
        PetscCall(VecAXPY(m->V, 1, m->step));
    }
    PetscCall(show(m, x, f, left));
    PetscFunctionReturn(0);
}

static JudderErr matrix_free_solve(void *of, const StageRows *rows, double *x, double *f, ContactLeft *left) {
    return fe_error(solve_rows(of, rows, x, f, left));
}

/* --- the number of uniqueness (BD-6), the judge --- */

static PetscErrorCode spread_forces(MatrixFree *m, const double *r, double *v) {
    const int tangents = m->dim - 1;
    PetscFunctionBeginUser;
    for (int k = 0; k < m->n; k++) {
        m->numbers[k * m->dim] = 0;
        for (int a = 0; a < tangents; a++) m->numbers[k * m->dim + 1 + a] = r[k * tangents + a];
    }
    PetscCall(VecSet(m->rest, 0));
    PetscCall(fe_rows_scatter(m->contact->rows, m->numbers, NULL, m->rest));
    PetscCall(KSPSolve(m->whole, m->rest, m->step));
    PetscCall(fe_rows_gather(m->contact->rows, m->step, m->numbers));
    for (int k = 0; k < m->n; k++)
        for (int a = 0; a < tangents; a++) v[k * tangents + a] = m->numbers[k * m->dim + 1 + a];
    PetscFunctionReturn(0);
}

static JudderErr spread(void *of, const double *r, double *v) {
    return fe_error(spread_forces(of, r, v));
}

static PetscErrorCode balance(MatrixFree *m, const double *v, const double *r, double *worst, double *scale) {
    PetscReal load, force, whole;
    PetscFunctionBeginUser;
    PetscCall(VecCopy(m->V, m->work));
    PetscCall(fe_rows_scatter(m->contact->rows, v, NULL, m->work));
    PetscCall(MatMult(m->system->A, m->work, m->rest));
    PetscCall(VecNorm(m->rest, NORM_INFINITY, &force));
    PetscCall(VecNorm(m->B, NORM_INFINITY, &load));
    PetscCall(VecAXPY(m->rest, -1, m->B));
    PetscCall(VecSet(m->step, 0));
    PetscCall(fe_rows_scatter(m->contact->rows, r, NULL, m->step));
    PetscCall(VecAXPY(m->rest, -1, m->step));
    PetscCall(VecNorm(m->rest, NORM_INFINITY, worst));
    PetscCall(VecNorm(m->rest, NORM_2, &whole));
    if (!isfinite(whole)) *worst = INFINITY;
    *scale = fmax(load, force);
    for (int j = 0; j < m->n * m->dim; j++) *scale = fmax(*scale, fabs(r[j]));
    PetscFunctionReturn(0);
}

static void judge(void *of, const double *v, const double *r, double *worst, double *scale) {
    if (fe_error(balance(of, v, r, worst, scale)) != JUDDER_OK) *worst = INFINITY;
}

PetscErrorCode matrix_free_connect(MatrixFree *m) {
    PC shell;
    PetscInt local, size;
    PetscFunctionBeginUser;
    m->op.of = m;
    m->op.solve = matrix_free_solve;
    m->op.spread = spread;
    m->op.judge = judge;
    PetscCall(VecGetLocalSize(m->V, &local));
    PetscCall(VecGetSize(m->V, &size));
    PetscCall(MatCreateShell(PETSC_COMM_WORLD, local, local, size, size, m, &m->J));
    PetscCall(MatShellSetOperation(m->J, MATOP_MULT, (void (*)(void))multiply));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &m->rows));
    PetscCall(KSPSetOperators(m->rows, m->J, m->J));
    PetscCall(KSPSetType(m->rows, KSPGMRES));
    PetscCall(KSPGMRESSetRestart(m->rows, RESTART));
    PetscCall(KSPSetPCSide(m->rows, PC_RIGHT));
    PetscCall(KSPGetPC(m->rows, &shell));
    PetscCall(PCSetType(shell, PCSHELL));
    PetscCall(PCShellSetContext(shell, m));
    PetscCall(PCShellSetApply(shell, precondition));
    PetscFunctionReturn(0);
}
