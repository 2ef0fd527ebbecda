/* A path, out and back in. */
#include "fe/body/serialise.h"
#include "fe/path/pieces.h"
#include "fe/start.h"

#include <stdlib.h>
#include <string.h>

static bool is_state(CondensedNode node) {
    return node >= CONDENSED_OPEN && node <= CONDENSED_SLIP;
}

static PetscErrorCode serialise_state(FePath *p, Archive *archive) {
    CondensedState *state = p->state;
    const size_t n = (size_t)p->contact->n, size = n * (size_t)p->body->dim * sizeof(double);
    PetscFunctionBeginUser;
    PetscCall(fe_serialise_first(archive, "s", state ? &state->s : NULL, sizeof state->s));
    PetscCall(fe_serialise_first(archive, "at", state ? &state->at : NULL, sizeof state->at));
    PetscCall(fe_serialise_first(archive, "u", state ? state->u : NULL, size));
    PetscCall(fe_serialise_first(archive, "r", state ? state->r : NULL, size));
    PetscCall(fe_serialise_first(archive, "w", state ? state->w : NULL, size));
    PetscCall(fe_serialise_first(archive, "states", state ? state->node : NULL, n * sizeof *state->node));
    for (size_t i = 0; state && i < n; i++)
        if (!is_state(state->node[i])) archive_refuse(archive, "the state of a contact node");
    if (state && !(state->at >= 0 && state->at < 1)) archive_refuse(archive, "the part of a load");
    PetscFunctionReturn(0);
}

/* The steps so far, as the stability of every step needs them. */
static JudderErr serialise_steps(FePath *p, Archive *archive) {
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

static PetscErrorCode serialise_whole(FePath *p, Archive *archive) {
    FeWhole *whole = p->whole;
    PetscFunctionBeginUser;
    PetscCall(fe_serialise_vector(p->body, archive, "base", whole->base));
    PetscCall(fe_serialise_vector(p->body, archive, "motion", whole->motion));
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

PetscErrorCode fe_path_serialise(FePath *p, Archive *archive) {
    PetscFunctionBeginUser;
    archive_array(archive, "place", &p->place, sizeof p->place);
    archive_array(archive, "report", &p->report, sizeof p->report);
    archive_array(archive, "loads done", &p->s, sizeof p->s);
    archive_array(archive, "stride", &p->stride, sizeof p->stride);
    archive_flag(archive, "complete", &p->complete);
    check_place(p, archive);
    PetscCall(fe_serialise_vector(p->body, archive, "force", p->force_0));
    PetscCall(fe_serialise_vector(p->body, archive, "given", p->given_0));
    PetscCall(serialise_state(p, archive));
    if (p->whole) PetscCall(serialise_whole(p, archive));
    PetscCall(fe_code(serialise_steps(p, archive)));
    PetscCall(fe_code(archive_state(archive)));
    if (archive_restores(archive)) {
        PetscCall(VecCopy(p->force_0, p->force));
        PetscCall(VecCopy(p->given_0, p->given));
        p->restored = true;
    }
    PetscFunctionReturn(0);
}
