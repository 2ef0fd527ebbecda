#include "mesh/facets.h"

#include <stdlib.h>
#include <string.h>

JudderErr facet_table_open(FacetTable *table, size_t most) {
    uint64_t slots = 16;
    while (slots < 2 * (uint64_t)most) slots *= 2;
    *table = (FacetTable){.mask = slots - 1};
    table->slot = calloc(slots, sizeof *table->slot);
    table->entry = calloc(most + 1, sizeof *table->entry);
    if (table->slot && table->entry) return JUDDER_OK;
    facet_table_close(table);
    return error_memory();
}

void facet_table_close(FacetTable *table) {
    free(table->slot);
    free(table->entry);
    *table = (FacetTable){0};
}

void facet_sort(const int *node, int count, int *sorted) {
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && sorted[at - 1] > node[i]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = node[i];
    }
}

static void sort_corners(const int *corner, int corners, int *sorted) {
    facet_sort(corner, corners, sorted);
    for (int i = corners; i < 4; i++) sorted[i] = -1;
}

/* The slot of the facet, or the free one where it belongs. */
static uint64_t seek(const FacetTable *table, const int *sorted) {
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ (uint32_t)sorted[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    for (hash &= table->mask; table->slot[hash]; hash = (hash + 1) & table->mask) {
        const FacetEntry *entry = &table->entry[table->slot[hash] - 1];
        if (memcmp(entry->corner, sorted, sizeof entry->corner) == 0) break;
    }
    return hash;
}

int facet_table_add(FacetTable *table, const int *corner, int corners, bool *added) {
    int sorted[4];
    sort_corners(corner, corners, sorted);
    const uint64_t slot = seek(table, sorted);
    const bool is_new = table->slot[slot] == 0;
    if (is_new) {
        FacetEntry *entry = &table->entry[table->count++];
        memcpy(entry->corner, sorted, sizeof sorted);
        table->slot[slot] = table->count;
    }
    if (added) *added = is_new;
    return table->slot[slot] - 1;
}

static void mark_corners(const FacetTable *table, int *work, int mark) {
    for (int e = 0; e < table->count; e++) {
        for (int i = 0; i < 4 && table->entry[e].corner[i] >= 0; i++) work[table->entry[e].corner[i]] = mark;
    }
}

static void match_facet(FacetTable *table, const Mesh *mesh, MeshFacet facet, const int *work) {
    int node[MOST_FACET_NODES], sorted[4];
    const int corners = mesh_facet_nodes(mesh, facet, node)->facet_type->corners;
    for (int i = 0; i < corners; i++) {
        if (!work[node[i]]) return;
    }
    sort_corners(node, corners, sorted);
    const uint64_t slot = seek(table, sorted);
    if (!table->slot[slot]) return;
    FacetEntry *entry = &table->entry[table->slot[slot] - 1];
    if (entry->cells++ == 0) entry->of = facet;
}

/* Most cells have too few marked corners to own a facet of the table. */
void facet_table_match(FacetTable *table, const Mesh *mesh, int *work) {
    mark_corners(table, work, 1);
    for (int b = 0; b < mesh->blocks && table->count; b++) {
        const MeshBlock *block = &mesh->block[b];
        const ElementType *type = block->type;
        const int needed = type->facet_type->corners;
        const int *node = block->node;
        for (int c = 0; c < block->cells; c++, node += type->nodes) {
            int marked = 0;
            for (int i = 0; i < type->corners; i++) marked += work[node[i]];
            if (marked < needed) continue;
            for (int f = 0; f < type->facets; f++) match_facet(table, mesh, (MeshFacet){b, c, f}, work);
        }
    }
    mark_corners(table, work, 0);
}
