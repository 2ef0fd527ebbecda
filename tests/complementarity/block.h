/* The condensed block of the theory's table: (n - 1) x (n - 1) bilinear elements in plane stress, each twice
 * as long as high, top fixed, sides free, all n bottom nodes in impending slip to the left. Layers of
 * elements are joined two by two, the nodes between them eliminated. With u to the right, v up, slip
 * x = -u >= 0 and n = -v into the obstacle, psi = -(row_u - mu row_v)(-x), so that A = K_uu and B = K_vu of
 * the bottom nodes. (ST-4) */
#ifndef JUDDER_TESTS_COMPLEMENTARITY_BLOCK_H
#define JUDDER_TESTS_COMPLEMENTARITY_BLOCK_H

#include "base/dense.h"

#include <stdlib.h>
#include <string.h>

/* 8 x 8 stiffness (u_1, v_1, ... u_4, v_4), nodes counterclockwise from the lower left, times 1/(E t). */
static inline void element_stiffness(double width, double height, double nu, double K[8][8]) {
    const double xi[4] = {-1, 1, 1, -1}, eta[4] = {-1, -1, 1, 1}, gauss = 0.57735026918962576451;
    const double c = 1 / (1 - nu * nu), shear = c * (1 - nu) / 2;
    memset(K, 0, 64 * sizeof(double));
    for (int g = 0; g < 4; g++) {
        double dx[4], dy[4];
        for (int a = 0; a < 4; a++) {
            dx[a] = xi[a] * (1 + eta[a] * eta[g] * gauss) / (2 * width);
            dy[a] = eta[a] * (1 + xi[a] * xi[g] * gauss) / (2 * height);
        }
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) {
                const double area = width * height / 4;
                K[2 * a][2 * b] += area * (c * dx[a] * dx[b] + shear * dy[a] * dy[b]);
                K[2 * a][2 * b + 1] += area * (c * nu * dx[a] * dy[b] + shear * dy[a] * dx[b]);
                K[2 * a + 1][2 * b] += area * (c * nu * dy[a] * dx[b] + shear * dx[a] * dy[b]);
                K[2 * a + 1][2 * b + 1] += area * (c * dy[a] * dy[b] + shear * dx[a] * dx[b]);
            }
    }
}

/* A layer's stiffness is 2m x 2m, m = 2n: its lower nodes first, then its upper ones. */
static inline void block_row(int n, double width, double height, double nu, double *layer) {
    const int size = 4 * n;
    double K[8][8];
    element_stiffness(width, height, nu, K);
    memset(layer, 0, (size_t)(size * size) * sizeof(double));
    for (int e = 0; e + 1 < n; e++) {
        const int node[4] = {e, e + 1, n + e + 1, n + e};
        for (int p = 0; p < 8; p++)
            for (int q = 0; q < 8; q++)
                layer[(2 * node[p / 2] + p % 2) * size + 2 * node[q / 2] + q % 2] += K[p][q];
    }
}

/* upper <- both layers, the nodes between them eliminated. */
static inline JudderErr block_join(int n, double *upper, const double *lower) {
    const int m = 2 * n, size = 2 * m;
    double *room = calloc((size_t)(m * m + size * size + m * size + m), sizeof *room);
    REQUIRE(room, error_memory());
    double *middle = room, *joined = room + m * m, *solved = joined + size * size,
           *column = solved + m * size;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) middle[i * m + j] = upper[i * size + j] + lower[(m + i) * size + m + j];
    DenseFactor *factor = NULL;
    bool singular = false;
    JudderErr err = dense_factor_create(m, middle, &factor, &singular);
    for (int j = 0; j < size && err == JUDDER_OK; j++) {
        for (int k = 0; k < m; k++) column[k] = j < m ? lower[j * size + m + k] : upper[j * size + k];
        err = dense_factor_solve(factor, column);
        for (int k = 0; k < m; k++) solved[k * size + j] = column[k];
    }
    for (int i = 0; i < size; i++) {
        const double *to_middle = i < m ? lower + i * size + m : upper + i * size;
        double *row = joined + i * size;
        if (i < m)
            memcpy(row, lower + i * size, (size_t)m * sizeof(double));
        else
            memcpy(row + m, upper + i * size + m, (size_t)m * sizeof(double));
        for (int k = 0; k < m; k++)
            for (int j = 0; j < size; j++) row[j] -= to_middle[k] * solved[k * size + j];
    }
    if (err == JUDDER_OK) memcpy(upper, joined, (size_t)(size * size) * sizeof(double));
    dense_factor_destroy(&factor);
    free(room);
    return err;
}

/* `rows` equal rows, by doubling. */
static inline JudderErr block_stack(int n, int rows, const double *row, double *layer) {
    const size_t bytes = (size_t)(16 * n * n) * sizeof(double);
    if (rows == 1) {
        memcpy(layer, row, bytes);
        return JUDDER_OK;
    }
    TRY(block_stack(n, rows / 2, row, layer));
    double *copy = malloc(bytes);
    REQUIRE(copy, error_memory());
    memcpy(copy, layer, bytes);
    JudderErr err = block_join(n, layer, copy);
    if (err == JUDDER_OK && rows % 2) err = block_join(n, layer, row);
    free(copy);
    return err;
}

/* A and B (n x n) of `rows` rows of n - 1 elements of the given ratio height/length. */
static inline JudderErr layered_block(int n, int rows, double ratio, double nu, double *A, double *B) {
    const int size = 4 * n;
    double *row = malloc((size_t)(2 * size * size) * sizeof *row);
    REQUIRE(row, error_memory());
    double *layer = row + size * size;
    block_row(n, 1, ratio, nu, row);
    const JudderErr err = block_stack(n, rows, row, layer);
    for (int i = 0; i < n && err == JUDDER_OK; i++)
        for (int j = 0; j < n; j++) {
            A[i * n + j] = layer[2 * i * size + 2 * j];
            B[i * n + j] = layer[(2 * i + 1) * size + 2 * j];
        }
    free(row);
    return err;
}

static inline JudderErr block(int n, double nu, double *A, double *B) {
    return layered_block(n, n - 1, 0.5, nu, A, B);
}

#endif
