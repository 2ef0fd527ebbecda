#include "inclusion/radau.h"

#include <math.h>

#define ROOT6 2.4494897427831780982
static const double c[3] = {(4 - ROOT6) / 10, (4 + ROOT6) / 10, 1};
static const double A[3][3] = {{(88 - 7 * ROOT6) / 360, (296 - 169 * ROOT6) / 1800, (-2 + 3 * ROOT6) / 225},
                               {(296 + 169 * ROOT6) / 1800, (88 + 7 * ROOT6) / 360, (-2 - 3 * ROOT6) / 225},
                               {(16 - ROOT6) / 36, (16 + ROOT6) / 36, 1.0 / 9}};
/* The real eigenvalue of A^-1, and the weights of the embedded estimate that go with it. */
static const double real_eigenvalue = 3.6378342527444957322;
static const double estimate[3] = {-(13 + 7 * ROOT6) / 3, (-13 + 7 * ROOT6) / 3, -1.0 / 3};

static double rate(const RadauProblem *p, double t, double v) {
    return (curve_piece_value(p->load, t) - graph_piece_value(p->graph, p->piece, v)) / p->epsilon;
}

static double rate_slope(const RadauProblem *p, double v) {
    return -graph_piece_slope(p->graph, p->piece, v) / p->epsilon;
}

/* Solves M x = r for 3 unknowns by elimination with row exchange. */
static bool solve3(double M[3][3], double r[3]) {
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        for (int i = k + 1; i < 3; i++)
            if (fabs(M[i][k]) > fabs(M[pivot][k])) pivot = i;
        if (M[pivot][k] == 0 || !isfinite(M[pivot][k])) return false;
        for (int j = 0; j < 3; j++) {
            const double keep = M[k][j];
            M[k][j] = M[pivot][j], M[pivot][j] = keep;
        }
        const double keep = r[k];
        r[k] = r[pivot], r[pivot] = keep;
        for (int i = k + 1; i < 3; i++) {
            const double factor = M[i][k] / M[k][k];
            for (int j = k; j < 3; j++) M[i][j] -= factor * M[k][j];
            r[i] -= factor * r[k];
        }
    }
    for (int i = 2; i >= 0; i--) {
        for (int j = i + 1; j < 3; j++) r[i] -= M[i][j] * r[j];
        r[i] /= M[i][i];
    }
    return true;
}

/* Newton for the stages z_i = h sum_j A_ij f(t + c_j h, v + z_j). */
static bool find_stages(const RadauProblem *p, double t, double v, double h, double z[3]) {
    const double size = fabs(v) + p->graph->scale_v;
    for (int iteration = 0; iteration < 20; iteration++) {
        double f[3], J[3], M[3][3], r[3];
        for (int j = 0; j < 3; j++) f[j] = rate(p, t + c[j] * h, v + z[j]), J[j] = rate_slope(p, v + z[j]);
        for (int i = 0; i < 3; i++) {
            r[i] = -z[i];
            for (int j = 0; j < 3; j++) {
                r[i] += h * A[i][j] * f[j];
                M[i][j] = (i == j) - h * A[i][j] * J[j];
            }
        }
        if (!solve3(M, r)) return false;
        double change = 0;
        for (int i = 0; i < 3; i++) z[i] += r[i], change = fmax(change, fabs(r[i]));
        if (!isfinite(change)) return false;
        if (change <= 1e-15 * size) return true;
        if (iteration >= 4 && change <= 1e-13 * size) return true;
    }
    return false;
}

bool radau_step(const RadauProblem *p, double t, double v, double h, double at[4], double *error) {
    double z[3] = {0};
    if (!find_stages(p, t, v, h, z)) return false;
    at[0] = v;
    for (int i = 0; i < 3; i++) at[i + 1] = v + z[i];
    const double sum = rate(p, t, v) + (estimate[0] * z[0] + estimate[1] * z[1] + estimate[2] * z[2]) / h;
    *error = fabs(sum / (real_eigenvalue / h - rate_slope(p, v)));
    return isfinite(*error);
}

static const double abscissae[4] = {0, (4 - ROOT6) / 10, (4 + ROOT6) / 10, 1};

double radau_value(const double at[4], double s) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        double term = at[i];
        for (int j = 0; j < 4; j++)
            if (j != i) term *= (s - abscissae[j]) / (abscissae[i] - abscissae[j]);
        sum += term;
    }
    return sum;
}

double radau_slope(const double at[4], double s) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            if (k == i) continue;
            double term = at[i] / (abscissae[i] - abscissae[k]);
            for (int j = 0; j < 4; j++)
                if (j != i && j != k) term *= (s - abscissae[j]) / (abscissae[i] - abscissae[j]);
            sum += term;
        }
    return sum;
}
