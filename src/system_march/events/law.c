/* mu in a mode: on one smooth piece of the law, which goes on straight beyond its ends. */
#include "system_march/events/events.h"

#include <float.h>
#include <math.h>

/* Laws are asked at speeds above 0. */
static double positive(double r) {
    return fmax(r, DBL_MIN);
}

double events_mu_start(const Events *e, int contact, double state) {
    return friction_sliding(&e->m->friction[contact], DBL_MIN, state);
}

MuPoint events_mu(const Events *e, int contact, const ContactMode *mode, double w, double state) {
    const Friction *f = &e->m->friction[contact];
    if (f->law->constant) return (MuPoint){friction_sliding(f, positive(mode->low), state), 0};
    if (events_creeps(e, contact)) {
        const double size = positive(fabs(w));
        return (MuPoint){copysign(friction_sliding(f, size, state), w), friction_slope(f, size, state)};
    }
    const double r = mode->sign * w, inside = positive(fmin(fmax(r, mode->low), mode->high));
    const double mu = friction_sliding(f, inside, state);
    double slope = friction_slope(f, inside, state);
    /* at a kink the law answers for the other side */
    if (inside == mode->high) slope = friction_slope(f, 0.5 * (mode->low + mode->high), state);
    return (MuPoint){mu + slope * (r - inside), slope};
}

void events_piece(const Events *e, int contact, double r, int grows, ContactMode *mode) {
    const double *kink = e->kink[contact];
    mode->low = events_creeps(e, contact) ? -INFINITY : 0;
    mode->high = INFINITY;
    if (mode->low < 0) return;
    for (int k = 0; isfinite(kink[k]); k++) {
        const bool beyond = r > kink[k] || (r == kink[k] && grows > 0);
        if (beyond) mode->low = kink[k];
        if (!beyond) {
            mode->high = kink[k];
            return;
        }
    }
}

void events_touch(Events *e, int contact) {
    const double w = events_slip(e, contact, e->now);
    const bool slips = w != 0 || events_creeps(e, contact);
    const int sign = w < 0 && !events_creeps(e, contact) ? -1 : 1;
    e->mode[contact] = (ContactMode){slips ? STAGE_SLIP : STAGE_STICK, sign, 0, INFINITY};
    if (slips) events_piece(e, contact, fabs(w), 1, &e->mode[contact]);
}
