/* Lines, quadrilaterals and hexahedra: products of (1 +- xi)/2, and the quadratic line. */
#include "fe/element/shape.h"

static const double line_nodes[3][3] = {{-1}, {1}, {0}};
static const double quadrilateral_nodes[4][3] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
static const double hexahedron_nodes[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                              {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

static void line2_values(const double *xi, double *N) {
    N[0] = .5 * (1 - xi[0]), N[1] = .5 * (1 + xi[0]);
}

static void line2_slopes(const double *xi, double (*dN)[3]) {
    (void)xi;
    dN[0][0] = -.5, dN[1][0] = .5;
}

static void line3_values(const double *xi, double *N) {
    const double x = xi[0];
    N[0] = .5 * x * (x - 1), N[1] = .5 * x * (x + 1), N[2] = 1 - x * x;
}

static void line3_slopes(const double *xi, double (*dN)[3]) {
    const double x = xi[0];
    dN[0][0] = x - .5, dN[1][0] = x + .5, dN[2][0] = -2 * x;
}

static void quadrilateral_values(const double *xi, double *N) {
    for (int a = 0; a < 4; a++)
        N[a] = .25 * (1 + quadrilateral_nodes[a][0] * xi[0]) * (1 + quadrilateral_nodes[a][1] * xi[1]);
}

static void quadrilateral_slopes(const double *xi, double (*dN)[3]) {
    for (int a = 0; a < 4; a++) {
        const double *s = quadrilateral_nodes[a];
        dN[a][0] = .25 * s[0] * (1 + s[1] * xi[1]);
        dN[a][1] = .25 * s[1] * (1 + s[0] * xi[0]);
    }
}

static void hexahedron_values(const double *xi, double *N) {
    for (int a = 0; a < 8; a++) {
        const double *s = hexahedron_nodes[a];
        N[a] = .125 * (1 + s[0] * xi[0]) * (1 + s[1] * xi[1]) * (1 + s[2] * xi[2]);
    }
}

static void hexahedron_slopes(const double *xi, double (*dN)[3]) {
    for (int a = 0; a < 8; a++) {
        const double *s = hexahedron_nodes[a];
        const double f[3] = {1 + s[0] * xi[0], 1 + s[1] * xi[1], 1 + s[2] * xi[2]};
        dN[a][0] = .125 * s[0] * f[1] * f[2];
        dN[a][1] = .125 * s[1] * f[0] * f[2];
        dN[a][2] = .125 * s[2] * f[0] * f[1];
    }
}

const FeShape line2_shape = {1, 2, line2_values, line2_slopes, line_nodes};
const FeShape line3_shape = {1, 3, line3_values, line3_slopes, line_nodes};
const FeShape quadrilateral4_shape = {2, 4, quadrilateral_values, quadrilateral_slopes, quadrilateral_nodes};
const FeShape hexahedron8_shape = {3, 8, hexahedron_values, hexahedron_slopes, hexahedron_nodes};
