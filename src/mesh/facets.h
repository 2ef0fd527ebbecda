/* A set of facets known by their corners, and the cells to which they belong. */
#ifndef JUDDER_MESH_FACETS_H
#define JUDDER_MESH_FACETS_H

#include "mesh/mesh.h"

#include <stdint.h>

typedef struct FacetEntry {
    int corner[4]; /* sorted; -1 where there are fewer */
    int cells;     /* that have it, once matched */
    MeshFacet of;  /* the first of them */
} FacetEntry;

typedef struct FacetTable {
    int count;
    FacetEntry *entry;
    int *slot; /* open addressing: position of an entry counted from 1, 0 = free */
    uint64_t mask;
} FacetTable;

/* Nodes in the order of their numbers. */
void facet_sort(const int *node, int count, int *sorted);
/* Room for that many facets. */
JudderErr facet_table_open(FacetTable *table, size_t most);
void facet_table_close(FacetTable *table);
/* Position of the facet with these corners; a new one is added. *added says which (may be NULL). */
int facet_table_add(FacetTable *table, const int *corner, int corners, bool *added);
/* Counts for each entry the cells that have it and keeps the first. work as in mesh_side_close. */
void facet_table_match(FacetTable *table, const Mesh *mesh, int *work);

#endif
