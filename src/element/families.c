/* With L_0 = 1 - sum of xi and L_k = xi_k: P1 is N_a = L_a; P2 is L_a (2 L_a - 1) at the corners and 4 L_a
 * L_b at the middle of the edge a-b. */
#include "element/families.h"

void simplex_linear_values(int dim, const double *xi, double *N) {
    N[0] = 1;
    for (int k = 0; k < dim; k++) N[0] -= xi[k], N[k + 1] = xi[k];
}

/* d L_a / d xi_k */
static double slope(int a, int k) {
    return a == 0 ? -1 : a == k + 1 ? 1 : 0;
}

void simplex_linear_gradients(int dim, double (*grad)[3]) {
    for (int a = 0; a <= dim; a++)
        for (int k = 0; k < dim; k++) grad[a][k] = slope(a, k);
}

void simplex_quadratic_values(int dim, const int (*edge)[2], const double *xi, double *N) {
    double L[4];
    simplex_linear_values(dim, xi, L);
    for (int a = 0; a <= dim; a++) N[a] = L[a] * (2 * L[a] - 1);
    for (int e = 0; e < dim * (dim + 1) / 2; e++) N[dim + 1 + e] = 4 * L[edge[e][0]] * L[edge[e][1]];
}

void simplex_quadratic_gradients(int dim, const int (*edge)[2], const double *xi, double (*grad)[3]) {
    double L[4];
    simplex_linear_values(dim, xi, L);
    for (int k = 0; k < dim; k++) {
        for (int a = 0; a <= dim; a++) grad[a][k] = (4 * L[a] - 1) * slope(a, k);
        for (int e = 0; e < dim * (dim + 1) / 2; e++) {
            const int a = edge[e][0], b = edge[e][1];
            grad[dim + 1 + e][k] = 4 * (L[a] * slope(b, k) + L[b] * slope(a, k));
        }
    }
}
