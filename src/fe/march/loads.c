#include "fe/march/loads.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <stdlib.h>

JudderErr fe_march_track(const FeMarchData *data, const Signal *signal, const char *what, Track **track) {
    const TrackSpan span = {.what = what, .end = data->final, .step = fe_march_dt(data), .last = data->final};
    return track_create(signal, &span, track);
}

JudderErr fe_march_value(Track *track, double t, double *value) {
    TRY(track_seek(track, t));
    *value = curve_piece_value(track_piece(track), t);
    return JUDDER_OK;
}

PetscErrorCode fe_march_loads_destroy(FeMarchLoads **loads) {
    PetscFunctionBeginUser;
    if (!*loads) PetscFunctionReturn(0);
    FeMarchLoads *l = *loads;
    *loads = NULL;
    PetscCall(VecDestroy(&l->force_base));
    PetscCall(VecDestroy(&l->given_base));
    for (int k = 0; k < l->terms; k++) {
        if (l->unit) PetscCall(VecDestroy(&l->unit[k]));
        if (l->amount) track_destroy(&l->amount[k]);
    }
    free(l->unit);
    free(l->moves);
    free(l->amount);
    free(l);
    PetscFunctionReturn(0);
}

static PetscErrorCode move_side(const FeBody *body, const FePathLoad *load, Vec given) {
    const InsertMode mode = load->absolute ? INSERT_VALUES : ADD_VALUES;
    return fe_vector_move_side(body, load->moved, load->motion, mode, given);
}

static PetscErrorCode add_forces(const FeBody *body, const FePathLoad *load, Vec force) {
    PetscFunctionBeginUser;
    for (int k = 0; k < load->tractions; k++)
        PetscCall(
            fe_load_traction(body, load->traction[k].side, fe_constant(load->traction[k].value), force));
    if (load->weight[0] != 0 || load->weight[1] != 0 || load->weight[2] != 0)
        PetscCall(fe_load_volume(body, fe_constant(load->weight), force));
    PetscFunctionReturn(0);
}

/* At t = 0: the end of a path, or the loads in their order. */
static PetscErrorCode make_base(const FeMarchData *data, FeMarchLoads *l) {
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(l->body, &l->force_base));
    PetscCall(fe_vector_create(l->body, &l->given_base));
    if (data->force) PetscCall(fe_vector_set(l->body, data->force, l->force_base));
    if (data->given) PetscCall(fe_vector_set(l->body, data->given, l->given_base));
    for (int k = 0; k < data->loads && !data->force; k++) {
        PetscCall(add_forces(l->body, &data->load[k], l->force_base));
        if (data->load[k].moved) PetscCall(move_side(l->body, &data->load[k], l->given_base));
    }
    PetscFunctionReturn(0);
}

/* The base loses what the terms give at t = 0, so that they can be added whole. */
static PetscErrorCode make_term(const FeMarchData *data, FeMarchLoads *l, int k) {
    const FeMarchTerm *term = &data->term[k];
    double start = 0;
    PetscFunctionBeginUser;
    l->moves[k] = term->unit.moved != NULL;
    PetscCall(fe_code(fe_march_track(data, &term->amount, "a load", &l->amount[k])));
    PetscCall(fe_vector_create(l->body, &l->unit[k]));
    if (l->moves[k])
        PetscCall(move_side(l->body, &term->unit, l->unit[k]));
    else
        PetscCall(add_forces(l->body, &term->unit, l->unit[k]));
    PetscCall(fe_code(fe_march_value(l->amount[k], 0, &start)));
    PetscCall(VecAXPY(l->moves[k] ? l->given_base : l->force_base, -start, l->unit[k]));
    l->moved = l->moved || l->moves[k];
    PetscFunctionReturn(0);
}

static PetscErrorCode loads_fill(const FeMarchData *data, FeMarchLoads *l) {
    const size_t count = (size_t)data->terms + 1;
    PetscFunctionBeginUser;
    l->unit = calloc(count, sizeof *l->unit);
    l->moves = calloc(count, sizeof *l->moves);
    l->amount = calloc(count, sizeof *l->amount);
    if (!l->unit || !l->moves || !l->amount) PetscCall(fe_code(error_memory()));
    l->terms = data->terms;
    PetscCall(make_base(data, l));
    for (int k = 0; k < data->terms; k++) PetscCall(make_term(data, l, k));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_march_loads_create(FeBody *body, const FeMarchData *data, FeMarchLoads **loads) {
    PetscFunctionBeginUser;
    *loads = calloc(1, sizeof **loads);
    if (!*loads) PetscCall(fe_code(error_memory()));
    (*loads)->body = body;
    const PetscErrorCode code = loads_fill(data, *loads);
    if (code) PetscCall(fe_march_loads_destroy(loads));
    PetscCall(code);
    PetscFunctionReturn(0);
}

/* Sides follow their velocities, so they cannot jump. */
static JudderErr check_jump(const FeMarchLoads *l, const CurvePiece *piece) {
    REQUIRE(
        !piece->jump || piece->start <= l->last,
        error_input("load",
                    "a side is given a displacement that jumps at t = %g: in a march it must be continuous",
                    piece->start));
    return JUDDER_OK;
}

PetscErrorCode fe_march_loads_at(FeMarchLoads *l, double t, FeMarchActing at) {
    PetscFunctionBeginUser;
    PetscCall(VecCopy(l->force_base, at.force));
    if (at.given) PetscCall(VecCopy(l->given_base, at.given));
    if (at.velocity) PetscCall(VecSet(at.velocity, 0));
    for (int k = 0; k < l->terms; k++) {
        double amount = 0;
        PetscCall(fe_code(fe_march_value(l->amount[k], t, &amount)));
        if (l->moves[k]) PetscCall(fe_code(check_jump(l, track_piece(l->amount[k]))));
        const double rate = curve_piece_slope(track_piece(l->amount[k]), t);
        if (!l->moves[k]) PetscCall(VecAXPY(at.force, amount, l->unit[k]));
        if (l->moves[k] && at.given) PetscCall(VecAXPY(at.given, amount, l->unit[k]));
        if (l->moves[k] && at.velocity) PetscCall(VecAXPY(at.velocity, rate, l->unit[k]));
    }
    l->last = t;
    PetscFunctionReturn(0);
}
