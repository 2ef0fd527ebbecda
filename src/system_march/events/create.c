/* What the event-driven march is made of, and which propagator moves it. */
#include "system_march/events/events.h"

#include "friction/friction_root.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 64, MOST_DOFS = 256, KINKS = 256, POWER_STEPS = 60 };

const Propagator *const propagators[] = {&gauss_propagator, &sdirk_propagator, NULL};

static JudderErr room_of_moment(const Events *e, Moment *at) {
    const size_t n = (size_t)e->m->setup.n, c = (size_t)e->m->setup.contact_count;
    double *room = calloc(4 * n + (5 + 2 * EVENT_FUNCTIONS) * c + 1, sizeof *room);
    REQUIRE(room, error_memory());
    at->u = room; /* events_copy copies all from here on */
    at->v = at->u + n;
    at->a = at->v + n;
    at->jerk = at->a + n;
    at->state = at->jerk + n;
    at->r = at->state + c;
    at->p = at->r + c;
    at->r_rate = at->p + c;
    at->p_rate = at->r_rate + c;
    at->value = at->p_rate + c;
    at->slope = at->value + EVENT_FUNCTIONS * c;
    return JUDDER_OK;
}

static JudderErr events_make_room(Events *e) {
    const size_t n = (size_t)e->m->setup.n, c = (size_t)e->m->setup.contact_count;
    for (int k = 0; k < EVENT_MOMENTS; k++) TRY(room_of_moment(e, &e->moment[k]));
    e->mode = calloc(4 * c + 1, sizeof *e->mode);
    e->fired = calloc((3 + EVENT_FUNCTIONS) * c + 1, sizeof *e->fired);
    e->scale = calloc((EVENT_LARGEST + EVENT_FUNCTIONS) * c + 1, sizeof *e->scale);
    e->cleared = calloc(EVENT_FUNCTIONS * c + 1, sizeof *e->cleared);
    e->memory = calloc(c + 1, sizeof *e->memory);
    e->mass.mu = calloc(c + 1, sizeof(double));
    e->mass.move = calloc(n, sizeof *e->mass.move);
    e->mass.free = calloc(n, sizeof *e->mass.free);
    e->kink = calloc(c + 1, sizeof *e->kink);
    e->roots = calloc(c + 1, sizeof *e->roots);
    e->column = calloc((size_t)e->m->rub_count * n + 1, sizeof(double));
    e->force = calloc(3 * n, sizeof(double));
    e->range = calloc(4 * n, sizeof(double));
    e->mine = calloc(n, sizeof *e->mine);
    e->silent = calloc((size_t)e->m->signal_count + 1, sizeof(double));
    e->shown_contact = calloc(c + 1, sizeof *e->shown_contact);
    REQUIRE(e->mode && e->fired && e->scale && e->cleared && e->memory && e->mass.mu && e->mass.move &&
                e->mass.free && e->kink && e->roots && e->column && e->force && e->range && e->mine &&
                e->silent && e->shown_contact,
            error_memory());
    e->made = e->mode + c, e->tried = e->made + c, e->before = e->tried + c;
    e->leaves = e->fired + c, e->choice = e->leaves + c, e->known = e->choice + c;
    e->largest = e->scale + EVENT_FUNCTIONS * c;
    e->rate = e->force + n, e->x = e->rate + n;
    for (size_t i = 0; i < c; i++) e->memory[i] = (EventMemory){-INFINITY, 0, NAN, NAN};
    for (int i = 0; i < e->m->signal_count; i++) e->silent[i] = -INFINITY;
    return dense_factor_reserve((int)n, &e->mass.factor);
}

/* Speeds at which the slope of a law jumps. */
static JudderErr find_kinks(const Friction *f, double **kink) {
    double at[KINKS];
    size_t count = friction_bends(f, at, KINKS), found = 0;
    if (count > KINKS) count = KINKS;
    *kink = calloc(count + 1, sizeof **kink);
    REQUIRE(*kink, error_memory());
    for (size_t k = 0; k < count; k++) {
        const double left = friction_slope(f, at[k] * (1 - 1e-9), 0), right = friction_slope(f, at[k], 0);
        if (fabs(left - right) > 1e-6 * fmax(fabs(left), fabs(right))) (*kink)[found++] = at[k];
    }
    (*kink)[found] = INFINITY;
    return JUDDER_OK;
}

/* M^-1 on the dofs with mass that are not driven; *singular: it has none. */
static JudderErr invert_masses(Events *e, bool *singular) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    ModeMass *mass = &e->mass;
    *singular = false;
    for (int i = 0; i < s->n; i++)
        if (!m->driven[i] && s->M[(size_t)i * (size_t)(s->n + 1)] > 0) mass->free[mass->count++] = i;
    if (mass->count == 0) return JUDDER_OK;
    double *A = dense_factor_room(mass->factor);
    for (int k = 0; k < mass->count; k++)
        for (int l = 0; l < mass->count; l++)
            A[k * mass->count + l] = s->M[(size_t)mass->free[k] * (size_t)s->n + (size_t)mass->free[l]];
    TRY(dense_factor_room_factor(mass->factor, mass->count, singular));
    *singular = *singular || dense_factor_pivot_ratio(mass->factor) < 1e-13;
    for (int j = 0; j < m->rub_count && !*singular; j++) {
        for (int k = 0; k < mass->count; k++) e->x[k] = mass->free[k] == m->rub[j] ? 1 : 0;
        TRY(dense_factor_solve(mass->factor, e->x));
        for (int k = 0; k < mass->count; k++)
            e->column[(size_t)j * (size_t)s->n + (size_t)mass->free[k]] = e->x[k];
    }
    return JUDDER_OK;
}

/* The highest frequency of the free system, by powers of M^-1 K; masses are factored. */
static JudderErr highest_frequency(Events *e, double *omega) {
    const SystemMarchSetup *s = &e->m->setup;
    const ModeMass *mass = &e->mass;
    double *x = e->force, *y = e->rate, square = 0;
    for (int i = 0; i < s->n; i++) x[i] = 0;
    for (int k = 0; k < mass->count; k++) x[mass->free[k]] = 1 + 0.37 * ((k * 7) % 11);
    for (int step = 0; step < POWER_STEPS && mass->count > 0; step++) {
        double size = 0;
        dense_multiply(s->n, s->K, x, y);
        for (int k = 0; k < mass->count; k++) e->x[k] = y[mass->free[k]];
        TRY(dense_factor_solve(mass->factor, e->x));
        for (int k = 0; k < mass->count; k++) size = fmax(size, fabs(e->x[k]));
        square = size;
        for (int k = 0; k < mass->count && size > 0; k++) x[mass->free[k]] = e->x[k] / size;
    }
    *omega = sqrt(square);
    return JUDDER_OK;
}

/* Of the order asked for, or 4 where it is worth its while. */
static JudderErr choose_propagator(Events *e) {
    SystemMarchReport *report = &e->m->report;
    const int order = e->m->setup.order;
    const char *why = NULL;
    double omega = 0;
    TRY(highest_frequency(e, &omega));
    e->omega = omega;
    e->propagator = &sdirk_propagator;
    if (order == 2) return JUDDER_OK;
    const bool suits = gauss_propagator.suits(e, &why);
    REQUIRE(suits || order == 0, error_input("order", "order = 4 is not for this system: %s", why));
    if (suits && order == 0 && e->m->dt * omega >= 2) why = "step times the highest frequency is above 2";
    if (why)
        report->why = why;
    else
        e->propagator = &gauss_propagator;
    return JUDDER_OK;
}

static JudderErr build(Events *e) {
    const SystemMarchSetup *s = &e->m->setup;
    bool singular;
    TRY(events_make_room(e));
    for (int i = 0; i < s->contact_count; i++) TRY(find_kinks(&e->m->friction[i], &e->kink[i]));
    for (int i = 0; i < s->contact_count; i++)
        if (events_is_light(e, i)) TRY(friction_roots_create(e->m->friction[i], &e->roots[i]));
    e->step = e->m->dt;
    e->tolerance = s->tolerance;
    e->step_min = s->step_min > 0 ? s->step_min : 1e-10 * e->step;
    e->step_max = s->step_max > 0 ? s->step_max : s->final;
    e->error_before = 1;
    TRY(invert_masses(e, &singular));
    if (singular) {
        e->m->report.why = "the mass matrix is singular beyond dofs without mass";
        return JUDDER_OK;
    }
    TRY(choose_propagator(e));
    TRY(e->propagator->create(e, &e->own));
    e->m->report.method = e->propagator->name;
    e->now = &e->moment[0];
    e->shown = &e->moment[1];
    events_free_moments(e);
    return events_begin(e);
}

JudderErr events_create(SystemMarch *m, Events **events) {
    static const char *const many = "many contacts or dofs: their events would cost more than steps";
    *events = NULL;
    if (m->setup.contact_count > MOST_CONTACTS || m->setup.n > MOST_DOFS) {
        m->report.why = many;
        return JUDDER_OK;
    }
    Events *e = calloc(1, sizeof *e);
    REQUIRE(e, error_memory());
    e->m = m;
    *events = e;
    TRY(build(e));
    if (!e->propagator) events_destroy(events);
    return JUDDER_OK;
}

void events_destroy(Events **events) {
    Events *e = *events;
    if (!e) return;
    if (e->propagator) e->propagator->destroy(&e->own);
    for (int k = 0; k < EVENT_MOMENTS; k++) free(e->moment[k].u);
    for (int i = 0; i < e->m->setup.contact_count && e->kink; i++) free(e->kink[i]);
    for (int i = 0; i < e->m->setup.contact_count && e->roots; i++) friction_roots_destroy(&e->roots[i]);
    free(e->roots);
    dense_factor_destroy(&e->mass.factor);
    void *const arrays[] = {e->mode,    e->fired,     e->scale,     e->cleared, e->memory,
                            e->mass.mu, e->mass.move, e->mass.free, e->kink,    e->column,
                            e->force,   e->silent,    e->range,     e->mine,    e->shown_contact};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    free(e);
    *events = NULL;
}
