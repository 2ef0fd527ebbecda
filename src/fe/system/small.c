/* Small systems on one rank, solved thousands of times: PETSc's own Cholesky of A_ii, which has no cost of
 * its own per solve, and Y = A_ii^-1 A_is kept, so that a solve in two halves is x = A_ii^-1 b_i, g = b_s
 * - A_si x; u_i = x - Y u_s (BD-3). */
#include "fe/body/field.h"
#include "fe/start.h"
#include "fe/system/system.h"

enum { MOST_DOFS = 20000, MOST_NUMBERS = 4000000 };

typedef struct Small {
    Mat factor, Y;
    Vec x, work, kept;
} Small;

bool fe_small_may(const FeBody *body, int kept) {
    PetscMPIInt ranks = 1;
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    const long dofs = (long)body->numbering->unknowns * body->dim;
    return ranks == 1 && dofs <= MOST_DOFS && dofs * kept <= MOST_NUMBERS;
}

static PetscErrorCode destroy(FeSystem *system) {
    Small *s = system->halves;
    PetscFunctionBeginUser;
    if (!s) PetscFunctionReturn(0);
    system->halves = NULL;
    PetscCall(MatDestroy(&s->factor));
    PetscCall(MatDestroy(&s->Y));
    PetscCall(VecDestroy(&s->x));
    PetscCall(VecDestroy(&s->work));
    PetscCall(VecDestroy(&s->kept));
    PetscCall(PetscFree(s));
    PetscFunctionReturn(0);
}

static PetscErrorCode factorise(FeSystem *system, Small *s) {
    Mat interior;
    IS order, same;
    MatFactorInfo info;
    MatFactorError error;
    PetscFunctionBeginUser;
    PetscCall(fe_interior(system, &interior));
    PetscCall(MatGetOrdering(interior, MATORDERINGND, &order, &same));
    PetscCall(MatGetFactor(interior, MATSOLVERPETSC, MAT_FACTOR_CHOLESKY, &s->factor));
    PetscCall(MatFactorInfoInitialize(&info));
    PetscCall(MatCholeskyFactorSymbolic(s->factor, interior, order, &info));
    PetscCall(MatCholeskyFactorNumeric(s->factor, interior, &info));
    PetscCall(MatFactorGetError(s->factor, &error));
    if (error != MAT_FACTOR_NOERROR) system->outcome = FE_SINGULAR;
    PetscCall(ISDestroy(&order));
    PetscCall(ISDestroy(&same));
    PetscCall(MatDestroy(&interior));
    PetscFunctionReturn(0);
}

/* Zeros at the kept dofs. */
static PetscErrorCode clear(const FeSystem *system, Vec vector) {
    PetscScalar *at;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(vector, &at));
    for (int k = 0; k < system->kept_count; k++) at[system->kept[k]] = 0;
    PetscCall(VecRestoreArray(vector, &at));
    PetscFunctionReturn(0);
}

static PetscErrorCode take(const FeSystem *system, Vec vector, double *kept) {
    const PetscScalar *at;
    PetscFunctionBeginUser;
    PetscCall(VecGetArrayRead(vector, &at));
    for (int k = 0; k < system->kept_count; k++) kept[k] = at[system->kept[k]];
    PetscCall(VecRestoreArrayRead(vector, &at));
    PetscFunctionReturn(0);
}

/* x = A_ii^-1 b_i, zero at the kept dofs. */
static PetscErrorCode system_small_solve(FeSystem *system, Vec b, Vec x) {
    const Small *s = system->halves;
    PetscFunctionBeginUser;
    PetscCall(VecCopy(b, s->work));
    PetscCall(clear(system, s->work));
    PetscCall(MatSolve(s->factor, s->work, x));
    PetscFunctionReturn(0);
}

/* Y and S, a solve for each kept dof. */
static PetscErrorCode small_fill(FeSystem *system, Small *s) {
    const int count = system->kept_count;
    PetscInt rows;
    PetscScalar *Y;
    double *column;
    Vec unit;
    PetscFunctionBeginUser;
    PetscCall(VecGetSize(system->b, &rows));
    PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, rows, count, NULL, &s->Y));
    PetscCall(MatDenseGetArrayWrite(s->Y, &Y));
    PetscCall(PetscMalloc1((size_t)count + 1, &column));
    PetscCall(VecDuplicate(system->b, &unit));
    for (int j = 0; j < count; j++) {
        PetscScalar *at;
        PetscCall(VecSet(unit, 0));
        PetscCall(VecSetValue(unit, system->kept[j], 1, INSERT_VALUES));
        PetscCall(MatMult(system->A, unit, system->b));
        PetscCall(system_small_solve(system, system->b, s->x));
        PetscCall(VecAXPY(unit, -1, s->x));
        PetscCall(MatMult(system->A, unit, system->b));
        PetscCall(take(system, system->b, column));
        for (int i = 0; i < count; i++) system->S[(long)i * count + j] = column[i];
        PetscCall(VecGetArray(s->x, &at));
        PetscCall(PetscArraycpy(Y + (long)j * rows, at, rows));
        PetscCall(VecRestoreArray(s->x, &at));
    }
    PetscCall(VecDestroy(&unit));
    PetscCall(PetscFree(column));
    PetscCall(MatDenseRestoreArrayWrite(s->Y, &Y));
    PetscCall(MatAssemblyBegin(s->Y, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(s->Y, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

static PetscErrorCode create(FeSystem *system) {
    Small *s;
    PetscFunctionBeginUser;
    PetscCall(PetscNew(&s));
    system->halves = s;
    PetscCall(factorise(system, s));
    if (system->outcome != FE_SOLVED) PetscFunctionReturn(0);
    PetscCall(VecDuplicate(system->b, &s->x));
    PetscCall(VecDuplicate(system->b, &s->work));
    PetscCall(VecCreateSeq(PETSC_COMM_SELF, system->kept_count, &s->kept));
    PetscCall(small_fill(system, s));
    PetscFunctionReturn(0);
}

static PetscErrorCode forward(FeSystem *system, Vec b, double *g) {
    Small *s = system->halves;
    PetscFunctionBeginUser;
    PetscCall(system_small_solve(system, b, s->x));
    PetscCall(MatMult(system->A, s->x, s->work));
    PetscCall(VecAYPX(s->work, -1, b));
    PetscCall(take(system, s->work, g));
    PetscFunctionReturn(0);
}

static PetscErrorCode back(FeSystem *system, const double *kept, Vec x) {
    Small *s = system->halves;
    PetscScalar *at;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(s->kept, &at));
    PetscCall(PetscArraycpy(at, kept, system->kept_count));
    PetscCall(VecRestoreArray(s->kept, &at));
    PetscCall(MatMult(s->Y, s->kept, s->work));
    PetscCall(VecWAXPY(x, -1, s->work, s->x));
    PetscCall(VecGetArray(x, &at));
    for (int k = 0; k < system->kept_count; k++) at[system->kept[k]] = kept[k];
    PetscCall(VecRestoreArray(x, &at));
    PetscFunctionReturn(0);
}

const FeSolver small_solver = {.name = "small",
                               .create = create,
                               .solve = system_small_solve,
                               .forward = forward,
                               .back = back,
                               .destroy = destroy};
