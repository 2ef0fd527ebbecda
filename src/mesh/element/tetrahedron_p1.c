/* P1 tetrahedron: seen from corner 3, the corners 0, 1, 2 run counter-clockwise. */
#include "mesh/element/elements.h"
#include "mesh/element/shape.h"

static const int facet[][6] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
static const double reference[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void gradients(const double *xi, double (*grad)[3]) {
    (void)xi;
    shape_simplex_linear(3, grad);
}

const ElementType tetrahedron_p1 = {
    .name = "P1",
    .dim = 3,
    .nodes = 4,
    .corners = 4,
    .facets = 4,
    .facet_nodes = 3,
    .facet = facet,
    .gmsh = 4,
    .gmsh_facet = 2,
    .reference = reference,
    .gauss = 0.44721359549995794, /* 1/sqrt(5) */
    .gradients = gradients,
};
