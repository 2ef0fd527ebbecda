/* P1 tetrahedron: seen from corner 3, the corners 0, 1, 2 run counter-clockwise. */
#include "element/families.h"

static const int facet[][MOST_FACET_NODES] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
static const double reference[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void tetrahedron_p1_values(const double *xi, double *N) {
    simplex_linear_values(3, xi, N);
}

static void tetrahedron_p1_gradients(const double *xi, double (*grad)[3]) {
    (void)xi;
    simplex_linear_gradients(3, grad);
}

const ElementType tetrahedron_p1 = {
    .name = "P1",
    .kind = "tetrahedron of 4 nodes",
    .dim = 3,
    .nodes = 4,
    .corners = 4,
    .reference = reference,
    .values = tetrahedron_p1_values,
    .gradients = tetrahedron_p1_gradients,
    .facets = 4,
    .facet_type = &triangle_p1,
    .facet = facet,
    .stiffness_rule = &tetrahedron1_rule,
    .mass_rule = &tetrahedron4_rule,
    .row_sum = true,
    .gmsh = 4,
    .vtk = 10,
};
