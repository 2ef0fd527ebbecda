#include "mesh/element/shape.h"

#include <string.h>

void shape_simplex_linear(int dim, double (*grad)[3]) {
    memset(grad, 0, (size_t)(dim + 1) * sizeof *grad);
    for (int d = 0; d < dim; d++) grad[0][d] = -1, grad[d + 1][d] = 1;
}

/* With barycentric L: L_i (2 L_i - 1) at corners, 4 L_i L_j at middles. */
void shape_simplex_quadratic(int dim, const int (*edge)[2], const double *xi, double (*grad)[3]) {
    double L[4], dL[4][3];
    shape_simplex_linear(dim, dL);
    L[0] = 1;
    for (int d = 0; d < dim; d++) L[0] -= xi[d], L[d + 1] = xi[d];
    for (int i = 0; i <= dim; i++) {
        for (int d = 0; d < 3; d++) grad[i][d] = (4 * L[i] - 1) * dL[i][d];
    }
    for (int e = 0; e < dim * (dim + 1) / 2; e++) {
        const int i = edge[e][0], j = edge[e][1];
        for (int d = 0; d < 3; d++) grad[dim + 1 + e][d] = 4 * (L[i] * dL[j][d] + L[j] * dL[i][d]);
    }
}

void shape_multilinear(int dim, const double (*node)[3], const double *xi, double (*grad)[3]) {
    for (int i = 0; i < 1 << dim; i++) {
        for (int d = 0; d < 3; d++) {
            grad[i][d] = d < dim ? node[i][d] / 2 : 0;
            for (int e = 0; e < dim; e++) {
                if (e != d) grad[i][d] *= (1 + xi[e] * node[i][e]) / 2;
            }
        }
    }
}
