/* The cone D a >= 0: its lines, and one vector for each of its extreme rays, found where as many conditions
 * as it takes hold with equality. */
#include "exact/algebraic/algebraic.h"

#include <stdlib.h>

void cone_close(Cone *cone) {
    field_matrix_close(&cone->lines);
    field_matrix_close(&cone->rays);
    *cone = (Cone){0};
}

bool cone_next_choice(int *choice, int size, int count) {
    int i = size - 1;
    while (i >= 0 && choice[i] == count - size + i) i--;
    if (i < 0) return false;
    choice[i]++;
    for (int j = i + 1; j < size; j++) choice[j] = choice[j - 1] + 1;
    return true;
}

/* The sign that makes D v >= 0 for a column v of Z; 0: none does, or D v = 0. */
static int ray_sign(Field *field, const FieldMatrix *values, int column) {
    int sign = 0;
    for (int i = 0; i < values->rows; i++) {
        const int here = field_sign(field, field_at(values, i, column));
        if (here == 0) continue;
        if (sign != 0 && here != sign) return 0;
        sign = here;
    }
    return sign;
}

static bool is_zero_column(const FieldMatrix *A, int column) {
    for (int i = 0; i < A->rows; i++)
        if (!flint.fmpq_poly_is_zero(field_at(A, i, column))) return false;
    return true;
}

static JudderErr add_ray(Cone *cone, const FieldMatrix *Z, int column, int sign) {
    FieldMatrix grown;
    TRY(field_matrix_open(&grown, Z->rows, cone->count + 1));
    for (int i = 0; i < Z->rows; i++) {
        for (int j = 0; j < cone->count; j++)
            flint.fmpq_poly_set(field_at(&grown, i, j), field_at(&cone->rays, i, j));
        flint.fmpq_poly_set(field_at(&grown, i, cone->count), field_at(Z, i, column));
        if (sign < 0) flint.fmpq_poly_neg(field_at(&grown, i, cone->count), field_at(&grown, i, cone->count));
    }
    field_matrix_close(&cone->rays);
    cone->rays = grown;
    cone->count++;
    return JUDDER_OK;
}

/* The ray on which the chosen conditions hold with equality, if they leave one but for the lines. */
static JudderErr try_choice(Field *field, const FieldMatrix *D, const int *choice, int size, Cone *cone) {
    SCOPED(field_matrix_close) FieldMatrix chosen = {0}, Z = {0}, values = {0};
    TRY(field_matrix_open(&chosen, size, D->columns));
    for (int i = 0; i < size; i++)
        for (int j = 0; j < D->columns; j++)
            flint.fmpq_poly_set(field_at(&chosen, i, j), field_at(D, choice[i], j));
    JudderErr err = field_null(field, &chosen, &Z);
    if (err == JUDDER_OK && Z.columns == cone->lines.columns + 1) {
        err = field_multiply(field, D, &Z, &values);
        int column = 0;
        while (err == JUDDER_OK && column < Z.columns && is_zero_column(&values, column)) column++;
        const int sign = err == JUDDER_OK && column < Z.columns ? ray_sign(field, &values, column) : 0;
        if (sign != 0) err = add_ray(cone, &Z, column, sign);
    }
    return err;
}

JudderErr cone_find(Field *field, const FieldMatrix *D, Cone *cone) {
    *cone = (Cone){0};
    TRY(field_null(field, D, &cone->lines));
    const int size = D->columns - cone->lines.columns - 1;
    if (size < 0) return JUDDER_OK;
    SCOPED_FREE int *choice = malloc(((size_t)size + 1) * sizeof *choice);
    REQUIRE(choice, error_memory());
    for (int i = 0; i < size; i++) choice[i] = i;
    JudderErr err = JUDDER_OK;
    do err = try_choice(field, D, choice, size, cone);
    while (err == JUDDER_OK && cone_next_choice(choice, size, D->rows));
    return err;
}
