/* A path, out and back in. Vectors go in the order of the mesh, so that any number of ranks can take them up; what only the first rank
 * has comes back to every rank, and the others drop it. */
#include "fe/body/field.h"
#include "fe/path/path.h"
#include "fe/start.h"

#include <stdlib.h>
#include <string.h>

/* Collective. */
static PetscErrorCode exchange_vector(FePath *p, Archive *archive, const char *name, Vec vector) {
    const size_t count = (size_t)p->body->mesh->nodes * (size_t)p->body->dim;
    double *values;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc1(count + 1, &values));
    if (!archive_restores(archive)) PetscCall(fe_vector_get(p->body, vector, values));
    archive_array(archive, name, values, count * sizeof *values);
    if (archive_restores(archive)) PetscCall(fe_vector_set(p->body, values, vector));
    PetscCall(PetscFree(values));
    PetscFunctionReturn(0);
}

/* Bytes that the first rank alone has a place for; the others read past them. */
static PetscErrorCode exchange_bytes(Archive *archive, const char *name, void *at, size_t size) {
    void *dropped = NULL;
    PetscFunctionBeginUser;
    if (!at && archive) PetscCall(PetscMalloc(size + 1, &dropped));
    archive_array(archive, name, at ? at : dropped, size);
    PetscCall(PetscFree(dropped));
    PetscFunctionReturn(0);
}

static bool is_state(CondensedNode node) {
    return node >= CONDENSED_OPEN && node <= CONDENSED_SLIP;
}

static PetscErrorCode exchange_state(FePath *p, Archive *archive) {
    CondensedState *state = p->state;
    const size_t n = (size_t)p->contact->n, size = n * (size_t)p->body->dim * sizeof(double);
    PetscFunctionBeginUser;
    PetscCall(exchange_bytes(archive, "s", state ? &state->s : NULL, sizeof state->s));
    PetscCall(exchange_bytes(archive, "at", state ? &state->at : NULL, sizeof state->at));
    PetscCall(exchange_bytes(archive, "u", state ? state->u : NULL, size));
    PetscCall(exchange_bytes(archive, "r", state ? state->r : NULL, size));
    PetscCall(exchange_bytes(archive, "w", state ? state->w : NULL, size));
    PetscCall(exchange_bytes(archive, "states", state ? state->node : NULL, n * sizeof *state->node));
    for (size_t i = 0; state && i < n; i++)
        if (!is_state(state->node[i])) archive_refuse(archive, "the state of a contact node");
    if (state && !(state->at >= 0 && state->at < 1)) archive_refuse(archive, "the part of a load");
    PetscFunctionReturn(0);
}

/* The steps so far, as the stability of every step needs them. */
static JudderErr exchange_steps(FePath *p, Archive *archive) {
    const size_t n = (size_t)p->contact->n, bytes = n * sizeof(CondensedNode);
    const size_t count = archive_count(archive, "steps", (size_t)p->steps, bytes + sizeof(double));
    const bool restores = archive_restores(archive);
    for (size_t i = 0; i < count; i++) {
        FePathStep *step = restores ? NULL : &p->step[i];
        if (restores) TRY(fe_path_add_step(p, &step));
        archive_array(archive, "step", &step->s, sizeof step->s);
        archive_flag(archive, "whole step", &step->whole);
        archive_array(archive, "step states", step->node, bytes);
        if (step->r_t) archive_array(archive, "step forces", step->r_t, 2 * n * sizeof *step->r_t);
        for (size_t k = 0; k < n; k++)
            if (!is_state(step->node[k])) archive_refuse(archive, "the state of a contact node");
    }
    return JUDDER_OK;
}

static PetscErrorCode exchange_whole(FePath *p, Archive *archive) {
    FeWhole *whole = p->whole;
    PetscFunctionBeginUser;
    PetscCall(exchange_vector(p, archive, "base", whole->base));
    PetscCall(exchange_vector(p, archive, "motion", whole->motion));
    archive_array(archive, "accepted", whole->accepted, (size_t)whole->n * sizeof *whole->accepted);
    for (int i = 0; i < whole->n; i++)
        if (!is_state(whole->accepted[i])) archive_refuse(archive, "the state of a contact node");
    if (archive_restores(archive)) PetscCall(VecCopy(whole->base, whole->u));
    PetscFunctionReturn(0);
}

static void check_place(FePath *p, Archive *archive) {
    const FePathPlace *place = &p->place;
    const bool inside = place->load >= 0 && place->load <= p->data.loads && place->done >= 0;
    const int steps = inside && place->load < p->data.loads ? p->data.load[place->load].steps : 0;
    if (!inside || place->done > steps || place->stretch < 0) archive_refuse(archive, "the present load");
}

PetscErrorCode fe_path_exchange(FePath *p, Archive *archive) {
    PetscFunctionBeginUser;
    archive_array(archive, "place", &p->place, sizeof p->place);
    archive_array(archive, "report", &p->report, sizeof p->report);
    archive_array(archive, "loads done", &p->s, sizeof p->s);
    archive_array(archive, "stride", &p->stride, sizeof p->stride);
    archive_flag(archive, "complete", &p->complete);
    check_place(p, archive);
    PetscCall(exchange_vector(p, archive, "force", p->force_0));
    PetscCall(exchange_vector(p, archive, "given", p->given_0));
    PetscCall(exchange_state(p, archive));
    if (p->whole) PetscCall(exchange_whole(p, archive));
    PetscCall(fe_code(exchange_steps(p, archive)));
    PetscCall(fe_code(archive_state(archive)));
    if (archive_restores(archive)) {
        PetscCall(VecCopy(p->force_0, p->force));
        PetscCall(VecCopy(p->given_0, p->given));
        p->restored = true;
    }
    PetscFunctionReturn(0);
}
