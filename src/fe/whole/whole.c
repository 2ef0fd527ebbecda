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
    void *const arrays[] = {gone->k,    gone->w,    gone->r,        gone->before,     gone->on,
                            gone->node, gone->held, gone->accepted, gone->held_motion};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    free(gone);
    PetscFunctionReturn(0);
}

static JudderErr allocate(FeWhole *whole) {
    const size_t size = (size_t)(whole->n * whole->dim) + 1;
    double **const arrays[] = {&whole->k,      &whole->w,  &whole->r,
                               &whole->before, &whole->on, &whole->held_motion};
    bool memory = true;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = calloc(size, sizeof(double));
        memory = memory && *arrays[k];
    }
    whole->node = calloc(size, sizeof *whole->node);
    whole->held = calloc(size, sizeof *whole->held);
    whole->accepted = calloc(size, sizeof *whole->accepted);
    REQUIRE(memory && whole->node && whole->held && whole->accepted, error_memory());
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

static PetscErrorCode fill(FeWhole *whole) {
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
    const PetscErrorCode code = fill(*whole);
    if (code) PetscCall(fe_whole_destroy(whole));
    PetscCall(code);
    PetscFunctionReturn(0);
}

ContactPoint whole_point(const FeWhole *whole, int node) {
    const int first = node * whole->dim;
    ContactPoint at = {.contact = &whole->contact->law[node],
                       .normal = {.g = whole->contact->gap[node] + whole->w[first],
                                  .area = whole->contact->area[node],
                                  .stiffness = whole->k[first]},
                       .tangents = whole->dim - 1,
                       .mu = whole->mu[node],
                       .k = whole->k[first + 1]};
    contact_point_set(&at, whole->r + first, whole->w + first, whole->before + first);
    return at;
}

PetscErrorCode whole_gather(const FeWhole *whole, Vec vector, double *framed) {
    return fe_rows_gather(whole->contact->rows, vector, framed);
}

PetscErrorCode whole_scatter(const FeWhole *whole, const double *framed, const bool *chosen, Vec vector) {
    return fe_rows_scatter(whole->contact->rows, framed, chosen, vector);
}

PetscErrorCode whole_evaluate(FeWhole *whole) {
    PetscFunctionBeginUser;
    PetscCall(MatMult(whole->A, whole->u, whole->rest));
    PetscCall(VecAYPX(whole->rest, -1, whole->b));
    PetscCall(whole_gather(whole, whole->rest, whole->r));
    for (int j = 0; j < whole->n * whole->dim; j++) whole->r[j] = -whole->r[j];
    PetscCall(whole_gather(whole, whole->u, whole->w));
    PetscFunctionReturn(0);
}

PetscErrorCode whole_load(FeWhole *whole, FeLoad load) {
    return fe_system_load(whole->system, load, whole->b);
}
