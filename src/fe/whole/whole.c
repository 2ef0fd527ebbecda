#include "fe/whole/whole.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

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
    void *const arrays[] = {gone->k,   gone->w,     gone->r,    gone->before,  gone->slid,
                            gone->law, gone->law_b, gone->node, gone->accepted};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    free(gone);
    PetscFunctionReturn(0);
}

static JudderErr allocate(FeWhole *whole) {
    const size_t size = (size_t)(whole->n * whole->dim) + 1;
    double **const arrays[] = {&whole->k, &whole->w, &whole->r, &whole->before, &whole->slid, &whole->law_b};
    bool memory = true;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = calloc(size, sizeof(double));
        memory = memory && *arrays[k];
    }
    whole->node = calloc(size, sizeof *whole->node);
    whole->law = calloc(size, sizeof *whole->law);
    whole->accepted = calloc(size, sizeof *whole->accepted);
    REQUIRE(memory && whole->node && whole->law && whole->accepted, error_memory());
    for (int i = 0; i < whole->n; i++)
        whole->accepted[i] = whole->contact->gap[i] > 0 && whole->contact->law[i].law->rigid
                                 ? CONDENSED_OPEN
                                 : CONDENSED_STICK;
    return JUDDER_OK;
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

static PetscErrorCode whole_fill_all(FeWhole *whole) {
    Vec *const vectors[] = {&whole->u,    &whole->base, &whole->motion, &whole->b,
                            &whole->rest, &whole->rhs,  &whole->x,      &whole->work};
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(allocate(whole))));
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
    (*whole)->A = system->A;
    (*whole)->row = contact->rows->at;
    (*whole)->sign = contact->rows->sign;
    const PetscErrorCode code = whole_fill_all(*whole);
    if (code) PetscCall(fe_whole_destroy(whole));
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode whole_gather(const FeWhole *whole, Vec vector, double *framed) {
    return fe_rows_gather(whole->contact->rows, vector, framed);
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
    return fe_system_load(whole->system, load, whole->b);
}
