/* Fields on meshes for ParaView and its kin: VTK's unstructured grid in one piece, numbers raw behind the
 * text, and the list of such files over time. A file takes its place only once it is complete. */
#ifndef JUDDER_RESULTS_VTU_VTU_H
#define JUDDER_RESULTS_VTU_VTU_H

#include "base/error.h"

#include <stddef.h>

/* Cells of one kind, with nodes counted from 0 in the order of Gmsh. */
typedef struct VtuCells {
    int gmsh; /* element type of .msh files: 2 3 9 (triangle, quadrilateral, P2 triangle), 4 5 11 (3-D) */
    int cells;
    const int *node;
} VtuCells;

typedef struct VtuGrid {
    int dim; /* numbers in x for each point, 2 or 3 */
    int points;
    const double *x;
    int blocks;
    const VtuCells *block;
} VtuGrid;

/* A field; give real or whole. Components: 1, 2 (vector in the plane: written with a third that is 0), 3,
 * 6 (symmetric tensor: xx yy zz xy yz xz) or 9 (tensor, row by row). */
typedef struct VtuField {
    const char *name;
    bool of_cells; /* in the order of the blocks; else of points */
    int components;
    const double *real;
    const int *whole;
} VtuField;

/* Nodes of a cell of an element type of .msh files; 0: not one of them. */
int vtu_cell_nodes(int gmsh);

JudderErr vtu_write(const char *path, const VtuGrid *grid, const VtuField *fields, size_t count);

typedef struct PvdEntry {
    double time;
    const char *file; /* as seen from the folder of the list */
} PvdEntry;

JudderErr pvd_write(const char *path, const PvdEntry *entries, size_t count);

#endif
