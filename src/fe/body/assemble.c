/* Values are added into rows whose columns are known beforehand from the graph of nodes, then given to PETSc
 * as a whole: twice as fast as letting PETSc look for every entry. */
#include "fe/body/assemble.h"

#include "element/element.h"
#include "fe/body/field.h"
#include "fe/start.h"

#include <stdlib.h>

enum { MOST_DOFS = 3 * MOST_NODES };

/* What the cells of one block share, and the rows of one matrix. */
typedef struct Work {
    FeBody *body;
    const ElementType *element;
    ElementTable stiffness, mass;
    FeModuli moduli; /* of the tensor at hand */
    double density;
    double *values; /* the rows of this rank's dofs, one after the other */
    /* of the cell at hand */
    int number[MOST_NODES];
    double x[MOST_NODES][3];
    double matrix[MOST_DOFS * MOST_DOFS], scalar[MOST_NODES * MOST_NODES];
} Work;

/* Computes one cell and adds it to the rows; false: the cell is turned inside out. */
typedef bool CellFunction(Work *work);

void fe_coordinates(const Mesh *mesh, int count, const int *node, double (*x)[3]) {
    for (int a = 0; a < count; a++)
        for (int i = 0; i < mesh->dim; i++) x[a][i] = mesh->x[(long)node[a] * mesh->dim + i];
}

static bool is_own(const Numbering *numbering, int number) {
    return number >= numbering->first && number < numbering->first + numbering->count;
}

static bool take_cell(Work *work, const int *node) {
    const int nodes = work->element->nodes;
    bool any = false;
    for (int a = 0; a < nodes; a++) {
        work->number[a] = work->body->numbering->number[node[a]];
        any = any || is_own(work->body->numbering, work->number[a]);
    }
    if (any) fe_coordinates(work->body->mesh, nodes, node, work->x);
    return any;
}

/* Where a neighbour stands in a row of `count` ascending numbers. */
static int position(const int *row, int count, int number) {
    int low = 0;
    while (count > 1) {
        const int half = count / 2;
        if (row[low + half] <= number) low += half;
        count -= half;
    }
    return low;
}

/* Adds the cell's matrix to this rank's rows. */
static inline void add_matrix(Work *work, int dim) {
    const Numbering *n = work->body->numbering;
    const int nodes = work->element->nodes, dofs = nodes * dim;
    for (int a = 0; a < nodes; a++) {
        if (!is_own(n, work->number[a])) continue;
        const int local = work->number[a] - n->first, count = n->start[local + 1] - n->start[local];
        double *rows = work->values + (long)n->start[local] * dim * dim;
        for (int b = 0; b < nodes; b++) {
            const int at = position(n->column + n->start[local], count, work->number[b]);
            for (int i = 0; i < dim; i++)
                for (int j = 0; j < dim; j++)
                    rows[(i * count + at) * dim + j] += work->matrix[(a * dim + i) * dofs + b * dim + j];
        }
    }
}

static void add_to_rows(Work *work) {
    if (work->body->dim == 2)
        add_matrix(work, 2);
    else
        add_matrix(work, 3);
}

static bool add_tensor(Work *work) {
    const int dofs = work->element->nodes * work->body->dim;
    for (int k = 0; k < dofs * dofs; k++) work->matrix[k] = 0;
    const bool good = fe_cell_stiffness(&work->stiffness, work->x, work->moduli, work->matrix);
    add_to_rows(work);
    return good;
}

static bool add_mass(Work *work) {
    const int nodes = work->element->nodes, dim = work->body->dim, dofs = nodes * dim;
    for (int k = 0; k < nodes * nodes; k++) work->scalar[k] = 0;
    for (int k = 0; k < dofs * dofs; k++) work->matrix[k] = 0;
    const bool good = fe_cell_mass(&work->mass, work->x, work->density, work->scalar);
    for (int a = 0; a < nodes; a++)
        for (int b = 0; b < nodes; b++)
            for (int i = 0; i < dim; i++)
                work->matrix[(a * dim + i) * dofs + b * dim + i] = work->scalar[a * nodes + b];
    add_to_rows(work);
    return good;
}

/* The values are a vector here. */
static bool add_lumped(Work *work) {
    const Numbering *n = work->body->numbering;
    const int nodes = work->element->nodes, dim = work->body->dim;
    double weight[MOST_NODES] = {0};
    const bool good = fe_cell_lumped(&work->mass, work->x, work->density, work->element->row_sum, weight);
    for (int a = 0; a < nodes; a++)
        for (int i = 0; is_own(n, work->number[a]) && i < dim; i++)
            work->values[(work->number[a] - n->first) * dim + i] += weight[a];
    return good;
}

static JudderErr add_cells(Work *work, CellFunction *add) {
    const Mesh *mesh = work->body->mesh;
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        work->element = block->type;
        element_tabulate(work->element, work->element->stiffness_rule, &work->stiffness);
        element_tabulate(work->element, work->element->mass_rule, &work->mass);
        for (int c = 0; c < block->cells; c++)
            if (take_cell(work, block->node + (long)c * block->type->nodes))
                REQUIRE(add(work),
                        error_input("mesh", "cell %d (%s, first node at %g, %g) is turned inside out or flat",
                                    c + 1, block->type->name, work->x[0][0], work->x[0][1]));
    }
    return JUDDER_OK;
}

/* The rows of this rank's dofs as PETSc wants them: start[row], and the columns of all. */
typedef struct Rows {
    PetscInt *start, *column;
} Rows;

static PetscErrorCode rows_create(const FeBody *body, Rows *rows) {
    const Numbering *n = body->numbering;
    const int dim = body->dim;
    PetscInt at = 0;
    PetscFunctionBeginUser;
    PetscCall(PetscMalloc2((size_t)(n->count * dim + 1), &rows->start,
                           (size_t)n->start[n->count] * (size_t)(dim * dim) + 1, &rows->column));
    for (int row = 0; row < n->count * dim; row++) {
        rows->start[row] = at;
        for (int k = n->start[row / dim]; k < n->start[row / dim + 1]; k++)
            for (int j = 0; j < dim; j++) rows->column[at++] = n->column[k] * dim + j;
    }
    rows->start[n->count * dim] = at;
    PetscFunctionReturn(0);
}

static PetscErrorCode matrix_create(const FeBody *body, Mat *A) {
    const Numbering *n = body->numbering;
    const int own = n->count * body->dim, all = n->unknowns * body->dim;
    PetscFunctionBeginUser;
    PetscCall(MatCreate(PETSC_COMM_WORLD, A));
    PetscCall(MatSetSizes(*A, own, own, all, all));
    PetscCall(MatSetType(*A, MATAIJ));
    PetscCall(MatSetBlockSize(*A, body->dim));
    PetscFunctionReturn(0);
}

/* One rank: straight into the matrix; all matrices share the columns of the first. */
static PetscErrorCode fill_alone(Work *work, CellFunction *add, Mat *A) {
    FeBody *body = work->body;
    Rows rows;
    PetscFunctionBeginUser;
    if (body->K) {
        PetscCall(MatDuplicate(body->K, MAT_SHARE_NONZERO_PATTERN, A));
    } else {
        PetscCall(rows_create(body, &rows));
        PetscCall(matrix_create(body, A));
        PetscCall(MatSeqAIJSetPreallocationCSR(*A, rows.start, rows.column, NULL));
        PetscCall(PetscFree2(rows.start, rows.column));
    }
    PetscCall(MatSeqAIJGetArray(*A, &work->values));
    const JudderErr err = add_cells(work, add);
    PetscCall(MatSeqAIJRestoreArray(*A, &work->values));
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

static PetscErrorCode fill_shared(Work *work, CellFunction *add, Mat *A) {
    FeBody *body = work->body;
    Rows rows;
    PetscFunctionBeginUser;
    PetscCall(rows_create(body, &rows));
    PetscCall(PetscCalloc1((size_t)rows.start[body->numbering->count * body->dim] + 1, &work->values));
    /* A bad cell may be known to one rank alone. */
    const JudderErr err = fe_agree(add_cells(work, add));
    PetscCall(matrix_create(body, A));
    if (err == JUDDER_OK) PetscCall(MatMPIAIJSetPreallocationCSR(*A, rows.start, rows.column, work->values));
    PetscCall(PetscFree(work->values));
    PetscCall(PetscFree2(rows.start, rows.column));
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

static PetscErrorCode matrix_assemble(Work *work, CellFunction *add, Mat *A) {
    PetscMPIInt ranks;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    if (ranks == 1)
        PetscCall(fill_alone(work, add, A));
    else
        PetscCall(fill_shared(work, add, A));
    PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
    PetscCall(MatSetOption(*A, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
    PetscFunctionReturn(0);
}

static PetscErrorCode lumped_assemble(Work *work) {
    FeBody *body = work->body;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(body, &body->lumped));
    PetscCall(VecGetArray(body->lumped, &work->values));
    const JudderErr err = fe_agree(add_cells(work, add_lumped));
    PetscCall(VecRestoreArray(body->lumped, &work->values));
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_assemble(FeBody *body, FeMatrices which) {
    const bool lumped = which != FE_CONSISTENT;
    Work work = {.body = body, .density = fe_density(&body->material, body->dim)};
    PetscFunctionBeginUser;
    if (body->material.rho > 0 && lumped) PetscCall(lumped_assemble(&work));
    if (which == FE_MASS_ALONE) PetscFunctionReturn(0);
    work.moduli = fe_elastic_moduli(&body->material, body->dim);
    PetscCall(matrix_assemble(&work, add_tensor, &body->K));
    if (body->material.rho > 0 && !lumped) PetscCall(matrix_assemble(&work, add_mass, &body->M));
    work.moduli = fe_viscous_moduli(&body->material, body->dim);
    if (work.moduli.G > 0 || work.moduli.lambda != 0) PetscCall(matrix_assemble(&work, add_tensor, &body->C));
    PetscFunctionReturn(0);
}
