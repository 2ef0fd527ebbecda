/* What is odd about how the mesh of a file hangs together: told before anything runs. */
#include "mesh/joints.h"
#include "study/body/body_model.h"
#include "study/body/mesh_words.h"

#include <stdio.h>
#include <string.h>

static bool holds(const MeshSide *side, int node) {
    for (int i = 0; i < side->nodes; i++)
        if (side->node[i] == node) return true;
    return false;
}

/* " on the sides a, b", or nothing. */
static void name_sides(const Mesh *mesh, const MeshTwins *twins, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int s = 0; s < mesh->sides && used < size; s++)
        if (holds(&mesh->side[s], twins->first) || holds(&mesh->side[s], twins->first_of))
            used += (size_t)snprintf(text + used, size - used, "%s%.60s", used ? ", " : " on ",
                                     mesh->side[s].name);
}

static void remark_twins(const Mesh *mesh, const MeshTwins *twins, char *text, size_t size) {
    char place[120] = "", sides[200];
    size_t used = 0;
    for (int d = 0; d < mesh->dim; d++)
        used += (size_t)snprintf(place + used, sizeof place - used, "%s%.6g", d ? ", " : "",
                                 mesh->x[(size_t)twins->first * (size_t)mesh->dim + (size_t)d]);
    name_sides(mesh, twins, sides, sizeof sides);
    snprintf(text, size,
             "; %d node%s where another one lies, the first at (%s)%s: the body is not joined there; "
             "\"Coherence Mesh;\" at the end of the .geo joins such nodes",
             twins->count, twins->count == 1 ? " lies" : "s lie", place, sides);
}

JudderErr body_remark_joints(const Mesh *mesh, char *text, size_t size) {
    MeshTwins twins;
    int pieces = 0;
    text[0] = '\0';
    TRY(mesh_twins(mesh, &twins));
    TRY(mesh_pieces(mesh, NULL, &pieces));
    if (twins.count > 0) remark_twins(mesh, &twins, text, size);
    const size_t used = strlen(text);
    if (pieces > 1) snprintf(text + used, size - used, "; the mesh has %d pieces that nothing joins", pieces);
    return JUDDER_OK;
}
