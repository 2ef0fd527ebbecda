/* Meshes of rectangles and boxes: a lattice of cells, graded where wished. */
#ifndef JUDDER_MESH_GENERATE_H
#define JUDDER_MESH_GENERATE_H

#include "mesh/mesh.h"

/* Sizes of the cells along one direction, relative to each other: of the first cell, of those in the
 * middle and of the last. In between they change by a constant factor from cell to cell. 0 = not given:
 * low and high are then 1, and the middle lies on the way from low to high. So {.low = 0.1} gives cells
 * ten times smaller at the low end, and {.middle = 0.1} is for contacts that begin in the middle. */
typedef struct MeshGrade {
    double low, middle, high;
} MeshGrade;

/* How quadrilaterals are cut into triangles: all by the diagonal that rises to the right, or mirrored
 * about the middle x = length/2, where they rise to the right in the left half. */
typedef enum MeshDiagonals { MESH_ONE_WAY, MESH_MIRRORED } MeshDiagonals;

/* (0, 0) to (length, height). Sides: left right (x), bottom top (y). */
typedef struct MeshRectangle {
    double length, height;
    int cells[2];
    const char *element; /* "P1", "P2", "Q1" */
    MeshGrade grade[2];
    MeshDiagonals diagonals;
    /* pairs of opposite sides, {{"left", "right"}}; the first of a pair holds the masters */
    const char *periodic[2][2];
} MeshRectangle;

/* (0, 0, 0) to (length, height, depth). Sides: left right (x), bottom top (y), back front (z).
 * Tetrahedra: six a box, around the diagonal from its lowest to its highest corner. */
typedef struct MeshBox {
    double length, height, depth;
    int cells[3];
    const char *element;
    MeshGrade grade[3];
    const char *periodic[2][2];
} MeshBox;

JudderErr mesh_rectangle(const MeshRectangle *rectangle, Mesh **mesh);
JudderErr mesh_box(const MeshBox *box, Mesh **mesh);

#endif
