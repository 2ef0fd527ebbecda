#include "fe/sparse/gather.h"

#include "fe/start.h"

#include <stdlib.h>
#include <string.h>

/* The rows of a matrix of one rank. */
static PetscErrorCode copy_rows(Mat A, EnclosureMatrix *to) {
    size_t at = 0;
    PetscFunctionBeginUser;
    for (PetscInt i = 0; i < to->n; i++) {
        const PetscInt *columns;
        const PetscScalar *values;
        PetscInt count;
        PetscCall(MatGetRow(A, i, &count, &columns, &values));
        for (PetscInt k = 0; k < count; k++) {
            to->column[at] = (int)columns[k];
            to->value[at++] = values[k];
        }
        PetscCall(MatRestoreRow(A, i, &count, &columns, &values));
        to->start[i + 1] = at;
    }
    PetscFunctionReturn(0);
}

/* Compares with a mirrored copy, then takes the old numbers again. */
static JudderErr ask_symmetric(EnclosureMatrix *rows) {
    const size_t entries = rows->start[rows->n];
    double *value = malloc((entries + 1) * sizeof *value);
    REQUIRE(value, error_memory());
    memcpy(value, rows->value, entries * sizeof *value);
    bool possible = false;
    const JudderErr err = enclosure_matrix_mirror(rows, &possible);
    for (size_t k = 0; k < entries && possible; k++) possible = value[k] == rows->value[k];
    rows->symmetric = possible;
    memcpy(rows->value, value, entries * sizeof *value);
    free(value);
    return err;
}

static PetscErrorCode gather_fill(Mat A, EnclosureMatrix **rows) {
    MatInfo info;
    PetscInt n;
    PetscFunctionBeginUser;
    PetscCall(MatGetInfo(A, MAT_LOCAL, &info));
    PetscCall(MatGetSize(A, &n, NULL));
    JudderErr err = enclosure_matrix_create((int)n, (size_t)info.nz_used, false, rows);
    if (err == JUDDER_OK) {
        PetscCall(copy_rows(A, *rows));
        err = ask_symmetric(*rows);
    }
    if (err != JUDDER_OK) enclosure_matrix_destroy(rows);
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_matrix_gather(Mat A, EnclosureMatrix **rows) {
    PetscInt all;
    IS wanted;
    Mat *whole;
    PetscFunctionBeginUser;
    *rows = NULL;
    PetscCall(MatGetSize(A, &all, NULL));
    PetscCall(ISCreateStride(PETSC_COMM_SELF, fe_rank() == 0 ? all : 0, 0, 1, &wanted));
    PetscCall(MatCreateSubMatrices(A, 1, &wanted, &wanted, MAT_INITIAL_MATRIX, &whole));
    const PetscErrorCode code = fe_rank() == 0 ? gather_fill(whole[0], rows) : 0;
    PetscCall(MatDestroySubMatrices(1, &whole));
    PetscCall(ISDestroy(&wanted));
    PetscCall(fe_code(fe_agree(fe_error(code))));
    PetscFunctionReturn(0);
}
