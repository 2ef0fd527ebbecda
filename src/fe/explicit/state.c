/* The state of an explicit march between two steps: all that the next one reads. */
#include "fe/explicit/explicit.h"

#include "fe/body/field.h"
#include "fe/body/serialise.h"
#include "fe/start.h"

#include <string.h>

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

/* Collective. */
static PetscErrorCode serialise_fields(Explicit *e, Archive *archive, const char *name, Fields *x) {
    Vec vector;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(e->body, &vector));
    PetscCall(explicit_to_vector(e, x, vector));
    PetscCall(fe_serialise_vector(e->body, archive, name, vector));
    if (archive_restores(archive)) PetscCall(explicit_from_vector(e, vector, x));
    PetscCall(VecDestroy(&vector));
    PetscFunctionReturn(0);
}

/* A contact node as numbers: slip, state of the law, state, force. */
enum { OF_CONTACT = 7 };

static void contact_out(const OwnContact *own, double at[OF_CONTACT]) {
    const double numbers[OF_CONTACT] = {
        own->node.slip[0], own->node.slip[1], own->node.theta, (double)own->node.state,
        own->r[0],         own->r[1],         own->r[2]};
    memcpy(at, numbers, sizeof numbers);
}

static void contact_in(const double at[OF_CONTACT], OwnContact *own) {
    memcpy(own->node.slip, at, sizeof own->node.slip);
    own->node.theta = at[2];
    own->node.state = (StageNode)at[3];
    memcpy(own->r, at + 4, sizeof own->r);
}

/* While they go out every rank has zeros but at its own nodes, so that a sum gives all. Collective. */
static PetscErrorCode serialise_contacts(Explicit *e, Archive *archive) {
    const int count = e->contact->n * OF_CONTACT;
    double *own, *all;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc2((size_t)count + 1, &own, (size_t)count + 1, &all));
    for (int i = 0; i < e->own_contacts; i++)
        contact_out(&e->own_contact[i], own + (long)e->own_contact[i].k * OF_CONTACT);
    if (!archive_restores(archive))
        PetscCallMPI(MPI_Reduce(own, all, count, MPI_DOUBLE, MPI_SUM, 0, PETSC_COMM_WORLD));
    archive_array(archive, "contacts", all, (size_t)count * sizeof *all);
    for (int k = 0; k < e->contact->n; k++) {
        const double state = all[(long)k * OF_CONTACT + 3];
        if (!(state >= STAGE_OPEN && state <= STAGE_SLIP))
            archive_refuse(archive, "the state of a contact node");
    }
    for (int i = 0; archive_restores(archive) && i < e->own_contacts; i++)
        contact_in(all + (long)e->own_contact[i].k * OF_CONTACT, &e->own_contact[i]);
    PetscCall(PetscFree2(own, all));
    PetscFunctionReturn(0);
}

PetscErrorCode explicit_serialise(void *engine, Archive *archive) {
    Explicit *e = engine;
    PetscFunctionBeginUser;
    archive_array(archive, "step", &e->step, sizeof e->step);
    archive_array(archive, "scale", &e->scale, sizeof e->scale);
    archive_array(archive, "force scale", &e->force_scale, sizeof e->force_scale);
    archive_array(archive, "energy", &e->energy, sizeof e->energy);
    archive_array(archive, "report", &e->report, sizeof e->report);
    if (e->step < 0) archive_refuse(archive, "the number of steps");
    PetscCall(serialise_fields(e, archive, "u", &e->u));
    PetscCall(serialise_fields(e, archive, "v", &e->v));
    PetscCall(serialise_contacts(e, archive));
    PetscCall(fe_code(archive_state(archive)));
    if (!archive_restores(archive)) PetscFunctionReturn(0);
    e->t = (double)e->step * e->dt;
    for (int i = 0; i < e->body->dim - 1; i++)
        PetscCall(fe_code(fe_march_value(e->foundation[i], e->t, &e->V[i])));
    explicit_gather(e);
    PetscFunctionReturn(0);
}
