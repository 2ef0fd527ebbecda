/* The state of an implicit march between two steps: all that the next one reads, so that a march that is
 * taken up again goes on to the last bit on the same number of ranks. K u is part of it: it was summed up
 * step by step, and a new product would round otherwise. */
#include "fe/march/implicit.h"

#include "fe/body/serialise.h"
#include "fe/start.h"

static PetscErrorCode serialise_contact(Implicit *m, Archive *archive) {
    const size_t n = (size_t)m->contact->n, size = n * (size_t)m->body->dim * sizeof(double);
    PetscFunctionBeginUser;
    PetscCall(fe_serialise_first(archive, "contact displacements", m->holds ? m->now.contact : NULL, size));
    PetscCall(fe_serialise_first(archive, "contact velocities", m->holds ? m->state.v : NULL, size));
    PetscCall(fe_serialise_first(archive, "contact forces", m->holds ? m->state.r : NULL, size));
    PetscCall(fe_serialise_first(archive, "contact states", m->holds ? m->state.node : NULL,
                                 n * sizeof(StageNode)));
    PetscCall(fe_serialise_first(archive, "friction states", m->holds ? m->theta : NULL, n * sizeof(double)));
    for (size_t k = 0; m->holds && k < n; k++)
        if (m->state.node[k] > STAGE_SLIP) archive_refuse(archive, "the state of a contact node");
    PetscFunctionReturn(0);
}

static JudderErr serialise_stage(void *context, Archive *archive) {
    return stage_serialise(context, archive);
}

/* What follows from the state. */
static PetscErrorCode restore(Implicit *m) {
    PetscFunctionBeginUser;
    m->t = (double)m->step * m->dt;
    PetscCall(implicit_mass_times(m->body, m->now.v, m->now.Mv));
    for (int i = 0; i < m->body->dim - 1; i++)
        PetscCall(fe_code(fe_march_value(m->foundation[i], m->t, &m->V[i])));
    PetscFunctionReturn(0);
}

PetscErrorCode implicit_serialise(void *engine, Archive *archive) {
    Implicit *m = engine;
    PetscFunctionBeginUser;
    archive_array(archive, "step", &m->step, sizeof m->step);
    archive_array(archive, "scale", &m->scale, sizeof m->scale);
    archive_array(archive, "energy", &m->energy, sizeof m->energy);
    archive_array(archive, "report", &m->report, sizeof m->report);
    if (m->step < 0) archive_refuse(archive, "the number of steps");
    PetscCall(fe_serialise_vector(m->body, archive, "u", m->now.u));
    PetscCall(fe_serialise_vector(m->body, archive, "v", m->now.v));
    PetscCall(fe_serialise_vector(m->body, archive, "K u", m->now.Ku));
    PetscCall(serialise_contact(m, archive));
    PetscCall(fe_serialise_inner(archive, "stage", serialise_stage, m->stage));
    PetscCall(fe_code(archive_state(archive)));
    if (archive_restores(archive)) PetscCall(restore(m));
    PetscFunctionReturn(0);
}
