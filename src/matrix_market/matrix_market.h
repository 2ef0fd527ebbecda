/* Matrices from files in the Matrix Market exchange format: coordinate and array; real, integer and pattern;
 * general, symmetric and skew-symmetric. Knows no model.
 *
 * Entries are read one line at a time, and memory grows with what was read, never with what a header claims.
 * Entries given several times are summed, as programs that assemble matrices write them. */
#ifndef JUDDER_MATRIX_MARKET_MATRIX_MARKET_H
#define JUDDER_MATRIX_MARKET_MATRIX_MARKET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Every entry of the matrix, the other half of a symmetric one included; places count from 0. */
typedef struct Triplets {
    int rows, columns;
    size_t count;
    int *row, *column;
    double *value;
} Triplets;

typedef struct MatrixMarketLimits {
    int most_rows;       /* of rows, and of columns; 0: 2^31 - 1 */
    size_t most_entries; /* of what the file lists; 0: MATRIX_MARKET_ENTRIES */
    bool every_row;      /* a row without an entry is refused: what comes later costs no more than the file */
} MatrixMarketLimits;

enum { MATRIX_MARKET_ENTRIES = 200000000, MATRIX_MARKET_LINE = 1024 };

/* Reads from an open file; name stands for it in messages "name:line: what, value, allowed". */
JudderErr matrix_market_read(FILE *file, const char *name, const MatrixMarketLimits *limits,
                             Triplets *triplets);
/* The rows that a file promises; 0: it is no good matrix. The file is read no further. */
int matrix_market_rows(FILE *file);
void triplets_release(Triplets *triplets);

/* Entries of one place become their sum. *defect: how far a square matrix is from symmetric, as
 * symmetric_defect() says; up to symmetric_rounding the mean of its halves is the matrix. */
JudderErr triplets_mean(Triplets *triplets, double *defect);

/* The same as rows times columns numbers, row by row, in room of the caller. */
void triplets_dense(const Triplets *triplets, double *A);

#endif
