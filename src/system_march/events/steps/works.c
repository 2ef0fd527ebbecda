/* The account of a step: works at its stages.  (BD-7), (MO-5) */
#include "system_march/events/steps/block.h"

#include <stdlib.h>

double events_quadratic(const Events *e, const double *A, const double *x) {
    const int n = e->m->setup.n;
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (x[i] != 0) sum += x[i] * dense_dot(n, A + (size_t)i * (size_t)n, x);
    return sum;
}

JudderErr stage_done_create(const Events *e, StageDone *done) {
    const size_t n = (size_t)e->m->setup.n, contacts = (size_t)e->m->setup.contact_count;
    done->U = calloc(4 * n + 2 * contacts, sizeof(double));
    REQUIRE(done->U, error_memory());
    done->V = done->U + n;
    done->a = done->V + n;
    done->f = done->a + n;
    done->r = done->f + n;
    done->p = done->r + contacts;
    return JUDDER_OK;
}

void stage_done_destroy(StageDone *done) {
    free(done->U);
    *done = (StageDone){0};
}

/* Force that moves a driven dof: M a + C V + K U - f. */
static double drive(const Events *e, const StageDone *done, int dof) {
    const SystemMarchSetup *s = &e->m->setup;
    const size_t row = (size_t)dof * (size_t)s->n;
    return dense_dot(s->n, s->M + row, done->a) + dense_dot(s->n, s->K + row, done->U) - done->f[dof] +
           (s->C ? dense_dot(s->n, s->C + row, done->V) : 0);
}

void stage_done_works(const Events *e, const StageDone *done, double time, StepWorks *works) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    double external = 0;
    for (int i = 0; i < s->n; i++) external += done->f[i] * done->V[i];
    for (int k = 0; k < s->drive_count; k++)
        external += drive(e, done, s->drive[k].dof) * done->V[s->drive[k].dof];
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        const double V = events_signal(e, m->velocity_signal[i], done->t);
        external += done->r[i] * V;
        if (e->made[i].node == STAGE_SLIP) works->frictional -= time * done->r[i] * (done->V[c->tangent] - V);
        if (c->normal >= 0 && !m->law[i].law->rigid) works->stored += time * done->p[i] * done->V[c->normal];
    }
    works->external += time * external;
    if (s->C) works->viscous += time * events_quadratic(e, s->C, done->V);
}
