/* What only bounds bodies: points of .msh files, and the edges of plane cells. */
#include "element/element.h"

#include <stddef.h>

static const double reference[][3] = {{-1}, {1}, {0}};

static void line_p1_values(const double *xi, double *N) {
    N[0] = .5 * (1 - xi[0]), N[1] = .5 * (1 + xi[0]);
}

static void line_p1_gradients(const double *xi, double (*grad)[3]) {
    (void)xi;
    grad[0][0] = -.5, grad[1][0] = .5;
}

static void line_p2_values(const double *xi, double *N) {
    const double x = xi[0];
    N[0] = .5 * x * (x - 1), N[1] = .5 * x * (x + 1), N[2] = 1 - x * x;
}

static void line_p2_gradients(const double *xi, double (*grad)[3]) {
    const double x = xi[0];
    grad[0][0] = x - .5, grad[1][0] = x + .5, grad[2][0] = -2 * x;
}

const ElementType point_p0 = {.name = "P0", .kind = "point", .nodes = 1, .corners = 1, .gmsh = 15, .vtk = 1};

const ElementType line_p1 = {
    .name = "P1",
    .kind = "line of 2 nodes",
    .dim = 1,
    .nodes = 2,
    .corners = 2,
    .reference = reference,
    .values = line_p1_values,
    .gradients = line_p1_gradients,
    .side_rule = &gauss_line3,
    .row_sum = true,
    .gmsh = 1,
    .vtk = 3,
};

const ElementType line_p2 = {
    .name = "P2",
    .kind = "line of 3 nodes",
    .dim = 1,
    .nodes = 3,
    .corners = 2,
    .reference = reference,
    .values = line_p2_values,
    .gradients = line_p2_gradients,
    .side_rule = &gauss_line3,
    .row_sum = true,
    .gmsh = 8,
    .vtk = 21,
};
