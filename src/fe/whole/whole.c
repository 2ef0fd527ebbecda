#include "fe/whole/whole.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

static int axis_of(const double *v) {
    for (int i = 0; i < 3; i++)
        if (fabs(v[i]) == 1) return i;
    return -1;
}

PetscErrorCode fe_whole_destroy(FeWhole **whole) {
    FeWhole *gone = *whole;
    PetscFunctionBeginUser;
    if (!gone) PetscFunctionReturn(0);
    *whole = NULL;
    Vec *const vectors[] = {&gone->u,    &gone->base, &gone->motion, &gone->b,
                            &gone->rest, &gone->rhs,  &gone->x,      &gone->work};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) PetscCall(VecDestroy(vectors[k]));
    PetscCall(KSPDestroy(&gone->ksp));
    PetscCall(MatDestroy(&gone->J));
    PetscCall(MatDestroy(&gone->P));
    PetscCall(MatDestroy(&gone->A));
    PetscCall(MatDestroy(&gone->T));
    void *const arrays[] = {gone->row,  gone->sign, gone->k,     gone->w,    gone->r,       gone->before,
                            gone->slid, gone->law,  gone->law_b, gone->node, gone->accepted};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    free(gone);
    PetscFunctionReturn(0);
}

static JudderErr allocate(FeWhole *whole) {
    const size_t size = (size_t)(whole->n * whole->dim) + 1;
    double **const arrays[] = {&whole->sign,   &whole->k,    &whole->w,    &whole->r,
                               &whole->before, &whole->slid, &whole->law_b};
    bool memory = true;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = calloc(size, sizeof(double));
        memory = memory && *arrays[k];
    }
    whole->row = calloc(size, sizeof *whole->row);
    whole->node = calloc(size, sizeof *whole->node);
    whole->law = calloc(size, sizeof *whole->law);
    whole->accepted = calloc(size, sizeof *whole->accepted);
    REQUIRE(memory && whole->row && whole->node && whole->law && whole->accepted, error_memory());
    for (int i = 0; i < whole->n; i++)
        whole->accepted[i] = whole->contact->gap[i] > 0 && whole->contact->law[i].law->rigid
                                 ? CONDENSED_OPEN
                                 : CONDENSED_STICK;
    return JUDDER_OK;
}

static bool is_along_axes(const FeContact *contact) {
    for (int k = 0; k < contact->n; k++)
        for (int row = 0; row < contact->body->dim; row++)
            if (axis_of(contact->frame[k][row]) < 0) return false;
    return true;
}

/* Rows of the contact dofs: components with a sign, or those of turned nodes. */
static void number_rows(FeWhole *whole, bool turned) {
    for (int i = 0; i < whole->n; i++)
        for (int a = 0; a < whole->dim; a++) {
            const double *direction = whole->contact->frame[i][a];
            const int component = turned ? a : axis_of(direction);
            whole->row[i * whole->dim + a] = fe_row(whole->contact->body,
                                                    (FeDof){whole->contact->node[i], component});
            whole->sign[i * whole->dim + a] = turned ? 1 : direction[component];
        }
}

/* T: the columns of a contact node are the directions of the frame. */
static PetscErrorCode make_turning(FeWhole *whole) {
    const int dim = whole->dim;
    PetscInt first, end, local, size;
    PetscFunctionBeginUser;
    PetscCall(MatGetOwnershipRange(whole->system->A, &first, &end));
    PetscCall(MatGetLocalSize(whole->system->A, &local, NULL));
    PetscCall(MatGetSize(whole->system->A, &size, NULL));
    PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, local, local, size, size, dim, NULL, dim, NULL, &whole->T));
    PetscCall(MatSetBlockSize(whole->T, dim));
    for (PetscInt row = first; row < end; row++) PetscCall(MatSetValue(whole->T, row, row, 1, INSERT_VALUES));
    for (int i = 0; i < whole->n; i++) {
        const PetscInt *row = whole->row + i * dim;
        if (row[0] < first || row[0] >= end) continue;
        for (int c = 0; c < dim; c++)
            for (int a = 0; a < dim; a++)
                PetscCall(
                    MatSetValue(whole->T, row[c], row[a], whole->contact->frame[i][a][c], INSERT_VALUES));
    }
    PetscCall(MatAssemblyBegin(whole->T, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(whole->T, MAT_FINAL_ASSEMBLY));
    PetscCall(MatPtAP(whole->system->A, whole->T, MAT_INITIAL_MATRIX, 1, &whole->A));
    PetscCall(MatSetBlockSize(whole->A, dim));
    PetscCall(MatSetOption(whole->A, MAT_SYMMETRIC, PETSC_TRUE));
    PetscFunctionReturn(0);
}

static PetscErrorCode turn(FeWhole *whole) {
    const bool turned = !is_along_axes(whole->contact);
    PetscFunctionBeginUser;
    number_rows(whole, turned);
    if (turned)
        PetscCall(make_turning(whole));
    else {
        whole->A = whole->system->A;
        PetscCall(PetscObjectReference((PetscObject)whole->A));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode measure_stiffness(FeWhole *whole) {
    PetscReal sum;
    PetscInt size;
    PetscFunctionBeginUser;
    PetscCall(MatGetDiagonal(whole->A, whole->x));
    PetscCall(whole_gather(whole, whole->x, whole->k));
    for (int j = 0; j < whole->n * whole->dim; j++) whole->k[j] = fabs(whole->k[j]);
    PetscCall(VecNorm(whole->x, NORM_1, &sum));
    PetscCall(VecGetSize(whole->x, &size));
    whole->diagonal = sum / (double)size;
    PetscFunctionReturn(0);
}

static PetscErrorCode fill(FeWhole *whole) {
    Vec *const vectors[] = {&whole->u,    &whole->base, &whole->motion, &whole->b,
                            &whole->rest, &whole->rhs,  &whole->x,      &whole->work};
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(allocate(whole))));
    PetscCall(turn(whole));
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        PetscCall(fe_vector_create(whole->contact->body, vectors[k]));
    PetscCall(measure_stiffness(whole));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_create(const FeContact *contact, FeSystem *system, const double *mu,
                               FeWhole **whole) {
    PetscFunctionBeginUser;
    *whole = calloc(1, sizeof **whole);
    PetscCall(fe_code(*whole ? JUDDER_OK : error_memory()));
    **whole = (FeWhole){
        .contact = contact, .system = system, .mu = mu, .n = contact->n, .dim = contact->body->dim};
    const PetscErrorCode code = fill(*whole);
    if (code) PetscCall(fe_whole_destroy(whole));
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode whole_gather(const FeWhole *whole, Vec vector, double *framed) {
    PetscInt first, end;
    const PetscScalar *values;
    const int size = whole->n * whole->dim;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(vector, &first, &end));
    PetscCall(VecGetArrayRead(vector, &values));
    for (int j = 0; j < size; j++) {
        const PetscInt row = whole->row[j];
        framed[j] = row >= first && row < end ? whole->sign[j] * values[row - first] : 0;
    }
    PetscCall(VecRestoreArrayRead(vector, &values));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, framed, size, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

PetscErrorCode whole_scatter(const FeWhole *whole, const double *framed, bool held, Vec vector) {
    PetscInt first, end;
    PetscScalar *values;
    PetscFunctionBeginUser;
    PetscCall(VecGetOwnershipRange(vector, &first, &end));
    PetscCall(VecGetArray(vector, &values));
    for (int j = 0; j < whole->n * whole->dim; j++) {
        const PetscInt row = whole->row[j];
        if (row >= first && row < end && (!held || whole->law[j].fixed))
            values[row - first] = framed ? whole->sign[j] * framed[j] : 0;
    }
    PetscCall(VecRestoreArray(vector, &values));
    PetscFunctionReturn(0);
}

PetscErrorCode whole_evaluate(FeWhole *whole, ContactLeft *left) {
    PetscReal motion, rest;
    PetscFunctionBeginUser;
    PetscCall(MatMult(whole->A, whole->u, whole->rest));
    PetscCall(VecAYPX(whole->rest, -1, whole->b));
    PetscCall(whole_gather(whole, whole->rest, whole->r));
    PetscCall(whole_gather(whole, whole->u, whole->w));
    PetscCall(VecNorm(whole->b, NORM_INFINITY, &whole->scale));
    for (int j = 0; j < whole->n * whole->dim; j++) {
        whole->r[j] = -whole->r[j];
        whole->scale = fmax(whole->scale, fabs(whole->r[j]));
    }
    PetscCall(VecCopy(whole->rest, whole->work));
    PetscCall(whole_scatter(whole, NULL, false, whole->work));
    *left = (ContactLeft){.scale = whole->scale};
    PetscCall(VecNorm(whole->work, NORM_INFINITY, &left->force));
    PetscCall(VecNorm(whole->u, NORM_2, &motion));
    PetscCall(VecNorm(whole->rest, NORM_2, &rest));
    /* the largest of numbers would not see it */
    if (!isfinite(motion) || !isfinite(rest)) left->force = INFINITY;
    PetscFunctionReturn(0);
}

PetscErrorCode whole_load(FeWhole *whole, FeLoad load) {
    PetscFunctionBeginUser;
    PetscCall(fe_system_load(whole->system, load, whole->T ? whole->work : whole->b));
    if (whole->T) PetscCall(MatMultTranspose(whole->T, whole->work, whole->b));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_field(FeWhole *whole, Vec u) {
    PetscFunctionBeginUser;
    if (whole->T)
        PetscCall(MatMult(whole->T, whole->u, u));
    else
        PetscCall(VecCopy(whole->u, u));
    PetscFunctionReturn(0);
}
