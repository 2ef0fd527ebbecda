/* P2 triangle: corners counter-clockwise, then the middles of the edges 01, 12, 20. Row sums of its mass are
 * zero at the corners, and so are the areas of the nodes of a face of this kind. */
#include "element/families.h"

static const int facet[][MOST_FACET_NODES] = {{0, 1, 3}, {1, 2, 4}, {2, 0, 5}};
static const int edge[][2] = {{0, 1}, {1, 2}, {2, 0}};
static const double reference[][3] = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}};

static void triangle_p2_values(const double *xi, double *N) {
    simplex_quadratic_values(2, edge, xi, N);
}

static void triangle_p2_gradients(const double *xi, double (*grad)[3]) {
    simplex_quadratic_gradients(2, edge, xi, grad);
}

const ElementType triangle_p2 = {
    .name = "P2",
    .kind = "triangle of 6 nodes",
    .dim = 2,
    .nodes = 6,
    .corners = 3,
    .reference = reference,
    .values = triangle_p2_values,
    .gradients = triangle_p2_gradients,
    .facets = 3,
    .facet_type = &line_p2,
    .facet = facet,
    .stiffness_rule = &triangle3_rule,
    .mass_rule = &triangle6_rule,
    .side_rule = &triangle6_rule,
    .gmsh = 9,
    .vtk = 22,
};
