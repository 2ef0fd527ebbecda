/* Where the event-driven march begins: at the start, and after a step of the stage scheme. */
#include "system_march/events/events.h"

#include "system_march/stages/stages.h"

#include <math.h>
#include <string.h>

static void begin_contact(Events *e, int i, bool *hits) {
    const SystemContactSetup *c = &e->m->setup.contact[i];
    const double w = events_slip(e, i, e->now);
    const double gap = c->normal >= 0 ? c->gap - e->now->u[c->normal] : -1;
    const double v = c->normal >= 0 ? e->now->v[c->normal] : 0;
    e->fired[i] = -1;
    e->leaves[i] = 0;
    e->mode[i] = (ContactMode){STAGE_OPEN, 1, 0, INFINITY};
    if (gap > 0 || (gap == 0 && v < 0)) return;
    if (events_is_rigid(e, i) && v > 0 &&
        e->m->setup.M[(size_t)c->normal * (size_t)(e->m->setup.n + 1)] > 0) {
        *hits = true;
        return;
    }
    e->mode[i] = (ContactMode){w == 0 ? STAGE_STICK : STAGE_SLIP, w < 0 ? -1 : 1, 0, INFINITY};
    if (w != 0) events_piece(e, i, fabs(w), 1, &e->mode[i]);
}

JudderErr events_begin(Events *e) {
    SystemMarch *m = e->m;
    bool hits = false, decided = true;
    if (m->t == 0)
        for (int i = 0; i < m->setup.n; i++) {
            e->range[i] = e->range[2 * m->setup.n + i] = m->u[i];
            e->range[m->setup.n + i] = e->range[3 * m->setup.n + i] = m->v[i];
        }
    e->now->t = m->t;
    e->now->t_low = 0;
    memcpy(e->now->u, m->u, (size_t)m->setup.n * sizeof *m->u);
    memcpy(e->now->v, m->v, (size_t)m->setup.n * sizeof *m->v);
    TRY(events_follow(e));
    for (int i = 0; i < m->setup.contact_count; i++) {
        e->now->state[i] = m->contact[i].state;
        begin_contact(e, i, &hits);
    }
    e->version = ++e->versions;
    TRY(events_evaluate(e, e->mode, e->version, e->now));
    events_scale(e);
    if (hits) TRY(events_impact(e, &decided));
    if (decided) TRY(events_decide(e, &decided));
    if (!decided) {
        e->version = ++e->versions;
        TRY(events_evaluate(e, e->mode, e->version, e->now));
        m->report.undecided++;
        e->wants_stage = true;
    }
    system_energy_of(m, e->now->u, e->now->v, &m->energy.kinetic, &m->energy.elastic);
    events_publish(e);
    return JUDDER_OK;
}

/* What the stage scheme starts from. */
static void hand_over(Events *e) {
    SystemMarch *m = e->m;
    events_publish(e);
    for (int i = 0; i < m->setup.contact_count; i++) {
        const SystemContactSetup *c = &m->setup.contact[i];
        const SystemContactState *at = &m->contact[i];
        const int t = m->width * (i + 1) - 1;
        m->fresh[i] = false;
        m->last.node[i] = at->node;
        m->last.v[t] = m->v[c->tangent];
        m->last.r[t] = at->friction;
        if (m->width == 2) {
            m->last.v[t - 1] = c->normal >= 0 ? -m->v[c->normal] : 0;
            m->last.r[t - 1] = at->pressure;
        }
        const double bound = friction_at_rest(&m->friction[i], at->state) * at->pressure;
        m->now[i] = m->before[i] = (ContactPoint){.t = m->t,
                                                  .slip = at->slip,
                                                  .gap = at->gap,
                                                  .pressure = at->pressure,
                                                  .margin = bound - fabs(at->friction),
                                                  .node = at->node};
    }
}

/* The rest of the run is shorter than a step of the stage scheme: it ends in its mode. */
static JudderErr last_piece(Events *e, double h) {
    bool solved = false;
    e->spare->t = e->m->setup.final;
    e->spare->t_low = 0;
    TRY(e->propagator->step(e, h, e->spare, &solved));
    TRY(events_evaluate(e, e->mode, e->version, e->spare));
    if (!solved) {
        e->m->report.converged = false;
        e->m->stepper.state = STEPPER_ENDED;
        return JUDDER_OK;
    }
    events_accept(e, h);
    return JUDDER_OK;
}

JudderErr events_stage_step(Events *e) {
    SystemMarch *m = e->m;
    const double left = (m->setup.final - e->now->t) - e->now->t_low;
    e->wants_stage = false;
    e->crowd = 0;
    m->report.stage_steps++;
    m->report.steps++;
    if (left < m->dt * (1 - 1e-9)) return last_piece(e, left);
    hand_over(e);
    const double t = left < m->dt * (1 + 1e-9) ? m->setup.final : e->now->t + (m->dt + e->now->t_low);
    TRY(system_stage_step(m, t));
    if (m->stepper.state != STEPPER_GOING) return JUDDER_OK;
    SystemMove move = {.from = e->now->t, .time = m->dt};
    for (int i = 0; i < m->setup.contact_count; i++) {
        const SystemContactState *at = &m->contact[i];
        m->report.contact_time += m->dt;
        m->report.stick_time += at->node == STAGE_STICK ? m->dt : 0;
        m->report.open_time += at->node == STAGE_OPEN ? m->dt : 0;
        move.slips = move.slips || at->node == STAGE_SLIP;
        move.slipped += fabs(at->slip) * m->dt;
        move.fastest = fmax(move.fastest, fabs(at->slip));
    }
    system_tally_move(m, &move, m->setup.contact_count ? m->contact[0].slip : 0);
    e->begin = e->now;
    e->end = e->now = e->spare;
    events_free_moments(e);
    TRY(events_begin(e));
    memcpy(e->made, e->mode, (size_t)m->setup.contact_count * sizeof *e->made);
    e->made_version = e->version;
    return JUDDER_OK;
}
