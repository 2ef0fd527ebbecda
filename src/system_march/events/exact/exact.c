/* Exact: in a mode the system is linear and its loads are polynomials, so the motion is a Taylor polynomial
 * to rounding and events are its zeros. Steps have the length that the motion allows, not `step`.  (MO-7) */
#include "system_march/events/exact/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void exact_destroy(void **own) {
    ExactMotion *x = *own;
    if (!x) return;
    linear_motion_destroy(&x->motion);
    void *const arrays[] = {x->given, x->join, x->dashpot, x->contact, x->load, x->flow};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    free(x);
    *own = NULL;
}

/* Every bend ends a piece, also one that other methods step over. */
static void exact_all_bends(Events *e) {
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        const Friction *f = &e->m->friction[i];
        const size_t count = friction_bends(f, NULL, 0);
        friction_bends(f, e->kink[i], count);
        e->kink[i][count] = INFINITY;
    }
}

/* Times that count as short are those of the system, whatever the pitch of the records. */
static JudderErr exact_lengths(Events *e, ExactMotion *x) {
    const SystemMarchSetup *s = &e->m->setup;
    memcpy(x->given, e->m->driven, (size_t)s->n * sizeof *x->given);
    TRY(linear_motion_mode(x->motion, &(LinearMode){.given = x->given}, &x->singular));
    const double rate = linear_motion_rate(x->motion);
    e->step = fmin(1e-3 * s->final, rate > 0 ? 1 / rate : INFINITY);
    e->step_min = 0;
    return JUDDER_OK;
}

static JudderErr exact_create(Events *e, void **own) {
    const SystemMarchSetup *s = &e->m->setup;
    const size_t n = (size_t)s->n, contacts = (size_t)s->contact_count;
    ExactMotion *x = calloc(1, sizeof *x);
    REQUIRE(x, error_memory());
    *own = x;
    x->given = calloc(n, sizeof *x->given);
    x->join = calloc(contacts + 1, sizeof *x->join);
    x->dashpot = calloc(contacts + 1, sizeof *x->dashpot);
    x->contact = calloc(contacts + 1, sizeof *x->contact);
    x->load = calloc(EXACT_SIZE * n, sizeof *x->load);
    x->flow = calloc(EXACT_SIZE * n, sizeof *x->flow);
    REQUIRE(x->given && x->join && x->dashpot && x->contact && x->load && x->flow, error_memory());
    TRY(linear_motion_create(s->n, s->M, s->C, s->K, &x->motion));
    exact_motion_bernstein_open(x);
    exact_all_bends(e);
    return exact_lengths(e, x);
}

static JudderErr exact_longest(Events *e, double *h) {
    ExactMotion *x = e->own;
    TRY(exact_motion_prepare(e, x));
    const double rate = x->singular ? 1 / e->step : linear_motion_rate(x->motion);
    *h = fmin(rate > 0 ? 1 / rate : INFINITY, exact_motion_reach(e));
    return JUDDER_OK;
}

static JudderErr exact_step(Events *e, double h, Moment *end, bool *solved) {
    ExactMotion *x = e->own;
    const size_t n = (size_t)e->m->setup.n;
    TRY(exact_motion_prepare(e, x));
    *solved = !x->singular;
    /* no shorter step would do: that of the stage scheme is next */
    if (x->singular) e->wants_stage = true;
    if (x->singular) return JUDDER_OK;
    memcpy(x->motion->u, e->now->u, n * sizeof(double));
    memcpy(x->motion->v, e->now->v, n * sizeof(double));
    exact_motion_load(e, x, h);
    linear_motion_expand(x->motion, h);
    exact_motion_contacts(e, x);
    linear_motion_at(x->motion, 1, end->u, end->v, NULL);
    memcpy(end->state, e->now->state, (size_t)e->m->setup.contact_count * sizeof *end->state);
    events_put_given(e, end);
    return JUDDER_OK;
}

/* Unless the last step was another's. */
static void exact_between(const Events *e, double t, double *u, double *v) {
    const ExactMotion *x = e->own;
    if (!(x->h > 0) || e->begin->t != x->from || e->begin->t_low != x->from_low) return;
    linear_motion_at(x->motion, (t - x->from - x->from_low) / x->h, u, v, NULL);
}

static JudderErr exact_serialise(Events *e, Archive *archive) {
    ExactMotion *x = e->own;
    const size_t size = EXACT_SIZE * (size_t)e->m->setup.n * sizeof(double);
    archive_array(archive, "from", &x->from, sizeof x->from);
    archive_array(archive, "from below", &x->from_low, sizeof x->from_low);
    archive_array(archive, "over", &x->h, sizeof x->h);
    archive_array(archive, "displacements", x->motion->u, size);
    archive_array(archive, "velocities", x->motion->v, size);
    return JUDDER_OK;
}

const Propagator exact_propagator = {.name = "exact",
                                     .suits = exact_suits,
                                     .create = exact_create,
                                     .destroy = exact_destroy,
                                     .longest = exact_longest,
                                     .step = exact_step,
                                     .first = exact_motion_first,
                                     .account = exact_motion_account,
                                     .slip = exact_motion_slip,
                                     .between = exact_between,
                                     .serialise = exact_serialise};
