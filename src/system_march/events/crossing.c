#include "system_march/events/crossing.h"

#include <math.h>

enum { CROSSING_HALVINGS = 60 };

static SystemInstant instant_of(const Events *e, const Moment *at) {
    double *signal = e->m->sections->signal;
    for (int i = 0; i < e->m->signal_count; i++) signal[i] = events_signal(e, i, at->t);
    return (SystemInstant){at->t, at->u, at->v, at->state, signal};
}

static double level_at(const Events *e, int kind, const Moment *at) {
    const SystemInstant now = instant_of(e, at);
    return system_section_level(e->m, kind, &now);
}

static void cross_at(Events *e, int kind, const Moment *at) {
    const SystemInstant now = instant_of(e, at);
    system_sections_cross(e->m, kind, &now);
}

void events_cross_onset(Events *e) {
    cross_at(e, SECTION_ONSET, e->now);
}

/* Where the level falls below 0 inside the step, by the dense output; it is positive at its begin. */
static void cross_inside(Events *e, int kind) {
    double low = e->begin->t, high = e->end->t;
    for (int k = 0; k < CROSSING_HALVINGS && high - low > 0; k++) {
        const double t = low + 0.5 * (high - low);
        if (t == low || t == high) break;
        events_between(e, t, e->shown);
        *(level_at(e, kind, e->shown) > 0 ? &low : &high) = t;
    }
    events_between(e, high, e->shown);
    cross_at(e, kind, e->shown);
}

void events_cross_step(Events *e) {
    SystemSections *s = e->m->sections;
    const SystemInstant end = instant_of(e, e->end);
    system_sections_pass(e->m, &end);
    if (!isnan(s->pending)) {
        events_between(e, s->pending, e->shown);
        cross_at(e, SECTION_ONSET, e->shown);
        s->pending = NAN;
    }
    for (int k = SECTION_ONSET + 1; k < SYSTEM_SECTIONS; k++) {
        if (!s->section[k]) continue;
        const double before = level_at(e, k, e->begin), level = level_at(e, k, e->end);
        if (before > 0) s->above[k] = true;
        if (s->above[k] && level < 0) {
            if (before > 0)
                cross_inside(e, k);
            else
                cross_at(e, k, e->begin);
            s->above[k] = false;
        }
        if (level > 0) s->above[k] = true;
    }
}
