/* Where a contact changes its state between two points of time: what vanishes there (slip, margin of
 * friction, pressure, gap) is continued straight from the two points before. */
#include "system_march/stages/stages.h"
#include "system_march/state/sections.h"

#include <math.h>
#include <stdio.h>

ContactPoint system_point(const SystemMarch *m, const StageEnd *end, int contact, double t) {
    const SystemContactSetup *c = &m->setup.contact[contact];
    const int place = m->width * (contact + 1) - 1;
    const double bound = friction_at_rest(&m->friction[contact], end->law_state[contact]);
    ContactPoint point = {.t = t, .node = system_node(m, end, contact)};
    point.slip = end->contact.v[place] - m->V_f[contact];
    if (point.node == STAGE_STICK) point.slip = 0;
    point.pressure = m->width == 2 ? end->contact.r[place - 1] : m->p[contact];
    point.gap = c->normal >= 0 ? c->gap - end->U[c->normal] : 0;
    point.margin = point.pressure * bound - fabs(end->contact.r[place]);
    return point;
}

/* The time in [now, to] at which a quantity vanishes that is y now and was y_before. */
static double vanishes(const ContactPoint *before, const ContactPoint *now, double to, double y_before,
                       double y) {
    const double slope = (y - y_before) / (now->t - before->t), t = now->t - y / slope;
    if (!(now->t > before->t) || !isfinite(t) || t > to) return to;
    return fmax(t, now->t);
}

static double time_of(const ContactPoint *before, const ContactPoint *now, const ContactPoint *to) {
    if (to->node == STAGE_OPEN) return vanishes(before, now, to->t, before->pressure, now->pressure);
    if (now->node == STAGE_OPEN) /* the gap is known on both sides */
        return now->gap > to->gap ? now->t + (to->t - now->t) * fmin(1, now->gap / (now->gap - to->gap))
                                  : to->t;
    if (to->node == STAGE_STICK) return vanishes(before, now, to->t, before->slip, now->slip);
    if (before->node != STAGE_STICK) return to->t;
    return vanishes(before, now, to->t, before->margin, now->margin);
}

static void tell(SystemMarch *m, int contact, double t, StageNode from, StageNode to) {
    static const StepperEventKind kinds[] = {
        [STAGE_OPEN] = STEPPER_OPEN, [STAGE_STICK] = STEPPER_STICK, [STAGE_SLIP] = STEPPER_SLIP};
    char place[32];
    snprintf(place, sizeof place, "contact %d", contact + 1);
    StepperEvent event = {STEPPER_CLOSE, t, from, to, place};
    if (from == STAGE_OPEN) stepper_tell(&m->stepper, &event);
    event.kind = kinds[to];
    stepper_tell(&m->stepper, &event);
}

void system_pass(SystemMarch *m, int contact, const ContactPoint *to) {
    ContactPoint *before = &m->before[contact], *now = &m->now[contact];
    if (to->node != now->node) {
        const double t = time_of(before, now, to);
        m->report.events++;
        tell(m, contact, t, now->node, to->node);
        if (contact == 0 && now->node == STAGE_STICK && to->node == STAGE_SLIP) m->sections->pending = t;
    }
    *before = *now;
    *now = *to;
}
