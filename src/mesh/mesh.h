/* Meshes of bodies in 2-D and 3-D: nodes, blocks of cells of one element each, named sides. Plain arrays, no
 * PETSc: the finite elements read them, the reader of .msh files and the generators make them. */
#ifndef JUDDER_MESH_MESH_H
#define JUDDER_MESH_MESH_H

#include "base/error.h"
#include "element/element.h"

#include <stddef.h>

typedef struct MeshBlock {
    const ElementType *type;
    int cells;
    int *node; /* type->nodes for each cell, counted from 0 */
} MeshBlock;

/* A facet of the boundary: its cell and which facet of that cell it is. */
typedef struct MeshFacet {
    int block, cell, facet;
} MeshFacet;

typedef struct MeshSide {
    char *name;
    int facets;
    MeshFacet *facet;
    int nodes;
    int *node; /* closure of the facets, each once, in the order that mesh_side_close describes */
} MeshSide;

typedef struct Mesh {
    int dim;
    int nodes;
    double *x; /* dim numbers for each node */
    int blocks;
    MeshBlock *block;
    int sides;
    MeshSide *side;
    int *master; /* NULL, or for each node the node whose motion it shares (periodic sides) */
    /* its file joins sides ($Periodic), which is not followed: a mesh may match without moving together */
    bool links_unused;
} Mesh;

void mesh_destroy(Mesh **mesh);
/* The side of a name, or NULL. */
const MeshSide *mesh_side_find(const Mesh *mesh, const char *name);
/* Writes the nodes of a facet, facet_nodes of them, outward. Returns the element of its cell. */
const ElementType *mesh_facet_nodes(const Mesh *mesh, MeshFacet facet, int *node);
/* Fills the nodes of a side from its facets. If the side is one open line of a 2-D mesh they follow the
 * line, from the end with the smaller x (of equal x: the smaller y) to the other; else they are sorted by
 * x, then y, then z. work: one number for each node of the mesh, zero before and after. */
JudderErr mesh_side_close(const Mesh *mesh, MeshSide *side, int *work);

/* Adds the outward normal of a side times its area (2-D: its length); corners alone count. */
void mesh_side_area(const Mesh *mesh, const MeshSide *side, double sum[3]);

#endif
