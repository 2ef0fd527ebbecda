#include "study/matrices.h"

#include "base/field.h"
#include "base/system/path.h"
#include "matrix_market/matrix_market.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Param matrix_market_params[] = {
    FIELD(MatrixFile, file, FILE, "path from the folder of the case, which it must not leave", REQUIRED),
    {0},
};

const Word matrix_market_word = {
    .name = "matrix_market",
    .kind = "matrix",
    .summary = "A matrix from a file in the Matrix Market format: at most 2000 rows, "
               "or 20 million of a system that judder-fe computes; "
               "coordinate or array; real, integer or pattern; general, symmetric or "
               "skew-symmetric. Entries given several times are summed.",
    .reference = "",
    .papers = "",
    .example = "matrix_market \"K.mtx\"",
    .params = matrix_market_params,
    .size = sizeof(MatrixFile),
    .bare = "file"};

static const Param rayleigh_params[] = {
    FIELD(Rayleigh, mass, NUMBER, "what multiplies the mass", NOT_NEGATIVE, .unit = "1/s"),
    FIELD(Rayleigh, stiffness, NUMBER, "what multiplies the stiffness", NOT_NEGATIVE, .unit = "s"),
    {0},
};

const Word rayleigh_word = {.name = "rayleigh",
                            .kind = "matrix",
                            .summary = "Damping proportional to mass and stiffness.",
                            .reference = "ST-14",
                            .papers = "",
                            .example = "rayleigh{ mass = 0.1, stiffness = 1e-4 }",
                            .params = rayleigh_params,
                            .size = sizeof(Rayleigh)};

static JudderErr check_order(const char *key, size_t rows, size_t columns) {
    REQUIRE(rows == columns,
            error_input(key, "%s has %zu rows and %zu columns: it must be square", key, rows, columns));
    REQUIRE(rows <= MATRIX_MOST_ROWS,
            error_input(key, "%s has %zu rows: allowed is at most %d", key, rows, MATRIX_MOST_ROWS));
    return JUDDER_OK;
}

static JudderErr from_file(const Block *from, const char *key, double **A, int *order) {
    const char *name = ((const MatrixFile *)from->params)->file;
    FILE *file = NULL;
    Triplets triplets = {0};
    const MatrixMarketLimits limits = {.most_rows = MATRIX_MOST_ROWS,
                                       .most_entries = 4 * (size_t)MATRIX_MOST_ROWS * MATRIX_MOST_ROWS};
    TRY(block_open(from, "file", &file));
    JudderErr err = matrix_market_read(file, name, &limits, &triplets);
    fclose(file);
    if (err == JUDDER_OK) err = check_order(key, (size_t)triplets.rows, (size_t)triplets.columns);
    if (err == JUDDER_OK) {
        const size_t n = (size_t)triplets.rows;
        *A = malloc(n * n * sizeof **A);
        *order = triplets.rows;
        if (*A)
            triplets_dense(&triplets, *A);
        else
            err = error_memory();
    }
    triplets_release(&triplets);
    return err;
}

JudderErr matrix_load_sparse(const Block *owner, const char *key, const Matrix *matrix, bool every_row,
                             struct Triplets *triplets) {
    const Block *from = &matrix->from;
    REQUIRE(from->word == &matrix_market_word,
            block_refuse(owner, key, "%s of so large a system must come from a file, matrix_market", key));
    const char *name = ((const MatrixFile *)from->params)->file;
    const MatrixMarketLimits limits = {.most_rows = MATRIX_MOST_SPARSE_ROWS, .every_row = every_row};
    FILE *file = NULL;
    TRY(block_open(from, "file", &file));
    JudderErr err = matrix_market_read(file, name, &limits, triplets);
    fclose(file);
    if (err == JUDDER_OK && triplets->rows != triplets->columns) {
        err = error_input(key, "%s has %d rows and %d columns: it must be square", key, triplets->rows,
                          triplets->columns);
        triplets_release(triplets);
    }
    return block_locate(from, err);
}

int matrix_file_rows(const Matrix *matrix) {
    const Block *from = &matrix->from;
    FILE *file = NULL;
    if (from->word != &matrix_market_word || block_open(from, "file", &file) != JUDDER_OK) return 0;
    const int rows = matrix_market_rows(file);
    fclose(file);
    return rows;
}

JudderErr matrix_load(const Block *owner, const char *key, const Matrix *matrix, double **A, int *order) {
    *A = NULL;
    if (matrix->from.word == &matrix_market_word)
        return block_locate(&matrix->from, from_file(&matrix->from, key, A, order));
    REQUIRE(matrix->at, block_refuse(owner, key, "%s cannot be %s{}", key,
                                     matrix->from.word ? matrix->from.word->name : "empty"));
    TRY(block_locate(owner, check_order(key, matrix->rows, matrix->columns)));
    const size_t square = matrix->rows * matrix->rows;
    *A = malloc(square * sizeof **A);
    REQUIRE(*A, error_memory());
    memcpy(*A, matrix->at, square * sizeof **A);
    *order = (int)matrix->rows;
    return JUDDER_OK;
}
