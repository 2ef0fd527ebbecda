#include "fe/march/matrix_free.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

/* Khat over its mass, on the diagonal: up to here blocks of the nodes need fewer products than multigrid. */
static const double MASS_RULES = 30;

PetscErrorCode matrix_free_destroy(MatrixFree **made) {
    MatrixFree *m = *made;
    PetscFunctionBeginUser;
    if (!m) PetscFunctionReturn(0);
    *made = NULL;
    Vec *const vectors[] = {&m->V, &m->B, &m->rest, &m->step, &m->work};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) PetscCall(VecDestroy(vectors[i]));
    PetscCall(KSPDestroy(&m->rows));
    PetscCall(KSPDestroy(&m->whole));
    PetscCall(MatDestroy(&m->J));
    free(m->own);
    free(m->block);
    free(m->nodal);
    free(m->numbers);
    free(m);
    PetscFunctionReturn(0);
}

static JudderErr list_own(MatrixFree *m) {
    const Numbering *numbering = m->contact->body->numbering;
    const size_t n = (size_t)m->n, dim = (size_t)m->dim;
    m->own = calloc(n + 1, sizeof *m->own);
    m->block = calloc(n * dim * dim + 1, sizeof *m->block);
    m->nodal = calloc(n * dim * dim + 1, sizeof *m->nodal);
    m->numbers = calloc(n * dim + 1, sizeof *m->numbers);
    m->first = numbering->first * m->dim;
    REQUIRE(m->own && m->block && m->nodal && m->numbers, error_memory());
    for (int k = 0; k < m->n; k++) {
        const int number = numbering->number[m->contact->node[k]] - numbering->first;
        if (number >= 0 && number < numbering->count) m->own[m->own_count++] = k;
    }
    return JUDDER_OK;
}

/* The blocks of Khat at the contact nodes, on their rows. Collective. */
static PetscErrorCode make_blocks(MatrixFree *m) {
    const int dim = m->dim;
    PetscFunctionBeginUser;
    for (int o = 0; o < m->own_count; o++) {
        const PetscInt *row = m->contact->rows->at + m->own[o] * dim;
        const double *sign = m->contact->rows->sign + m->own[o] * dim;
        PetscScalar block[9];
        double *to = m->block + m->own[o] * dim * dim;
        PetscCall(MatGetValues(m->system->A, dim, row, dim, row, block));
        for (int i = 0; i < dim * dim; i++) to[i] = sign[i / dim] * sign[i % dim] * block[i];
    }
    PetscCallMPI(
        MPI_Allreduce(MPI_IN_PLACE, m->block, m->n * dim * dim, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD));
    m->op.block = m->block;
    PetscFunctionReturn(0);
}

/* x'Ax sums over cells, and in each of them x_e'A_e x_e is at most (contact nodes of the cell) times the
 * sum over these of their blocks. */
static JudderErr find_majorant(MatrixFree *m) {
    const FeBody *body = m->contact->body;
    bool *is_contact = calloc((size_t)body->numbering->unknowns + 1, sizeof *is_contact);
    REQUIRE(is_contact, error_memory());
    for (int k = 0; k < m->n; k++) is_contact[body->numbering->number[m->contact->node[k]]] = true;
    m->op.majorant = 1;
    for (int b = 0; b < body->mesh->blocks; b++) {
        const MeshBlock *block = &body->mesh->block[b];
        for (int c = 0; c < block->cells; c++) {
            int count = 0;
            for (int a = 0; a < block->type->nodes; a++)
                count += is_contact[body->numbering->number[block->node[(long)c * block->type->nodes + a]]];
            m->op.majorant = fmax(m->op.majorant, count);
        }
    }
    free(is_contact);
    return JUDDER_OK;
}

/* How much stiffer Khat is than its mass. Collective. */
static PetscErrorCode stiffness_over_mass(MatrixFree *m, double of_mass, double *ratio) {
    const FeBody *body = m->contact->body;
    PetscReal all, mass;
    PetscFunctionBeginUser;
    PetscCall(MatGetDiagonal(m->system->A, m->work));
    PetscCall(VecNorm(m->work, NORM_1, &all));
    if (body->M)
        PetscCall(MatGetDiagonal(body->M, m->work));
    else
        PetscCall(VecCopy(body->lumped, m->work));
    PetscCall(VecNorm(m->work, NORM_1, &mass));
    *ratio = all / (of_mass * mass);
    PetscFunctionReturn(0);
}

/* Conjugate gradients with Khat, roughly: for the number of uniqueness; its preconditioner serves the rows
 * too. */
static PetscErrorCode make_whole(MatrixFree *m, double of_mass) {
    double ratio = 0;
    PC pc;
    PetscFunctionBeginUser;
    PetscCall(stiffness_over_mass(m, of_mass, &ratio));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &m->whole));
    PetscCall(KSPSetOptionsPrefix(m->whole, "march_"));
    PetscCall(MatSetOption(m->system->A, MAT_SPD, PETSC_TRUE));
    PetscCall(KSPSetOperators(m->whole, m->system->A, m->system->A));
    PetscCall(KSPSetType(m->whole, KSPCG));
    PetscCall(KSPSetTolerances(m->whole, 1e-3, PETSC_DEFAULT, PETSC_DEFAULT, 400));
    PetscCall(KSPGetPC(m->whole, &pc));
    if (ratio > MASS_RULES)
        PetscCall(fe_multigrid(m->system, m->system->A, m->whole));
    else
        PetscCall(PCSetType(pc, PCPBJACOBI));
    PetscCall(KSPSetFromOptions(m->whole));
    PetscCall(KSPSetUp(m->whole));
    PetscFunctionReturn(0);
}

static PetscErrorCode matrix_free_create_fill(MatrixFree *m, double of_mass) {
    Vec *const vectors[] = {&m->V, &m->B, &m->rest, &m->step, &m->work};
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(list_own(m))));
    PetscCall(fe_code(fe_agree(find_majorant(m))));
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        PetscCall(fe_vector_create(m->contact->body, vectors[i]));
    PetscCall(make_blocks(m));
    PetscCall(make_whole(m, of_mass));
    PetscCall(matrix_free_connect(m));
    PetscFunctionReturn(0);
}

PetscErrorCode matrix_free_create(const FeContact *contact, FeSystem *system, double mass,
                                  MatrixFree **made) {
    PetscFunctionBeginUser;
    *made = calloc(1, sizeof **made);
    PetscCall(fe_code(fe_agree(*made ? JUDDER_OK : error_memory())));
    **made = (MatrixFree){.contact = contact, .system = system, .n = contact->n, .dim = contact->body->dim};
    const PetscErrorCode code = matrix_free_create_fill(*made, mass);
    if (code) PetscCall(matrix_free_destroy(made));
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode matrix_free_begin(MatrixFree *m, FeLoad load, Vec v, double *b) {
    PetscFunctionBeginUser;
    PetscCall(fe_system_load(m->system, load, m->B));
    PetscCall(fe_rows_gather(m->contact->rows, m->B, b));
    PetscCall(fe_system_coordinates(m->system, v, m->V));
    PetscCall(fe_vector_clear(m->contact->body, false, m->V));
    PetscFunctionReturn(0);
}

PetscErrorCode matrix_free_end(const MatrixFree *m, Vec given, Vec v) {
    return fe_system_field(m->system, m->V, given, v);
}
