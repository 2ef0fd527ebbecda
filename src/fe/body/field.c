#include "fe/body/field.h"

#include "fe/start.h"

#include <petscvec.h>

PetscErrorCode fe_vector_create(const FeBody *body, Vec *vector) {
    PetscFunctionBeginUser;
    const Numbering *n = body->numbering;
    PetscCall(VecCreate(PETSC_COMM_WORLD, vector));
    PetscCall(VecSetSizes(*vector, n->count * body->dim, n->unknowns * body->dim));
    PetscCall(VecSetBlockSize(*vector, body->dim));
    PetscCall(VecSetType(*vector, VECSTANDARD));
    PetscCall(VecSet(*vector, 0));
    PetscFunctionReturn(0);
}

static bool is_own(const FeBody *body, int node) {
    const Numbering *n = body->numbering;
    return n->number[node] >= n->first && n->number[node] < n->first + n->count;
}

static bool is_master(const Mesh *mesh, int node) {
    return !mesh->master || mesh->master[node] == node;
}

PetscErrorCode fe_vector_set(const FeBody *body, const double *values, Vec vector) {
    const int dim = body->dim;
    PetscScalar *own;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(vector, &own));
    for (int node = 0; node < body->mesh->nodes; node++) {
        if (!is_own(body, node) || !is_master(body->mesh, node)) continue;
        const int at = (body->numbering->number[node] - body->numbering->first) * dim;
        for (int i = 0; i < dim; i++) own[at + i] = values[(long)node * dim + i];
    }
    PetscCall(VecRestoreArray(vector, &own));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_vector_get(FeBody *body, Vec vector, double *values) {
    const int dim = body->dim;
    const PetscScalar *all;
    PetscFunctionBeginUser;
    if (!body->to_first) PetscCall(VecScatterCreateToZero(vector, &body->to_first, &body->on_first));
    PetscCall(VecScatterBegin(body->to_first, vector, body->on_first, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(body->to_first, vector, body->on_first, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecGetArrayRead(body->on_first, &all));
    for (int node = 0; fe_rank() == 0 && node < body->mesh->nodes; node++)
        for (int i = 0; i < dim; i++) {
            const int row = fe_row(body, (FeDof){node, i});
            values[(long)node * dim + i] = row < 0 ? 0 : all[row];
        }
    PetscCall(VecRestoreArrayRead(body->on_first, &all));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_vector_move_side(const FeBody *body, const MeshSide *side, const double *value,
                                   InsertMode mode, Vec vector) {
    const Mesh *mesh = body->mesh;
    PetscScalar *own;
    PetscBool *moved;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc1((size_t)mesh->nodes + 1, &moved));
    PetscCall(VecGetArray(vector, &own));
    for (int k = 0; k < side->nodes; k++) {
        const int node = side->node[k], master = mesh->master ? mesh->master[node] : node;
        if (moved[master] || !is_own(body, node)) continue;
        moved[master] = PETSC_TRUE;
        for (int i = 0; i < body->dim; i++) {
            PetscScalar *at = own + (fe_row(body, (FeDof){node, i}) - body->numbering->first * body->dim);
            if (body->fixed[(long)node * body->dim + i]) *at = (mode == ADD_VALUES ? *at : 0) + value[i];
        }
    }
    PetscCall(VecRestoreArray(vector, &own));
    PetscCall(PetscFree(moved));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_vector_clear(const FeBody *body, bool others, Vec vector) {
    const int dim = body->dim;
    PetscScalar *own;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(vector, &own));
    for (int node = 0; node < body->mesh->nodes; node++) {
        if (!is_own(body, node)) continue;
        const int at = (body->numbering->number[node] - body->numbering->first) * dim;
        for (int i = 0; i < dim; i++)
            if (body->fixed[(long)node * dim + i] != others) own[at + i] = 0;
    }
    PetscCall(VecRestoreArray(vector, &own));
    PetscFunctionReturn(0);
}
