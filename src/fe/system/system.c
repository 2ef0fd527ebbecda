#include "fe/system/system.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <stdlib.h>
#include <string.h>

/* Dofs: beyond, multigrid took a third of the time and half of the memory of MUMPS. */
enum { DIRECT_IN_3D = 150000 };

bool fe_system_is_large(const FeBody *body) {
    return body->dim == 3 && body->numbering->unknowns > DIRECT_IN_3D / 3;
}

const FeSolver *const fe_solvers[] = {&mumps_solver, &multigrid_solver, NULL};

PetscErrorCode fe_system_destroy(FeSystem **system) {
    PetscFunctionBeginUser;
    if (!*system) PetscFunctionReturn(0);
    FeSystem *s = *system;
    *system = NULL;
    if (s->solver) PetscCall(s->solver->destroy(s));
    PetscCall(MatDestroy(&s->A));
    PetscCall(MatDestroy(&s->T));
    PetscCall(MatDestroy(&s->inverse));
    PetscCall(VecDestroy(&s->turned));
    PetscCall(VecDestroy(&s->b));
    PetscCall(VecDestroy(&s->x));
    PetscCall(VecDestroy(&s->y));
    free(s->on_kept);
    free(s->S);
    free(s);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_apply(const FeBody *body, FeCombination of, Vec u, Vec f) {
    Vec part;
    PetscFunctionBeginUser;
    PetscCall(MatMult(body->K, u, f));
    PetscCall(VecScale(f, of.stiffness));
    PetscCall(VecDuplicate(f, &part));
    if (of.mass != 0 && body->M) PetscCall(MatMult(body->M, u, part));
    if (of.mass != 0 && body->lumped) PetscCall(VecPointwiseMult(part, body->lumped, u));
    if (of.mass != 0 && (body->M || body->lumped)) PetscCall(VecAXPY(f, of.mass, part));
    if (of.damping != 0 && body->C) {
        PetscCall(MatMult(body->C, u, part));
        PetscCall(VecAXPY(f, of.damping, part));
    }
    PetscCall(VecDestroy(&part));
    PetscFunctionReturn(0);
}

/* Replaces the rows and columns of the fixed dofs by a number on the diagonal like the others there. */
static PetscErrorCode eliminate_fixed(const FeBody *body, Mat A) {
    const Numbering *n = body->numbering;
    const int dim = body->dim;
    PetscInt *rows, count = 0;
    PetscReal sum;
    Vec diagonal;
    PetscFunctionBeginUser;
    PetscCall(PetscMalloc1((size_t)(n->count * dim + 1), &rows));
    for (int node = 0; node < body->mesh->nodes; node++) {
        const int number = n->number[node];
        if (number < n->first || number >= n->first + n->count) continue;
        if (body->mesh->master && body->mesh->master[node] != node) continue;
        for (int i = 0; i < dim; i++)
            if (body->fixed[(long)node * dim + i]) rows[count++] = number * dim + i;
    }
    PetscCall(MatCreateVecs(A, NULL, &diagonal));
    PetscCall(MatGetDiagonal(A, diagonal));
    PetscCall(VecNorm(diagonal, NORM_1, &sum));
    PetscCall(VecDestroy(&diagonal));
    PetscCall(MatZeroRowsColumns(A, count, rows, sum > 0 ? sum / (n->unknowns * dim) : 1, NULL, NULL));
    PetscCall(PetscFree(rows));
    PetscFunctionReturn(0);
}

static PetscErrorCode combine(const FeSystem *system, Mat *A) {
    const FeBody *body = system->body;
    const FeCombination of = system->of;
    PetscFunctionBeginUser;
    PetscCall(MatDuplicate(body->K, MAT_COPY_VALUES, A));
    if (of.stiffness != 1) PetscCall(MatScale(*A, of.stiffness));
    if (of.mass != 0 && body->M) PetscCall(MatAXPY(*A, of.mass, body->M, SAME_NONZERO_PATTERN));
    if (of.damping != 0 && body->C) PetscCall(MatAXPY(*A, of.damping, body->C, SAME_NONZERO_PATTERN));
    if (of.mass != 0 && body->lumped) {
        Vec scaled;
        PetscCall(VecDuplicate(body->lumped, &scaled));
        PetscCall(VecAXPY(scaled, of.mass, body->lumped));
        PetscCall(MatDiagonalSet(*A, scaled, ADD_VALUES));
        PetscCall(VecDestroy(&scaled));
    }
    if (system->T) {
        Mat straight = *A;
        PetscCall(fe_rows_congruence(system->T, straight, A));
        PetscCall(MatDestroy(&straight));
    }
    PetscCall(eliminate_fixed(body, *A));
    /* Not MAT_SPD: with it and several ranks MUMPS gives a Schur complement without
     * off-diagonals, and no error. */
    PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
    PetscFunctionReturn(0);
}

static JudderErr system_keep(FeSystem *system) {
    system->kept = system->rows->kept;
    system->kept_count = system->rows->kept_count;
    const size_t count = (size_t)system->kept_count;
    system->on_kept = calloc(count + 1, sizeof *system->on_kept);
    if (fe_rank() == 0 && count > 0) system->S = calloc(count * count, sizeof *system->S);
    return system->on_kept && (system->S || fe_rank() > 0 || !count) ? JUDDER_OK : error_memory();
}

/* S on the coordinates of the rows from that on the kept dofs. */
static JudderErr system_take_schur(FeSystem *system) {
    const size_t count = (size_t)system->kept_count, size = count > 0 ? (size_t)system->rows->count : 0;
    if (!system->S || system->outcome != FE_SOLVED) return JUDDER_OK;
    double *S = malloc((size * size + 1) * sizeof *S);
    REQUIRE(S, error_memory());
    fe_rows_take_matrix(system->rows, system->S, S);
    free(system->S);
    system->S = S;
    return JUDDER_OK;
}

static PetscErrorCode choose_solver(const FeSystemData *data, FeSystem *system) {
    char name[40];
    PetscBool said;
    const FeBody *body = system->body;
    const bool definite = data->of.stiffness > 0 && data->of.mass >= 0 && data->of.damping >= 0;
    PetscFunctionBeginUser;
    system->solver = data->solver;
    if (system->solver) PetscFunctionReturn(0);
    system->solver = fe_system_is_large(body) && definite ? &multigrid_solver : &mumps_solver;
    PetscCall(PetscOptionsGetString(NULL, NULL, "-fe_solver", name, sizeof name, &said));
    if (!said) PetscFunctionReturn(0);
    for (const FeSolver *const *solver = fe_solvers; *solver; solver++)
        if (strcmp((*solver)->name, name) == 0) {
            system->solver = *solver;
            PetscFunctionReturn(0);
        }
    PetscCall(fe_code(error_input(NULL, "-fe_solver %s: mumps or multigrid is needed", name)));
    PetscFunctionReturn(0);
}

static PetscErrorCode system_fill(const FeSystemData *data, FeSystem *system) {
    PetscFunctionBeginUser;
    system->of = data->of;
    system->rows = data->rows;
    if (system->rows && data->solver != &no_solver) PetscCall(fe_code(fe_agree(system_keep(system))));
    if (system->rows) {
        PetscCall(fe_rows_basis(system->rows, false, &system->T));
        PetscCall(fe_rows_basis(system->rows, true, &system->inverse));
    }
    PetscCall(combine(system, &system->A));
    PetscCall(MatCreateVecs(system->A, &system->x, &system->b));
    PetscCall(VecDuplicate(system->b, &system->y));
    PetscCall(VecDuplicate(system->b, &system->turned));
    PetscCall(choose_solver(data, system));
    system->body->factorisations++;
    PetscCall(system->solver->create(system));
    PetscCall(fe_code(fe_agree(system_take_schur(system))));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_system_create(FeBody *body, const FeSystemData *data, FeSystem **system) {
    PetscFunctionBeginUser;
    *system = calloc(1, sizeof **system);
    if (!*system) PetscCall(fe_code(error_memory()));
    (*system)->body = body;
    const PetscErrorCode code = system_fill(data, *system);
    if (code) PetscCall(fe_system_destroy(system));
    PetscCall(code);
    PetscFunctionReturn(0);
}
