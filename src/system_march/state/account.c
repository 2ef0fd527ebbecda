/* E_{n+1} - E_n = sum of weight_i P_i - (h^2/2) (|F_2|^2 - |F_1|^2), |F|^2 = a'Ma + V'KV; for one stage of
 * implicit Euler E_{n+1} - E_n = dt P - (dt^2/2) |F|^2.  (BD-7) */
#include "system_march/state/state.h"

#include <math.h>

static double quadratic(const SystemMarch *m, const double *A, const double *x) {
    const int n = m->setup.n;
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (x[i] != 0) sum += x[i] * dense_dot(n, A + (size_t)i * (size_t)n, x);
    return sum;
}

void system_energy_of(SystemMarch *m, const double *u, const double *v, double *kinetic, double *elastic) {
    *kinetic = 0.5 * quadratic(m, m->setup.M, v);
    *elastic = 0.5 * quadratic(m, m->setup.K, u);
}

/* Force that moves a driven dof: M a + C V + K U - f. */
static double reaction(const SystemMarch *m, const StageEnd *end, int dof) {
    const SystemMarchSetup *s = &m->setup;
    const size_t row = (size_t)dof * (size_t)s->n;
    return dense_dot(s->n, s->M + row, end->a) + dense_dot(s->n, s->K + row, end->U) - end->f[dof] +
           (s->C ? dense_dot(s->n, s->C + row, end->V) : 0);
}

/* Power that waves carry away from the first contact. (MO-15) */
static double radiation(const SystemMarch *m, const StageEnd *end, int which) {
    if (!(m->setup.radiation > 0)) return 0;
    const double w = end->contact.v[m->width - 1] - system_signal(m, m->velocity_signal[0], which);
    return m->setup.radiation * w * w;
}

/* Works of one stage over a time; returns their sum. */
static double works(SystemMarch *m, const StageEnd *end, int which, double time) {
    const SystemMarchSetup *s = &m->setup;
    SystemEnergy *e = &m->energy;
    double external = 0, frictional = 0, stored = 0, rigid = 0;
    for (int i = 0; i < s->n; i++) external += end->f[i] * end->V[i];
    for (int k = 0; k < s->drive_count; k++)
        external += reaction(m, end, s->drive[k].dof) * end->V[s->drive[k].dof];
    for (int i = 0; i < s->contact_count; i++) {
        const int t = m->width * (i + 1) - 1;
        const double r = end->contact.r[t], V = system_signal(m, m->velocity_signal[i], which);
        external += r * V;
        frictional -= r * (end->contact.v[t] - V);
        if (s->contact[i].normal < 0) continue;
        const double normal = end->contact.r[t - 1] * end->contact.v[t - 1];
        if (m->law[i].law->rigid)
            rigid += normal;
        else
            stored -= normal;
    }
    const double lost = s->C ? quadratic(m, s->C, end->V) : 0, radiated = radiation(m, end, which),
                 viscous = lost - radiated > 1e-14 * lost ? lost - radiated : 0;
    e->external += time * external;
    e->frictional += time * frictional;
    e->viscous += time * viscous;
    e->radiated += time * radiated;
    e->contact += time * stored;
    e->numerical += time * rigid;
    m->energy_size = fmax(
        m->energy_size, time * (fabs(external) + fabs(frictional) + fabs(lost) + fabs(stored) + fabs(rigid)));
    return time * (external - frictional - lost - stored + rigid);
}

void system_account(SystemMarch *m, const StepMade *step) {
    const StageEnd *last = &m->end[step->count - 1];
    const double before = m->energy.kinetic + m->energy.elastic;
    double sum = 0, F = 0;
    for (int k = 0; k < step->count; k++) {
        sum += works(m, &m->end[k], step->count == 1 ? 2 : k + 1, step->weight[k]);
        const double square = quadratic(m, m->setup.M, m->end[k].a) + quadratic(m, m->setup.K, m->end[k].V);
        F += k + 1 == step->count ? square : -square;
    }
    const double numerical = -0.5 * step->h * step->h * F;
    m->energy.numerical += numerical;
    system_energy_of(m, last->U, last->V, &m->energy.kinetic, &m->energy.elastic);
    const double after = m->energy.kinetic + m->energy.elastic;
    m->energy_size = fmax(m->energy_size, fmax(m->energy.kinetic + fabs(m->energy.elastic), fabs(numerical)));
    if (m->energy_size > 0)
        m->energy.defect = fmax(m->energy.defect, fabs(after - before - sum - numerical) / m->energy_size);
}
