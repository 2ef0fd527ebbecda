/* What is seen between the ends of the last step: u a cubic of (u, v), v a cubic of (v, a), forces from
 * (MO-1) there. Output never cuts a step. */
#include "system_march/events/events.h"

#include <math.h>
#include <string.h>

static double hermite(const double y[2], const double d[2], double h, double s) {
    const double va = h * d[0], vb = h * d[1], rise = y[1] - y[0];
    return y[0] + s * (va + s * (3 * rise - 2 * va - vb + s * (va + vb - 2 * rise)));
}

static void fill_between(Events *e, double t, Moment *at) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *set = &m->setup;
    const Moment *a = e->begin, *b = e->end;
    const double h = (b->t - a->t) + (b->t_low - a->t_low), s = h > 0 ? (t - a->t - a->t_low) / h : 1;
    for (int i = 0; i < set->n; i++) {
        const bool light = !(set->M[(size_t)i * (size_t)(set->n + 1)] > 0);
        at->u[i] = hermite((double[]){a->u[i], b->u[i]}, (double[]){a->v[i], b->v[i]}, h, s);
        at->v[i] = light ? a->v[i] + s * (b->v[i] - a->v[i])
                         : hermite((double[]){a->v[i], b->v[i]}, (double[]){a->a[i], b->a[i]}, h, s);
    }
    for (int i = 0; i < set->drive_count; i++)
        at->v[set->drive[i].dof] = events_signal(e, m->drive_signal[i], t);
    for (int i = 0; i < set->contact_count; i++) {
        at->state[i] = a->state[i] + s * (b->state[i] - a->state[i]);
        if (e->made[i].node == STAGE_STICK)
            at->v[set->contact[i].tangent] = events_signal(e, m->velocity_signal[i], t);
    }
    if (e->propagator->between) e->propagator->between(e, t, at->u, at->v);
}

static void show_contacts(Events *e, const Moment *at, const ContactMode *mode, SystemContactState *contact) {
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        const SystemContactSetup *c = &e->m->setup.contact[i];
        contact[i] = (SystemContactState){.node = mode[i].node,
                                          .slip = mode[i].node == STAGE_STICK ? 0 : events_slip(e, i, at),
                                          .friction = at->r[i],
                                          .pressure = at->p[i],
                                          .gap = c->normal >= 0 ? c->gap - at->u[c->normal] : 0,
                                          .state = at->state[i]};
    }
}

void events_publish(Events *e) {
    SystemMarch *m = e->m;
    m->t = e->now->t;
    memcpy(m->u, e->now->u, (size_t)m->setup.n * sizeof *m->u);
    memcpy(m->v, e->now->v, (size_t)m->setup.n * sizeof *m->v);
    show_contacts(e, e->now, e->mode, m->contact);
}

JudderErr events_show(Events *e, double t, SystemShown *shown) {
    SystemMarch *m = e->m;
    if (fabs(t - e->now->t) <= 1e-9 * m->dt || t > e->now->t || !e->begin) {
        show_contacts(e, e->now, e->mode, m->contact);
        *shown = (SystemShown){t, e->now->u, e->now->v, m->contact, m->energy.kinetic, m->energy.elastic};
        return JUDDER_OK;
    }
    Moment *at = e->shown;
    at->t = t;
    at->t_low = 0;
    fill_between(e, t, at);
    TRY(events_evaluate(e, e->made, e->made_version, at));
    show_contacts(e, at, e->made, e->shown_contact);
    *shown = (SystemShown){.t = t, .u = at->u, .v = at->v, .contact = e->shown_contact};
    system_energy_of(m, at->u, at->v, &shown->kinetic, &shown->elastic);
    return JUDDER_OK;
}
