#include "fe/flutter/body_sliding.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode fe_body_sliding_destroy(FeBodySliding **sliding) {
    FeBodySliding *s = *sliding;
    PetscFunctionBeginUser;
    if (!s) PetscFunctionReturn(0);
    PetscCall(fe_sliding_destroy(&s->sliding));
    PetscCall(MatDestroy(&s->T));
    free(s->slide);
    free(s->contact_node);
    free(s->held);
    free(s);
    *sliding = NULL;
    PetscFunctionReturn(0);
}

/* What the first rank knows of a node. */
typedef struct Known {
    int state;
    double r[3];
} Known;

static void hold(const FeBodySlidingData *data, FeBodySliding *s, int node) {
    for (int i = 0; i < data->body->dim; i++) {
        const int row = fe_row(data->body, (FeDof){node, i});
        if (row >= 0) s->held[row] = true;
    }
}

static void hold_fixed(const FeBodySlidingData *data, FeBodySliding *s) {
    const FeBody *body = data->body;
    for (int node = 0; node < body->mesh->nodes; node++)
        for (int i = 0; i < body->dim; i++) {
            const int row = fe_row(body, (FeDof){node, i});
            if (row >= 0 && body->fixed[(long)node * body->dim + i]) s->held[row] = true;
        }
}

/* Slip in the plane of the tangents, of length 1: against the friction (ST-15). */
static void slip_of(const FeBodySlidingData *data, const Known *known, double slip[2]) {
    const double size = hypot(known->r[1], data->body->dim == 3 ? known->r[2] : 0);
    slip[0] = known->state == CONDENSED_SLIP_MINUS ? -1 : 1, slip[1] = 0;
    if (known->state != CONDENSED_SLIP || !(size > 0)) return;
    slip[0] = -known->r[1] / size;
    slip[1] = -known->r[2] / size;
}

/* The rows of a node that are not fixed, and its directions on them; false: it cannot slide that way. */
static bool fill_slide(const FeBodySlidingData *data, int k, const Known *known, FeSlide *slide) {
    const FeRows *rows = data->contact->rows;
    const int dim = data->body->dim;
    double slip[2];
    slip_of(data, known, slip);
    const double along[3] = {0, slip[0], slip[1]}, across[3] = {0, -slip[1], slip[0]};
    for (int a = 0; a < dim; a++) {
        const int j = k * dim + a;
        if (rows->place[j] < 0) {
            if (fabs(along[a]) > 1e-9) return false;
            continue;
        }
        const int at = slide->rows++;
        slide->row[at] = (int)rows->at[j];
        slide->normal[at] = a == 0 ? -rows->sign[j] : 0;
        slide->along[at] = rows->sign[j] * along[a];
        slide->across[at] = dim == 3 ? rows->sign[j] * across[a] : 0;
    }
    slide->p = known->r[0];
    slide->slope = data->slope;
    slide->memory = data->memory;
    slide->rate = data->rate;
    slide->inverse_speed = dim == 3 ? data->inverse_speed : 0;
    return slide->rows >= 2;
}

static void list_slides(const FeBodySlidingData *data, const Known *known, FeBodySliding *s) {
    hold_fixed(data, s);
    for (int k = 0; k < data->contact->n; k++) {
        if (known[k].state == CONDENSED_OPEN) continue;
        FeSlide slide = {0};
        if (known[k].state == CONDENSED_STICK || !fill_slide(data, k, &known[k], &slide)) {
            hold(data, s, data->contact->node[k]);
            continue;
        }
        s->contact_node[s->slides] = k;
        s->slide[s->slides++] = slide;
    }
}

static JudderErr allocate(const FeBodySlidingData *data, FeBodySliding *s, Known **known) {
    const size_t n = (size_t)data->contact->n + 1,
                 rows = (size_t)data->body->numbering->unknowns * (size_t)data->body->dim + 1;
    s->slide = calloc(n, sizeof *s->slide);
    s->contact_node = calloc(n, sizeof *s->contact_node);
    s->held = calloc(rows, sizeof *s->held);
    *known = calloc(n, sizeof **known);
    return s->slide && s->contact_node && s->held && *known ? JUDDER_OK : error_memory();
}

static void fill_known(const FeBodySlidingData *data, Known *known) {
    const int dim = data->body->dim;
    for (int k = 0; k < data->contact->n; k++) {
        known[k] = (Known){.state = (int)data->node[k], .r = {data->pressure * data->contact->area[k]}};
        for (int i = 0; i < dim && data->r; i++) known[k].r[i] = data->r[(long)k * dim + i];
    }
}

static PetscErrorCode sliding_fill(const FeBodySlidingData *data, FeBodySliding *s) {
    FeBody *body = data->body;
    Known *known = NULL;
    FeSlidingData of = {.K = body->K,
                        .M = body->M,
                        .C = body->C,
                        .lumped = body->lumped,
                        .mass_part = data->mass_damping,
                        .stiffness_part = data->stiffness_damping};
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(allocate(data, s, &known))));
    if (fe_rank() == 0) fill_known(data, known);
    PetscCallMPI(MPI_Bcast(known, data->contact->n * (int)sizeof *known, MPI_BYTE, 0, PETSC_COMM_WORLD));
    list_slides(data, known, s);
    free(known);
    double part;
    if (body->C && fe_viscous_part(&body->material, &part)) of.C = NULL, of.stiffness_part += part;
    PetscCall(fe_rows_basis(data->contact->rows, false, &s->T));
    of.T = s->T;
    of.held = s->held;
    of.slide = s->slide;
    of.slides = s->slides;
    PetscCall(fe_sliding_create(&of, &s->sliding));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_body_sliding_create(const FeBodySlidingData *data, FeBodySliding **sliding) {
    PetscFunctionBeginUser;
    *sliding = calloc(1, sizeof **sliding);
    if (!*sliding) PetscCall(fe_code(error_memory()));
    (*sliding)->body = data->body;
    const PetscErrorCode code = sliding_fill(data, *sliding);
    if (code) PetscCall(fe_body_sliding_destroy(sliding));
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_body_sliding_motion(FeBodySliding *sliding, Vec x, double *u) {
    FeSliding *s = sliding->sliding;
    PetscFunctionBeginUser;
    PetscCall(MatMult(s->P_0, x, s->u));
    PetscCall(fe_vector_get(sliding->body, s->u, u));
    PetscFunctionReturn(0);
}
