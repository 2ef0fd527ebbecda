/* Q1 hexahedron: the corners 0 to 3 run counter-clockwise seen from inside, 4 to 7 lie opposite to them. */
#include "mesh/element/elements.h"
#include "mesh/element/shape.h"

static const int facet[][6] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5},
                               {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
static const double reference[][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                      {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

static void gradients(const double *xi, double (*grad)[3]) {
    shape_multilinear(3, reference, xi, grad);
}

const ElementType hexahedron_q1 = {
    .name = "Q1",
    .dim = 3,
    .nodes = 8,
    .corners = 8,
    .facets = 6,
    .facet_nodes = 4,
    .facet = facet,
    .gmsh = 5,
    .gmsh_facet = 3,
    .reference = reference,
    .gauss = 0.57735026918962576, /* 1/sqrt(3) */
    .gradients = gradients,
};
