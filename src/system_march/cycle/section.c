/* Where a cycle ends: the value that passes zero upwards on the section, and the step that ends there. */
#include "system_march/cycle/map.h"

#include <float.h>
#include <math.h>

enum { SECTION_MOST = 80 };

const char *const cycle_section_names[] = {"auto", "slip", "threshold", "turn", "load", NULL};

double cycle_section_value(const CycleMap *map, const Events *e, const Moment *at) {
    const int T = e->m->setup.contact[0].tangent;
    if (map->section == CYCLE_THRESHOLD) return fabs(events_slip(e, 0, at)) - map->setup.threshold;
    return map->rate[T] - at->v[T];
}

double cycle_section_slope(const CycleMap *map, const Events *e, const Moment *at) {
    const int T = e->m->setup.contact[0].tangent;
    if (map->section == CYCLE_THRESHOLD) return events_slip(e, 0, at) < 0 ? -at->a[T] : at->a[T];
    return -at->a[T];
}

bool cycle_section_crossed(const CycleMap *map, const Events *e) {
    const double before = cycle_section_value(map, e, e->begin), after = cycle_section_value(map, e, e->end);
    return after >= 0 && before < -1e-12 * after && before < 0;
}

/* A step of length h from the beginning of the last one. */
static JudderErr section_try(CycleMap *map, Events *e, double h, double *value, bool *solved) {
    Moment *end = e->spare;
    const double length = h + e->now->t_low;
    end->t = e->now->t + length;
    end->t_low = length - (end->t - e->now->t);
    TRY(e->propagator->step(e, h, end, solved));
    if (!*solved) return JUDDER_OK;
    TRY(events_evaluate(e, e->mode, e->version, end));
    *value = cycle_section_value(map, e, end);
    return JUDDER_OK;
}

/* The length of the step that ends on the section, which lies inside [0, whole]. */
static JudderErr section_length(CycleMap *map, Events *e, double whole, double *h, bool *solved) {
    double low = 0, high = whole, x = 0.5 * whole, value = 0;
    const double size = fmax(fabs(e->now->v[e->m->setup.contact[0].tangent]), map->size[1]);
    for (int k = 0; k < SECTION_MOST; k++) {
        TRY(section_try(map, e, x, &value, solved));
        *h = x;
        if (!*solved) return JUDDER_OK;
        const double slope = cycle_section_slope(map, e, e->spare);
        if (fabs(value) <= 1e-15 * size || high - low <= 4 * DBL_EPSILON * whole) break;
        if (value < 0)
            low = x;
        else
            high = x;
        const double next = x - value / slope;
        x = next > low && next < high && k % 8 != 7 ? next : 0.5 * (low + high);
    }
    return JUDDER_OK;
}

JudderErr cycle_section_cut(CycleMap *map, Events *e) {
    const double whole = (e->end->t - e->begin->t) + (e->end->t_low - e->begin->t_low);
    double h = 0;
    bool solved = false;
    e->now = e->begin;
    for (int i = 0; i < e->m->setup.contact_count; i++) e->mode[i] = e->made[i];
    e->version = e->made_version;
    events_free_moments(e);
    TRY(section_length(map, e, whole, &h, &solved));
    if (!solved) {
        map->undecided = true;
        return JUDDER_OK;
    }
    events_accept(e, h);
    e->crowd = 0;
    e->on_event = false;
    events_publish(e);
    return JUDDER_OK;
}
