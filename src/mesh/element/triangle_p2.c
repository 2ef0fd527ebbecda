/* P2 triangle: corners counter-clockwise, then the middles of the edges 01, 12, 20. */
#include "mesh/element/elements.h"
#include "mesh/element/shape.h"

static const int facet[][6] = {{0, 1, 3}, {1, 2, 4}, {2, 0, 5}};
static const int edge[][2] = {{0, 1}, {1, 2}, {2, 0}};
static const double reference[][3] = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}};

static void gradients(const double *xi, double (*grad)[3]) {
    shape_simplex_quadratic(2, edge, xi, grad);
}

const ElementType triangle_p2 = {
    .name = "P2",
    .dim = 2,
    .nodes = 6,
    .corners = 3,
    .facets = 3,
    .facet_nodes = 3,
    .facet = facet,
    .gmsh = 9,
    .gmsh_facet = 8,
    .reference = reference,
    .gauss = 0.5,
    .gradients = gradients,
};
