/* Q1 quadrilateral: corners counter-clockwise, products of (1 +- xi)/2. */
#include "element/element.h"

static const int facet[][MOST_FACET_NODES] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
static const double reference[][3] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

static void quadrilateral_q1_values(const double *xi, double *N) {
    for (int a = 0; a < 4; a++) N[a] = .25 * (1 + reference[a][0] * xi[0]) * (1 + reference[a][1] * xi[1]);
}

static void quadrilateral_q1_gradients(const double *xi, double (*grad)[3]) {
    for (int a = 0; a < 4; a++) {
        const double *s = reference[a];
        grad[a][0] = .25 * s[0] * (1 + s[1] * xi[1]);
        grad[a][1] = .25 * s[1] * (1 + s[0] * xi[0]);
    }
}

const ElementType quadrilateral_q1 = {
    .name = "Q1",
    .kind = "quadrilateral of 4 nodes",
    .dim = 2,
    .nodes = 4,
    .corners = 4,
    .reference = reference,
    .values = quadrilateral_q1_values,
    .gradients = quadrilateral_q1_gradients,
    .facets = 4,
    .facet_type = &line_p1,
    .facet = facet,
    .stiffness_rule = &gauss_quadrilateral4,
    .mass_rule = &gauss_quadrilateral4,
    .side_rule = &gauss_quadrilateral9,
    .row_sum = true,
    .gmsh = 3,
    .vtk = 9,
};
