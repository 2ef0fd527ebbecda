/* The element types, one file each. */
#ifndef JUDDER_MESH_ELEMENT_ELEMENTS_H
#define JUDDER_MESH_ELEMENT_ELEMENTS_H

#include "mesh/mesh.h"

extern const ElementType triangle_p1, triangle_p2, quadrilateral_q1;
extern const ElementType tetrahedron_p1, tetrahedron_p2, hexahedron_q1;

#endif
