/* What an event does to the derivatives  (MO-17), after [leine2004]:
 *
 *   Phi <- (R + (f+ - R f-) grad e'/(de/dt)) Phi,   R: Jacobian of the reset, the identity but for impacts
 */
#include "system_march/cycle/map.h"

#include <math.h>
#include <string.h>

/* The contact whose function vanished; -1: none did, a signal had a kink. */
static int saltation_contact(Variation *x, const Events *e) {
    int first = -1;
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        if (e->fired[i] < 0) continue;
        if (first >= 0) x->simultaneous = true;
        if (first < 0) first = i;
    }
    return first;
}

/* What events_impact changes beside the moment. */
typedef struct ImpactSaved {
    SystemEnergy energy;
    SystemMarchReport report;
    StepperListener listener;
} ImpactSaved;

/* Velocities after the impact from e->end with one of them moved, into `after`. */
static JudderErr saltation_strike(Events *e, int dof, double moved, double *after) {
    const SystemMarchSetup *s = &e->m->setup;
    bool decided;
    events_copy(e, e->now, e->end);
    memcpy(e->mode, e->before, (size_t)s->contact_count * sizeof *e->mode);
    for (int i = 0; i < s->contact_count; i++)
        if (e->fired[i] >= 0 && e->before[i].node == STAGE_OPEN)
            e->now->u[s->contact[i].normal] = s->contact[i].gap;
    e->now->v[dof] += moved;
    TRY(events_impact(e, &decided));
    memcpy(after, e->now->v, (size_t)s->n * sizeof *after);
    return JUDDER_OK;
}

/* The reset of an impact by differences: it is linear as long as mu does not depend on the speed. */
static JudderErr saltation_differences(Variation *x, Events *e) {
    const int n = e->m->setup.n;
    double speed = 0;
    for (int i = 0; i < n; i++) speed = fmax(speed, fabs(e->end->v[i]));
    const double moved = 1e-5 * speed;
    for (int j = 0; j < n; j++) {
        TRY(saltation_strike(e, j, moved, x->rhs));
        TRY(saltation_strike(e, j, -moved, x->rhs + n));
        for (int i = 0; i < n; i++) x->reset[i * n + j] = (x->rhs[i] - x->rhs[n + i]) / (2 * moved);
    }
    return JUDDER_OK;
}

/* The march must not notice: all that an impact touches is put back. */
static JudderErr saltation_impact(Variation *x, Events *e) {
    SystemMarch *m = e->m;
    const size_t contacts = (size_t)m->setup.contact_count;
    const ImpactSaved saved = {m->energy, m->report, m->stepper.listener};
    EventMemory memory[EVENT_ENUMERATED];
    Moment *const now = e->now;
    if (contacts > EVENT_ENUMERATED) return JUDDER_OK;
    memcpy(memory, e->memory, contacts * sizeof *memory);
    memcpy(e->tried, e->mode, contacts * sizeof *e->mode);
    m->stepper.listener.event = NULL;
    e->now = e->shown;
    const JudderErr err = saltation_differences(x, e);
    e->now = now;
    m->stepper.listener = saved.listener;
    m->energy = saved.energy;
    m->report = saved.report;
    memcpy(e->mode, e->tried, contacts * sizeof *e->mode);
    memcpy(e->memory, memory, contacts * sizeof *memory);
    return err;
}

/* R of the velocities: y <- R x, n numbers. */
static void saltation_reset(const Variation *x, int n, bool impact, const double *from, double *to) {
    memcpy(to, from, (size_t)n * sizeof *to);
    for (int i = 0; i < n && impact; i++) to[i] = dense_dot(n, x->reset + i * n, from);
}

/* Numbers that are held from now on do not vary. */
static void saltation_hold(Variation *x, const Events *e) {
    const SystemMarchSetup *s = &e->m->setup;
    const int n = s->n;
    for (int i = 0; i < s->contact_count; i++) {
        const bool stuck = e->mode[i].node == STAGE_STICK;
        const bool closed = e->mode[i].node != STAGE_OPEN && events_is_rigid(e, i);
        for (int column = 0; column < 2 * n; column++) {
            double *d = x->Phi + column * 2 * n;
            if (stuck) d[n + s->contact[i].tangent] = 0;
            if (closed) d[s->contact[i].normal] = d[n + s->contact[i].normal] = 0;
        }
    }
}

JudderErr variation_event(Variation *x, Events *e) {
    const int n = e->m->setup.n, contact = saltation_contact(x, e);
    const Moment *before = e->end, *after = e->now;
    if (contact < 0) return JUDDER_OK;
    const int function = e->fired[contact];
    TRY(variation_gradient(x, e, contact, function));
    const double slope = before->slope[contact * EVENT_FUNCTIONS + function];
    bool impact = false;
    for (int i = 0; i < n; i++) impact = impact || before->v[i] != after->v[i];
    impact = impact && e->made[contact].node == STAGE_OPEN;
    if (impact) TRY(saltation_impact(x, e));
    double *jump = x->rhs, *moved = x->rhs + 2 * n; /* f+ - R f-; a column of Phi */
    saltation_reset(x, n, impact, before->a, jump + n);
    for (int i = 0; i < n; i++) {
        jump[i] = after->v[i] - before->v[i];
        jump[n + i] = after->a[i] - jump[n + i];
    }
    for (int column = 0; column < 2 * n; column++) {
        double *d = x->Phi + column * 2 * n;
        const double time = slope != 0 ? dense_dot(2 * n, x->gradient, d) / slope : 0;
        saltation_reset(x, n, impact, d + n, moved);
        for (int i = 0; i < n; i++) d[n + i] = moved[i];
        for (int i = 0; i < 2 * n; i++) d[i] += jump[i] * time;
    }
    saltation_hold(x, e);
    return JUDDER_OK;
}

/* The time to the section varies with the state; the mean motion does not count. */
JudderErr variation_end(CycleMap *map, Events *e) {
    Variation *x = &map->variation;
    const int n = map->n;
    const Moment *at = e->end;
    double slope = 0;
    memset(x->gradient, 0, 2 * (size_t)n * sizeof(double));
    if (map->section == CYCLE_SLIP) {
        TRY(variation_gradient(x, e, 0, e->fired[0]));
        slope = at->slope[e->fired[0]];
    } else if (map->section != CYCLE_LOAD) {
        const int T = e->m->setup.contact[0].tangent;
        slope = cycle_section_slope(map, e, at);
        x->gradient[n + T] = map->section == CYCLE_TURN ? -1 : events_slip(e, 0, at) < 0 ? -1 : 1;
    }
    memcpy(map->grad, x->gradient, 2 * (size_t)n * sizeof(double));
    for (int column = 0; column < 2 * n; column++) {
        const double *d = x->Phi + column * 2 * n;
        const double time = slope != 0 ? dense_dot(2 * n, x->gradient, d) / slope : 0;
        for (int i = 0; i < n; i++) {
            map->DP[i * 2 * n + column] = d[i] - (at->v[i] - map->rate[i]) * time;
            map->DP[(n + i) * 2 * n + column] = d[n + i] - at->a[i] * time;
        }
    }
    for (int i = 0; i < 2 * n; i++)
        for (int column = 0; column < 2 * n && map->held[i]; column++) map->DP[i * 2 * n + column] = 0;
    return JUDDER_OK;
}
