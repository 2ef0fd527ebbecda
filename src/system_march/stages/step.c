/* Steps: SDIRK, implicit Euler where a heavy normal dof hits. */
#include "system_march/stages/stages.h"

#include <math.h>
#include <string.h>

static const double GAMMA = 1 - M_SQRT1_2;

static double state_after(const SystemMarch *m, int contact, double state, double r, double time) {
    const Friction *f = &m->friction[contact];
    return f->law->state_advance ? f->law->state_advance(f->params, state, fabs(r), time) : state;
}

/* What the contacts are at t = 0; forces are those that would hold it, within their bounds. */
static void start_contact(SystemMarch *m, int i) {
    const SystemMarchSetup *s = &m->setup;
    const SystemContactSetup *c = &s->contact[i];
    SystemContactState *at = &m->contact[i];
    const Friction *f = &m->friction[i];
    const int t = m->width * (i + 1) - 1;
    const double V = system_signal(m, m->velocity_signal[i], 0);
    at->state = f->law->state_start ? f->law->state_start(f->params) : 0;
    at->gap = c->normal >= 0 ? c->gap - m->u[c->normal] : 0;
    at->slip = m->v[c->tangent] - V;
    at->pressure = system_signal(m, m->normal_signal[i], 0);
    if (c->normal >= 0) {
        const NormalPoint point = {.g = at->gap, .area = 1};
        at->pressure = m->law[i].law->rigid ? (at->gap <= 0 ? fmax(0, m->rhs[c->normal]) : 0)
                                            : contact_force(&m->law[i], &point);
    }
    const bool open = c->normal >= 0 && at->gap > 0;
    const double bound = at->pressure * (at->slip != 0 ? friction_sliding(f, fabs(at->slip), at->state)
                                                       : friction_at_rest(f, at->state));
    at->node = open ? STAGE_OPEN : at->slip != 0 ? STAGE_SLIP : STAGE_STICK;
    at->friction = open            ? 0
                   : at->slip != 0 ? -copysign(bound, at->slip)
                                   : fmax(-bound, fmin(bound, -m->rhs[c->tangent]));
    m->fresh[i] = system_is_rigid(m, i) && !open && m->v[c->normal] > 0;
    m->last.node[i] = at->node;
    m->last.v[t] = m->v[c->tangent];
    m->last.r[t] = at->friction;
    if (m->width == 2) {
        m->last.v[t - 1] = c->normal >= 0 ? -m->v[c->normal] : 0;
        m->last.r[t - 1] = at->pressure;
    }
    m->now[i] = (ContactPoint){.slip = at->slip,
                               .gap = at->gap,
                               .pressure = at->pressure,
                               .margin = bound - fabs(at->friction),
                               .node = at->node};
    m->before[i] = m->now[i];
}

JudderErr system_start(SystemMarch *m) {
    const SystemMarchSetup *s = &m->setup;
    for (int i = 0; i < s->n; i++) {
        m->u[i] = s->u ? s->u[i] : 0;
        m->v[i] = s->v ? s->v[i] : 0;
    }
    for (int i = 0; i < m->signal_count; i++) {
        Followed *f = &m->signal[i];
        if (!f->track) continue;
        TRY(track_seek(f->track, 0));
        f->at[0] = f->at[2] = curve_piece_value(track_piece(f->track), 0);
    }
    for (int k = 0; k < s->drive_count; k++) m->v[s->drive[k].dof] = system_signal(m, m->drive_signal[k], 0);
    for (int i = 0; i < s->n; i++) {
        const size_t row = (size_t)i * (size_t)s->n;
        m->rhs[i] = -dense_dot(s->n, s->K + row, m->u) - (s->C ? dense_dot(s->n, s->C + row, m->v) : 0);
    }
    for (int k = 0; k < s->force_count; k++)
        m->rhs[s->force[k].dof] += system_signal(m, m->force_signal[k], 0);
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        if (c->normal >= 0) m->rhs[c->normal] -= c->reaction[0];
        m->rhs[c->tangent] -= c->reaction[1];
        start_contact(m, i);
    }
    system_energy_of(m, m->u, m->v, &m->energy.kinetic, &m->energy.elastic);
    return JUDDER_OK;
}

/* One stage from the given base, and what its report adds to that of the run. */
static JudderErr stage(SystemMarch *m, const StageTask *task, bool *several) {
    SystemMarchReport *report = &m->report;
    StageReport one;
    TRY(system_stage(m, task, &one));
    *several = *several || one.several > 0;
    report->jumps += (size_t)one.jumped;
    if (one.uniqueness > report->uniqueness) {
        report->uniqueness = one.uniqueness;
        const StageInput input = {.state = m->state_b};
        report->suggested_step = m->dt / task->solver->h *
                                 stage_suggested_h(task->solver->stage, &input, one.uniqueness);
    }
    if (one.outcome != STAGE_SOLVED) report->converged = false, report->residual = one.residual;
    return JUDDER_OK;
}

static double slip_at(const SystemMarch *m, const StageEnd *end, int contact) {
    const int place = m->width * (contact + 1) - 1;
    return end->contact.node[contact] == STAGE_STICK ? 0 : end->contact.v[place] - m->V_f[contact];
}

static JudderErr two_stages(SystemMarch *m, bool *several) {
    const SystemMarchSetup *s = &m->setup;
    const size_t bytes = (size_t)s->n * sizeof(double);
    const double c = (1 - GAMMA) / GAMMA;
    memcpy(m->u_b, m->u, bytes);
    memcpy(m->v_b, m->v, bytes);
    for (int i = 0; i < s->contact_count; i++) m->state_b[i] = m->contact[i].state;
    TRY(stage(m, &(StageTask){&m->sdirk, 1, &m->end[0]}, several));
    for (int i = 0; i < s->n; i++) {
        m->u_b[i] = m->u[i] + c * (m->end[0].U[i] - m->u[i]);
        m->v_b[i] = m->v[i] + c * (m->end[0].V[i] - m->v[i]);
    }
    for (int i = 0; i < s->contact_count; i++)
        m->state_b[i] = state_after(m, i, m->contact[i].state, slip_at(m, &m->end[0], i),
                                    (1 - GAMMA) * m->dt);
    return stage(m, &(StageTask){&m->sdirk, 2, &m->end[1]}, several);
}

static JudderErr one_stage(SystemMarch *m, bool *several) {
    const SystemMarchSetup *s = &m->setup;
    memcpy(m->u_b, m->u, (size_t)s->n * sizeof(double));
    memcpy(m->v_b, m->v, (size_t)s->n * sizeof(double));
    for (int i = 0; i < s->contact_count; i++) m->state_b[i] = m->contact[i].state;
    m->report.impact_steps++;
    return stage(m, &(StageTask){&m->euler, 2, &m->end[0]}, several);
}

/* Whether a rigid contact closed in the two stages. */
static bool hits(const SystemMarch *m) {
    for (int i = 0; i < m->setup.contact_count; i++) {
        const StageNode start = m->contact[i].node, first = system_node(m, &m->end[0], i),
                        second = system_node(m, &m->end[1], i);
        if (!system_is_rigid(m, i)) continue;
        if ((start == STAGE_OPEN || first == STAGE_OPEN) && second != STAGE_OPEN) return true;
        if (start == STAGE_OPEN && first != STAGE_OPEN) return true;
    }
    return false;
}

static void copy_state(const SystemMarch *m, StageState *to, const StageState *from) {
    const size_t contacts = (size_t)m->setup.contact_count, size = contacts * (size_t)m->width;
    memcpy(to->v, from->v, size * sizeof *to->v);
    memcpy(to->r, from->r, size * sizeof *to->r);
    memcpy(to->node, from->node, contacts * sizeof *to->node);
}

static JudderErr make_step(SystemMarch *m, StepMade *made) {
    bool several = false, euler = false;
    for (int i = 0; i < m->setup.contact_count && m->heavy; i++) euler = euler || m->fresh[i];
    copy_state(m, &m->kept, &m->last);
    if (!euler) {
        TRY(two_stages(m, &several));
        euler = m->heavy && hits(m);
        if (euler) copy_state(m, &m->last, &m->kept);
    }
    *made = (StepMade){.count = 2,
                       .weight = {(1 - GAMMA) * m->dt, GAMMA * m->dt},
                       .t = {m->t + GAMMA * m->dt, m->t + m->dt},
                       .h = GAMMA * m->dt};
    if (euler) {
        TRY(one_stage(m, &several));
        *made = (StepMade){.count = 1, .weight = {m->dt}, .t = {m->t + m->dt}, .h = m->dt};
    }
    m->report.nonunique_steps += several;
    return JUDDER_OK;
}

/* Takes the end of the last stage as the new state. */
static void take(SystemMarch *m, const StepMade *made, double t_end) {
    const SystemMarchSetup *s = &m->setup;
    const StageEnd *end = &m->end[made->count - 1];
    m->t = t_end;
    memcpy(m->u, end->U, (size_t)s->n * sizeof *m->u);
    memcpy(m->v, end->V, (size_t)s->n * sizeof *m->v);
    for (int i = 0; i < s->contact_count; i++) {
        SystemContactState *at = &m->contact[i];
        const int place = m->width * (i + 1) - 1;
        m->fresh[i] = made->count == 1 && at->node == STAGE_OPEN && end->contact.node[i] != STAGE_OPEN;
        at->node = system_node(m, end, i);
        at->slip = slip_at(m, end, i);
        at->friction = end->contact.r[place];
        at->pressure = m->now[i].pressure;
        at->gap = m->now[i].gap;
        at->state = state_after(m, i, end->law_state[i], at->slip, made->h);
    }
}

static void watch_contacts(SystemMarch *m, const StepMade *made) {
    for (int k = 0; k < made->count; k++)
        for (int i = 0; i < m->setup.contact_count; i++) {
            /* The values that the signals had at this stage. */
            const int which = made->count == 1 ? 2 : k + 1;
            m->V_f[i] = system_signal(m, m->velocity_signal[i], which);
            m->p[i] = system_signal(m, m->normal_signal[i], which);
            const ContactPoint point = system_point(m, &m->end[k], i, made->t[k]);
            system_pass(m, i, &point);
        }
    for (int i = 0; i < m->setup.contact_count; i++) {
        const StageNode node = system_node(m, &m->end[made->count - 1], i);
        m->report.stick_count += node == STAGE_STICK;
        m->report.open_count += node == STAGE_OPEN;
    }
}

static bool is_finite(const SystemMarch *m) {
    double sum = 0;
    for (int i = 0; i < m->setup.n; i++) sum += m->u[i] + m->v[i];
    return isfinite(sum);
}

/* Whether the last step was made of numbers; the contact problem refuses others. */
static JudderErr step_or_lose(SystemMarch *m, StepMade *made) {
    const JudderErr err = make_step(m, made);
    double sum = 0;
    for (int i = 0; i < m->setup.n; i++) sum += m->rhs[i];
    if (err != JUDDER_INPUT || isfinite(sum)) return err;
    m->stepper.state = STEPPER_LOST;
    return JUDDER_OK;
}

JudderErr system_stage_step(SystemMarch *m, double t_end) {
    StepMade made;
    TRY(system_follow(m, m->t, GAMMA * m->dt, m->dt));
    TRY(step_or_lose(m, &made));
    if (!m->report.converged) m->stepper.state = STEPPER_ENDED;
    if (m->stepper.state != STEPPER_GOING) return JUDDER_OK;
    system_account(m, &made);
    watch_contacts(m, &made);
    take(m, &made, t_end);
    if (!is_finite(m)) m->stepper.state = STEPPER_LOST;
    return JUDDER_OK;
}
