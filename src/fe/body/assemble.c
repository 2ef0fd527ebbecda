#include "fe/body/assemble.h"

#include "fe/element/element.h"
#include "fe/start.h"

enum { MOST_DOFS = 3 * MOST_NODES };

/* What the cells of one block share. */
typedef struct BlockWork {
    FeBody *body;
    const MeshBlock *block;
    const FeElement *element;
    FeTable stiffness, mass;
    FeModuli elastic, viscous;
    double density;
    /* of the cell at hand */
    PetscInt rows[MOST_NODES], columns[MOST_NODES];
    double x[MOST_NODES][3];
    double matrix[MOST_DOFS * MOST_DOFS], scalar[MOST_NODES * MOST_NODES];
} BlockWork;

void fe_coordinates(const Mesh *mesh, int count, const int *node, double (*x)[3]) {
    for (int a = 0; a < count; a++)
        for (int i = 0; i < mesh->dim; i++) x[a][i] = mesh->x[(long)node[a] * mesh->dim + i];
}

/* The block columns of a cell, and its rows: those of other ranks are -1, which PETSc skips. False: none is of this rank. */
static bool take_cell(BlockWork *work, const int *node) {
    const Numbering *numbering = work->body->numbering;
    bool any = false;
    for (int a = 0; a < work->element->shape->nodes; a++) {
        const int number = numbering->number[node[a]];
        const bool own = number >= numbering->first && number < numbering->first + numbering->count;
        work->columns[a] = number;
        work->rows[a] = own ? number : -1;
        any = any || own;
    }
    if (any) fe_coordinates(work->body->mesh, work->element->shape->nodes, node, work->x);
    return any;
}

static PetscErrorCode add_tensor(BlockWork *work, Mat A, FeModuli moduli, bool *good) {
    const int nodes = work->element->shape->nodes, dofs = nodes * work->body->dim;
    PetscFunctionBeginUser;
    PetscCall(PetscArrayzero(work->matrix, dofs * dofs));
    *good = fe_cell_stiffness(&work->stiffness, work->x, moduli, work->matrix);
    PetscCall(MatSetValuesBlocked(A, nodes, work->rows, nodes, work->columns, work->matrix, ADD_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode add_mass(BlockWork *work, bool *good) {
    const int nodes = work->element->shape->nodes, dim = work->body->dim, dofs = nodes * dim;
    PetscFunctionBeginUser;
    PetscCall(PetscArrayzero(work->scalar, nodes * nodes));
    *good = fe_cell_mass(&work->mass, work->x, work->density, work->scalar);
    PetscCall(PetscArrayzero(work->matrix, dofs * dofs));
    for (int a = 0; a < nodes; a++)
        for (int b = 0; b < nodes; b++)
            for (int i = 0; i < dim; i++)
                work->matrix[(a * dim + i) * dofs + b * dim + i] = work->scalar[a * nodes + b];
    PetscCall(MatSetValuesBlocked(work->body->M, nodes, work->rows, nodes, work->columns, work->matrix,
                                  ADD_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode add_lumped(BlockWork *work, bool *good) {
    const int nodes = work->element->shape->nodes, dim = work->body->dim;
    double weight[MOST_NODES] = {0}, values[MOST_DOFS];
    PetscFunctionBeginUser;
    *good = fe_cell_lumped(&work->mass, work->x, work->density, work->element->row_sum, weight);
    for (int i = 0; i < nodes * dim; i++) values[i] = weight[i / dim];
    PetscCall(VecSetValuesBlocked(work->body->lumped, nodes, work->rows, values, ADD_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode add_cells(BlockWork *work) {
    FeBody *body = work->body;
    PetscFunctionBeginUser;
    for (int c = 0; c < work->block->cells; c++) {
        bool stiff = true, viscous = true, massive = true;
        if (!take_cell(work, work->block->node + (long)c * work->element->shape->nodes)) continue;
        PetscCall(add_tensor(work, body->K, work->elastic, &stiff));
        if (body->C) PetscCall(add_tensor(work, body->C, work->viscous, &viscous));
        if (body->M) PetscCall(add_mass(work, &massive));
        if (body->lumped) PetscCall(add_lumped(work, &massive));
        if (!stiff || !viscous || !massive)
            PetscCall(
                fe_code(error_input("mesh", "cell %d (%s, first node at %g, %g) is turned inside out or flat",
                                    c + 1, work->element->name, work->x[0][0], work->x[0][1])));
    }
    PetscFunctionReturn(0);
}

/* Room for exactly the entries that the graph of nodes says. */
static PetscErrorCode matrix_create(const FeBody *body, Mat *A) {
    const Numbering *numbering = body->numbering;
    const int rows = numbering->count * body->dim, all = numbering->unknowns * body->dim;
    PetscFunctionBeginUser;
    PetscCall(MatCreate(PETSC_COMM_WORLD, A));
    PetscCall(MatSetSizes(*A, rows, rows, all, all));
    PetscCall(MatSetType(*A, MATAIJ));
    PetscCall(MatSetBlockSize(*A, body->dim));
    PetscCall(MatXAIJSetPreallocation(*A, body->dim, numbering->within, numbering->away, NULL, NULL));
    PetscCall(MatSetOption(*A, MAT_NO_OFF_PROC_ENTRIES, PETSC_TRUE));
    PetscCall(MatSetOption(*A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_TRUE));
    PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
    PetscCall(MatSetOption(*A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
    PetscFunctionReturn(0);
}

static PetscErrorCode make_room(FeBody *body, bool lumped) {
    const FeMaterial *m = &body->material;
    PetscFunctionBeginUser;
    PetscCall(matrix_create(body, &body->K));
    if (m->rho > 0 && !lumped) PetscCall(matrix_create(body, &body->M));
    if (m->rho > 0 && lumped) {
        PetscCall(MatCreateVecs(body->K, NULL, &body->lumped));
        PetscCall(VecSetOption(body->lumped, VEC_IGNORE_NEGATIVE_INDICES, PETSC_TRUE));
        PetscCall(VecSetOption(body->lumped, VEC_IGNORE_OFF_PROC_ENTRIES, PETSC_TRUE));
    }
    if (m->viscous_G > 0 || m->viscous_lambda != 0) PetscCall(matrix_create(body, &body->C));
    PetscFunctionReturn(0);
}

static PetscErrorCode finish(Mat A) {
    PetscFunctionBeginUser;
    if (!A) PetscFunctionReturn(0);
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_assemble(FeBody *body, bool lumped) {
    PetscErrorCode code = 0;
    PetscFunctionBeginUser;
    PetscCall(make_room(body, lumped));
    for (int b = 0; b < body->mesh->blocks && !code; b++) {
        const MeshBlock *block = &body->mesh->block[b];
        BlockWork work = {.body = body, .block = block, .element = fe_element_find(block->type)};
        fe_tabulate(work.element->shape, work.element->stiffness_rule, &work.stiffness);
        fe_tabulate(work.element->shape, work.element->mass_rule, &work.mass);
        work.elastic = fe_elastic_moduli(&body->material, body->dim);
        work.viscous = fe_viscous_moduli(&body->material, body->dim);
        work.density = fe_density(&body->material, body->dim);
        code = add_cells(&work);
    }
    /* A bad cell may be known to one rank alone. */
    PetscCall(fe_code(fe_agree(fe_error(code))));
    PetscCall(finish(body->K));
    PetscCall(finish(body->M));
    PetscCall(finish(body->C));
    if (body->lumped) PetscCall(VecAssemblyBegin(body->lumped));
    if (body->lumped) PetscCall(VecAssemblyEnd(body->lumped));
    PetscFunctionReturn(0);
}
