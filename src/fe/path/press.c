/* Pressing to a force: a plate is moved into the body, or out of it if it presses too much. */
#include "fe/path/follow.h"

#include <math.h>

/* Stretches, each twice as long as the one before. Many more, and the rounding of a plate far away from its contact would be taken for
 * the force. */
enum { MOST_STRETCHES = 24 };

/* The extent of the mesh: a plate that went ten times further touches nothing any more. */
static double extent_of(const Mesh *mesh) {
    double square = 0;
    for (int i = 0; i < mesh->dim; i++) {
        double low = INFINITY, high = -INFINITY;
        for (int n = 0; n < mesh->nodes; n++) {
            low = fmin(low, mesh->x[(long)n * mesh->dim + i]);
            high = fmax(high, mesh->x[(long)n * mesh->dim + i]);
        }
        square += (high - low) * (high - low);
    }
    return sqrt(square);
}

/* The resultant of the plate now, known to all. */
static PetscErrorCode resultant_now(const FePath *p, const FePlate *plate, double *now) {
    PetscFunctionBeginUser;
    *now = plate->constant;
    for (int j = 0; p->state && j < p->state->n * p->state->dim; j++) *now += plate->on_u[j] * p->state->u[j];
    PetscCallMPI(MPI_Bcast(now, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* Moves the plate by a length, in pieces where fields are wanted, or as far as the force. */
static PetscErrorCode move_plate(Stretch *s, const FePathPress *press, const FePlate *plate, double length,
                                 Verdict *verdict) {
    FePath *p = s->path;
    const int steps = press->load->steps, every = p->data.every > 0 ? p->data.every : steps;
    double moved = 0;
    PetscFunctionBeginUser;
    for (int done = 0; done < steps; done += every) {
        const int count = done + every < steps ? every : steps - done;
        const double part = length * count / steps;
        PetscCall(VecWAXPY(s->given, part, press->unit, p->given));
        const CondensedGoal goal = {.on_u = plate->on_u,
                                    .constant = plate->constant + moved * plate->slope,
                                    .slope = part * plate->slope,
                                    .value = press->load->force};
        s->goal = &goal;
        PetscCall(stretch_piece(s, count, verdict));
        s->goal = NULL;
        moved += part;
        if (verdict->outcome != CONDENSED_SOLVED || verdict->goal_reached) break;
        if (p->data.every > 0) PetscCall(stretch_field(s));
    }
    PetscFunctionReturn(0);
}

/* The first stretch would do if the contact did not yield, and is a little longer, so that a contact that does not yield at all ends
 * inside it. */
static PetscErrorCode press_condensed(Stretch *s, const FePathPress *press, Verdict *verdict) {
    FePath *p = s->path;
    const FePathLoad *load = press->load;
    FePlate plate = {.on_u = p->kept + (long)p->contact->n * p->body->dim};
    double length = 0, gone = 0, now;
    PetscFunctionBeginUser;
    PetscCall(VecCopy(p->force, s->force));
    for (int stretch = 0; stretch < MOST_STRETCHES; stretch++) {
        PetscCall(VecWAXPY(s->given, 1, press->unit, p->given));
        PetscCall(fe_path_plate(p, load, s->force, s->given, &plate));
        PetscCall(resultant_now(p, &plate, &now));
        if (stretch == 0) s->resultant = now;
        verdict->goal_reached = fabs(load->force - now) <= 1e-13 * load->force;
        length = stretch == 0 ? (load->force - now) / plate.slope * (1 + 1e-9) : 2 * length;
        gone += fabs(length);
        if (verdict->goal_reached || !(plate.slope > 0) || length == 0 || !(gone <= press->most)) break;
        PetscCall(move_plate(s, press, &plate, length, verdict));
        if (verdict->outcome != CONDENSED_SOLVED || verdict->goal_reached) break;
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode press_whole(Stretch *s, FePathPress *press, Verdict *verdict) {
    FePath *p = s->path;
    const int steps = press->load->steps, every = p->data.every > 0 ? p->data.every : steps;
    const CondensedWatch watch = stretch_watch(s);
    CondensedPathReport *report = &s->report->condensed;
    PetscFunctionBeginUser;
    s->begin = 0;
    s->share = 1;
    if (p->state) s->base = p->state->s;
    PetscCall(fe_path_whole_resultant(p, press->load, (FeLoad){p->force, p->given}, &press->begun));
    for (int done = 0; done < steps && !report->goal_reached; done += every) {
        press->done = done;
        press->end = done + every < steps ? done + every : steps;
        PetscCall(fe_path_whole_press(p, &watch, press, report));
        if (report->outcome != CONDENSED_SOLVED || report->reached < (double)press->end / steps) break;
        if (p->data.every > 0 && press->end < steps) PetscCall(stretch_field(s));
    }
    *verdict = (Verdict){(int)report->outcome, report->goal_reached, report->reached};
    s->report->outcome = report->outcome;
    s->report->part = report->reached;
    PetscFunctionReturn(0);
}

PetscErrorCode stretch_press(Stretch *s, const FePathLoad *load, Vec given) {
    Verdict verdict = {0};
    FePathPress press = {.load = load, .unit = given, .most = 10 * extent_of(s->path->body->mesh)};
    PetscFunctionBeginUser;
    s->report->condensed.goal_reached = false;
    if (s->path->whole)
        PetscCall(press_whole(s, &press, &verdict));
    else
        PetscCall(press_condensed(s, &press, &verdict));
    s->report->not_reached = verdict.outcome == CONDENSED_SOLVED && !verdict.goal_reached;
    if (verdict.goal_reached) s->path->s = s->load + 1;
    PetscCall(stretch_field(s));
    PetscFunctionReturn(0);
}
