#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

void mesh_destroy(Mesh **mesh) {
    Mesh *gone = mesh ? *mesh : NULL;
    if (!gone) return;
    *mesh = NULL;
    for (int b = 0; b < gone->blocks; b++) free(gone->block[b].node);
    for (int s = 0; s < gone->sides; s++) {
        free(gone->side[s].name);
        free(gone->side[s].facet);
        free(gone->side[s].node);
    }
    free(gone->block);
    free(gone->side);
    free(gone->x);
    free(gone->master);
    free(gone);
}

const MeshSide *mesh_side_find(const Mesh *mesh, const char *name) {
    for (int s = 0; s < mesh->sides; s++) {
        if (strcmp(mesh->side[s].name, name) == 0) return &mesh->side[s];
    }
    return NULL;
}

const ElementType *mesh_facet_nodes(const Mesh *mesh, MeshFacet facet, int *node) {
    const MeshBlock *block = &mesh->block[facet.block];
    const ElementType *type = block->type;
    const int *cell = block->node + (size_t)facet.cell * (size_t)type->nodes;
    for (int i = 0; i < type->facet_type->nodes; i++) node[i] = cell[type->facet[facet.facet][i]];
    return type;
}
