/* Pressing to a force: a plate is moved into the body, or out of it if it presses too much. */
#include "fe/path/follow.h"

#include <math.h>

/* Stretches, each twice as long as the one before. Many more, and the rounding of a plate far away from its
 * contact would be taken for the force. */
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

/* The plate where it is: its resultant as a function of its further motion and of the contact. */
static PetscErrorCode find_plate(Stretch *s, const FePathPress *press, FePlate *plate) {
    FePath *p = s->path;
    PetscFunctionBeginUser;
    PetscCall(VecWAXPY(p->given, p->place.moved, press->unit, p->given_0));
    PetscCall(VecWAXPY(s->given, 1, press->unit, p->given));
    PetscCall(fe_path_plate(p, press->load, p->force, s->given, plate));
    PetscFunctionReturn(0);
}

/* The resultant of the plate now, known to all. */
static PetscErrorCode resultant_now(const FePath *p, const FePlate *plate, double *now) {
    PetscFunctionBeginUser;
    *now = plate->constant;
    for (int j = 0; p->state && j < p->state->n * p->state->dim; j++) *now += plate->on_u[j] * p->state->u[j];
    PetscCallMPI(MPI_Bcast(now, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* The present stretch, in pieces where fields are wanted, or as far as the force. */
static PetscErrorCode move_plate(Stretch *s, const FePathPress *press, FePlate *plate, Verdict *verdict) {
    FePath *p = s->path;
    FePathPlace *place = &p->place;
    const int steps = press->load->steps, every = p->data.every > 0 ? p->data.every : steps;
    PetscFunctionBeginUser;
    while (place->done < steps) {
        const int count = place->done + every < steps ? every : steps - place->done;
        const double part = place->length * count / steps;
        PetscCall(find_plate(s, press, plate));
        PetscCall(VecWAXPY(s->given, place->moved + part, press->unit, p->given_0));
        const CondensedGoal goal = {.on_u = plate->on_u,
                                    .constant = plate->constant,
                                    .slope = part * plate->slope,
                                    .value = press->load->force};
        s->goal = &goal;
        PetscCall(stretch_piece(s, count, verdict));
        s->goal = NULL;
        if (verdict->outcome != CONDENSED_SOLVED || verdict->goal_reached) break;
        place->moved += part;
        place->done += count;
        if (p->data.every > 0) PetscCall(stretch_field(s));
    }
    PetscFunctionReturn(0);
}

/* The length of the next stretch: the first would do if the contact did not yield, and is a little longer, so
 * that a contact that does not yield at all ends inside it. *over: there is none. */
static PetscErrorCode begin_stretch(Stretch *s, const FePathPress *press, FePlate *plate, Verdict *verdict,
                                    bool *over) {
    FePathPlace *place = &s->path->place;
    const double force = press->load->force;
    double now;
    PetscFunctionBeginUser;
    PetscCall(find_plate(s, press, plate));
    PetscCall(resultant_now(s->path, plate, &now));
    if (place->stretch == 0) place->resultant = now;
    verdict->goal_reached = fabs(force - now) <= 1e-13 * force;
    place->length = place->stretch == 0 ? (force - now) / plate->slope * (1 + 1e-9) : 2 * place->length;
    place->gone += fabs(place->length);
    place->begun = true;
    *over = verdict->goal_reached || !(plate->slope > 0) || place->length == 0 ||
            !(place->gone <= press->most);
    PetscFunctionReturn(0);
}

static PetscErrorCode press_condensed(Stretch *s, const FePathPress *press, Verdict *verdict) {
    FePath *p = s->path;
    FePathPlace *place = &p->place;
    FePlate plate = {.on_u = p->on_u};
    bool over = false;
    PetscFunctionBeginUser;
    PetscCall(VecCopy(p->force, s->force));
    for (; place->stretch < MOST_STRETCHES; place->stretch++) {
        if (!place->begun) PetscCall(begin_stretch(s, press, &plate, verdict, &over));
        if (over) break;
        PetscCall(move_plate(s, press, &plate, verdict));
        if (verdict->outcome != CONDENSED_SOLVED || verdict->goal_reached) break;
        place->begun = false;
        place->done = 0;
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode press_whole(Stretch *s, FePathPress *press, Verdict *verdict) {
    FePath *p = s->path;
    FePathPlace *place = &p->place;
    const int steps = press->load->steps, every = p->data.every > 0 ? p->data.every : steps;
    const CondensedWatch watch = stretch_watch(s);
    PetscFunctionBeginUser;
    s->begin = 0;
    s->share = 1;
    if (p->state) s->base = floor(p->state->s - p->state->at + 0.5);
    PetscCall(VecWAXPY(p->given, place->moved, press->unit, p->given_0));
    if (!place->begun)
        PetscCall(fe_path_whole_resultant(p, press->load, (FeLoad){p->force, p->given}, &place->resultant));
    place->begun = true;
    do {
        press->end = (place->done / every + 1) * every < steps ? (place->done / every + 1) * every : steps;
        PetscCall(fe_path_whole_press(p, &watch, press, &s->report->condensed));
        PetscCall(stretch_verdict(s, verdict));
        if (verdict->again) continue;
        if (verdict->outcome != CONDENSED_SOLVED || place->done < press->end) break;
        if (p->data.every > 0 && press->end < steps) PetscCall(stretch_field(s));
    } while (place->done < steps);
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
    if (verdict.goal_reached) s->path->s = s->path->place.load + 1;
    PetscCall(stretch_field(s));
    PetscFunctionReturn(0);
}
