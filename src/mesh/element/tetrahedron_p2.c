/* P2 tetrahedron: corners as P1, then the middles of the edges 01, 12, 20, 30, 32, 31. The last two stand
 * the other way round in most other programs. */
#include "mesh/element/elements.h"
#include "mesh/element/shape.h"

static const int facet[][6] = {
    {0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 9, 7}, {1, 2, 3, 5, 8, 9}, {0, 3, 2, 7, 8, 6}};
static const int edge[][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 2}, {3, 1}};
static const double reference[][3] = {{0, 0, 0},     {1, 0, 0},   {0, 1, 0},   {0, 0, 1},     {0.5, 0, 0},
                                      {0.5, 0.5, 0}, {0, 0.5, 0}, {0, 0, 0.5}, {0, 0.5, 0.5}, {0.5, 0, 0.5}};

static void gradients(const double *xi, double (*grad)[3]) {
    shape_simplex_quadratic(3, edge, xi, grad);
}

const ElementType tetrahedron_p2 = {
    .name = "P2",
    .dim = 3,
    .nodes = 10,
    .corners = 4,
    .facets = 4,
    .facet_nodes = 6,
    .facet = facet,
    .gmsh = 11,
    .gmsh_facet = 9,
    .reference = reference,
    .gauss = 0.44721359549995794, /* 1/sqrt(5) */
    .gradients = gradients,
};
