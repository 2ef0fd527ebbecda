/* Matrices of a case: given by rows, from a file in the Matrix Market format, or as Rayleigh damping. */
#ifndef JUDDER_STUDY_MATRICES_H
#define JUDDER_STUDY_MATRICES_H

#include "base/word.h"

typedef struct MatrixFile {
    const char *file;
} MatrixFile;

typedef struct Rayleigh {
    double mass, stiffness;
} Rayleigh;

extern const Word matrix_market_word, rayleigh_word;

struct Triplets;

enum { MATRIX_MOST_ROWS = 2000, MATRIX_MOST_SPARSE_ROWS = 20000000 };

/* The square matrix of a field, to be freed; *order is its order. Files lie in the folder of the case or
 * below; links that lead out of it are refused. A rayleigh{} is refused: whoever can use one looks for it
 * first. */
/* The same as triplets, for matrices of any size from files; every_row: each row must have an entry, so that
 * the order of a system is no larger than its file can hold. */
JudderErr matrix_load_sparse(const Block *owner, const char *key, const Matrix *matrix, bool every_row,
                             struct Triplets *triplets);
/* Rows of a matrix that comes from a file, without reading more than its sizes; 0: it does
 * not, or the file is bad. */
int matrix_file_rows(const Matrix *matrix);
JudderErr matrix_load(const Block *owner, const char *key, const Matrix *matrix, double **A, int *order);

#endif
