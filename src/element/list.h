/* The elements: those of sides alone, then those of bodies, whose order is the order of the blocks of a mesh
 * that was read. A new element is one new file and one new word here. */
#ifndef JUDDER_ELEMENT_LIST_H
#define JUDDER_ELEMENT_LIST_H

#define ELEMENTS_OF_SIDES(add) add(point_p0) add(line_p1) add(line_p2)
#define ELEMENTS_OF_BODIES(add)                                                                              \
    add(triangle_p1) add(triangle_p2) add(quadrilateral_q1) add(tetrahedron_p1) add(tetrahedron_p2)          \
        add(hexahedron_q1)

#endif
