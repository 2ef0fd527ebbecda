/* The mode as a linear motion, and its loads over a step:
 *
 *   M u'' + (C + p m_1 e e') u' + K u = f - s p (m_0 - m_1 s V_f) e,   mu = m_0 + m_1 s w;
 *   closed: row_T - s mu row_n, stuck, closed and driven dofs have given accelerations.  (MO-7) */
#include "system_march/events/exact/exact.h"

#include <math.h>
#include <string.h>

/* --- signals --- */

/* The piece from now on. A rest of a piece that no step can cross is left out, unless something happens at
 * its end. */
static const CurvePiece *exact_motion_piece(const Events *e, const Track *track) {
    const Curve *window = &track->window;
    const double t = e->now->t, little = 1e-9 * e->step;
    size_t k = track->cursor;
    while (k + 1 < window->count && window->pieces[k].end - t <= little && window->pieces[k].end < e->cut)
        k++;
    return &window->pieces[k];
}

double exact_motion_reach(const Events *e) {
    double reach = INFINITY;
    for (int i = 0; i < e->m->signal_count; i++) {
        const Track *track = e->m->signal[i].track;
        if (track) reach = fmin(reach, exact_motion_piece(e, track)->end - e->now->t - e->now->t_low);
    }
    return reach;
}

static void exact_motion_signal(const Events *e, int place, double h, ExpPolynomial *g) {
    *g = (ExpPolynomial){0};
    if (place < 0) return;
    const Followed *f = &e->m->signal[place];
    if (f->track)
        curve_piece_restrict(exact_motion_piece(e, f->track), e->now->t, e->now->t + h, g);
    else
        g->c[0] = f->at[0];
}

/* --- the mode --- */

static bool is_closed(const Events *e, int i) {
    return e->mode[i].node != STAGE_OPEN && events_is_rigid(e, i);
}

/* Notes what the laws do on their pieces; true: the motion in hand is of other ones. */
static bool exact_motion_laws(const Events *e, ExactMotion *x) {
    bool changed = e->version != x->version;
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        ExactContact *c = &x->contact[i];
        ExpPolynomial p;
        if (e->mode[i].node != STAGE_SLIP) continue;
        const double low = e->mode[i].low;
        const MuPoint mu = events_mu(e, i, &e->mode[i], e->mode[i].sign * low, 0);
        c->slope = mu.slope;
        c->start = mu.mu - mu.slope * low;
        exact_motion_signal(e, e->m->normal_signal[i], 0, &p);
        changed = changed || (mu.slope != 0 && p.c[0] != c->p_made);
        c->p_made = p.c[0];
    }
    return changed;
}

JudderErr exact_motion_prepare(Events *e, ExactMotion *x) {
    const SystemMarchSetup *s = &e->m->setup;
    LinearMode mode = {.given = x->given, .join = x->join, .dashpot = x->dashpot};
    if (!exact_motion_laws(e, x)) return JUDDER_OK;
    memcpy(x->given, e->m->driven, (size_t)s->n * sizeof *x->given);
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        const ContactMode *at = &e->mode[i];
        const ExactContact *law = &x->contact[i];
        const bool closed = is_closed(e, i);
        if (closed) x->given[c->normal] = true;
        if (at->node == STAGE_STICK) x->given[c->tangent] = true;
        if (at->node != STAGE_SLIP) continue;
        if (closed)
            x->join[mode.join_count++] = (LinearJoin){c->tangent, c->normal, at->sign * law->start};
        else if (law->slope != 0)
            x->dashpot[mode.dashpot_count++] = (LinearDashpot){c->tangent, law->p_made * law->slope};
    }
    TRY(linear_motion_mode(x->motion, &mode, &x->singular));
    x->version = e->version;
    return JUDDER_OK;
}

/* --- loads --- */

static void exact_motion_forces(const Events *e, ExactMotion *x, double h) {
    const SystemMarchSetup *s = &e->m->setup;
    const size_t n = (size_t)s->n;
    ExpPolynomial g;
    memset(x->load, 0, EXACT_SIZE * n * sizeof *x->load);
    for (int i = 0; i < s->force_count; i++) {
        exact_motion_signal(e, e->m->force_signal[i], h, &g);
        for (int k = 0; k <= g.degree; k++) x->load[(size_t)k * n + (size_t)s->force[i].dof] += g.c[k];
    }
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        if (c->normal >= 0) x->load[c->normal] -= c->reaction[0];
        x->load[c->tangent] -= c->reaction[1];
    }
    memcpy(x->motion->f, x->load, EXACT_SIZE * n * sizeof *x->load);
}

/* The acceleration of a dof that moves with a velocity. */
static void exact_motion_move(const Events *e, ExactMotion *x, int dof, int place) {
    const size_t n = (size_t)e->m->setup.n;
    ExpPolynomial g;
    exact_motion_signal(e, place, x->h, &g);
    if (!(x->h > 0)) x->motion->moved[dof] = events_signal_slope(e, place, e->now->t);
    for (int k = 0; k < g.degree && x->h > 0; k++)
        x->motion->moved[(size_t)k * n + (size_t)dof] = (k + 1) * g.c[k + 1] / x->h;
}

/* Friction of a given normal force, but for what the dashpot makes of it. */
static void exact_motion_friction(const Events *e, ExactMotion *x, int i) {
    const ExactContact *c = &x->contact[i];
    const size_t n = (size_t)e->m->setup.n, T = (size_t)e->m->setup.contact[i].tangent;
    for (size_t k = 0; k <= CURVE_DEGREE; k++)
        x->motion->f[k * n + T] += -e->mode[i].sign * c->start * c->p[k] + c->slope * c->p_made * c->V[k];
}

void exact_motion_load(const Events *e, ExactMotion *x, double h) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    ExpPolynomial g;
    x->h = h;
    x->from = e->now->t, x->from_low = e->now->t_low;
    exact_motion_forces(e, x, h);
    memset(x->motion->moved, 0, EXACT_SIZE * (size_t)s->n * sizeof(double));
    for (int i = 0; i < s->drive_count; i++) exact_motion_move(e, x, s->drive[i].dof, m->drive_signal[i]);
    for (int i = 0; i < s->contact_count; i++) {
        ExactContact *c = &x->contact[i];
        exact_motion_signal(e, m->velocity_signal[i], h, &g);
        for (int k = 0; k < EXACT_SIZE; k++) c->V[k] = k <= g.degree ? g.c[k] : 0;
        exact_motion_signal(e, m->normal_signal[i], h, &g);
        for (int k = 0; k < EXACT_SIZE; k++) c->p[k] = k <= g.degree ? g.c[k] : 0;
        if (e->mode[i].node == STAGE_STICK)
            exact_motion_move(e, x, s->contact[i].tangent, m->velocity_signal[i]);
        if (e->mode[i].node == STAGE_SLIP && !is_closed(e, i)) exact_motion_friction(e, x, i);
    }
}

void exact_motion_contacts(const Events *e, ExactMotion *x) {
    const SystemMarchSetup *s = &e->m->setup;
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *at = &s->contact[i];
        const ContactMode *mode = &e->mode[i];
        ExactContact *c = &x->contact[i];
        memset(c->r, 0, sizeof c->r);
        for (int k = 0; k < EXACT_SIZE; k++) c->w[k] = x->motion->v[k * s->n + at->tangent] - c->V[k];
        if (is_closed(e, i)) {
            linear_motion_force(x->motion, at->normal, c->p);
            for (int k = 0; k < EXACT_SIZE; k++) c->p[k] = -c->p[k];
        }
        if (mode->node == STAGE_STICK) linear_motion_force(x->motion, at->tangent, c->r);
        for (int k = 0; k < EXACT_SIZE && mode->node == STAGE_SLIP; k++)
            c->r[k] = -mode->sign * c->start * c->p[k] - c->slope * c->p_made * c->w[k];
    }
}
