/* One stage: Khat V = M v_b/h + f - K u_b + G^T r with the driven dofs given, condensed onto
 * the contacts.  (BD-4) */
#include "system_march/stages/stages.h"

#include <math.h>
#include <string.h>

static void right_side(SystemMarch *m, const StageTask *task) {
    const SystemMarchSetup *s = &m->setup;
    const int n = s->n;
    const double per_h = 1 / task->solver->h;
    StageEnd *end = task->end;
    system_loads(m, task->which, end->f);
    for (int i = 0; i < n; i++)
        m->rhs[i] = end->f[i] + per_h * dense_dot(n, s->M + (size_t)i * (size_t)n, m->v_b) -
                    dense_dot(n, s->K + (size_t)i * (size_t)n, m->u_b);
    for (int k = 0; k < s->drive_count; k++) {
        const int dof = s->drive[k].dof;
        end->V[dof] = system_signal(m, m->drive_signal[k], task->which);
        for (int i = 0; i < n; i++)
            m->rhs[i] -= task->solver->Khat[(size_t)i * (size_t)n + (size_t)dof] * end->V[dof];
    }
}

/* The contact problem of the stage; its answer goes to the end's contact state, velocities to V. */
static JudderErr rub(SystemMarch *m, const StageTask *task, StageReport *report) {
    const SystemMarchSetup *s = &m->setup;
    const int size = m->width * s->contact_count, off = m->width - 1;
    StageEnd *end = task->end;
    for (int i = 0; i < size; i++) {
        const int place = m->rub_of[i];
        double b = 0;
        if (place >= 0) {
            b = m->rhs[m->rub[place]];
            for (int k = 0; k < m->inner_count; k++)
                b -= task->solver->transmission[k * m->rub_count + place] * m->rhs[m->inner[k]];
            b *= m->sign[place];
        }
        m->rub_b[i] = b;
    }
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        m->gap_b[i] = c->normal >= 0 ? c->gap - m->u_b[c->normal] : 0;
        m->p[i] = system_signal(m, m->normal_signal[i], task->which);
        m->V_f[i] = system_signal(m, m->velocity_signal[i], task->which);
    }
    const StageInput input = {m->rub_b, m->gap_b, m->p, m->V_f, m->state_b};
    TRY(stage_solve(task->solver->stage, &input, &m->last, report));
    memcpy(end->contact.v, m->last.v, (size_t)size * sizeof *m->last.v);
    memcpy(end->contact.r, m->last.r, (size_t)size * sizeof *m->last.r);
    memcpy(end->contact.node, m->last.node, (size_t)s->contact_count * sizeof *m->last.node);
    /* Without a normal dof the force is known all the same. */
    for (int i = 0; i < s->contact_count && off; i++)
        if (s->contact[i].normal < 0) end->contact.r[2 * i] = m->p[i];
    for (int i = 0; i < size; i++)
        if (m->rub_of[i] >= 0) end->V[m->rub[m->rub_of[i]]] = m->sign[m->rub_of[i]] * m->last.v[i];
    return JUDDER_OK;
}

JudderErr system_stage(SystemMarch *m, const StageTask *task, StageReport *report) {
    const SystemMarchSetup *s = &m->setup;
    const double h = task->solver->h;
    StageEnd *end = task->end;
    *report = (StageReport){.outcome = STAGE_SOLVED};
    right_side(m, task);
    memcpy(end->law_state, m->state_b, (size_t)s->contact_count * sizeof *m->state_b);
    if (s->contact_count > 0) TRY(rub(m, task, report));
    for (int k = 0; k < m->inner_count; k++) {
        double x = m->rhs[m->inner[k]];
        for (int j = 0; j < m->rub_count; j++)
            x -= task->solver->Khat[(size_t)m->inner[k] * (size_t)s->n + (size_t)m->rub[j]] *
                 end->V[m->rub[j]];
        m->inner_x[k] = x;
    }
    if (task->solver->inner) TRY(dense_factor_solve(task->solver->inner, m->inner_x));
    for (int k = 0; k < m->inner_count; k++) end->V[m->inner[k]] = m->inner_x[k];
    for (int i = 0; i < s->n; i++) {
        end->U[i] = m->u_b[i] + h * end->V[i];
        end->a[i] = (end->V[i] - m->v_b[i]) / h;
    }
    return JUDDER_OK;
}
