#include "fe/element/element.h"

#include <string.h>

/* P2 cells have corners without mass (2-D) or with negative mass (3-D) if rows are summed, and the corners of
 * 6-node triangles have no area. */
static const FeElement p1_triangle = {
    "P1", 2, &triangle3_shape, &line2_shape, &triangle1_rule, &triangle3_rule, &gauss_line3, true, true};
static const FeElement p2_triangle = {
    "P2", 2, &triangle6_shape, &line3_shape, &triangle3_rule, &triangle6_rule, &gauss_line3, false, true};
static const FeElement q1_quadrilateral = {"Q1",
                                           2,
                                           &quadrilateral4_shape,
                                           &line2_shape,
                                           &gauss_quadrilateral4,
                                           &gauss_quadrilateral4,
                                           &gauss_line3,
                                           true,
                                           true};
static const FeElement p1_tetrahedron = {
    "P1", 3,   &tetrahedron4_shape, &triangle3_shape, &tetrahedron1_rule, &tetrahedron4_rule, &triangle6_rule,
    true, true};
static const FeElement p2_tetrahedron = {"P2",
                                         3,
                                         &tetrahedron10_shape,
                                         &triangle6_shape,
                                         &tetrahedron4_rule,
                                         &tetrahedron15_rule,
                                         &triangle6_rule,
                                         false,
                                         false};
static const FeElement q1_hexahedron = {"Q1",
                                        3,
                                        &hexahedron8_shape,
                                        &quadrilateral4_shape,
                                        &gauss_hexahedron8,
                                        &gauss_hexahedron27,
                                        &gauss_quadrilateral9,
                                        true,
                                        true};

const FeElement *const fe_elements[] = {
    &p1_triangle, &p2_triangle, &q1_quadrilateral, &p1_tetrahedron, &p2_tetrahedron, &q1_hexahedron, NULL};

const FeElement *fe_element_find(const ElementType *type) {
    for (const FeElement *const *element = fe_elements; *element; element++)
        if ((*element)->dim == type->dim && strcmp((*element)->name, type->name) == 0) return *element;
    return NULL;
}
