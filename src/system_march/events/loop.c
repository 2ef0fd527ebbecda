/* The loop: steps of a propagator in a mode, cut where an event, a kink of a signal or the end of the run
 * comes first; what the event does; records by time. */
#include "system_march/events/crossing.h"

#include <math.h>
#include <string.h>

/* More events than this at once, and as many again for each contact: the stage scheme takes a step. A body
 * that bounces has fewer before (MO-10) makes an end. */
enum { EVENT_CROWD = 256 };

void events_copy(const Events *e, Moment *to, const Moment *from) {
    const size_t n = (size_t)e->m->setup.n, contacts = (size_t)e->m->setup.contact_count;
    to->t = from->t;
    to->t_low = from->t_low;
    memcpy(to->u, from->u, (4 * n + (5 + 2 * EVENT_FUNCTIONS) * contacts) * sizeof(double));
}

void events_scale(Events *e) {
    const SystemMarch *m = e->m;
    for (int i = 0; i < m->setup.contact_count; i++) {
        const SystemContactSetup *c = &m->setup.contact[i];
        double *most = e->largest + EVENT_LARGEST * i, *scale = e->scale + i * EVENT_FUNCTIONS;
        const double rate = e->now->a[c->tangent] * e->step;
        most[0] = fmax(most[0], fmax(fabs(events_slip(e, i, e->now)), fabs(rate)));
        if (c->normal >= 0) most[1] = fmax(most[1], fabs(c->gap - e->now->u[c->normal]));
        most[2] = fmax(most[2], e->now->p[i]);
        const double bound = friction_at_rest(&m->friction[i], e->now->state[i]) * e->now->p[i];
        most[3] = fmax(most[3], fmax(most[2], fmax(bound, fabs(e->now->r[i]))));
        e->speed_scale = fmax(e->speed_scale, most[0]);
        for (int k = 0; k < EVENT_FUNCTIONS; k++) scale[k] = e->speed_scale;
        scale[EVENT_FOLD] = e->speed_scale > 0 ? most[3] / e->speed_scale : 0;
        scale[EVENT_NORMAL] = events_is_rigid(e, i) ? most[2] : most[1];
        if (e->mode[i].node == STAGE_OPEN) scale[EVENT_FIRST] = most[1];
        if (e->mode[i].node != STAGE_STICK) continue;
        scale[EVENT_FIRST] = scale[EVENT_SECOND] = fmax(bound, fabs(e->now->r[i]));
    }
}

/* --- what a step leaves --- */

/* The account of the step.  (MO-5) */
static void book(Events *e) {
    SystemMarch *m = e->m;
    SystemEnergy *energy = &m->energy;
    StepWorks works = {0};
    const double before = energy->kinetic + energy->elastic;
    e->propagator->account(e, e->end, &works);
    system_energy_of(m, e->end->u, e->end->v, &energy->kinetic, &energy->elastic);
    energy->external += works.external;
    energy->frictional += works.frictional;
    energy->viscous += works.viscous - works.radiated > 1e-14 * works.viscous ? works.viscous - works.radiated
                                                                              : 0;
    energy->radiated += works.radiated;
    energy->contact += works.stored;
    energy->numerical += works.numerical;
    const double sizes = fabs(works.external) + fabs(works.frictional) + fabs(works.viscous) +
                         fabs(works.stored) + fabs(works.numerical);
    m->energy_size = fmax(m->energy_size, fmax(sizes, energy->kinetic + fabs(energy->elastic)));
    const double sum = works.external - works.frictional - works.viscous - works.stored + works.numerical;
    const double left = fabs(energy->kinetic + energy->elastic - before - sum);
    if (m->energy_size > 0) energy->defect = fmax(energy->defect, left / m->energy_size);
}

/* Slip of a contact over the step, and the fastest: w is a cubic of w and its rate. */
static void slip_over(const Events *e, int i, double h, double *moved, double *fastest) {
    const int T = e->m->setup.contact[i].tangent, place = e->m->velocity_signal[i];
    const Moment *a = e->begin, *b = e->end;
    if (e->propagator->slip) {
        e->propagator->slip(e, i, moved, fastest);
        return;
    }
    const double w0 = events_slip(e, i, a), w1 = events_slip(e, i, b);
    const double d0 = a->a[T] - events_signal_slope(e, place, a->t),
                 d1 = b->a[T] - events_signal_slope(e, place, b->t);
    *moved += fabs(h * (0.5 * (w0 + w1) + h * (d0 - d1) / 12));
    *fastest = fmax(*fastest, fmax(fabs(w0), fabs(w1)));
    if (!(d0 * d1 < 0)) return;
    /* where the cubic's slope vanishes: between the ends, by false position */
    double low = 0, high = 1;
    const double va = h * d0, vb = h * d1, rise = w1 - w0;
    for (int k = 0; k < 30; k++) {
        const double s = 0.5 * (low + high);
        const double slope = va + s * (2 * (3 * rise - 2 * va - vb) + 3 * s * (va + vb - 2 * rise));
        *(slope * d0 > 0 ? &low : &high) = s;
    }
    const double w = w0 + low * (va + low * (3 * rise - 2 * va - vb + low * (va + vb - 2 * rise)));
    *fastest = fmax(*fastest, fabs(w));
}

/* With steps of one length: how far a contact slipped in one, of what its state follows. */
static void watch_slip(Events *e, int i, double h) {
    const Friction *f = &e->m->friction[i];
    if (e->tolerance > 0 || !f->law->slip_scale) return;
    const double part = fabs(events_slip(e, i, e->end)) * h / f->law->slip_scale(f->params);
    e->m->report.slip_in_step = fmax(e->m->report.slip_in_step, part);
}

static void tally(Events *e, double h) {
    SystemMarch *m = e->m;
    SystemMove move = {.from = e->begin->t, .time = h};
    for (int i = 0; i < m->setup.contact_count; i++) {
        const StageNode node = e->made[i].node;
        m->report.stick_count += node == STAGE_STICK;
        m->report.open_count += node == STAGE_OPEN;
        m->report.contact_time += h;
        m->report.stick_time += node == STAGE_STICK ? h : 0;
        m->report.open_time += node == STAGE_OPEN ? h : 0;
        if (node != STAGE_STICK) slip_over(e, i, h, &move.slipped, &move.fastest);
        watch_slip(e, i, h);
        move.slips = move.slips || system_counts_as_slip(m, i, node, events_slip(e, i, e->end));
    }
    system_tally_move(m, &move, m->setup.contact_count ? events_slip(e, 0, e->end) : 0);
}

void events_accept(Events *e, double h) {
    SystemMarchReport *report = &e->m->report;
    e->begin = e->now;
    e->end = e->now = e->spare;
    events_free_moments(e);
    memcpy(e->made, e->mode, (size_t)e->m->setup.contact_count * sizeof *e->made);
    e->made_version = e->version;
    memset(e->known, 0, (size_t)(e->m->setup.contact_count * EVENT_FUNCTIONS) * sizeof *e->known);
    book(e);
    tally(e, h);
    report->steps++;
    report->shortest_step = fmin(report->shortest_step, h);
    report->longest_step = fmax(report->longest_step, h);
}

void events_free_moments(Events *e) {
    e->spare = NULL;
    for (int k = 0; k < EVENT_MOMENTS; k++) {
        Moment *one = &e->moment[k];
        if (one == e->begin || one == e->end || one == e->now || one == e->shown) continue;
        *(e->spare ? &e->other : &e->spare) = one;
    }
}

/* What an event changes is changed in a copy: the end of the step stays for the dense output. */
static void leave_end(Events *e) {
    events_copy(e, e->other, e->end);
    e->now = e->other;
    events_free_moments(e);
}

/* --- one step --- */

/* Of a method whose steps have a length, so short that the motion in them is unique.  (MO-8) */
static double regular_length(Events *e) {
    SystemMarchReport *report = &e->m->report;
    const double lambda = events_fall(e);
    double h = fmin(e->step, e->step_max);
    /* Of order 4 a third: beyond it the order is lost before the solution is. */
    if (lambda > 0) h = fmin(h, (e->propagator->order == 4 ? 0.3 : 0.9) / lambda);
    if (e->tolerance > 0) h = fmin(h, 0.5 * events_signal_piece(e));
    report->uniqueness = fmax(report->uniqueness, lambda * h);
    if (lambda > 0) report->suggested_step = fmin(report->suggested_step, 0.9 / lambda);
    return h;
}

static JudderErr next_length(Events *e, double *h) {
    const double left = (e->cut - e->now->t) - e->now->t_low;
    if (e->propagator->longest)
        TRY(e->propagator->longest(e, h));
    else
        *h = regular_length(e);
    *h = fmin(*h, e->step_max);
    /* No sliver is left before the cut. */
    if (*h > left || left - *h < 1e-9 * *h) *h = left;
    return JUDDER_OK;
}

static JudderErr silent(Events *e) {
    const bool reached = e->now->t >= e->cut || (e->cut - e->now->t) <= 1e-14 * fabs(e->cut);
    if (!reached) return JUDDER_OK;
    if (e->now == e->end) leave_end(e);
    e->now->t = e->cut;
    e->now->t_low = 0;
    if (e->cut >= e->m->setup.final) return JUDDER_OK;
    TRY(events_follow(e));
    return events_change(e, &(EventFound){.contact = -1});
}

static JudderErr one_step(Events *e) {
    EventFound found;
    bool solved = false;
    double h;
    TRY(events_follow(e));
    events_scale(e);
    TRY(next_length(e, &h));
    for (;;) {
        const double left = (e->cut - e->now->t) - e->now->t_low;
        if (e->wants_stage || (h < e->step_min && h < left)) return events_stage_step(e);
        TRY(events_locate(e, &h, &solved, &found));
        double error = solved ? 0 : 8;
        if (solved && e->tolerance > 0) TRY(e->propagator->error(e, h, e->spare, &error));
        if (solved && (!(error > 1) || h <= e->step_min)) {
            if (e->tolerance > 0) events_lengthen(e, h, error);
            break;
        }
        e->m->report.rejected_steps++;
        h = events_shorter(e, h, error);
        if (solved) e->step = h = fmax(h, fmin(e->step_min, left));
    }
    events_accept(e, h);
    events_cross_step(e);
    if (e->tolerance > 0) events_ranges(e);
    e->on_event = found.any;
    e->crowd = found.any && h < 1e-3 * e->step ? e->crowd + 1 : 0;
    if (found.any) {
        leave_end(e);
        e->error_before = 1;
        TRY(events_change(e, &found));
        system_energy_of(e->m, e->now->u, e->now->v, &e->m->energy.kinetic, &e->m->energy.elastic);
        if (e->crowd > EVENT_CROWD * (size_t)(1 + e->m->setup.contact_count)) e->wants_stage = true;
    }
    return silent(e);
}

static bool is_finite(const Events *e) {
    double sum = 0;
    for (int i = 0; i < e->m->setup.n; i++) sum += e->now->u[i] + e->now->v[i];
    return isfinite(sum);
}

static JudderErr pass_probes(Events *e) {
    SystemMarch *m = e->m;
    const double near = 1e-9 * m->dt;
    while (stepper_next_probe(&m->stepper) <= e->now->t + near) {
        SystemShown shown;
        TRY(events_show(e, stepper_next_probe(&m->stepper), &shown));
        system_rows_show(m, &shown, stepper_take_probe(&m->stepper));
    }
    return JUDDER_OK;
}

JudderErr events_step(Events *e, bool *goes_on) {
    SystemMarch *m = e->m;
    TRY(one_step(e));
    events_publish(e);
    if (m->stepper.state == STEPPER_GOING && !is_finite(e)) m->stepper.state = STEPPER_LOST;
    *goes_on = m->stepper.state == STEPPER_GOING;
    return *goes_on ? pass_probes(e) : JUDDER_OK;
}

static JudderErr show_row(Events *e, double t) {
    SystemShown shown;
    TRY(events_show(e, t, &shown));
    system_rows_show(e->m, &shown, e->m->row);
    return JUDDER_OK;
}

static JudderErr advance_steps(Events *e, size_t count) {
    Stepper *stepper = &e->m->stepper;
    bool goes_on = true;
    for (size_t k = 0; k < count; k++) {
        TRY(events_step(e, &goes_on));
        if (!goes_on) return JUDDER_OK;
        stepper->done++;
        if (e->now->t < e->m->setup.final) continue;
        stepper->steps = stepper->done;
        break;
    }
    return show_row(e, e->now->t);
}

JudderErr events_advance(Events *e, size_t count) {
    SystemMarch *m = e->m;
    if (e->tolerance > 0) return advance_steps(e, count);
    const size_t last = m->stepper.done + count;
    const double t = last == m->stepper.steps ? m->setup.final : (double)last * m->dt;
    for (bool goes_on = true; e->now->t < t - 1e-9 * m->dt;) {
        TRY(events_step(e, &goes_on));
        if (!goes_on) return JUDDER_OK;
    }
    m->stepper.done = last;
    return show_row(e, t);
}
