/* Fields on meshes for ParaView and its kin: VTK's unstructured grid in one piece, numbers raw behind the
 * text, and the list of such files over time. A file takes its place only once it is complete. */
#ifndef JUDDER_RESULTS_VTU_VTU_H
#define JUDDER_RESULTS_VTU_VTU_H

#include "base/error.h"
#include "element/element.h"
#include "results/place/place.h"

#include <stddef.h>

/* Cells of one kind, with nodes counted from 0 in the order of Gmsh. */
typedef struct VtuCells {
    const ElementType *type;
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

JudderErr vtu_write(const PlaceWish *where, const VtuGrid *grid, const VtuField *fields, size_t count);

typedef struct PvdEntry {
    double time;
    const char *file; /* as seen from the folder of the list */
} PvdEntry;

JudderErr pvd_write(const PlaceWish *where, const PvdEntry *entries, size_t count);

#endif
