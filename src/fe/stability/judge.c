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
    const double *u, *f;         /* in the order of the mesh */
    double largest_u, largest_f; /* what both are measured by */
    double worst;
} Judge;

static void count(Judge *judge, double violation) {
    judge->worst = isnan(violation) ? INFINITY : fmax(judge->worst, fabs(violation));
}

static double part(const double *at, double largest, const double *direction, int dim) {
    double sum = 0;
    for (int i = 0; i < dim; i++) sum += at[i] * direction[i];
    return largest > 0 ? sum / largest : sum;
}

static bool is_fixed(const FeBody *body, int node, const double *direction) {
    for (int i = 0; i < body->dim; i++)
        if (body->fixed[(long)node * body->dim + i] && fabs(direction[i]) > 1e-9) return true;
    return false;
}

static void judge_slip(Judge *judge, int k) {
    const FePencil *p = judge->of;
    const FeContact *contact = p->of.contact;
    const int node = contact->node[k], dim = p->of.body->dim;
    const double *u = judge->u + (long)node * dim, *f = judge->f + (long)node * dim, *slip = p->along[k];
    double(*frame)[3] = contact->frame[k];
    double t[3], across[3];
    for (int i = 0; i < dim; i++) {
        t[i] = slip[0] * frame[1][i] + slip[1] * frame[2][i];
        across[i] = slip[0] * frame[2][i] - slip[1] * frame[1][i];
    }
    const double psi = part(f, judge->largest_f, t, dim) +
                       judge->mu * part(f, judge->largest_f, frame[0], dim);
    count(judge, part(u, judge->largest_u, frame[0], dim));
    /* Both are at least 0 and one of them is. */
    count(judge, isnan(psi) ? psi : fmin(part(u, judge->largest_u, t, dim), psi));
    if (dim == 2) return;
    const bool moves = p->of.across_free && !is_fixed(p->of.body, node, across);
    count(judge, moves ? part(f, judge->largest_f, across, dim) : part(u, judge->largest_u, across, dim));
}

static void judge_node(Judge *judge, int node, int k) {
    const FeBody *body = judge->of->of.body;
    const SmallContactState state = k < 0 ? SMALL_CONTACT_OPEN : judge->of->state[k];
    if (state == SMALL_CONTACT_SLIP) {
        judge_slip(judge, k);
        return;
    }
    for (int i = 0; i < body->dim; i++) {
        const long at = (long)node * body->dim + i;
        const bool held = state == SMALL_CONTACT_STUCK || body->fixed[at];
        count(judge, held ? part(judge->u + at, judge->largest_u, (const double[]){1}, 1)
                          : part(judge->f + at, judge->largest_f, (const double[]){1}, 1));
    }
}

/* On the first rank. `contact_of` has room for a number of each node. */
static void judge_all(Judge *judge, int *contact_of) {
    const FeBody *body = judge->of->of.body;
    const FeContact *contact = judge->of->of.contact;
    const long size = (long)body->mesh->nodes * body->dim;
    for (long i = 0; i < size; i++) {
        judge->largest_u = fmax(judge->largest_u, fabs(judge->u[i]));
        judge->largest_f = fmax(judge->largest_f, fabs(judge->f[i]));
    }
    for (int node = 0; node < body->mesh->nodes; node++) contact_of[node] = -1;
    for (int k = 0; k < contact->n; k++) contact_of[contact->node[k]] = k;
    for (int node = 0; node < body->mesh->nodes; node++) {
        const bool follows = body->mesh->master && body->mesh->master[node] != node;
        if (!follows) judge_node(judge, node, contact_of[node]);
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
    double *u, *f;   /* in the order of the mesh */
    int *contact_of; /* of each node */
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
    Judge judge = {.of = pencil, .mu = mode->mu, .u = room->u, .f = room->f};
    if (fe_rank() == 0) judge_all(&judge, room->contact_of);
    *residual = judge.worst;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_pencil_judge(const FePencil *pencil, const FePencilMode *mode, double *residual) {
    FeBody *body = pencil->of.body;
    const size_t nodes = (size_t)body->mesh->nodes, size = nodes * (size_t)body->dim;
    Room room = {0};
    PetscFunctionBeginUser;
    PetscErrorCode code = PetscMalloc3(size + 1, &room.u, size + 1, &room.f, nodes + 1, &room.contact_of);
    if (!code) code = fe_vector_create(body, &room.field);
    if (!code) code = fe_vector_create(body, &room.force);
    if (!code) code = judge_in(&room, pencil, mode, residual);
    PetscCall(VecDestroy(&room.field));
    PetscCall(VecDestroy(&room.force));
    PetscCall(PetscFree3(room.u, room.f, room.contact_of));
    PetscCall(code);
    PetscFunctionReturn(0);
}
