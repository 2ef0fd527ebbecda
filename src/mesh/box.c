/* Boxes into tetrahedra: one for each order of the three axes, along which one walks from the lowest
 * corner to the highest (Kuhn). Neighbouring boxes cut their common face by the same diagonal. */
#include "mesh/lattice.h"

#include <string.h>

/* Places in bits: x 1, y 2, z 4. */
static void hexahedron(const Lattice *lattice, const int *at, int part, int *corner) {
    static const int places[] = {0, 1, 3, 2, 4, 5, 7, 6};
    (void)lattice, (void)at, (void)part;
    memcpy(corner, places, sizeof places);
}

static void tetrahedron(const Lattice *lattice, const int *at, int part, int *corner) {
    /* Odd orders of the axes have their two middle corners exchanged: the volume stays positive. */
    static const int places[6][4] = {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                     {0, 3, 2, 7}, {0, 6, 4, 7}, {0, 5, 1, 7}};
    (void)lattice, (void)at;
    memcpy(corner, places[part], sizeof places[part]);
}

JudderErr mesh_box(const MeshBox *box, Mesh **mesh) {
    const bool whole = box->element && strcmp(box->element, "Q1") == 0;
    const Lattice lattice = {.dim = 3,
                             .length = {box->length, box->height, box->depth},
                             .cells = {box->cells[0], box->cells[1], box->cells[2]},
                             .grade = {box->grade[0], box->grade[1], box->grade[2]},
                             .element = box->element,
                             .periodic = box->periodic,
                             .split = whole ? 1 : 6,
                             .corners = whole ? hexahedron : tetrahedron};
    return lattice_mesh(&lattice, mesh);
}
