/* The state of an explicit march as numbers in the order of the mesh: whoever reads it may have
 * another number of ranks. */
#include "fe/explicit/explicit.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <string.h>

/* step, scale, energies, report */
enum { ENERGIES = sizeof(FeMarchEnergy) / sizeof(double), REPORTED = 7, HEAD = 2 + ENERGIES + REPORTED };

static size_t field_size(const Explicit *e) {
    return (size_t)e->body->mesh->nodes * (size_t)e->body->dim;
}

/* Of a contact node: slip, state of the law, state, force. */
enum { OF_CONTACT = 7 };

size_t explicit_state_size(const void *engine) {
    const Explicit *e = engine;
    return HEAD + 2 * field_size(e) + OF_CONTACT * (size_t)e->contact->n;
}

PetscErrorCode explicit_to_vector(const Explicit *e, const Fields *x, Vec vector) {
    const int dim = e->body->dim, first = e->body->numbering->first;
    PetscScalar *own;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(vector, &own));
    for (int i = 0; i < e->layout->own; i++)
        for (int c = 0; c < dim; c++) own[(long)(e->layout->number[i] - first) * dim + c] = x->c[c][i];
    PetscCall(VecRestoreArray(vector, &own));
    PetscFunctionReturn(0);
}

PetscErrorCode explicit_from_vector(const Explicit *e, Vec vector, Fields *x) {
    const int dim = e->body->dim, first = e->body->numbering->first;
    const PetscScalar *own;
    PetscFunctionBeginUser;
    PetscCall(VecGetArrayRead(vector, &own));
    for (int i = 0; i < e->layout->own; i++)
        for (int c = 0; c < dim; c++) x->c[c][i] = own[(long)(e->layout->number[i] - first) * dim + c];
    PetscCall(VecRestoreArrayRead(vector, &own));
    PetscFunctionReturn(0);
}

PetscErrorCode explicit_field(void *engine, double *u, double *v) {
    Explicit *e = engine;
    Vec displacement, velocity;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(e->body, &displacement));
    PetscCall(fe_vector_create(e->body, &velocity));
    PetscCall(explicit_to_vector(e, &e->u, displacement));
    PetscCall(explicit_to_vector(e, &e->v, velocity));
    PetscCall(VecAXPY(displacement, -e->dt / 2, velocity));
    PetscCall(fe_vector_get(e->body, displacement, u));
    PetscCall(fe_vector_get(e->body, velocity, v));
    PetscCall(VecDestroy(&displacement));
    PetscCall(VecDestroy(&velocity));
    PetscFunctionReturn(0);
}

/* To or from an array in the order of the mesh. */
static PetscErrorCode field_out(Explicit *e, const Fields *x, double *to) {
    Vec vector;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(e->body, &vector));
    PetscCall(explicit_to_vector(e, x, vector));
    PetscCall(fe_vector_get(e->body, vector, to));
    PetscCall(VecDestroy(&vector));
    PetscFunctionReturn(0);
}

static PetscErrorCode field_in(Explicit *e, const double *from, Fields *x) {
    Vec vector;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(e->body, &vector));
    PetscCall(fe_vector_set(e->body, from, vector));
    PetscCall(explicit_from_vector(e, vector, x));
    PetscCall(VecDestroy(&vector));
    PetscFunctionReturn(0);
}

static void contact_out(const Explicit *e, double *at) {
    for (int i = 0; i < e->own_contacts; i++) {
        const OwnContact *own = &e->own_contact[i];
        const double numbers[OF_CONTACT] = {
            own->node.slip[0], own->node.slip[1], own->node.theta, (double)own->node.state,
            own->r[0],         own->r[1],         own->r[2]};
        memcpy(at + (long)own->k * OF_CONTACT, numbers, sizeof numbers);
    }
}

/* Every rank has zeros but at its own nodes, so that a sum gives all. */
static PetscErrorCode share_contact(const Explicit *e, double *to) {
    const int count = e->contact->n * OF_CONTACT;
    double *own;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc1((size_t)count + 1, &own));
    contact_out(e, own);
    PetscCallMPI(MPI_Reduce(own, to, count, MPI_DOUBLE, MPI_SUM, 0, PETSC_COMM_WORLD));
    PetscCall(PetscFree(own));
    PetscFunctionReturn(0);
}

PetscErrorCode explicit_state_out(void *engine, double *state) {
    Explicit *e = engine;
    const size_t fields = field_size(e);
    const FeMarchReport *r = &e->report;
    PetscFunctionBeginUser;
    PetscCall(field_out(e, &e->u, state ? state + HEAD : NULL));
    PetscCall(field_out(e, &e->v, state ? state + HEAD + fields : NULL));
    PetscCall(share_contact(e, state ? state + HEAD + 2 * fields : NULL));
    if (!state) PetscFunctionReturn(0);
    state[0] = (double)e->step;
    state[1] = e->scale;
    memcpy(state + 2, &e->energy, sizeof e->energy);
    const double reported[REPORTED] = {
        (double)r->nonunique_steps, (double)r->jumps, r->uniqueness, r->suggested_step, r->pressure,
        r->contact_defect,          e->force_scale};
    memcpy(state + 2 + ENERGIES, reported, sizeof reported);
    PetscFunctionReturn(0);
}

PetscErrorCode explicit_state_in(void *engine, const double *state) {
    Explicit *e = engine;
    const size_t fields = field_size(e);
    const double *r = state + 2 + ENERGIES, *contact = state + HEAD + 2 * fields;
    PetscFunctionBeginUser;
    e->step = (long)state[0];
    e->t = (double)e->step * e->dt;
    e->scale = state[1];
    memcpy(&e->energy, state + 2, sizeof e->energy);
    e->report = (FeMarchReport){.nonunique_steps = (long)r[0],
                                .jumps = (long)r[1],
                                .uniqueness = r[2],
                                .suggested_step = r[3],
                                .pressure = r[4],
                                .contact_defect = r[5],
                                .stable_step = e->report.stable_step,
                                .suggested_viscosity = e->report.suggested_viscosity};
    e->force_scale = r[6];
    PetscCall(field_in(e, state + HEAD, &e->u));
    PetscCall(field_in(e, state + HEAD + fields, &e->v));
    for (int i = 0; i < e->own_contacts; i++) {
        OwnContact *own = &e->own_contact[i];
        const double *at = contact + (long)own->k * OF_CONTACT;
        memcpy(own->node.slip, at, sizeof own->node.slip);
        own->node.theta = at[2];
        own->node.state = (StageNode)at[3];
        memcpy(own->r, at + 4, sizeof own->r);
    }
    for (int i = 0; i < e->body->dim - 1; i++)
        PetscCall(fe_code(fe_march_value(e->foundation[i], e->t, &e->V[i])));
    explicit_gather(e);
    PetscFunctionReturn(0);
}
