/* P1 triangle: corners counter-clockwise. */
#include "mesh/element/elements.h"
#include "mesh/element/shape.h"

static const int facet[][6] = {{0, 1}, {1, 2}, {2, 0}};
static const double reference[][3] = {{0, 0}, {1, 0}, {0, 1}};

static void gradients(const double *xi, double (*grad)[3]) {
    (void)xi;
    shape_simplex_linear(2, grad);
}

const ElementType triangle_p1 = {
    .name = "P1",
    .dim = 2,
    .nodes = 3,
    .corners = 3,
    .facets = 3,
    .facet_nodes = 2,
    .facet = facet,
    .gmsh = 2,
    .gmsh_facet = 1,
    .reference = reference,
    .gauss = 0.5,
    .gradients = gradients,
};
