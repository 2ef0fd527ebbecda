/* How long the next step may be. */
#include "system_march/events/events.h"

#include <math.h>

static double power(const Events *e, double error, double part) {
    return pow(fmax(error, 1e-10), -part / (e->propagator->order + 1));
}

/* After an error above the tolerance, or (8) a step without a solution.  (MO-12) */
double events_shorter(const Events *e, double h, double error) {
    return h * fmax(0.2, 0.9 * power(e, error, 1));
}

/* After a step that was good. One that was cut for another reason says nothing against a longer one. */
void events_lengthen(Events *e, double h, double error) {
    const double next = h * fmin(5, fmax(0.2, 0.9 * power(e, error, 0.7) / power(e, e->error_before, 0.4)));
    e->step = fmin(h < e->step ? fmax(e->step, next) : next, e->step_max);
    e->step = fmax(e->step, e->step_min);
    e->error_before = error;
}

/* Ranges of u and v so far, at least what a step of length h changes. */
void events_ranges(Events *e) {
    const int n = e->m->setup.n;
    double *low = e->range, *high = e->range + 2 * (size_t)n;
    for (int i = 0; i < n; i++) {
        low[i] = fmin(low[i], e->now->u[i]), high[i] = fmax(high[i], e->now->u[i]);
        low[n + i] = fmin(low[n + i], e->now->v[i]), high[n + i] = fmax(high[n + i], e->now->v[i]);
    }
}

/* What the laws with a state feel of errors at their contacts: forces beside a p, a = r mu'(r). */
static double felt(const Events *e, const double *error_u, const double *error_v, bool *mine) {
    const SystemMarchSetup *s = &e->m->setup;
    double worst = 0;
    for (int i = 0; i < s->contact_count; i++) {
        const Friction *f = &e->m->friction[i];
        const int T = s->contact[i].tangent;
        if (!f->law->state_advance || e->mode[i].node != STAGE_SLIP) continue;
        const double r = fmax(fabs(events_slip(e, i, e->spare)), 1e-300), y = e->spare->state[i];
        const double mu = friction_sliding(f, r, y), a = fmax(r * fabs(friction_slope(f, r, y)), 1e-3 * mu);
        const double k = s->K[(size_t)T * (size_t)(s->n + 1)], m = s->M[(size_t)T * (size_t)(s->n + 1)];
        const double force = a * e->spare->p[i];
        if (!(force > 0)) continue;
        mine[T] = true;
        worst = fmax(worst, fmax(fabs(error_u[T]) * k, fabs(error_v[T]) * sqrt(k * m)) / force);
    }
    return worst;
}

/* A speed that matters: a thousandth of what friction gives or takes in the time of the fastest vibration. At
 * the start of a motion its ranges say nothing yet. */
static double least_speed(const Events *e) {
    const SystemMarch *m = e->m;
    double most = 0;
    for (int i = 0; i < m->setup.contact_count; i++) {
        const size_t T = (size_t)m->setup.contact[i].tangent;
        const size_t place = (size_t)m->rub_of[m->width * (i + 1) - 1];
        most = fmax(most, e->largest[EVENT_LARGEST * i + 3] * e->column[place * (size_t)m->setup.n + T]);
    }
    return e->omega > 0 ? 1e-3 * most / e->omega : 0;
}

/* The norm of (MO-11), of the tolerance. */
double events_error(Events *e, double h, const double *error_u, const double *error_v) {
    const int n = e->m->setup.n;
    const double *low = e->range, *high = e->range + 2 * (size_t)n;
    const double speed = least_speed(e), way = e->omega > 0 ? speed / e->omega : 0;
    for (int i = 0; i < n; i++) e->mine[i] = false;
    double worst = felt(e, error_u, error_v, e->mine);
    for (int i = 0; i < n; i++) {
        if (e->mine[i] || e->m->driven[i]) continue;
        const double u = fmax(high[i] - low[i], fmax(way, h * fabs(e->now->v[i])));
        const double v = fmax(high[n + i] - low[n + i], fmax(speed, h * fabs(e->now->a[i])));
        if (u > 0) worst = fmax(worst, fabs(error_u[i]) / u);
        if (v > 0 && e->m->setup.M[(size_t)i * (size_t)(n + 1)] > 0)
            worst = fmax(worst, fabs(error_v[i]) / v);
    }
    return worst / e->tolerance;
}

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

/* gamma lambda of (MO-8), lambda bounded by the largest sum of a row of |W_TT| D. */
double events_fall(const Events *e) {
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
    return (1 - M_SQRT1_2) * lambda;
}
