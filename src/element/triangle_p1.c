/* P1 triangle: corners counter-clockwise. */
#include "element/families.h"

static const int facet[][MOST_FACET_NODES] = {{0, 1}, {1, 2}, {2, 0}};
static const double reference[][3] = {{0, 0}, {1, 0}, {0, 1}};

static void triangle_p1_values(const double *xi, double *N) {
    simplex_linear_values(2, xi, N);
}

static void triangle_p1_gradients(const double *xi, double (*grad)[3]) {
    (void)xi;
    simplex_linear_gradients(2, grad);
}

const ElementType triangle_p1 = {
    .name = "P1",
    .kind = "triangle of 3 nodes",
    .dim = 2,
    .nodes = 3,
    .corners = 3,
    .reference = reference,
    .values = triangle_p1_values,
    .gradients = triangle_p1_gradients,
    .facets = 3,
    .facet_type = &line_p1,
    .facet = facet,
    .stiffness_rule = &triangle1_rule,
    .mass_rule = &triangle3_rule,
    .side_rule = &triangle6_rule,
    .row_sum = true,
    .gmsh = 2,
    .vtk = 5,
};
