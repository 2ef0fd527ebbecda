/* What an event does: contacts whose functions vanished change, all that rest are decided anew, and what has
 * changed is told. */
#include "system_march/events/events.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void events_tell(Events *e, int contact, StepperEventKind kind, double from, double to) {
    char place[32];
    snprintf(place, sizeof place, "contact %d", contact + 1);
    stepper_tell(&e->m->stepper, &(StepperEvent){kind, e->now->t, from, to, place});
}

/* Which functions vanish at the end of the step: the one found, and all that are as near to zero. */
static void list_fired(Events *e, const EventFound *found) {
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        const double *value = e->end->value + i * EVENT_FUNCTIONS,
                     *slope = e->end->slope + i * EVENT_FUNCTIONS;
        e->fired[i] = -1;
        for (int k = EVENT_FUNCTIONS - 1; k >= 0; k--) {
            const bool is_it = i == found->contact && k == (int)found->function;
            const bool near = fabs(value[k]) <= EVENT_ZERO * e->scale[i * EVENT_FUNCTIONS + k] &&
                              slope[k] < 0;
            if (found->any && (is_it || near)) e->fired[i] = k;
        }
    }
    if (found->any) e->fired[found->contact] = (int)found->function;
}

static void set_slip(Events *e, int i, double w) {
    e->now->v[e->m->setup.contact[i].tangent] = w + events_signal(e, e->m->velocity_signal[i], e->now->t);
}

/* Slip that arrived at a kink of its law, or at rest. */
static void pass_kink(Events *e, int i) {
    ContactMode *mode = &e->mode[i];
    if (e->fired[i] == EVENT_FOLD) return;
    const bool up = e->fired[i] == EVENT_SECOND;
    const double r = up ? mode->high : mode->low;
    set_slip(e, i, mode->sign * r);
    if (r > 0) events_piece(e, i, r, up ? 1 : -1, mode);
}

/* A contact that touches from now on, by what it does along the obstacle. */
static void touch(Events *e, int i) {
    const double w = events_slip(e, i, e->now);
    e->mode[i] = (ContactMode){w == 0 ? STAGE_STICK : STAGE_SLIP, w < 0 ? -1 : 1, 0, INFINITY};
    if (w != 0) events_piece(e, i, fabs(w), 1, &e->mode[i]);
}

/* One contact whose function vanished; *hits: a mass runs into a rigid obstacle. */
static void change_one(Events *e, int i, bool *hits) {
    const SystemContactSetup *c = &e->m->setup.contact[i];
    ContactMode *mode = &e->mode[i];
    const int fired = e->fired[i];
    if (fired < 0) return;
    if (mode->node == STAGE_OPEN) {
        e->now->u[c->normal] = c->gap;
        const bool heavy = e->m->setup.M[(size_t)c->normal * (size_t)(e->m->setup.n + 1)] > 0;
        if (events_is_rigid(e, i) && heavy && e->now->v[c->normal] > 0) {
            *hits = true;
            return;
        }
        if (events_is_rigid(e, i)) e->now->v[c->normal] = 0;
        touch(e, i);
    } else if (fired == EVENT_NORMAL) {
        *mode = (ContactMode){STAGE_OPEN, 1, 0, INFINITY};
        if (!events_is_rigid(e, i)) e->now->u[c->normal] = c->gap;
    } else if (mode->node == STAGE_STICK) {
        e->leaves[i] = fired == EVENT_FIRST ? -1 : 1;
    } else {
        pass_kink(e, i);
    }
}

/* Contacts that stick but do not rest, or slip on another piece of their law: the foundation jumped, or
 * something hit. */
static void let_go(Events *e) {
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        if (e->mode[i].node == STAGE_OPEN) continue;
        const double w = events_slip(e, i, e->now), small = EVENT_ZERO * e->speed_scale;
        if (fabs(w) <= small && e->mode[i].node == STAGE_STICK) {
            set_slip(e, i, 0);
        } else if (e->mode[i].node == STAGE_STICK || e->mode[i].sign * w < -small) {
            touch(e, i);
        } else if (e->mode[i].sign * w > e->mode[i].high + small ||
                   e->mode[i].sign * w < e->mode[i].low - small) {
            events_piece(e, i, fabs(w), 1, &e->mode[i]);
        }
    }
}

static bool is_reversal(const ContactMode *from, const ContactMode *to) {
    return from->node == STAGE_SLIP && to->node == STAGE_SLIP && from->sign != to->sign;
}

static void tell_change(Events *e, int i, const ContactMode *from) {
    static const StepperEventKind kinds[] = {
        [STAGE_OPEN] = STEPPER_OPEN, [STAGE_STICK] = STEPPER_STICK, [STAGE_SLIP] = STEPPER_SLIP};
    const ContactMode *to = &e->mode[i];
    const bool reverse = is_reversal(from, to);
    if (from->node == to->node && !reverse) return;
    e->m->report.events++;
    if (from->node == STAGE_OPEN) events_tell(e, i, STEPPER_CLOSE, from->node, to->node);
    events_tell(e, i, reverse ? STEPPER_REVERSE : kinds[to->node], from->node, to->node);
    if (i == 0 && to->node == STAGE_SLIP && !reverse) system_tally_onset(e->m, e->now->t);
}

/* Whether a contact had too many events at this time. */
static bool repeats(Events *e, int i) {
    EventMemory *memory = &e->memory[i];
    const bool same = fabs(e->now->t - memory->t) <= EVENT_ZERO * e->step;
    memory->repeats = same ? memory->repeats + 1 : 1;
    memory->t = e->now->t;
    return memory->repeats >= EVENT_REPEATS;
}

JudderErr events_change(Events *e, const EventFound *found) {
    const size_t count = (size_t)e->m->setup.contact_count;
    bool hits = false, decided = true, again = false;
    list_fired(e, found);
    memcpy(e->before, e->mode, count * sizeof *e->mode);
    memset(e->leaves, 0, count * sizeof *e->leaves);
    for (int i = 0; i < (int)count; i++) {
        change_one(e, i, &hits);
        if (e->fired[i] >= 0) events_jump(e, i);
        if (e->fired[i] >= 0 && repeats(e, i)) again = true;
    }
    if (hits) TRY(events_impact(e, &decided));
    let_go(e);
    if (decided) TRY(events_decide(e, &decided));
    if (decided && !again) {
        for (int i = 0; i < (int)count; i++) tell_change(e, i, &e->before[i]);
        return JUDDER_OK;
    }
    memcpy(e->mode, e->before, count * sizeof *e->mode);
    e->version = ++e->versions;
    e->m->report.undecided++;
    e->wants_stage = true;
    return events_evaluate(e, e->mode, e->version, e->now);
}
