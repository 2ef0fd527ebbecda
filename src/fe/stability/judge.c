/* Is u a motion (ST-1), (ST-3)? The forces f = (K + z M) u are what holds it: none inside and at open
 * nodes; at slipping ones 0 <= xi _|_ psi >= 0 with xi = t.u and psi = t.f - mu n.f, n into the obstacle,
 * and across t nothing moves or nothing pulls (ST-15). */
#include "fe/body/field.h"
#include "fe/stability/pencil.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

typedef struct Judge {
    const FePencil *of;
    double mu;
    const double *u;             /* in the order of the mesh */
    double *f;                   /* and of it, without what the contact holds */
    double *w, *r;               /* of the rows: motions, and what holds them */
    bool *is_pivot;              /* of each unknown node */
    double largest_u, largest_f; /* what both are measured by */
    double worst;
} Judge;

static void count(Judge *judge, double violation) {
    judge->worst = isnan(violation) ? INFINITY : fmax(judge->worst, fabs(violation));
}

static double relative(double number, double largest) {
    return largest > 0 ? number / largest : number;
}

static void judge_slip(Judge *judge, int k) {
    const FePencil *p = judge->of;
    const int dim = p->of.body->dim, *place = p->of.contact->rows->place + k * dim;
    const double *w = judge->w + (long)k * dim, *r = judge->r + (long)k * dim, *slip = p->along[k];
    const double w_2 = dim == 3 ? w[2] : 0, r_2 = dim == 3 ? r[2] : 0;
    const double psi = relative(slip[0] * r[1] + slip[1] * r_2, judge->largest_f) +
                       judge->mu * relative(r[0], judge->largest_f);
    count(judge, relative(w[0], judge->largest_u));
    /* Both are at least 0 and one of them is. */
    const double xi = relative(slip[0] * w[1] + slip[1] * w_2, judge->largest_u);
    count(judge, isnan(psi) ? psi : fmin(xi, psi));
    if (dim == 2) return;
    bool moves = p->of.across_free;
    if ((place[1] < 0 && fabs(slip[1]) > 1e-9) || (place[2] < 0 && fabs(slip[0]) > 1e-9)) moves = false;
    count(judge, moves ? relative(slip[0] * r[2] - slip[1] * r[1], judge->largest_f)
                       : relative(slip[0] * w[2] - slip[1] * w[1], judge->largest_u));
}

static void judge_contact(Judge *judge, int k) {
    const int dim = judge->of->of.body->dim, *place = judge->of->of.contact->rows->place;
    const SmallContactState state = judge->of->state[k];
    if (state == SMALL_CONTACT_SLIP) {
        judge_slip(judge, k);
        return;
    }
    for (int j = k * dim; j < (k + 1) * dim; j++)
        count(judge, state == SMALL_CONTACT_STUCK || place[j] < 0 ? relative(judge->w[j], judge->largest_u)
                                                                  : relative(judge->r[j], judge->largest_f));
}

/* w and r; f loses what the rows hold. */
static void judge_take_rows(Judge *judge) {
    const FeRows *rows = judge->of->of.contact->rows;
    const int dim = judge->of->of.body->dim;
    fe_rows_restrict(rows, judge->u, judge->w);
    for (int j = 0; j < rows->count; j++) {
        double direction[3];
        fe_rows_direction(rows, j, direction);
        judge->r[j] = 0;
        for (int i = 0; i < dim; i++) judge->r[j] += direction[i] * judge->f[(long)rows->pivot[j] * dim + i];
        judge->is_pivot[judge->of->of.body->numbering->number[rows->pivot[j]]] = true;
    }
    fe_rows_spread(rows, -1, judge->r, judge->f);
}

static void judge_node(Judge *judge, int node) {
    const FeBody *body = judge->of->of.body;
    for (long at = (long)node * body->dim; at < (long)(node + 1) * body->dim; at++)
        count(judge, body->fixed[at] ? relative(judge->u[at], judge->largest_u)
                                     : relative(judge->f[at], judge->largest_f));
}

/* On the first rank. */
static void judge_all(Judge *judge) {
    const FeBody *body = judge->of->of.body;
    const FeContact *contact = judge->of->of.contact;
    const int dim = body->dim;
    const long size = (long)body->mesh->nodes * dim;
    for (long i = 0; i < size; i++) {
        judge->largest_u = fmax(judge->largest_u, fabs(judge->u[i]));
        judge->largest_f = fmax(judge->largest_f, fabs(judge->f[i]));
    }
    judge_take_rows(judge);
    for (int k = 0; k < contact->n; k++) judge_contact(judge, k);
    for (int node = 0; node < body->mesh->nodes; node++) {
        const int number = body->numbering->number[node];
        const bool follows = body->mesh->master && body->mesh->master[node] != node;
        if (!follows && (number < 0 || !judge->is_pivot[number])) judge_node(judge, node);
    }
}

/* u on every rank, to be freed. Collective. */
static PetscErrorCode share(const FeBody *body, const double *from, double *u) {
    const int size = body->mesh->nodes * body->dim;
    PetscFunctionBeginUser;
    if (fe_rank() == 0) PetscCall(PetscArraycpy(u, from, size));
    PetscCallMPI(MPI_Bcast(u, size, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

typedef struct Room {
    double *u, *f, *w, *r;
    bool *is_pivot;
    Vec field, force;
} Room;

static PetscErrorCode judge_in(const Room *room, const FePencil *pencil, const FePencilMode *mode,
                               double *residual) {
    FeBody *body = pencil->of.body;
    double z = mode->z;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(&z, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscCall(share(body, mode->u, room->u));
    PetscCall(fe_vector_set(body, room->u, room->field));
    PetscCall(fe_apply(body, (FeCombination){.stiffness = 1, .mass = z}, room->field, room->force));
    PetscCall(fe_vector_get(body, room->force, room->f));
    Judge judge = {.of = pencil,
                   .mu = mode->mu,
                   .u = room->u,
                   .f = room->f,
                   .w = room->w,
                   .r = room->r,
                   .is_pivot = room->is_pivot};
    if (fe_rank() == 0) judge_all(&judge);
    *residual = judge.worst;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_pencil_judge(const FePencil *pencil, const FePencilMode *mode, double *residual) {
    FeBody *body = pencil->of.body;
    const size_t size = (size_t)(body->mesh->nodes * body->dim),
                 rows = (size_t)pencil->of.contact->rows->count;
    Room room = {0};
    PetscFunctionBeginUser;
    PetscErrorCode code = PetscCalloc5(size + 1, &room.u, size + 1, &room.f, rows + 1, &room.w, rows + 1,
                                       &room.r, (size_t)body->numbering->unknowns + 1, &room.is_pivot);
    if (!code) code = fe_vector_create(body, &room.field);
    if (!code) code = fe_vector_create(body, &room.force);
    if (!code) code = judge_in(&room, pencil, mode, residual);
    PetscCall(VecDestroy(&room.field));
    PetscCall(VecDestroy(&room.force));
    PetscCall(PetscFree5(room.u, room.f, room.w, room.r, room.is_pivot));
    PetscCall(code);
    PetscFunctionReturn(0);
}
