/* How long the next step may be. */
#include "system_march/events/events.h"

#include <math.h>

/* Falls of mu, in p mu': those of the present pieces. */
static double fall(const Events *e, int i) {
    const Moment *at = e->now;
    const Friction *f = &e->m->friction[i];
    if (e->mode[i].node != STAGE_SLIP) return 0;
    const double w = events_slip(e, i, at);
    const double slope = f->law->state_advance
                             ? friction_advanced_slope(f, fmax(fabs(w), 1e-300), at->state[i], 0.3 * e->step)
                             : events_mu(e, i, &e->mode[i], w, at->state[i]).slope;
    return at->p[i] * fmax(0, -slope);
}

/* gamma dt lambda <= .9, lambda bounded by the largest sum of a row of |W_TT| D. Of order 4 a third of that:
 * beyond it the order is lost before the solution is.  (MO-8) */
double events_unique_step(const Events *e) {
    const SystemMarch *m = e->m;
    const int n = m->setup.n;
    double lambda = 0, *falls = e->x;
    for (int i = 0; i < m->setup.contact_count; i++) falls[i] = fall(e, i);
    for (int i = 0; i < m->setup.contact_count; i++) {
        if (e->mode[i].node != STAGE_SLIP) continue;
        double sum = 0;
        for (int j = 0; j < m->setup.contact_count; j++) {
            const int place = m->rub_of[m->width * (j + 1) - 1];
            sum += fabs(e->column[(size_t)place * (size_t)n + (size_t)m->setup.contact[i].tangent]) *
                   falls[j];
        }
        lambda = fmax(lambda, sum);
    }
    return lambda > 0 ? (e->propagator->order == 4 ? 1 : 3) / lambda : INFINITY;
}
