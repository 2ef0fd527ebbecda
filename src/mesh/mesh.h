/* Meshes of bodies in 2-D and 3-D: nodes, blocks of cells of one element each, named sides. Plain arrays, no
 * PETSc: the finite elements read them, the reader of .msh files and the generators make them. */
#ifndef JUDDER_MESH_MESH_H
#define JUDDER_MESH_MESH_H

#include "base/error.h"

#include <stddef.h>

/* An element by its name in a case ("P1", "P2", "Q1") and the dimension. Nodes in the order of Gmsh: corners
 * first, counter-clockwise in 2-D, then the middles of the edges. */
typedef struct ElementType {
    const char *name;
    int dim;
    int nodes;       /* of a cell */
    int corners;     /* the first nodes */
    int facets;      /* of a cell: edges in 2-D, faces in 3-D */
    int facet_nodes; /* of a facet */
    /* facet -> local nodes, outward: the cell lies to the left (2-D), normal out (3-D) */
    const int (*facet)[6];
    int gmsh; /* the element's number in .msh files; of its facet: */
    int gmsh_facet;
    /* the nodes on the reference element: 0..1 for simplices, else -1..1 */
    const double (*reference)[3];
    /* quadrature points: this share of the way from the centre to each corner */
    double gauss;
    /* of the shape functions, on the reference element */
    void (*gradients)(const double *xi, double (*grad)[3]);
} ElementType;

extern const ElementType *const element_types[]; /* ends with NULL */

/* The element of a name in a dimension, or NULL. */
const ElementType *element_type_find(const char *name, int dim);
/* Corners of a facet: the first of its nodes. */
int element_facet_corners(const ElementType *type);

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
