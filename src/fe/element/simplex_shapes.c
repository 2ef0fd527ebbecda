/* Triangles and tetrahedra. With L_0 = 1 - sum of xi and L_k = xi_k: P1 is N_a = L_a; P2 is L_a (2 L_a - 1)
 * at the corners and 4 L_a L_b at the middle of the edge a-b. */
#include "fe/element/shape.h"

static const double triangle_nodes[6][3] = {{0, 0}, {1, 0}, {0, 1}, {.5, 0}, {.5, .5}, {0, .5}};
static const double tetrahedron_nodes[10][3] = {{0, 0, 0},   {1, 0, 0},   {0, 1, 0},  {0, 0, 1},
                                                {.5, 0, 0},  {.5, .5, 0}, {0, .5, 0}, {0, 0, .5},
                                                {0, .5, .5}, {.5, 0, .5}};
static const int triangle_edges[3][2] = {{0, 1}, {1, 2}, {2, 0}};
static const int tetrahedron_edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};

static void barycentric(int dim, const double *xi, double *L) {
    L[0] = 1;
    for (int k = 0; k < dim; k++) L[0] -= xi[k], L[k + 1] = xi[k];
}

/* d L_a / d xi_k */
static double slope(int a, int k) {
    return a == 0 ? -1 : a == k + 1 ? 1 : 0;
}

static void linear_slopes(int dim, double (*dN)[3]) {
    for (int a = 0; a <= dim; a++)
        for (int k = 0; k < dim; k++) dN[a][k] = slope(a, k);
}

static void quadratic_values(int dim, int edges, const int (*edge)[2], const double *xi, double *N) {
    double L[4];
    barycentric(dim, xi, L);
    for (int a = 0; a <= dim; a++) N[a] = L[a] * (2 * L[a] - 1);
    for (int e = 0; e < edges; e++) N[dim + 1 + e] = 4 * L[edge[e][0]] * L[edge[e][1]];
}

static void quadratic_slopes(int dim, int edges, const int (*edge)[2], const double *xi, double (*dN)[3]) {
    double L[4];
    barycentric(dim, xi, L);
    for (int k = 0; k < dim; k++) {
        for (int a = 0; a <= dim; a++) dN[a][k] = (4 * L[a] - 1) * slope(a, k);
        for (int e = 0; e < edges; e++) {
            const int a = edge[e][0], b = edge[e][1];
            dN[dim + 1 + e][k] = 4 * (L[a] * slope(b, k) + L[b] * slope(a, k));
        }
    }
}

static void triangle3_values(const double *xi, double *N) {
    barycentric(2, xi, N);
}
static void triangle3_slopes(const double *xi, double (*dN)[3]) {
    (void)xi;
    linear_slopes(2, dN);
}
static void triangle6_values(const double *xi, double *N) {
    quadratic_values(2, 3, triangle_edges, xi, N);
}
static void triangle6_slopes(const double *xi, double (*dN)[3]) {
    quadratic_slopes(2, 3, triangle_edges, xi, dN);
}
static void tetrahedron4_values(const double *xi, double *N) {
    barycentric(3, xi, N);
}
static void tetrahedron4_slopes(const double *xi, double (*dN)[3]) {
    (void)xi;
    linear_slopes(3, dN);
}
static void tetrahedron10_values(const double *xi, double *N) {
    quadratic_values(3, 6, tetrahedron_edges, xi, N);
}
static void tetrahedron10_slopes(const double *xi, double (*dN)[3]) {
    quadratic_slopes(3, 6, tetrahedron_edges, xi, dN);
}

const FeShape triangle3_shape = {2, 3, triangle3_values, triangle3_slopes, triangle_nodes};
const FeShape triangle6_shape = {2, 6, triangle6_values, triangle6_slopes, triangle_nodes};
const FeShape tetrahedron4_shape = {3, 4, tetrahedron4_values, tetrahedron4_slopes, tetrahedron_nodes};
const FeShape tetrahedron10_shape = {3, 10, tetrahedron10_values, tetrahedron10_slopes, tetrahedron_nodes};
