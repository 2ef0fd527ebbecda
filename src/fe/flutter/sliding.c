#include "fe/flutter/sliding.h"

#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

PetscErrorCode fe_sliding_destroy(FeSliding **sliding) {
    FeSliding *s = *sliding;
    PetscFunctionBeginUser;
    if (!s) PetscFunctionReturn(0);
    Mat *const matrices[] = {&s->P_0, &s->P_1, &s->M_0, &s->M_1,     &s->K_0,
                             &s->K_1, &s->C_0, &s->C_1, &s->C_state, &s->K_state};
    Vec *const vectors[] = {&s->slopes, &s->across, &s->u, &s->f, &s->part};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) PetscCall(MatDestroy(matrices[i]));
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) PetscCall(VecDestroy(vectors[i]));
    free(s->column);
    free(s);
    *sliding = NULL;
    PetscFunctionReturn(0);
}

/* Where the columns of this rank are. */
typedef struct Columns {
    PetscInt first_row, end_row;
    PetscInt count, first;
    int *slide_of; /* of each row: its contact + 1 */
} Columns;

static bool is_own(const Columns *c, int row) {
    return row >= c->first_row && row < c->end_row;
}

static int columns_of(const FeSlide *slide) {
    return slide->rows - 1 + fe_slide_remembers(slide);
}

static PetscErrorCode count_columns(const FeSliding *s, Columns *c) {
    const FeSlidingData *of = &s->of;
    PetscInt all;
    PetscFunctionBeginUser;
    PetscCall(MatGetOwnershipRange(of->K, &c->first_row, &c->end_row));
    PetscCall(MatGetSize(of->K, &all, NULL));
    PetscCall(PetscCalloc1((size_t)all + 1, &c->slide_of));
    for (int k = 0; k < of->slides; k++)
        for (int i = 0; i < of->slide[k].rows; i++) c->slide_of[of->slide[k].row[i]] = k + 1;
    for (PetscInt row = c->first_row; row < c->end_row; row++)
        c->count += !of->held[row] && !c->slide_of[row];
    for (int k = 0; k < of->slides; k++)
        if (is_own(c, of->slide[k].row[0])) c->count += columns_of(&of->slide[k]);
    PetscCallMPI(MPI_Scan(&c->count, &c->first, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD));
    c->first -= c->count;
    PetscFunctionReturn(0);
}

static PetscErrorCode tall_create(const Columns *c, Mat *P) {
    PetscFunctionBeginUser;
    PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, c->end_row - c->first_row, c->count, PETSC_DETERMINE,
                           PETSC_DETERMINE, 2, NULL, 2, NULL, P));
    PetscFunctionReturn(0);
}

static PetscErrorCode set_column(Mat P, const FeSlide *slide, PetscInt column, const double *vector) {
    PetscFunctionBeginUser;
    for (int i = 0; i < slide->rows; i++)
        if (vector[i] != 0) PetscCall(MatSetValue(P, slide->row[i], column, vector[i], INSERT_VALUES));
    PetscFunctionReturn(0);
}

/* The columns of one contact, and its terms of damping (ST-12). */
static PetscErrorCode set_slide(FeSliding *s, const FeSlide *slide, PetscInt column) {
    PetscFunctionBeginUser;
    PetscCall(set_column(s->P_0, slide, column, slide->along));
    PetscCall(set_column(s->P_1, slide, column, slide->normal));
    PetscCall(VecSetValue(s->slopes, column, slide->p * slide->slope, INSERT_VALUES));
    if (slide->rows < 3) PetscFunctionReturn(0);
    PetscCall(set_column(s->P_0, slide, column + 1, slide->across));
    PetscCall(VecSetValue(s->across, column + 1, slide->p * slide->inverse_speed, INSERT_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode set_columns(FeSliding *s, const Columns *c) {
    PetscInt next = c->first;
    PetscFunctionBeginUser;
    for (PetscInt row = c->first_row; row < c->end_row; row++) {
        const int slide = c->slide_of[row];
        if (slide == 0 && !s->of.held[row]) PetscCall(MatSetValue(s->P_0, row, next++, 1, INSERT_VALUES));
        if (slide == 0 || s->of.slide[slide - 1].row[0] != row) continue;
        PetscCall(set_slide(s, &s->of.slide[slide - 1], next));
        s->column[slide - 1] = next;
        next += columns_of(&s->of.slide[slide - 1]);
    }
    PetscCall(MatAssemblyBegin(s->P_0, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(s->P_0, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyBegin(s->P_1, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(s->P_1, MAT_FINAL_ASSEMBLY));
    Vec const diagonals[] = {s->slopes, s->across};
    for (int i = 0; i < 2; i++) {
        PetscCall(VecAssemblyBegin(diagonals[i]));
        PetscCall(VecAssemblyEnd(diagonals[i]));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode drop_zero(Vec *diagonal) {
    PetscReal size;
    PetscFunctionBeginUser;
    PetscCall(VecNorm(*diagonal, NORM_INFINITY, &size));
    if (size == 0) PetscCall(VecDestroy(diagonal));
    PetscFunctionReturn(0);
}

static PetscErrorCode make_columns(FeSliding *s) {
    Columns c = {0};
    PetscInt all;
    PetscFunctionBeginUser;
    PetscCall(count_columns(s, &c));
    PetscCall(tall_create(&c, &s->P_0));
    PetscCall(tall_create(&c, &s->P_1));
    PetscCall(MatGetSize(s->P_0, NULL, &all));
    s->n = all;
    if (all == 0) PetscCall(fe_code(error_input("contacts", "flutter: the contacts hold every dof")));
    PetscCall(MatCreateVecs(s->P_0, &s->part, &s->u));
    PetscCall(VecDuplicate(s->u, &s->f));
    PetscCall(VecDuplicate(s->part, &s->slopes));
    PetscCall(VecDuplicate(s->part, &s->across));
    PetscCall(VecSet(s->slopes, 0));
    PetscCall(VecSet(s->across, 0));
    s->column = calloc((size_t)s->of.slides + 1, sizeof *s->column);
    PetscCall(fe_code(fe_agree(s->column ? JUDDER_OK : error_memory())));
    PetscCall(set_columns(s, &c));
    /* One rank has each of them, the others zero. */
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, s->column, s->of.slides, MPI_INT, MPI_SUM, PETSC_COMM_WORLD));
    PetscCall(drop_zero(&s->slopes));
    PetscCall(drop_zero(&s->across));
    PetscCall(PetscFree(c.slide_of));
    Mat *const columns[] = {&s->P_0, &s->P_1};
    for (int i = 0; i < 2 && s->of.T; i++) {
        Mat of_y = *columns[i];
        PetscCall(MatMatMult(s->of.T, of_y, MAT_INITIAL_MATRIX, PETSC_DEFAULT, columns[i]));
        PetscCall(MatDestroy(&of_y));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode diagonal_matrix(Mat like, Vec diagonal, Mat *X) {
    PetscInt rows, columns;
    PetscFunctionBeginUser;
    PetscCall(MatGetLocalSize(like, &rows, &columns));
    PetscCall(
        MatCreateAIJ(PETSC_COMM_WORLD, rows, columns, PETSC_DETERMINE, PETSC_DETERMINE, 1, NULL, 0, NULL, X));
    PetscCall(MatDiagonalSet(*X, diagonal, INSERT_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode transform(const FeSliding *s, Mat X, Mat *X_0, Mat *X_1) {
    Mat right;
    PetscFunctionBeginUser;
    PetscCall(MatMatMult(X, s->P_0, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &right));
    PetscCall(MatTransposeMatMult(s->P_0, right, MAT_INITIAL_MATRIX, PETSC_DEFAULT, X_0));
    PetscCall(MatTransposeMatMult(s->P_1, right, MAT_INITIAL_MATRIX, PETSC_DEFAULT, X_1));
    PetscCall(MatDestroy(&right));
    PetscFunctionReturn(0);
}

static PetscErrorCode add_diagonal(Mat X, Vec diagonal, double factor) {
    Vec scaled;
    PetscFunctionBeginUser;
    if (!diagonal) PetscFunctionReturn(0);
    PetscCall(VecDuplicate(diagonal, &scaled));
    PetscCall(VecCopy(diagonal, scaled));
    PetscCall(VecScale(scaled, factor));
    /* The row of a state may have no place on its diagonal. */
    PetscCall(MatSetOption(X, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
    PetscCall(MatDiagonalSet(X, scaled, ADD_VALUES));
    PetscCall(VecDestroy(&scaled));
    PetscFunctionReturn(0);
}

/* lam q + w q - w x = 0 times p memory, and -p memory lam q in the row of x. (ST-21) */
static PetscErrorCode set_state(FeSliding *s, const FeSlide *slide, PetscInt x) {
    const PetscInt q = x + slide->rows - 1;
    const double damping = slide->p * slide->memory, stiffness = damping * slide->rate;
    PetscFunctionBeginUser;
    PetscCall(MatSetValue(s->C_state, x, q, -damping, INSERT_VALUES));
    PetscCall(MatSetValue(s->C_state, q, q, damping, INSERT_VALUES));
    PetscCall(MatSetValue(s->K_state, q, q, stiffness, INSERT_VALUES));
    PetscCall(MatSetValue(s->K_state, q, x, -stiffness, INSERT_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode make_states(FeSliding *s) {
    PetscInt own, first, end;
    PetscFunctionBeginUser;
    for (int k = 0; k < s->of.slides; k++) s->states += fe_slide_remembers(&s->of.slide[k]);
    if (s->states == 0) PetscFunctionReturn(0);
    PetscCall(VecGetLocalSize(s->part, &own));
    PetscCall(VecGetOwnershipRange(s->part, &first, &end));
    Mat *const made[] = {&s->C_state, &s->K_state};
    for (int i = 0; i < 2; i++)
        PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, own, own, PETSC_DETERMINE, PETSC_DETERMINE, 2, NULL, 0, NULL,
                               made[i]));
    for (int k = 0; k < s->of.slides; k++)
        if (fe_slide_remembers(&s->of.slide[k]) && s->column[k] >= first && s->column[k] < end)
            PetscCall(set_state(s, &s->of.slide[k], s->column[k]));
    for (int i = 0; i < 2; i++) {
        PetscCall(MatAssemblyBegin(*made[i], MAT_FINAL_ASSEMBLY));
        PetscCall(MatAssemblyEnd(*made[i], MAT_FINAL_ASSEMBLY));
    }
    PetscFunctionReturn(0);
}

/* C' of (ST-12) with all that damps, where it is not proportional. */
static PetscErrorCode make_damping(FeSliding *s) {
    const FeSlidingData *of = &s->of;
    PetscFunctionBeginUser;
    if (!of->C && !s->slopes && !s->across && !s->C_state) PetscFunctionReturn(0);
    if (of->C) {
        PetscCall(transform(s, of->C, &s->C_0, &s->C_1));
    } else {
        /* An empty row must have a place on its diagonal. */
        PetscCall(MatDuplicate(s->K_0, MAT_COPY_VALUES, &s->C_0));
        PetscCall(MatDuplicate(s->K_0, MAT_COPY_VALUES, &s->C_1));
        PetscCall(MatZeroEntries(s->C_0));
        PetscCall(MatZeroEntries(s->C_1));
    }
    PetscCall(MatAXPY(s->C_0, of->mass_part, s->M_0, DIFFERENT_NONZERO_PATTERN));
    PetscCall(MatAXPY(s->C_1, of->mass_part, s->M_1, DIFFERENT_NONZERO_PATTERN));
    PetscCall(MatAXPY(s->C_0, of->stiffness_part, s->K_0, DIFFERENT_NONZERO_PATTERN));
    PetscCall(MatAXPY(s->C_1, of->stiffness_part, s->K_1, DIFFERENT_NONZERO_PATTERN));
    if (s->C_state) PetscCall(MatAXPY(s->C_0, 1, s->C_state, DIFFERENT_NONZERO_PATTERN));
    PetscCall(add_diagonal(s->C_0, s->slopes, 1));
    PetscCall(add_diagonal(s->C_1, s->across, -1));
    PetscFunctionReturn(0);
}

static PetscErrorCode flutter_sliding_fill(FeSliding *s) {
    Mat lumped = NULL;
    PetscFunctionBeginUser;
    if (!s->of.M && !s->of.lumped) PetscCall(fe_code(error_input("mass", "flutter needs the mass")));
    PetscCall(make_columns(s));
    PetscCall(transform(s, s->of.K, &s->K_0, &s->K_1));
    if (s->of.lumped) PetscCall(diagonal_matrix(s->of.K, s->of.lumped, &lumped));
    PetscCall(transform(s, lumped ? lumped : s->of.M, &s->M_0, &s->M_1));
    PetscCall(MatDestroy(&lumped));
    PetscCall(make_states(s));
    PetscCall(make_damping(s));
    /* After damping in proportion to the stiffness, of which states are no part. */
    if (s->K_state) PetscCall(MatAXPY(s->K_0, 1, s->K_state, DIFFERENT_NONZERO_PATTERN));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_sliding_create(const FeSlidingData *data, FeSliding **sliding) {
    PetscFunctionBeginUser;
    *sliding = calloc(1, sizeof **sliding);
    if (!*sliding) PetscCall(fe_code(error_memory()));
    (*sliding)->of = *data;
    const PetscErrorCode code = flutter_sliding_fill(*sliding);
    if (code) PetscCall(fe_sliding_destroy(sliding));
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_sliding_at(Mat X_0, Mat X_1, double mu, Mat *X) {
    PetscFunctionBeginUser;
    PetscCall(MatDuplicate(X_0, MAT_COPY_VALUES, X));
    if (X_1 && mu != 0) PetscCall(MatAXPY(*X, -mu, X_1, DIFFERENT_NONZERO_PATTERN));
    PetscFunctionReturn(0);
}
