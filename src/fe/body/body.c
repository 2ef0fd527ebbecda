#include "fe/body/body.h"

#include "base/bytes.h"
#include "fe/body/assemble.h"
#include "fe/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode fe_body_destroy(FeBody **body) {
    PetscFunctionBeginUser;
    if (!*body) PetscFunctionReturn(0);
    FeBody *b = *body;
    *body = NULL;
    PetscCall(MatDestroy(&b->K));
    PetscCall(MatDestroy(&b->M));
    PetscCall(MatDestroy(&b->C));
    PetscCall(VecDestroy(&b->lumped));
    PetscCall(VecScatterDestroy(&b->to_first));
    PetscCall(VecDestroy(&b->on_first));
    numbering_destroy(&b->numbering);
    free(b->fixed);
    free(b);
    PetscFunctionReturn(0);
}

static JudderErr side_find(const Mesh *mesh, const char *field, const char *name, const MeshSide **side) {
    char known[400] = "";
    size_t used = 0;
    for (int s = 0; s < mesh->sides; s++) {
        *side = &mesh->side[s];
        if (strcmp((*side)->name, name) == 0) return JUDDER_OK;
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     (*side)->name);
    }
    return error_input(field, "the mesh has no side %s: there is %s", name, used ? known : "none");
}

PetscErrorCode fe_side_find(const FeBody *body, const char *field, const char *name, const MeshSide **side) {
    PetscFunctionBeginUser;
    PetscCall(fe_code(side_find(body->mesh, field, name, side)));
    PetscFunctionReturn(0);
}

static JudderErr check_mesh(const Mesh *mesh) {
    REQUIRE(mesh->dim == 2 || mesh->dim == 3,
            error_input("mesh", "a mesh in %d-D: 2-D or 3-D is needed", mesh->dim));
    for (int b = 0; b < mesh->blocks; b++)
        REQUIRE(mesh->block[b].type->dim == mesh->dim,
                error_input("mesh", "no element %s in %d-D", mesh->block[b].type->name, mesh->dim));
    return JUDDER_OK;
}

static uint64_t mesh_sum(const Mesh *mesh) {
    const int head[] = {mesh->dim, mesh->nodes, mesh->blocks};
    uint64_t sum = bytes_sum(BYTES_SUM_START, head, sizeof head);
    sum = bytes_sum(sum, mesh->x, (size_t)mesh->nodes * (size_t)mesh->dim * sizeof *mesh->x);
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        sum = bytes_sum(sum, block->node,
                        (size_t)block->cells * (size_t)block->type->nodes * sizeof *block->node);
    }
    return sum;
}

/* Each rank has made its mesh for itself: parts of different meshes would fit together by chance. */
static PetscErrorCode compare_meshes(const Mesh *mesh) {
    PetscFunctionBeginUser;
    const uint64_t own = mesh_sum(mesh);
    uint64_t pair[2] = {own, ~own}, least[2];
    PetscCallMPI(MPI_Allreduce(pair, least, 2, MPI_UINT64_T, MPI_MIN, PETSC_COMM_WORLD));
    if (least[0] != ~least[1])
        PetscCall(
            fe_code(error_input("mesh", "the processes have made different meshes of one drawing or file: "
                                        "mesh it once by hand, and name the .msh file")));
    PetscFunctionReturn(0);
}

/* A node is fixed with its master, and whoever follows that master too. */
static JudderErr mark_fixed(const FeBodyData *data, FeBody *body) {
    const int dim = body->dim, *number = body->numbering->number;
    bool *unknown = calloc((size_t)(body->numbering->unknowns * dim) + 1, sizeof *unknown);
    body->fixed = calloc((size_t)(data->mesh->nodes * dim) + 1, sizeof *body->fixed);
    JudderErr err = unknown && body->fixed ? JUDDER_OK : error_memory();
    for (int f = 0; f < data->fixes && err == JUDDER_OK; f++) {
        const MeshSide *side;
        err = side_find(data->mesh, "fix", data->fix[f].side, &side);
        for (int k = 0; err == JUDDER_OK && k < side->nodes * dim; k++)
            if (data->fix[f].component[k % dim] && number[side->node[k / dim]] >= 0)
                unknown[number[side->node[k / dim]] * dim + k % dim] = true;
    }
    for (int i = 0; err == JUDDER_OK && i < data->mesh->nodes * dim; i++)
        if (number[i / dim] >= 0) body->fixed[i] = unknown[number[i / dim] * dim + i % dim];
    free(unknown);
    return err;
}

static PetscErrorCode body_fill(const FeBodyData *data, FeBody *body) {
    PetscFunctionBeginUser;
    PetscCall(fe_code(check_mesh(data->mesh)));
    PetscCall(fe_code(fe_material_check(&data->material, data->mesh->dim)));
    PetscCall(compare_meshes(data->mesh));
    body->mesh = data->mesh;
    body->dim = data->mesh->dim;
    body->material = data->material;
    PetscCall(numbering_create(data->mesh, &body->numbering));
    PetscCall(fe_code(mark_fixed(data, body)));
    PetscCall(fe_assemble(body, data->mass_alone ? FE_MASS_ALONE : data->lumped ? FE_LUMPED : FE_CONSISTENT));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_body_create(const FeBodyData *data, FeBody **body) {
    PetscFunctionBeginUser;
    *body = calloc(1, sizeof **body);
    if (!*body) PetscCall(fe_code(error_memory()));
    const PetscErrorCode code = body_fill(data, *body);
    if (code) PetscCall(fe_body_destroy(body));
    PetscCall(code);
    PetscFunctionReturn(0);
}
