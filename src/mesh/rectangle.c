#include "mesh/lattice.h"

#include <string.h>

/* Places in bits: x 1, y 2. */
static void quadrilateral(const Lattice *lattice, const int *at, int part, int *corner) {
    static const int places[] = {0, 1, 3, 2};
    (void)lattice, (void)at, (void)part;
    memcpy(corner, places, sizeof places);
}

static void triangle(const Lattice *lattice, const int *at, int part, int *corner) {
    static const int rising[2][3] = {{0, 1, 3}, {0, 3, 2}}, falling[2][3] = {{0, 1, 2}, {1, 3, 2}};
    const bool right_half = 2 * at[0] + 1 > lattice->cells[0];
    const bool falls = lattice->diagonals == MESH_MIRRORED && right_half;
    memcpy(corner, falls ? falling[part] : rising[part], sizeof rising[part]);
}

JudderErr mesh_rectangle(const MeshRectangle *rectangle, Mesh **mesh) {
    const bool whole = rectangle->element && strcmp(rectangle->element, "Q1") == 0;
    const Lattice lattice = {.dim = 2,
                             .length = {rectangle->length, rectangle->height},
                             .cells = {rectangle->cells[0], rectangle->cells[1]},
                             .grade = {rectangle->grade[0], rectangle->grade[1]},
                             .element = rectangle->element,
                             .periodic = rectangle->periodic,
                             .split = whole ? 1 : 2,
                             .corners = whole ? quadrilateral : triangle,
                             .diagonals = rectangle->diagonals};
    return lattice_mesh(&lattice, mesh);
}
