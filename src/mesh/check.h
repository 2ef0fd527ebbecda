/* What every mesh must satisfy, read or generated. */
#ifndef JUDDER_MESH_CHECK_H
#define JUDDER_MESH_CHECK_H

#include "mesh/mesh.h"

typedef enum MeshFaultKind {
    MESH_SOUND,
    MESH_NOT_FINITE,  /* a coordinate of the node */
    MESH_ORPHAN_NODE, /* a node without a cell */
    MESH_INVERTED,    /* the cell's map has a negative determinant at a node or quadrature point */
    MESH_DEGENERATE,  /* or one that is zero up to rounding */
    MESH_EMPTY_SIDE,
    MESH_INNER_FACET, /* a facet of the side that two cells share */
    MESH_BRANCHING    /* more than two facets of the side at one node (2-D) or edge (3-D) */
} MeshFaultKind;

/* The first fault found; only the items that its kind concerns are filled. */
typedef struct MeshFault {
    MeshFaultKind kind;
    int node;
    int block, cell;
    int side, facet; /* position in the side */
} MeshFault;

/* Look for faults; only a lack of memory is an error. Sides need sound cells. */
JudderErr mesh_inspect_cells(const Mesh *mesh, MeshFault *fault); /* and nodes */
JudderErr mesh_inspect_sides(const Mesh *mesh, MeshFault *fault);
/* What is wrong with the node, cell or facet, without naming it: "is inverted". */
const char *mesh_fault_text(const Mesh *mesh, const MeshFault *fault);
/* A fault as an input error. */
JudderErr mesh_check(const Mesh *mesh);

#endif
