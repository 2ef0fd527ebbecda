/* P2 tetrahedron: corners as P1, then the middles of the edges 01, 12, 20, 30, 32, 31. The last two stand
 * the other way round in most other programs, VTK among them. Row sums of its mass are negative at the
 * corners. */
#include "element/families.h"

static const int facet[][MOST_FACET_NODES] = {
    {0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 9, 7}, {1, 2, 3, 5, 8, 9}, {0, 3, 2, 7, 8, 6}};
static const int edge[][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 2}, {3, 1}};
static const double reference[][3] = {{0, 0, 0},     {1, 0, 0},   {0, 1, 0},   {0, 0, 1},     {0.5, 0, 0},
                                      {0.5, 0.5, 0}, {0, 0.5, 0}, {0, 0, 0.5}, {0, 0.5, 0.5}, {0.5, 0, 0.5}};
static const int vtk_order[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};

static void tetrahedron_p2_values(const double *xi, double *N) {
    simplex_quadratic_values(3, edge, xi, N);
}

static void tetrahedron_p2_gradients(const double *xi, double (*grad)[3]) {
    simplex_quadratic_gradients(3, edge, xi, grad);
}

const ElementType tetrahedron_p2 = {
    .name = "P2",
    .kind = "tetrahedron of 10 nodes",
    .dim = 3,
    .nodes = 10,
    .corners = 4,
    .reference = reference,
    .values = tetrahedron_p2_values,
    .gradients = tetrahedron_p2_gradients,
    .facets = 4,
    .facet_type = &triangle_p2,
    .facet = facet,
    .stiffness_rule = &tetrahedron4_rule,
    .mass_rule = &tetrahedron15_rule,
    .gmsh = 11,
    .vtk = 24,
    .vtk_order = vtk_order,
};
