/* Mesh files made of anything: each is read or refused, and what was read is sound. */
#include "mesh/check.h"
#include "mesh/read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every index is touched, and every side has its nodes. */
static void use(const Mesh *mesh) {
    double sum = 0;
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        for (int i = 0; i < block->cells * block->type->nodes; i++)
            sum += mesh->x[(size_t)block->node[i] * (size_t)mesh->dim];
    }
    for (int s = 0; s < mesh->sides; s++) {
        const MeshSide *side = &mesh->side[s];
        if (side->facets < 1 || side->nodes < mesh->dim || mesh_side_find(mesh, side->name) != side) abort();
        for (int n = 0; n < side->nodes; n++) sum += mesh->x[(size_t)side->node[n] * (size_t)mesh->dim];
    }
    if (sum != sum || mesh_check(mesh) != JUDDER_OK) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const some[] = {"bottom", "7", NULL};
    Mesh *mesh;
    const char *const *sides = size > 0 && data[size - 1] == 'w' ? some : NULL;
    if (mesh_read_bytes("mesh.msh", data, size, sides, &mesh) == JUDDER_OK)
        use(mesh);
    else if (mesh || !*error_message())
        abort();
    mesh_destroy(&mesh);
    return 0;
}
