/* A rectangle of Q1 cells in plane stress, its top moved as a rigid plate, condensed onto its bottom
 * nodes row by row from the top: S and the forces f of unit motions of the plate. Per node the
 * normal (y) first, then x. */
#ifndef JUDDER_TESTS_CONDENSED_BLOCK_H
#define JUDDER_TESTS_CONDENSED_BLOCK_H

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct ElasticBlock {
    int columns, rows; /* cells */
    double length, height, E, nu, thickness;
    double *S;           /* 2 (columns + 1) squared */
    double *lift, *pull; /* f of a unit motion of the plate: up, to the right */
} ElasticBlock;

/* Stiffness of one cell; corners counter-clockwise from bottom left, dofs (y, x) each. */
static inline void block_cell(const ElasticBlock *block, double K[8][8]) {
    const double a = block->length / block->columns, b = block->height / block->rows;
    const double c = block->E / (1 - block->nu * block->nu) * block->thickness, shear = (1 - block->nu) / 2;
    const double D[3][3] = {{c, c * block->nu, 0}, {c * block->nu, c, 0}, {0, 0, c * shear}};
    const double sx[4] = {-1, 1, 1, -1}, sy[4] = {-1, -1, 1, 1};
    memset(K, 0, 64 * sizeof(double));
    for (int g = 0; g < 4; g++) {
        const double x = sx[g] / sqrt(3), y = sy[g] / sqrt(3);
        double B[3][8] = {{0}};
        for (int i = 0; i < 4; i++) {
            const double dx = sx[i] * (1 + sy[i] * y) / (2 * a), dy = sy[i] * (1 + sx[i] * x) / (2 * b);
            B[0][2 * i + 1] = dx;
            B[1][2 * i] = dy;
            B[2][2 * i + 1] = dy;
            B[2][2 * i] = dx;
        }
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                for (int k = 0; k < 3; k++)
                    for (int l = 0; l < 3; l++) K[i][j] += B[k][i] * D[k][l] * B[l][j] * a * b / 4;
    }
}

/* Adds the cells of one row: `same` couples its lower nodes with each other, `above` its upper ones, `up`
 * lower with upper; any may be NULL. */
static inline void block_row(const ElasticBlock *block, double *same, double *above, double *up) {
    const size_t size = 2 * (size_t)(block->columns + 1);
    double K[8][8];
    block_cell(block, K);
    const size_t corner[4] = {0, 1, 1, 0};
    for (size_t e = 0; e < (size_t)block->columns; e++)
        for (size_t i = 0; i < 8; i++)
            for (size_t j = 0; j < 8; j++) {
                const bool i_up = i >= 4, j_up = j >= 4;
                const size_t at = (2 * (e + corner[i / 2]) + i % 2) * size + 2 * (e + corner[j / 2]) + j % 2;
                double *where = !i_up && !j_up ? same : i_up && j_up ? above : !i_up ? up : NULL;
                if (where) where[at] += K[i][j];
            }
}

static inline void block_make(ElasticBlock *block) {
    const size_t size = 2 * (size_t)(block->columns + 1), wide = size + 2;
    double *D = calloc(size * size, sizeof *D), *X = calloc(size * wide, sizeof *X);
    double *up = calloc(size * size, sizeof *up), *f = calloc(2 * size, sizeof *f);
    block->S = calloc(size * size, sizeof *block->S);
    block->lift = calloc(size, sizeof *block->lift);
    block->pull = calloc(size, sizeof *block->pull);
    block_row(block, NULL, NULL, up);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++) f[2 * i + j % 2] -= up[i * size + j];
    block_row(block, D, NULL, NULL);
    for (int row = 1; row < block->rows; row++) {
        /* the row of nodes above is eliminated: D x_above = f - up' x_below */
        block_row(block, NULL, D, NULL);
        for (size_t i = 0; i < size; i++) {
            for (size_t j = 0; j < size; j++) X[i * wide + j] = up[j * size + i];
            X[i * wide + size] = f[2 * i];
            X[i * wide + size + 1] = f[2 * i + 1];
        }
        LAPACKE_dposv(LAPACK_ROW_MAJOR, 'U', (int)size, (int)wide, D, (int)size, X, (int)wide);
        memset(D, 0, size * size * sizeof *D);
        memset(f, 0, 2 * size * sizeof *f);
        block_row(block, D, NULL, NULL);
        for (size_t i = 0; i < size; i++)
            for (size_t k = i / 2 ? 2 * (i / 2) - 2 : 0; k < 2 * (i / 2) + 4 && k < size; k++) {
                for (size_t j = 0; j < size; j++) D[i * size + j] -= up[i * size + k] * X[k * wide + j];
                f[2 * i] -= up[i * size + k] * X[k * wide + size];
                f[2 * i + 1] -= up[i * size + k] * X[k * wide + size + 1];
            }
    }
    for (size_t i = 0; i < size; i++) {
        block->lift[i] = f[2 * i];
        block->pull[i] = f[2 * i + 1];
        for (size_t j = 0; j < size; j++) block->S[i * size + j] = 0.5 * (D[i * size + j] + D[j * size + i]);
    }
    free(D);
    free(X);
    free(up);
    free(f);
}

static inline void block_release(ElasticBlock *block) {
    free(block->S);
    free(block->lift);
    free(block->pull);
}

#endif
