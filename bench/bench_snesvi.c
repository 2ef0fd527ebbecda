/* B4: the same random eigenvalue complementarity problems by PETSc's solvers for variational inequalities:
 * z = (mu, x), sum of x - 1 = 0, 0 <= x _|_ (A - mu B) x >= 0, from 50 starts each. */
#include "bench/record.h"
#include "complementarity/eicp.h"
#include "fe/start.h"
#include "random.h"

#include <petscsnes.h>

enum { STARTS = 50 };

static PetscErrorCode residual(SNES snes, Vec z, Vec F, void *context) {
    const Eicp *eicp = context;
    const int n = eicp->n;
    const PetscScalar *at;
    PetscScalar *out;
    (void)snes;
    PetscFunctionBeginUser;
    PetscCall(VecGetArrayRead(z, &at));
    PetscCall(VecGetArray(F, &out));
    out[0] = -1;
    for (int i = 0; i < n; i++) {
        out[0] += at[i + 1];
        out[i + 1] = 0;
        for (int j = 0; j < n; j++)
            out[i + 1] += (eicp->A[i * n + j] - at[0] * eicp->B[i * n + j]) * at[j + 1];
    }
    PetscCall(VecRestoreArrayRead(z, &at));
    PetscCall(VecRestoreArray(F, &out));
    PetscFunctionReturn(0);
}

static PetscErrorCode slopes(SNES snes, Vec z, Mat J, Mat P, void *context) {
    const Eicp *eicp = context;
    const int n = eicp->n, size = n + 1;
    const PetscScalar *at;
    PetscScalar *entry; /* by columns */
    (void)snes;
    (void)J;
    PetscFunctionBeginUser;
    PetscCall(VecGetArrayRead(z, &at));
    PetscCall(MatDenseGetArrayWrite(P, &entry));
    for (int i = 0; i < size; i++) {
        entry[i * size] = i > 0;
        if (i == 0) continue;
        PetscScalar product = 0;
        for (int j = 0; j < n; j++) {
            const int k = (i - 1) * n + j;
            entry[(j + 1) * size + i] = eicp->A[k] - at[0] * eicp->B[k];
            product += eicp->B[k] * at[j + 1];
        }
        entry[i] = -product;
    }
    PetscCall(MatDenseRestoreArrayWrite(P, &entry));
    PetscCall(VecRestoreArrayRead(z, &at));
    PetscCall(MatAssemblyBegin(P, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(P, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

typedef struct Work {
    SNES snes;
    Vec z, F, low, high;
    Mat J;
} Work;

static PetscErrorCode work_create(Eicp *eicp, const char *type, Work *work) {
    const PetscInt size = eicp->n + 1;
    KSP ksp;
    PC pc;
    PetscFunctionBeginUser;
    PetscCall(VecCreateSeq(PETSC_COMM_SELF, size, &work->z));
    PetscCall(VecDuplicate(work->z, &work->F));
    PetscCall(VecDuplicate(work->z, &work->low));
    PetscCall(VecDuplicate(work->z, &work->high));
    PetscCall(VecSet(work->low, 0));
    PetscCall(VecSetValue(work->low, 0, PETSC_NINFINITY, INSERT_VALUES));
    PetscCall(VecAssemblyBegin(work->low));
    PetscCall(VecAssemblyEnd(work->low));
    PetscCall(VecSet(work->high, PETSC_INFINITY));
    PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, size, size, NULL, &work->J));
    PetscCall(SNESCreate(PETSC_COMM_SELF, &work->snes));
    PetscCall(SNESSetType(work->snes, type));
    PetscCall(SNESSetFunction(work->snes, work->F, residual, eicp));
    PetscCall(SNESSetJacobian(work->snes, work->J, work->J, slopes, eicp));
    PetscCall(SNESVISetVariableBounds(work->snes, work->low, work->high));
    PetscCall(SNESSetTolerances(work->snes, 1e-12, 1e-14, 0, 200, 10000));
    PetscCall(SNESGetKSP(work->snes, &ksp));
    PetscCall(KSPSetType(ksp, KSPPREONLY));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCLU));
    PetscFunctionReturn(0);
}

static PetscErrorCode work_destroy(Work *work) {
    PetscFunctionBeginUser;
    PetscCall(SNESDestroy(&work->snes));
    PetscCall(MatDestroy(&work->J));
    PetscCall(VecDestroy(&work->z));
    PetscCall(VecDestroy(&work->F));
    PetscCall(VecDestroy(&work->low));
    PetscCall(VecDestroy(&work->high));
    PetscFunctionReturn(0);
}

static PetscErrorCode run(Eicp *eicp, const char *type, Random random, bool *solved) {
    Work work;
    PetscFunctionBeginUser;
    PetscCall(work_create(eicp, type, &work));
    *solved = false;
    for (int start = 0; start < STARTS; start++) {
        PetscScalar *z;
        double sum = 0;
        PetscCall(VecGetArray(work.z, &z));
        for (int i = 1; i <= eicp->n; i++) sum += z[i] = random_in(&random, 0, 1);
        for (int i = 1; i <= eicp->n; i++) z[i] /= sum;
        z[0] = random_in(&random, -2, 2);
        PetscCall(VecRestoreArray(work.z, &z));
        PetscCall(SNESSolve(work.snes, NULL, work.z));
        PetscCall(VecGetArray(work.z, &z));
        *solved = *solved || eicp_residual(eicp, z[0], z + 1) < 1e-8;
        PetscCall(VecRestoreArray(work.z, &z));
    }
    PetscCall(work_destroy(&work));
    PetscFunctionReturn(0);
}

static PetscErrorCode measure(int n, int problems, const char *type, const char *name) {
    Random random = {.state = (uint64_t)n};
    const size_t count = (size_t)(n * n);
    double *A = malloc(2 * count * sizeof *A), *B = A + count, seconds = 0;
    int solved = 0;
    PetscFunctionBeginUser;
    if (!A) PetscCall(fe_code(error_memory()));
    for (int problem = 0; problem < problems; problem++) {
        for (size_t i = 0; i < count; i++) {
            A[i] = random_in(&random, -1, 1);
            B[i] = i % (size_t)(n + 1) == 0;
        }
        Eicp eicp = {n, A, B};
        bool good = false;
        const double begin = processor_seconds();
        PetscCall(run(&eicp, type, random, &good));
        seconds += processor_seconds() - begin;
        solved += good;
    }
    char workload[64], code[80], words[64];
    snprintf(workload, sizeof workload, "A uniform, B = I, n = %d", n);
    snprintf(code, sizeof code, "PETSc SNESVI, %s, %d starts", name, STARTS);
    snprintf(words, sizeof words, "%d of %d", solved, problems);
    const BenchLine line = {"B4", workload, code};
    bench_words(line, "problems solved", words);
    bench_record(line, "seconds a problem", seconds / problems);
    free(A);
    PetscFunctionReturn(0);
}

int main(int count, char **words) {
    const int orders[] = {5, 10, 20, 50, 100};
    (void)count;
    if (fe_start(1, words) != JUDDER_OK) return 3;
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < 5 && err == JUDDER_OK; k++) {
        const int problems = orders[k] < 50 ? 30 : 10;
        err = fe_error(measure(orders[k], problems, SNESVINEWTONSSLS, "semismooth"));
        if (err == JUDDER_OK) err = fe_error(measure(orders[k], problems, SNESVINEWTONRSLS, "reduced space"));
    }
    fe_end();
    return (int)err;
}
