#include "fe/sparse/sparse_pencil.h"

#include "fe/asked.h"
#include "fe/sparse/gather.h"
#include "fe/sparse/inertia.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

enum { ROOM = 14 }; /* ICNTL of MUMPS: extra memory in per cent of the estimate */

PetscErrorCode fe_sparse_pencil_destroy(FeSparsePencil **pencil) {
    FeSparsePencil *p = *pencil;
    PetscFunctionBeginUser;
    if (!p) PetscFunctionReturn(0);
    PetscCall(ISDestroy(&p->moving));
    enclosed_release(&p->certain);
    free(p->kept);
    free(p->S);
    free(p);
    *pencil = NULL;
    PetscFunctionReturn(0);
}

/* Own rows that move, and on every rank the place of each row among all that do. */
static PetscErrorCode number_moving(FeSparsePencil *p) {
    PetscInt first, end, all, count = 0, *rows, place = 0;
    PetscFunctionBeginUser;
    PetscCall(MatGetOwnershipRange(p->of.K, &first, &end));
    PetscCall(MatGetSize(p->of.K, &all, NULL));
    PetscCall(PetscMalloc1((size_t)(end - first) + 1, &rows));
    for (PetscInt i = first; i < end; i++)
        if (!p->of.held[i]) rows[count++] = i;
    PetscCall(ISCreateGeneral(PETSC_COMM_WORLD, count, rows, PETSC_OWN_POINTER, &p->moving));
    PetscInt *places;
    PetscCall(PetscMalloc1((size_t)all + 1, &places));
    for (PetscInt i = 0; i < all; i++) places[i] = p->of.held[i] ? -1 : place++;
    for (int k = 0; k < p->of.contacts; k++) {
        p->kept[2 * k] = places[p->of.contact[k].normal];
        p->kept[2 * k + 1] = places[p->of.contact[k].tangent];
    }
    PetscCall(PetscFree(places));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_sparse_pencil_create(const FeSparsePencilData *data, FeSparsePencil **pencil) {
    const size_t m = 2 * (size_t)data->contacts;
    PetscFunctionBeginUser;
    FeSparsePencil *made = *pencil = calloc(1, sizeof *made);
    JudderErr err = made ? JUDDER_OK : error_memory();
    if (made) {
        *made = (FeSparsePencil){.of = *data, .z = NAN, .kept = calloc(m + 1, sizeof *made->kept)};
        if (fe_rank() == 0) made->S = calloc(m * m + 1, sizeof *made->S);
        if (!made->kept || (fe_rank() == 0 && !made->S)) err = error_memory();
    }
    PetscErrorCode code = fe_code(fe_agree(err));
    if (!code) code = number_moving(made);
    if (code) PetscCall(fe_sparse_pencil_destroy(pencil));
    PetscCall(code);
    PetscFunctionReturn(0);
}

static PetscErrorCode matrix_at(const FeSparsePencil *p, double z, Mat *A) {
    Mat whole = p->of.K;
    PetscFunctionBeginUser;
    if (z != 0) {
        PetscCall(MatDuplicate(p->of.K, MAT_COPY_VALUES, &whole));
        PetscCall(MatAXPY(whole, z, p->of.M, DIFFERENT_NONZERO_PATTERN));
    }
    PetscCall(MatCreateSubMatrix(whole, p->moving, p->moving, MAT_INITIAL_MATRIX, A));
    if (z != 0) PetscCall(MatDestroy(&whole));
    PetscFunctionReturn(0);
}

/* MUMPS takes the indices from the first rank alone. */
static PetscErrorCode set_schur(const FeSparsePencil *p, Mat factor) {
    const int count = fe_rank() == 0 ? 2 * p->of.contacts : 0;
    PetscInt *rows;
    IS kept;
    PetscFunctionBeginUser;
    PetscCall(PetscMalloc1((size_t)count + 1, &rows));
    for (int k = 0; k < count; k++) rows[k] = p->kept[k];
    PetscCall(ISCreateGeneral(PETSC_COMM_WORLD, count, rows, PETSC_OWN_POINTER, &kept));
    PetscCall(MatFactorSetSchurIS(factor, kept));
    PetscCall(ISDestroy(&kept));
    PetscFunctionReturn(0);
}

static PetscErrorCode copy_schur(FeSparsePencil *p, Mat factor) {
    const long count = 2L * p->of.contacts;
    Mat schur;
    PetscFunctionBeginUser;
    PetscCall(MatFactorCreateSchurComplement(factor, &schur, NULL));
    if (p->S) {
        const PetscScalar *columns;
        PetscCall(MatDenseGetArrayRead(schur, &columns));
        for (long i = 0; i < count; i++)
            for (long j = 0; j < count; j++) p->S[i * count + j] = columns[j * count + i];
        PetscCall(MatDenseRestoreArrayRead(schur, &columns));
    }
    PetscCall(MatDestroy(&schur));
    PetscFunctionReturn(0);
}

/* The rows of a matrix that move, on the first rank. */
static PetscErrorCode gather_moving(const FeSparsePencil *p, Mat whole, EnclosureMatrix **rows) {
    Mat A;
    PetscFunctionBeginUser;
    PetscCall(MatCreateSubMatrix(whole, p->moving, p->moving, MAT_INITIAL_MATRIX, &A));
    PetscErrorCode code = fe_matrix_gather(A, rows);
    PetscCall(MatDestroy(&A));
    PetscCall(code);
    PetscFunctionReturn(0);
}

static PetscErrorCode gather(void *of) {
    FeSparsePencil *p = of;
    EnclosedSystem *certain = &p->certain;
    PetscFunctionBeginUser;
    PetscCall(gather_moving(p, p->of.K, &certain->K));
    if (p->of.M) PetscCall(gather_moving(p, p->of.M, &certain->M));
    if (fe_rank() == 0) certain->contact = malloc(((size_t)p->of.contacts + 1) * sizeof *certain->contact);
    PetscCall(fe_code(fe_agree(fe_rank() > 0 || certain->contact ? JUDDER_OK : error_memory())));
    certain->n = p->of.contacts;
    for (int k = 0; k < p->of.contacts && certain->contact; k++)
        certain->contact[k] = (EnclosedContact){p->kept[2 * k], p->kept[2 * k + 1],
                                                p->of.contact[k].direction};
    PetscFunctionReturn(0);
}

static PetscErrorCode condense(void *of, double z) {
    FeSparsePencil *p = of;
    Mat A, factor = NULL;
    MatFactorInfo info;
    MatFactorError error = MAT_FACTOR_OUTMEMORY;
    PetscFunctionBeginUser;
    PetscCall(matrix_at(p, z, &A));
    for (int room = 40; error == MAT_FACTOR_OUTMEMORY && room < 1000; room *= 4) {
        PetscCall(MatDestroy(&factor));
        PetscCall(MatGetFactor(A, MATSOLVERMUMPS, MAT_FACTOR_LU, &factor));
        PetscCall(MatMumpsSetIcntl(factor, ROOM, room));
        PetscCall(set_schur(p, factor));
        PetscCall(MatFactorInfoInitialize(&info));
        /* No ordering: one given here would spoil the Schur complement without an error. */
        PetscCall(MatLUFactorSymbolic(factor, A, NULL, NULL, &info));
        PetscCall(MatLUFactorNumeric(factor, A, &info));
        PetscCall(MatFactorGetError(factor, &error));
    }
    p->factorisations++;
    p->singular = error != MAT_FACTOR_NOERROR;
    if (!p->singular) PetscCall(copy_schur(p, factor));
    p->z = z;
    PetscCall(MatDestroy(&factor));
    PetscCall(MatDestroy(&A));
    if (error == MAT_FACTOR_OUTMEMORY) PetscCall(fe_code(fe_agree(error_memory())));
    PetscFunctionReturn(0);
}

static JudderErr pencil_at(void *context, double z, double *A, double *B) {
    const FeAsked *asked = context;
    const FeSparsePencil *p = asked->of;
    const int n = p->of.contacts;
    const long m = 2L * n;
    REQUIRE(z == 0 || p->of.M, error_input("mass", "motions that grow need the mass"));
    if (p->z != z) TRY(fe_error(fe_asked_at(asked, z)));
    REQUIRE(!p->singular,
            error_input(
                "stiffness",
                "the dofs that no contact holds can move without any force at lam^2 = %g: their part of the "
                "stiffness is singular",
                z));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int s_i = p->of.contact[i].direction, s_j = p->of.contact[j].direction;
            A[(long)i * n + j] = s_i * p->S[(2 * i + 1) * m + 2 * j + 1] * s_j; /* (ST-4) */
            B[(long)i * n + j] = p->S[2 * i * m + 2 * j + 1] * s_j;
        }
    return JUDDER_OK;
}

PetscErrorCode fe_sparse_pencil_ask(FeSparsePencil *pencil, FeSparseQuestion ask, void *context) {
    JudderErr err = JUDDER_OK;
    FeAsked asked = {condense, pencil, gather, &pencil->certain};
    PetscFunctionBeginUser;
    if (fe_rank() == 0) {
        Pencil questions = fe_asked_pencil(&asked, pencil->of.contacts);
        questions.at = pencil_at;
        err = ask(context, &questions);
    }
    PetscCall(fe_asked_end(&asked, &err));
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

/* Rows that neither are held nor belong to a contact. */
static PetscErrorCode free_rows_create(const FeSparsePencil *p, IS *free_rows) {
    PetscInt *rows, count, all, first = 0, kept = 0;
    const PetscInt *moving;
    bool *is_kept;
    PetscFunctionBeginUser;
    PetscCall(ISGetLocalSize(p->moving, &count));
    PetscCall(ISGetSize(p->moving, &all));
    PetscCallMPI(MPI_Scan(&count, &first, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD));
    first -= count;
    PetscCall(PetscCalloc1((size_t)all + 1, &is_kept));
    for (int k = 0; k < 2 * p->of.contacts; k++) is_kept[p->kept[k]] = true;
    PetscCall(PetscMalloc1((size_t)count + 1, &rows));
    PetscCall(ISGetIndices(p->moving, &moving));
    for (PetscInt i = 0; i < count; i++)
        if (!is_kept[first + i]) rows[kept++] = moving[i];
    PetscCall(ISRestoreIndices(p->moving, &moving));
    PetscCall(PetscFree(is_kept));
    PetscCall(ISCreateGeneral(PETSC_COMM_WORLD, kept, rows, PETSC_OWN_POINTER, free_rows));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_sparse_free_is_stable(const FeSparsePencil *pencil, bool *stable) {
    PetscInt all;
    int negative = 0, zero = 0;
    IS rows;
    Mat A;
    PetscFunctionBeginUser;
    PetscCall(free_rows_create(pencil, &rows));
    PetscCall(ISGetSize(rows, &all));
    if (all > 0) {
        PetscCall(MatCreateSubMatrix(pencil->of.K, rows, rows, MAT_INITIAL_MATRIX, &A));
        PetscCall(fe_inertia(A, &negative, &zero));
        PetscCall(MatDestroy(&A));
    }
    PetscCall(ISDestroy(&rows));
    *stable = negative == 0 && zero == 0;
    PetscFunctionReturn(0);
}
