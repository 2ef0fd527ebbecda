/* Iterative solver: conjugate gradients with algebraic multigrid (GAMG) [vanek1996] that knows the rigid
 * motions. Jacobi-Chebyshev smoothers and the true residual as the measure: SOR failed, and the
 * preconditioned residual stopped four digits early. */
#include "fe/body/field.h"
#include "fe/start.h"
#include "fe/system/system.h"

static PetscErrorCode preset(const char *name, const char *value) {
    PetscBool said;
    PetscFunctionBeginUser;
    PetscCall(PetscOptionsHasName(NULL, NULL, name, &said));
    if (!said) PetscCall(PetscOptionsSetValue(NULL, name, value));
    PetscFunctionReturn(0);
}

/* Motions as y has them: T^-1 u. */
static PetscErrorCode turn_motions(const FeSystem *system, MatNullSpace *motions) {
    PetscInt count;
    const Vec *motion;
    Vec turned[6];
    PetscFunctionBeginUser;
    PetscCall(MatNullSpaceGetVecs(*motions, NULL, &count, &motion));
    for (PetscInt k = 0; k < count; k++) {
        PetscCall(VecDuplicate(motion[k], &turned[k]));
        PetscCall(fe_system_coordinates(system, motion[k], turned[k]));
    }
    PetscCall(MatNullSpaceDestroy(motions));
    PetscCall(MatNullSpaceCreate(PETSC_COMM_WORLD, PETSC_FALSE, count, turned, motions));
    for (PetscInt k = 0; k < count; k++) PetscCall(VecDestroy(&turned[k]));
    PetscFunctionReturn(0);
}

static PetscErrorCode set_rigid_motions(const FeSystem *system, Mat A) {
    const FeBody *body = system->body;
    Vec coordinates;
    MatNullSpace motions;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(body, &coordinates));
    PetscCall(fe_vector_set(body, body->mesh->x, coordinates));
    PetscCall(VecSetBlockSize(coordinates, body->dim));
    PetscCall(MatNullSpaceCreateRigidBody(coordinates, &motions));
    if (system->T) PetscCall(turn_motions(system, &motions));
    PetscCall(MatSetNearNullSpace(A, motions));
    PetscCall(MatNullSpaceDestroy(&motions));
    PetscCall(VecDestroy(&coordinates));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_interior(const FeSystem *system, Mat *interior) {
    PetscInt *rows, count = 0, first, end;
    PetscReal size;
    PetscFunctionBeginUser;
    PetscCall(MatGetOwnershipRange(system->A, &first, &end));
    PetscCall(MatDuplicate(system->A, MAT_COPY_VALUES, interior));
    PetscCall(MatNorm(system->A, NORM_INFINITY, &size));
    PetscCall(PetscMalloc1((size_t)system->kept_count + 1, &rows));
    for (int k = 0; k < system->kept_count; k++)
        if (system->kept[k] >= first && system->kept[k] < end) rows[count++] = system->kept[k];
    PetscCall(MatZeroRowsColumns(*interior, count, rows, size / 4, NULL, NULL));
    PetscCall(PetscFree(rows));
    PetscCall(MatSetOption(*interior, MAT_SPD, PETSC_TRUE));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_multigrid(const FeSystem *system, Mat A, KSP ksp) {
    PC pc;
    PetscFunctionBeginUser;
    PetscCall(preset("-mg_levels_ksp_type", "chebyshev"));
    PetscCall(preset("-mg_levels_pc_type", "jacobi"));
    PetscCall(set_rigid_motions(system, A));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCGAMG));
    PetscFunctionReturn(0);
}

static PetscErrorCode create(FeSystem *system) {
    Mat interior;
    PetscFunctionBeginUser;
    PetscCall(fe_interior(system, &interior));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &system->ksp));
    PetscCall(KSPSetOperators(system->ksp, interior, interior));
    PetscCall(fe_multigrid(system, interior, system->ksp));
    PetscCall(MatDestroy(&interior));
    PetscCall(KSPSetType(system->ksp, KSPCG));
    PetscCall(KSPSetNormType(system->ksp, KSP_NORM_UNPRECONDITIONED));
    PetscCall(KSPSetTolerances(system->ksp, 1e-11, PETSC_DEFAULT, PETSC_DEFAULT, 2000));
    PetscCall(KSPSetFromOptions(system->ksp));
    PetscCall(KSPSetUp(system->ksp));
    if (system->kept_count > 0) PetscCall(fe_schur_by_columns(system));
    PetscFunctionReturn(0);
}

static PetscErrorCode multigrid_solve(FeSystem *system, Vec b, Vec x) {
    KSPConvergedReason reason;
    PetscFunctionBeginUser;
    PetscCall(KSPSolve(system->ksp, b, x));
    PetscCall(KSPGetConvergedReason(system->ksp, &reason));
    if (reason < 0 && system->outcome == FE_SOLVED) system->outcome = FE_NOT_CONVERGED;
    PetscFunctionReturn(0);
}

static PetscErrorCode destroy(FeSystem *system) {
    PetscFunctionBeginUser;
    PetscCall(KSPDestroy(&system->ksp));
    PetscFunctionReturn(0);
}

const FeSolver multigrid_solver = {
    .name = "multigrid", .create = create, .solve = multigrid_solve, .destroy = destroy};

static PetscErrorCode create_none(FeSystem *system) {
    (void)system;
    return 0;
}
static PetscErrorCode solve_none(FeSystem *system, Vec b, Vec x) {
    (void)system, (void)b, (void)x;
    return fe_code(error_machine("a system without solver cannot give a solution"));
}
const FeSolver no_solver = {
    .name = "none", .create = create_none, .solve = solve_none, .destroy = create_none};
