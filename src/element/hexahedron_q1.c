/* Q1 hexahedron: the corners 0 to 3 run counter-clockwise seen from inside, 4 to 7 lie opposite to them.
 * Products of (1 +- xi)/2. */
#include "element/element.h"

static const int facet[][MOST_FACET_NODES] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5},
                                              {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
static const double reference[][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                      {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

static void hexahedron_q1_values(const double *xi, double *N) {
    for (int a = 0; a < 8; a++) {
        const double *s = reference[a];
        N[a] = .125 * (1 + s[0] * xi[0]) * (1 + s[1] * xi[1]) * (1 + s[2] * xi[2]);
    }
}

static void hexahedron_q1_gradients(const double *xi, double (*grad)[3]) {
    for (int a = 0; a < 8; a++) {
        const double *s = reference[a];
        const double f[3] = {1 + s[0] * xi[0], 1 + s[1] * xi[1], 1 + s[2] * xi[2]};
        grad[a][0] = .125 * s[0] * f[1] * f[2];
        grad[a][1] = .125 * s[1] * f[0] * f[2];
        grad[a][2] = .125 * s[2] * f[0] * f[1];
    }
}

const ElementType hexahedron_q1 = {
    .name = "Q1",
    .kind = "hexahedron of 8 nodes",
    .dim = 3,
    .nodes = 8,
    .corners = 8,
    .reference = reference,
    .values = hexahedron_q1_values,
    .gradients = hexahedron_q1_gradients,
    .facets = 6,
    .facet_type = &quadrilateral_q1,
    .facet = facet,
    .stiffness_rule = &gauss_hexahedron8,
    .mass_rule = &gauss_hexahedron27,
    .row_sum = true,
    .gmsh = 5,
    .vtk = 12,
};
