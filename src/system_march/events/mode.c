/* What follows from the state in a mode: accelerations and reactions (MO-1), event functions (MO-2).
 *
 *   M a + C v + K u = f + G'r;   stuck: a_T = V_f';   closed and rigid: a_n = 0;   slip: r_T = -s p mu(s w)
 *
 * Where p follows from the motion, the row of the tangent becomes row_T - s mu row_n: then p drops out. */
#include "system_march/events/events.h"

#include <math.h>
#include <string.h>

double events_slip(const Events *e, int contact, const Moment *at) {
    const SystemMarch *m = e->m;
    return at->v[m->setup.contact[contact].tangent] - events_signal(e, m->velocity_signal[contact], at->t);
}

double events_pressure(const Events *e, int contact, const double *u, double t) {
    const SystemMarch *m = e->m;
    const SystemContactSetup *c = &m->setup.contact[contact];
    if (c->normal < 0) return events_signal(e, m->normal_signal[contact], t);
    const NormalPoint point = {.g = c->gap - u[c->normal], .area = 1};
    return m->law[contact].law->rigid || point.g >= 0 ? 0 : contact_force(&m->law[contact], &point);
}

double events_pressure_rate(const Events *e, int contact, const Moment *at) {
    const SystemMarch *m = e->m;
    const SystemContactSetup *c = &m->setup.contact[contact];
    const Contact *law = &m->law[contact];
    if (c->normal < 0) return events_signal_slope(e, m->normal_signal[contact], at->t);
    const NormalPoint point = {.g = c->gap - at->u[c->normal], .area = 1};
    double stiffness = 0;
    if (law->law->rigid || point.g >= 0) return 0;
    law->law->force(law, &point, &stiffness);
    return stiffness * at->v[c->normal];
}

/* --- masses --- */

static bool is_closed(const Events *e, const ContactMode *mode, int contact) {
    return mode[contact].node != STAGE_OPEN && events_is_rigid(e, contact);
}

static void sort_moves(Events *e, const ContactMode *mode) {
    const SystemMarchSetup *s = &e->m->setup;
    ModeMass *mass = &e->mass;
    for (int i = 0; i < s->n; i++)
        mass->move[i] = e->m->driven[i]                            ? DOF_DRIVEN
                        : s->M[(size_t)i * (size_t)(s->n + 1)] > 0 ? DOF_FREE
                                                                   : DOF_LIGHT;
    for (int i = 0; i < s->contact_count; i++) {
        if (mode[i].node == STAGE_STICK) mass->move[s->contact[i].tangent] = DOF_STUCK;
        if (is_closed(e, mode, i)) mass->move[s->contact[i].normal] = DOF_CLOSED;
    }
    mass->count = 0;
    for (int i = 0; i < s->n; i++)
        if (mass->move[i] == DOF_FREE) mass->free[mass->count++] = i;
}

/* row_T - s mu row_n of a contact that slips on a rigid obstacle. */
static void join_rows(const Events *e, const ContactMode *mode, double *A) {
    const SystemMarchSetup *s = &e->m->setup;
    const ModeMass *mass = &e->mass;
    for (int i = 0; i < s->contact_count; i++) {
        if (mode[i].node != STAGE_SLIP || !is_closed(e, mode, i)) continue;
        const double *M_n = s->M + (size_t)s->contact[i].normal * (size_t)s->n;
        for (int k = 0; k < mass->count; k++) {
            if (mass->free[k] != s->contact[i].tangent) continue;
            for (int l = 0; l < mass->count; l++)
                A[k * mass->count + l] -= mode[i].sign * mass->mu[i] * M_n[mass->free[l]];
        }
    }
}

/* mu of the contacts that join rows; false: as factored. */
static bool follow_mu(Events *e, const ContactMode *mode, const Moment *at) {
    bool moved = false;
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        if (mode[i].node != STAGE_SLIP || !is_closed(e, mode, i)) continue;
        const double mu = events_mu(e, i, &mode[i], events_slip(e, i, at), at->state[i]).mu;
        moved = moved || mu != e->mass.mu[i];
        e->mass.mu[i] = mu;
    }
    return moved;
}

static JudderErr factor_masses(Events *e, const ContactMode *mode, unsigned long version, const Moment *at) {
    const SystemMarchSetup *s = &e->m->setup;
    ModeMass *mass = &e->mass;
    const bool same = version == mass->version;
    if (!follow_mu(e, mode, at) && same) return JUDDER_OK;
    if (!same) sort_moves(e, mode);
    mass->version = version;
    mass->singular = false;
    if (mass->count == 0) return JUDDER_OK;
    double *A = dense_factor_room(mass->factor);
    for (int k = 0; k < mass->count; k++)
        for (int l = 0; l < mass->count; l++)
            A[k * mass->count + l] = s->M[(size_t)mass->free[k] * (size_t)s->n + (size_t)mass->free[l]];
    join_rows(e, mode, A);
    mass->single = A[0];
    if (mass->count > 1) return dense_factor_room_factor(mass->factor, mass->count, &mass->singular);
    mass->singular = A[0] == 0;
    return JUDDER_OK;
}

/* x: what acts on the dofs besides masses and reactions; a: given on entry where it is given. */
static JudderErr solve_free(Events *e, const ContactMode *mode, const double *force, double *a) {
    const SystemMarchSetup *s = &e->m->setup;
    const ModeMass *mass = &e->mass;
    const size_t n = (size_t)s->n;
    bool moves = false;
    for (int i = 0; i < s->n; i++) {
        if (mass->move[i] == DOF_FREE || mass->move[i] == DOF_LIGHT) a[i] = 0;
        moves = moves || a[i] != 0;
    }
    if (mass->singular) return JUDDER_OK;
    for (int k = 0; k < mass->count; k++) {
        const int i = mass->free[k];
        e->x[k] = force[i] - (moves ? dense_dot(s->n, s->M + (size_t)i * n, a) : 0);
    }
    for (int i = 0; i < s->contact_count; i++) {
        if (mode[i].node != STAGE_SLIP || !is_closed(e, mode, i)) continue;
        const int normal = s->contact[i].normal;
        const double of_n = force[normal] - (moves ? dense_dot(s->n, s->M + (size_t)normal * n, a) : 0);
        for (int k = 0; k < mass->count; k++)
            if (mass->free[k] == s->contact[i].tangent) e->x[k] -= mode[i].sign * mass->mu[i] * of_n;
    }
    if (mass->count == 1)
        e->x[0] /= mass->single;
    else if (mass->count > 0)
        TRY(dense_factor_solve(mass->factor, e->x));
    for (int k = 0; k < mass->count; k++) a[mass->free[k]] = e->x[k];
    return JUDDER_OK;
}

/* M a - force of a row: the reaction along the dof. */
static double reaction(const Events *e, int dof, const double *a, const double *force) {
    const SystemMarchSetup *s = &e->m->setup;
    return dense_dot(s->n, s->M + (size_t)dof * (size_t)s->n, a) - force[dof];
}

/* --- forces --- */

/* f - C v - K u without contacts; or, of rates, f' - C a - K v. */
static void balance(Events *e, const double *u, const double *v, double t, bool of_rates) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    const size_t n = (size_t)s->n;
    double *force = of_rates ? e->rate : e->force;
    for (size_t i = 0; i < n; i++)
        force[i] = -dense_dot(s->n, s->K + i * n, u) - (s->C ? dense_dot(s->n, s->C + i * n, v) : 0);
    for (int i = 0; i < s->force_count; i++)
        force[s->force[i].dof] += of_rates ? events_signal_slope(e, m->force_signal[i], t)
                                           : events_signal(e, m->force_signal[i], t);
    for (int i = 0; i < s->contact_count && !of_rates; i++) {
        const SystemContactSetup *c = &s->contact[i];
        if (c->normal >= 0) force[c->normal] -= c->reaction[0];
        force[c->tangent] -= c->reaction[1];
    }
}

/* Forces of contacts that do not wait for the accelerations; those of the others are added later. */
static JudderErr add_contacts(Events *e, const ContactMode *mode, Moment *at) {
    const SystemMarchSetup *s = &e->m->setup;
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        at->r[i] = at->p[i] = at->r_rate[i] = at->p_rate[i] = 0;
        if (mode[i].node == STAGE_OPEN || is_closed(e, mode, i)) continue;
        at->p[i] = events_pressure(e, i, at->u, at->t);
        REQUIRE(at->p[i] >= 0,
                error_input("normal_force",
                            "the normal force of contact %d is %g at t = %g: must not be negative", i + 1,
                            at->p[i], at->t));
        if (c->normal >= 0) e->force[c->normal] -= at->p[i];
        if (mode[i].node != STAGE_SLIP) continue;
        at->r[i] = -mode[i].sign * at->p[i] *
                   events_mu(e, i, &mode[i], events_slip(e, i, at), at->state[i]).mu;
        e->force[c->tangent] += at->r[i];
    }
    return JUDDER_OK;
}

static void add_contact_rates(Events *e, const ContactMode *mode, Moment *at) {
    const SystemMarchSetup *s = &e->m->setup;
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        if (mode[i].node == STAGE_OPEN) continue;
        const bool closed = is_closed(e, mode, i);
        if (!closed) at->p_rate[i] = events_pressure_rate(e, i, at);
        if (!closed && c->normal >= 0) e->rate[c->normal] -= at->p_rate[i];
        if (mode[i].node != STAGE_SLIP) continue;
        const MuPoint mu = events_mu(e, i, &mode[i], events_slip(e, i, at), at->state[i]);
        const double w_rate = at->a[c->tangent] - events_signal_slope(e, e->m->velocity_signal[i], at->t);
        /* that of mu; where p is given also that of p, else the joined rows have it */
        at->r_rate[i] = -at->p[i] * mu.slope * w_rate - (closed ? 0 : mode[i].sign * mu.mu * at->p_rate[i]);
        e->rate[c->tangent] += at->r_rate[i];
    }
}

static void take_reactions(Events *e, const ContactMode *mode, Moment *at, bool of_rates) {
    const SystemMarchSetup *s = &e->m->setup;
    const double *force = of_rates ? e->rate : e->force, *a = of_rates ? at->jerk : at->a;
    double *r = of_rates ? at->r_rate : at->r, *p = of_rates ? at->p_rate : at->p;
    for (int i = 0; i < s->contact_count; i++) {
        const bool closed = is_closed(e, mode, i);
        if (closed) p[i] = -reaction(e, s->contact[i].normal, a, force);
        if (mode[i].node == STAGE_STICK) r[i] = reaction(e, s->contact[i].tangent, a, force);
        if (closed && mode[i].node == STAGE_SLIP) r[i] -= mode[i].sign * e->mass.mu[i] * p[i];
    }
}

/* --- functions --- */

/* How fast the bound of a contact at rest grows by its state. */
static double healing(const Events *e, int contact, const Moment *at) {
    const Friction *f = &e->m->friction[contact];
    if (!f->law->state_advance) return 0;
    const double short_time = 1e-6 * e->step;
    const double later = f->law->state_advance(f->params, at->state[contact], 0, short_time);
    return (friction_at_rest(f, later) - friction_at_rest(f, at->state[contact])) / short_time;
}

static void functions(Events *e, const ContactMode *mode, int i, Moment *at) {
    const SystemMarch *m = e->m;
    const SystemContactSetup *c = &m->setup.contact[i];
    double *value = at->value + i * EVENT_FUNCTIONS, *slope = at->slope + i * EVENT_FUNCTIONS;
    for (int k = 0; k < EVENT_FUNCTIONS; k++) value[k] = INFINITY, slope[k] = 0;
    const double gap = c->normal >= 0 ? c->gap - at->u[c->normal] : 0;
    if (mode[i].node == STAGE_OPEN) {
        value[EVENT_FIRST] = gap, slope[EVENT_FIRST] = -at->v[c->normal];
        return;
    }
    if (c->normal >= 0) {
        const bool rigid = m->law[i].law->rigid;
        value[EVENT_NORMAL] = rigid ? at->p[i] : -gap;
        slope[EVENT_NORMAL] = rigid ? at->p_rate[i] : at->v[c->normal];
    }
    if (mode[i].node == STAGE_STICK) {
        const double mu = friction_at_rest(&m->friction[i], at->state[i]);
        const double grows = mu * at->p_rate[i] + healing(e, i, at) * at->p[i];
        value[EVENT_FIRST] = mu * at->p[i] - at->r[i], slope[EVENT_FIRST] = grows - at->r_rate[i];
        value[EVENT_SECOND] = mu * at->p[i] + at->r[i], slope[EVENT_SECOND] = grows + at->r_rate[i];
        return;
    }
    const double speed = mode[i].sign * events_slip(e, i, at);
    const bool light = e->mass.move[c->tangent] == DOF_LIGHT;
    const double rate = light ? 0
                              : mode[i].sign * (at->a[c->tangent] -
                                                events_signal_slope(e, m->velocity_signal[i], at->t));
    value[EVENT_FIRST] = speed - mode[i].low, slope[EVENT_FIRST] = rate;
    if (e->roots[i]) {
        const MuPoint mu = events_mu(e, i, &mode[i], mode[i].sign * speed, at->state[i]);
        value[EVENT_FOLD] = events_resistance(e, i) + at->p[i] * mu.slope;
    }
    if (isfinite(mode[i].high)) value[EVENT_SECOND] = mode[i].high - speed, slope[EVENT_SECOND] = -rate;
}

static bool needs_rates(const Events *e, const ContactMode *mode) {
    for (int i = 0; i < e->m->setup.contact_count; i++)
        if (mode[i].node == STAGE_STICK || is_closed(e, mode, i)) return true;
    return false;
}

JudderErr events_evaluate(Events *e, const ContactMode *mode, unsigned long version, Moment *at) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    TRY(factor_masses(e, mode, version, at));
    balance(e, at->u, at->v, at->t, false);
    TRY(add_contacts(e, mode, at));
    for (int i = 0; i < s->n; i++) at->a[i] = at->jerk[i] = 0;
    for (int i = 0; i < s->drive_count; i++)
        at->a[s->drive[i].dof] = events_signal_slope(e, m->drive_signal[i], at->t);
    for (int i = 0; i < s->contact_count; i++)
        if (mode[i].node == STAGE_STICK)
            at->a[s->contact[i].tangent] = events_signal_slope(e, m->velocity_signal[i], at->t);
    TRY(solve_free(e, mode, e->force, at->a));
    take_reactions(e, mode, at, false);
    if (needs_rates(e, mode)) {
        balance(e, at->v, at->a, at->t, true);
        add_contact_rates(e, mode, at);
        TRY(solve_free(e, mode, e->rate, at->jerk));
        take_reactions(e, mode, at, true);
    }
    for (int i = 0; i < s->contact_count; i++) functions(e, mode, i, at);
    return JUDDER_OK;
}
