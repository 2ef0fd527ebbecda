/* Which cells of a mesh are translates of each other: they share the matrix of one of them, so that rows of
 * equal neighbourhoods are equal to the last bit. Plain C, not collective; the same on every rank. */
#ifndef JUDDER_FE_EXPLICIT_STENCIL_SHAPES_H
#define JUDDER_FE_EXPLICIT_STENCIL_SHAPES_H

#include "element/element.h"
#include "fe/body/body.h"

enum { MOST_CELL_DOFS = 3 * MOST_NODES };

typedef struct CellShapes {
    const Mesh *mesh;
    FeModuli elastic, viscous; /* of K and C */
    double density;
    int cells;    /* of all blocks, one block after the other */
    int *first;   /* cell with which each block begins; blocks + 1 numbers */
    int *like;    /* for each cell the first one that it is a translate of, often itself */
    int distinct; /* how many are their own first */
} CellShapes;

/* The tensors come from the caller, since Rayleigh's part belongs to the viscous one. */
JudderErr cell_shapes_create(const Mesh *mesh, CellShapes **shapes);
void cell_shapes_destroy(CellShapes **shapes);

/* The nodes of a cell and its element. */
const ElementType *cell_shapes_nodes(const CellShapes *shapes, int cell, const int **node);

typedef struct CellMatrices {
    int nodes, dofs;
    double K[MOST_CELL_DOFS * MOST_CELL_DOFS], C[MOST_CELL_DOFS * MOST_CELL_DOFS];
    double mass[MOST_NODES]; /* lumped */
} CellMatrices;

/* C only if requested; refuses a cell that is turned inside out. */
JudderErr cell_shapes_matrices(const CellShapes *shapes, int cell, bool with_C, CellMatrices *out);

#endif
