/* The state of an implicit march as numbers in the order of the mesh: whoever reads it may have
 * another number of ranks. */
#include "fe/march/implicit.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* step, scale, energies, report */
enum { ENERGIES = sizeof(FeMarchEnergy) / sizeof(double), REPORTED = 8, HEAD = 2 + ENERGIES + REPORTED };

static size_t field_size(const Implicit *m) {
    return (size_t)m->body->mesh->nodes * (size_t)m->body->dim;
}

/* Of the contact nodes: displacement, velocity, force; state, state of the friction law. */
static size_t contact_size(const Implicit *m) {
    return (size_t)m->contact->n * (3 * (size_t)m->body->dim + 2);
}

size_t implicit_state_size(const void *engine) {
    return HEAD + 2 * field_size(engine) + contact_size(engine);
}

static void report_out(const FeMarchReport *r, double *at) {
    const double numbers[REPORTED] = {
        (double)r->nonunique_steps, (double)r->jumps, (double)r->unsolved, r->uniqueness,
        r->suggested_step,          r->pressure,      r->contact_defect,   (double)r->iterations};
    memcpy(at, numbers, sizeof numbers);
}

static void report_in(const double *at, FeMarchReport *r) {
    *r = (FeMarchReport){.nonunique_steps = (long)at[0],
                         .jumps = (long)at[1],
                         .unsolved = (long)at[2],
                         .uniqueness = at[3],
                         .suggested_step = at[4],
                         .pressure = at[5],
                         .contact_defect = at[6],
                         .iterations = (long)at[7],
                         .stable_step = INFINITY};
}

PetscErrorCode implicit_state_out(void *engine, double *state) {
    Implicit *m = engine;
    const size_t fields = field_size(m), n = (size_t)m->contact->n, size = n * (size_t)m->body->dim;
    double *u = state ? state + HEAD : NULL, *v = state ? u + fields : NULL;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_get(m->body, m->now.u, u));
    PetscCall(fe_vector_get(m->body, m->now.v, v));
    if (fe_rank() != 0) PetscFunctionReturn(0);
    state[0] = (double)m->step;
    state[1] = m->scale;
    memcpy(state + 2, &m->energy, sizeof m->energy);
    report_out(&m->report, state + 2 + ENERGIES);
    double *at = v + fields;
    memcpy(at, m->now.contact, size * sizeof *at);
    memcpy(at + size, m->state.v, size * sizeof *at);
    memcpy(at + 2 * size, m->state.r, size * sizeof *at);
    for (size_t k = 0; k < n; k++) at[3 * size + k] = m->state.node[k];
    memcpy(at + 3 * size + n, m->theta, n * sizeof *at);
    PetscFunctionReturn(0);
}

static void contact_in(Implicit *m, const double *at) {
    const size_t n = (size_t)m->contact->n, size = n * (size_t)m->body->dim;
    memcpy(m->now.contact, at, size * sizeof *at);
    memcpy(m->state.v, at + size, size * sizeof *at);
    memcpy(m->state.r, at + 2 * size, size * sizeof *at);
    for (size_t k = 0; k < n; k++) m->state.node[k] = (StageNode)at[3 * size + k];
    memcpy(m->theta, at + 3 * size + n, n * sizeof *at);
}

PetscErrorCode implicit_state_in(void *engine, const double *state) {
    Implicit *m = engine;
    const size_t fields = field_size(m);
    PetscFunctionBeginUser;
    m->step = (long)state[0];
    m->t = (double)m->step * m->dt;
    m->scale = state[1];
    PetscCall(fe_vector_set(m->body, state + HEAD, m->now.u));
    PetscCall(fe_vector_set(m->body, state + HEAD + fields, m->now.v));
    if (fe_rank() == 0) contact_in(m, state + HEAD + 2 * fields);
    PetscCall(implicit_refresh(m));
    memcpy(&m->energy, state + 2, sizeof m->energy);
    report_in(state + 2 + ENERGIES, &m->report);
    for (int i = 0; i < m->body->dim - 1; i++)
        PetscCall(fe_code(fe_march_value(m->foundation[i], m->t, &m->V[i])));
    PetscFunctionReturn(0);
}
