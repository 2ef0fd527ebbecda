/* Works over the step made last: integrals of products of polynomials, exact but for rounding.  (MO-7) */
#include "system_march/events/exact/exact.h"

#include <string.h>

static LinearSeries series(const double *c) {
    return (LinearSeries){c, 1, LINEAR_TERMS};
}

/* Of loads and drives, but for the foundation. */
static double exact_motion_external(const Events *e, const ExactMotion *x) {
    const SystemMarchSetup *s = &e->m->setup;
    double sum = 0, force[EXACT_SIZE] = {0};
    for (int i = 0; i < s->n; i++) {
        const LinearSeries load = {x->load + i, s->n, CURVE_DEGREE},
                           v = {x->motion->v + i, s->n, LINEAR_TERMS};
        bool loaded = false;
        for (int k = 0; k <= CURVE_DEGREE; k++) loaded = loaded || load.c[k * s->n] != 0;
        if (loaded) sum += linear_series_work(load, v, 1);
    }
    for (int i = 0; i < s->drive_count; i++) {
        const LinearSeries v = {x->motion->v + s->drive[i].dof, s->n, LINEAR_TERMS};
        linear_motion_force(x->motion, s->drive[i].dof, force);
        sum += linear_series_work(series(force), v, 1);
    }
    return sum;
}

static double exact_motion_viscous(const Events *e, const ExactMotion *x) {
    const SystemMarchSetup *s = &e->m->setup;
    double sum = 0;
    if (!s->C) return 0;
    for (int k = 0; k < EXACT_SIZE; k++)
        dense_multiply(s->n, s->C, x->motion->v + k * s->n, x->flow + k * s->n);
    for (int i = 0; i < s->n; i++)
        sum += linear_series_work((LinearSeries){x->flow + i, s->n, LINEAR_TERMS},
                                  (LinearSeries){x->motion->v + i, s->n, LINEAR_TERMS}, 1);
    return sum;
}

void exact_motion_account(Events *e, const Moment *end, StepWorks *works) {
    const ExactMotion *x = e->own;
    (void)end;
    double external = exact_motion_external(e, x), frictional = 0;
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        const ExactContact *c = &x->contact[i];
        if (e->made[i].node == STAGE_OPEN) continue;
        if (e->m->velocity_signal[i] >= 0) external += linear_series_work(series(c->r), series(c->V), 1);
        if (e->made[i].node == STAGE_SLIP) frictional -= linear_series_work(series(c->r), series(c->w), 1);
    }
    works->external += x->h * external;
    works->frictional += x->h * frictional;
    works->viscous += x->h * exact_motion_viscous(e, x);
}
