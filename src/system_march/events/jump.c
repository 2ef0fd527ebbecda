/* Slip without mass: where its branch of the friction graph ends, the velocity jumps to the next stable root
 * along the flow  (DI-4), (MO-2):  C_TT r + p mu(r) = Q. */
#include "system_march/events/events.h"

#include "friction/friction_root.h"

#include <math.h>

bool events_is_light(const Events *e, int contact) {
    const SystemMarchSetup *s = &e->m->setup;
    return !(s->M[(size_t)s->contact[contact].tangent * (size_t)(s->n + 1)] > 0);
}

double events_resistance(const Events *e, int contact) {
    const SystemMarchSetup *s = &e->m->setup;
    return s->C ? s->C[(size_t)s->contact[contact].tangent * (size_t)(s->n + 1)] : 0;
}

/* The speed after the branch ended at r, left upwards or downwards; the same: it goes on. */
static double next_speed(const Events *e, int i, double r, bool up) {
    const Friction *f = &e->m->friction[i];
    const Moment *at = e->end;
    const double p = at->p[i], A = events_resistance(e, i);
    const double mu = r > 0 ? friction_sliding(f, r, at->state[i]) : friction_at_rest(f, at->state[i]);
    const double Q = (A * r + p * mu) * (1 + (up ? 1e-12 : -1e-12));
    const FrictionEquation equation = {
        .A = A, .S = p, .Q = Q, .r_0 = r, .state = at->state[i], .one_is_enough = true};
    return friction_root(e->roots[i], &equation).r;
}

/* A contact without mass that begins to slip, or whose slip reached a kink or a fold of its law. */
void events_jump(Events *e, int i) {
    ContactMode *mode = &e->mode[i];
    if (!e->roots[i] || mode->node == STAGE_OPEN || e->fired[i] == EVENT_NORMAL) return;
    const bool begins = mode->node == STAGE_STICK;
    const int sign = begins ? e->leaves[i] : mode->sign;
    const double r = begins ? 0 : fabs(events_slip(e, i, e->now));
    if (!begins && r == 0) return;
    const bool up = begins || e->fired[i] == EVENT_SECOND;
    const double next = next_speed(e, i, r, up), V = events_signal(e, e->m->velocity_signal[i], e->now->t);
    if (fabs(next - r) <= 1e-6 * fmax(r, next)) return;
    e->leaves[i] = 0;
    *mode = (ContactMode){next > 0 ? STAGE_SLIP : STAGE_STICK, sign, 0, INFINITY};
    if (next > 0) events_piece(e, i, next, 1, mode);
    e->now->v[e->m->setup.contact[i].tangent] = V + sign * next;
    e->m->report.jumps++;
    events_tell(e, i, STEPPER_JUMP, sign * r, sign * next);
}
