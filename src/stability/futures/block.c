/* The block of a set of futures, brought to entries near 1 and asked for its null vectors: elimination with
 * complete pivoting, P N Q = L U, whose pivots vanish after the rank. */
#include "stability/futures/sets.h"

#include "complementarity/lcp/scaled.h"

#include <math.h>
#include <string.h>

/* Below this part of the first pivot of a block with entries near 1 a pivot is zero. */
static const double SINGULAR = 1e-10;

JudderErr sets_equilibrate(Sets *sets, const double *N) {
    return lcp_equilibrate(sets->count, N, sets->row, sets->column);
}

void sets_scale(const Sets *sets, double *N) {
    const int m = sets->count;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) N[i * m + j] = ldexp(N[i * m + j], sets->row[i] + sets->column[j]);
}

void sets_unscale(const Sets *sets, double *y) {
    for (int i = 0; i < sets->count; i++) y[i] = ldexp(y[i], sets->column[i]);
}

/* Brings the largest entry of the rest to place k; its size. */
static double take_pivot(int m, double *U, int *rows, int *columns, int k) {
    int at_i = k, at_j = k;
    for (int i = k; i < m; i++)
        for (int j = k; j < m; j++)
            if (fabs(U[i * m + j]) > fabs(U[at_i * m + at_j])) at_i = i, at_j = j;
    for (int j = 0; j < m; j++) {
        const double swap = U[k * m + j];
        U[k * m + j] = U[at_i * m + j];
        U[at_i * m + j] = swap;
    }
    for (int i = 0; i < m; i++) {
        const double swap = U[i * m + k];
        U[i * m + k] = U[i * m + at_j];
        U[i * m + at_j] = swap;
    }
    const int row = rows[k], column = columns[k];
    rows[k] = rows[at_i], rows[at_i] = row;
    columns[k] = columns[at_j], columns[at_j] = column;
    return fabs(U[k * m + k]);
}

/* The rank; L and U stand in U. */
static int block_eliminate(int m, double *U, int *rows, int *columns) {
    double first = 0;
    for (int k = 0; k < m; k++) {
        const double pivot = take_pivot(m, U, rows, columns, k);
        if (k == 0) first = pivot;
        if (pivot <= SINGULAR * first) return k;
        for (int i = k + 1; i < m; i++) {
            const double factor = U[i * m + k] /= U[k * m + k];
            for (int j = k + 1; j < m; j++) U[i * m + j] -= factor * U[k * m + j];
        }
    }
    return m;
}

/* Room before the rank: U_11 v = -U_12 e_1 and L_11' u = -L_21' e_1. */
static void solve_null(int m, int rank, const double *U, double *v, double *u) {
    for (int i = rank - 1; i >= 0; i--) {
        double right = -U[i * m + rank], left = -U[rank * m + i];
        for (int j = i + 1; j < rank; j++) {
            right -= U[i * m + j] * v[j];
            left -= U[j * m + i] * u[j];
        }
        v[i] = right / U[i * m + i];
        u[i] = left;
    }
    for (int i = rank; i < m; i++) v[i] = u[i] = i == rank;
}

/* y in its first order, the largest 1. */
static void put_back(int m, const double *v, const int *order, double *y) {
    double largest = 0;
    for (int i = 0; i < m; i++) largest = fmax(largest, fabs(v[i]));
    for (int i = 0; i < m; i++) y[order[i]] = v[i] / largest;
}

int sets_null(Sets *sets, const double *N, double *right, double *left) {
    const int m = sets->count;
    double *U = sets->N0, *v = sets->re, *u = sets->im;
    int *rows = sets->order, *columns = sets->order + m;
    memcpy(U, N, (size_t)m * (size_t)m * sizeof *U);
    for (int i = 0; i < m; i++) rows[i] = columns[i] = i;
    const int rank = block_eliminate(m, U, rows, columns);
    if (rank == m) return 0;
    solve_null(m, rank, U, v, u);
    put_back(m, v, columns, right);
    put_back(m, u, rows, left);
    return m - rank;
}
