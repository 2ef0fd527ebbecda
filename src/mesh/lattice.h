/* The lattice behind rectangles and boxes: nodes numbered along x first, then y, then z; for P2 the
 * lattice is twice as fine as the cells, and every one of its points is the middle of an edge or a
 * corner. */
#ifndef JUDDER_MESH_LATTICE_H
#define JUDDER_MESH_LATTICE_H

#include "mesh/generate.h"

typedef struct Lattice {
    int dim;
    double length[3];
    int cells[3];
    MeshGrade grade[3];
    const char *element;
    const char *const (*periodic)[2]; /* two pairs */
    int split;                        /* cells in a box of the lattice */
    /* Writes for the cell `part` of the box at `at` the places of its corners in the box, in bits: x 1, y
     * 2, z 4. */
    void (*corners)(const struct Lattice *lattice, const int *at, int part, int *corner);
    MeshDiagonals diagonals;
} Lattice;

JudderErr lattice_mesh(const Lattice *lattice, Mesh **mesh);

#endif
