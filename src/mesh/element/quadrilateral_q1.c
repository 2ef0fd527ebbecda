/* Q1 quadrilateral: corners counter-clockwise. */
#include "mesh/element/elements.h"
#include "mesh/element/shape.h"

static const int facet[][6] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
static const double reference[][3] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

static void gradients(const double *xi, double (*grad)[3]) {
    shape_multilinear(2, reference, xi, grad);
}

const ElementType quadrilateral_q1 = {
    .name = "Q1",
    .dim = 2,
    .nodes = 4,
    .corners = 4,
    .facets = 4,
    .facet_nodes = 2,
    .facet = facet,
    .gmsh = 3,
    .gmsh_facet = 1,
    .reference = reference,
    .gauss = 0.57735026918962576, /* 1/sqrt(3) */
    .gradients = gradients,
};
