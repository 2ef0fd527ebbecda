/* The field of the numbers that can be made of one root: polynomials in it modulo its irreducible one. Where
 * the root is rational they are the rational numbers. */
#include "exact/algebraic/algebraic.h"

#include <stdlib.h>

static void find_factor(Root *root) {
    fmpz_poly_factor_t factors;
    flint.fmpz_poly_factor_init(factors);
    flint.fmpz_poly_factor(factors, root->f);
    for (slong i = 0; i < factors->num; i++) {
        if (root_sign(root, factors->p + i) != 0) continue;
        flint.fmpz_poly_set(root->f, factors->p + i);
        break;
    }
    flint.fmpz_poly_factor_clear(factors);
}

void field_open(Field *field, Root *root) {
    if (!root_is_rational(root)) find_factor(root);
    root_init(&field->root);
    root_set(&field->root, root);
    flint.fmpq_poly_init(field->modulus);
    flint.fmpq_poly_set_fmpz_poly(field->modulus, root->f);
}

void field_close(Field *field) {
    root_clear(&field->root);
    flint.fmpq_poly_clear(field->modulus);
}

int field_sign(Field *field, const fmpq_poly_t a) {
    if (flint.fmpq_poly_is_zero(a)) return 0;
    LOCAL(fmpz_poly, numerator);
    flint.fmpq_poly_get_numerator(numerator, a); /* its denominator is positive */
    return root_sign(&field->root, numerator);
}

void field_value(Field *field, const fmpq_poly_t a, arb_t value) {
    LOCAL(fmpz_poly, numerator);
    LOCAL(fmpz, denominator);
    flint.fmpq_poly_get_numerator(numerator, a);
    flint.fmpq_poly_get_denominator(denominator, a);
    flint.arb_fmpz_poly_evaluate_arb(value, numerator, field->root.ball, field->root.precision + 64);
    flint.arb_div_fmpz(value, value, denominator, field->root.precision + 64);
}

JudderErr field_matrix_open(FieldMatrix *A, int rows, int columns) {
    const size_t count = (size_t)rows * (size_t)columns;
    *A = (FieldMatrix){rows, columns, malloc((count + 1) * sizeof *A->at)};
    REQUIRE(A->at, error_memory());
    for (size_t i = 0; i < count; i++) flint.fmpq_poly_init(A->at + i);
    return JUDDER_OK;
}

void field_matrix_close(FieldMatrix *A) {
    const size_t count = A->at ? (size_t)A->rows * (size_t)A->columns : 0;
    for (size_t i = 0; i < count; i++) flint.fmpq_poly_clear(A->at + i);
    free(A->at);
    *A = (FieldMatrix){0};
}

fmpq_poly_struct *field_at(const FieldMatrix *A, int row, int column) {
    return A->at + (size_t)row * (size_t)A->columns + (size_t)column;
}

static void multiply(const Field *field, const fmpq_poly_t a, const fmpq_poly_t b, fmpq_poly_t product) {
    flint.fmpq_poly_mul(product, a, b);
    if (flint.fmpq_poly_length(product) >= flint.fmpq_poly_length(field->modulus))
        flint.fmpq_poly_rem(product, product, field->modulus);
}

JudderErr field_multiply(const Field *field, const FieldMatrix *A, const FieldMatrix *B, FieldMatrix *C) {
    TRY(field_matrix_open(C, A->rows, B->columns));
    LOCAL(fmpq_poly, product);
    for (int i = 0; i < A->rows; i++)
        for (int k = 0; k < A->columns; k++) {
            if (flint.fmpq_poly_is_zero(field_at(A, i, k))) continue;
            for (int j = 0; j < B->columns; j++) {
                multiply(field, field_at(A, i, k), field_at(B, k, j), product);
                flint.fmpq_poly_add(field_at(C, i, j), field_at(C, i, j), product);
            }
        }
    return JUDDER_OK;
}

/* --- elimination --- */

static void swap_rows(FieldMatrix *A, int first, int second) {
    for (int j = 0; j < A->columns; j++) flint.fmpq_poly_swap(field_at(A, first, j), field_at(A, second, j));
}

/* Row <- row / its entry in that column. */
static void make_one(const Field *field, FieldMatrix *A, int row, int column) {
    LOCAL_3(fmpq_poly, divisor, inverse, other);
    flint.fmpq_poly_xgcd(divisor, inverse, other, field_at(A, row, column), field->modulus);
    for (int j = column; j < A->columns; j++)
        multiply(field, field_at(A, row, j), inverse, field_at(A, row, j));
}

static void field_subtract(const Field *field, FieldMatrix *A, int from, int pivot, int column) {
    if (flint.fmpq_poly_is_zero(field_at(A, from, column))) return;
    LOCAL_2(fmpq_poly, factor, product);
    flint.fmpq_poly_set(factor, field_at(A, from, column));
    for (int j = column; j < A->columns; j++) {
        multiply(field, factor, field_at(A, pivot, j), product);
        flint.fmpq_poly_sub(field_at(A, from, j), field_at(A, from, j), product);
    }
}

/* Reduced echelon form; pivot[i]: the column of the i-th pivot. The rank. */
static int field_reduce(const Field *field, FieldMatrix *A, int *pivot) {
    int rank = 0;
    for (int column = 0; column < A->columns && rank < A->rows; column++) {
        int row = rank;
        while (row < A->rows && flint.fmpq_poly_is_zero(field_at(A, row, column))) row++;
        if (row == A->rows) continue;
        if (row != rank) swap_rows(A, row, rank);
        make_one(field, A, rank, column);
        for (int i = 0; i < A->rows; i++)
            if (i != rank) field_subtract(field, A, i, rank, column);
        pivot[rank++] = column;
    }
    return rank;
}

static JudderErr copy_of(const FieldMatrix *A, FieldMatrix *copy) {
    TRY(field_matrix_open(copy, A->rows, A->columns));
    for (int i = 0; i < A->rows; i++)
        for (int j = 0; j < A->columns; j++) flint.fmpq_poly_set(field_at(copy, i, j), field_at(A, i, j));
    return JUDDER_OK;
}

JudderErr field_null(const Field *field, const FieldMatrix *A, FieldMatrix *Z) {
    SCOPED(field_matrix_close) FieldMatrix echelon = {0};
    SCOPED_FREE int *pivot = malloc(((size_t)A->columns + 1) * sizeof *pivot);
    *Z = (FieldMatrix){0};
    JudderErr err = pivot ? copy_of(A, &echelon) : error_memory();
    if (err == JUDDER_OK) {
        const int rank = field_reduce(field, &echelon, pivot);
        err = field_matrix_open(Z, A->columns, A->columns - rank);
        for (int column = 0, next = 0, k = 0; column < A->columns && err == JUDDER_OK; column++) {
            if (next < rank && pivot[next] == column) {
                next++;
                continue;
            }
            flint.fmpq_poly_set_si(field_at(Z, column, k), 1);
            for (int i = 0; i < rank; i++)
                flint.fmpq_poly_neg(field_at(Z, pivot[i], k), field_at(&echelon, i, column));
            k++;
        }
    }
    return err;
}
