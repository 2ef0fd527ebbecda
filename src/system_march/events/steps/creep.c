/* Contacts whose law has no stick but creeps over many decades of speed (MO-13). Each one is first solved for
 * itself, the others held: for one contact this is the solution. Then Newton moves ln |w|, of which such a
 * law is nearly a straight function. */
#include "system_march/events/steps/newton.h"

#include <float.h>
#include <math.h>

/* A move of ln |w| in one iteration is at most this. */
static const double most_decades = 50;

static double *creep_velocity(const Events *e, StageBlock *b, int contact) {
    return &b->x[e->m->rub_of[e->m->width * (contact + 1) - 1]];
}

void block_creep_start(const Events *e, StageBlock *b, const StageDone *done) {
    const SystemMarch *m = e->m;
    for (int i = 0; i < m->setup.contact_count; i++) {
        if (!events_creeps(e, i) || e->mode[i].node != STAGE_SLIP) continue;
        double *x = creep_velocity(e, b, i);
        const size_t T = (size_t)(x - b->x), row = T * (size_t)m->rub_count;
        const double V = events_signal(e, m->velocity_signal[i], done->t), A = b->S[row + T];
        /* A w + p mu(|w|) Dir(w) = q */
        const double q = b->b[T] - (dense_dot(m->rub_count, b->S + row, b->x) - A * *x) - A * V;
        const double w = e->now->v[m->setup.contact[i].tangent] - V;
        const FrictionEquation equation = {.A = A,
                                           .S = done->p[i],
                                           .Q = fabs(q),
                                           .r_0 = w * q > 0 ? fabs(w) : 0,
                                           .state = b->base->state[i],
                                           .duration = b->dt * b->tableau->A[0],
                                           .one_is_enough = true};
        *x = V + copysign(friction_root(e->roots[i], &equation).r, q);
    }
}

double block_creep_move(const Events *e, StageBlock *b, const StageDone *done, int contact, double from) {
    const SystemMarch *m = e->m;
    double *x = creep_velocity(e, b, contact);
    const size_t T = (size_t)(x - b->x);
    const double V = events_signal(e, m->velocity_signal[contact], done->t);
    const double w = from - V, straight = *x - V;
    if (w == 0) return straight == 0 ? 0 : 1;
    const bool law_rules = b->factored[contact].by_w > b->S[T * (size_t)(m->rub_count + 1)];
    if (law_rules || w * straight <= 0)
        *x = V + w * exp(fmin(fmax((straight - w) / w, -most_decades), most_decades));
    const double known = 8 * DBL_EPSILON * (fabs(*x) + fabs(V)) / fabs(w);
    return fmax(0, fabs(*x - from) / fmax(fabs(w), fabs(*x - V)) - known);
}
