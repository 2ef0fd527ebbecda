#include "fe/element/cell.h"

#include <string.h>

static double jacobian(int dim, int nodes, double (*x)[3], const double (*dN)[3], double (*J)[3]) {
    for (int i = 0; i < dim; i++)
        for (int k = 0; k < dim; k++) {
            J[i][k] = 0;
            for (int a = 0; a < nodes; a++) J[i][k] += x[a][i] * dN[a][k];
        }
    if (dim == 2) return J[0][0] * J[1][1] - J[0][1] * J[1][0];
    return J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
           J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
           J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
}

/* inverse[k][i] = d xi_k / d x_i */
static void invert(int dim, double (*J)[3], double det, double (*inverse)[3]) {
    const double f = 1 / det;
    if (dim == 2) {
        inverse[0][0] = f * J[1][1], inverse[0][1] = -f * J[0][1];
        inverse[1][0] = -f * J[1][0], inverse[1][1] = f * J[0][0];
        return;
    }
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        for (int i = 0; i < 3; i++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            inverse[k][i] = f * (J[i1][k1] * J[i2][k2] - J[i1][k2] * J[i2][k1]);
        }
    }
}

static inline double gradients(int dim, int nodes, double (*x)[3], const double (*dN)[3], double (*grad)[3]) {
    double J[3][3], inverse[3][3];
    const double det = jacobian(dim, nodes, x, dN, J);
    invert(dim, J, det, inverse);
    for (int a = 0; a < nodes; a++)
        for (int i = 0; i < dim; i++) {
            grad[a][i] = 0;
            for (int k = 0; k < dim; k++) grad[a][i] += dN[a][k] * inverse[k][i];
        }
    return det;
}

double fe_gradients(const ElementTable *table, int point, double (*x)[3], double (*grad)[3]) {
    return gradients(table->dim, table->nodes, x, table->dN[point], grad);
}

/* K_ai,bj = int lambda g_ai g_bj + G g_aj g_bi + G delta_ij g_a.g_b, the blocks a <= b (BD-1). */
static inline void add_point(int dim, int nodes, double (*grad)[3], FeModuli moduli, double *K) {
    const int rows = nodes * dim;
    for (int a = 0; a < nodes; a++)
        for (int b = a; b < nodes; b++) {
            double *block = K + a * dim * rows + b * dim, dot = 0;
            for (int i = 0; i < dim; i++) dot += grad[a][i] * grad[b][i];
            for (int i = 0; i < dim; i++) {
                for (int j = 0; j < dim; j++)
                    block[i * rows + j] += moduli.lambda * grad[a][i] * grad[b][j] +
                                           moduli.G * grad[a][j] * grad[b][i];
                block[i * rows + i] += moduli.G * dot;
            }
        }
}

static inline bool stiffness(int dim, const ElementTable *table, double (*x)[3], FeModuli moduli, double *K) {
    double grad[MOST_NODES][3];
    double part[9 * MOST_NODES * MOST_NODES];
    const int nodes = table->nodes, rows = nodes * dim;
    memset(part, 0, (size_t)(rows * rows) * sizeof *part);
    for (int p = 0; p < table->points; p++) {
        const double det = gradients(dim, nodes, x, table->dN[p], grad);
        if (!(det > 0)) return false;
        const double w = det * table->weight[p];
        add_point(dim, nodes, grad, (FeModuli){w * moduli.lambda, w * moduli.G}, part);
    }
    for (int a = 0; a < rows; a++)
        for (int b = 0; b < rows; b++)
            K[a * rows + b] += a / dim <= b / dim ? part[a * rows + b] : part[b * rows + a];
    return true;
}

bool fe_cell_stiffness(const ElementTable *table, double (*x)[3], FeModuli moduli, double *K) {
    return table->dim == 2 ? stiffness(2, table, x, moduli, K) : stiffness(3, table, x, moduli, K);
}

bool fe_cell_mass(const ElementTable *table, double (*x)[3], double density, double *m) {
    double J[3][3];
    const int nodes = table->nodes;
    for (int p = 0; p < table->points; p++) {
        const double det = jacobian(table->dim, nodes, x, table->dN[p], J);
        if (!(det > 0)) return false;
        const double *N = table->N[p];
        for (int a = 0; a < nodes; a++) {
            const double w = det * table->weight[p] * density * N[a];
            for (int b = 0; b < nodes; b++) m[a * nodes + b] += w * N[b];
        }
    }
    return true;
}

bool fe_cell_lumped(const ElementTable *table, double (*x)[3], double density, bool row_sum, double *weight) {
    double m[MOST_NODES * MOST_NODES] = {0};
    const int nodes = table->nodes;
    if (!fe_cell_mass(table, x, density, m)) return false;
    double total = 0, diagonal = 0;
    for (int a = 0; a < nodes; a++) {
        diagonal += m[a * nodes + a];
        for (int b = 0; b < nodes; b++) {
            total += m[a * nodes + b];
            if (row_sum) weight[a] += m[a * nodes + b];
        }
    }
    for (int a = 0; a < nodes && !row_sum; a++) weight[a] += m[a * nodes + a] * total / diagonal;
    return true;
}

void fe_facet_normal(const ElementTable *table, int point, double (*x)[3], double normal[3]) {
    const int dim = table->dim + 1;
    double t[3][2] = {{0}};
    for (int a = 0; a < table->nodes; a++)
        for (int i = 0; i < dim; i++)
            for (int k = 0; k < dim - 1; k++) t[i][k] += x[a][i] * table->dN[point][a][k];
    if (dim == 2) {
        normal[0] = t[1][0], normal[1] = -t[0][0], normal[2] = 0;
        return;
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = t[j][0] * t[k][1] - t[k][0] * t[j][1];
    }
}
