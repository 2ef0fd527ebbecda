/* Marches from section to section. */
#include "system_march/cycle/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_STEPS_BETWEEN_QUESTIONS = 256 };

void cycle_map_destroy(CycleMap **map) {
    CycleMap *x = *map;
    if (!x) return;
    cycle_map_close(x);
    variation_destroy(&x->variation);
    void *const arrays[] = {x->u, x->held, x->driven, x->DP};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    free(x);
    *map = NULL;
}

static JudderErr map_make_room(CycleMap *x) {
    const size_t n = (size_t)x->n;
    x->u = calloc(11 * n, sizeof(double));
    x->held = calloc(2 * n, sizeof *x->held);
    x->driven = calloc(n, sizeof *x->driven);
    x->DP = calloc(4 * n * n, sizeof(double));
    REQUIRE(x->u && x->held && x->driven && x->DP, error_memory());
    x->v = x->u + n, x->rate = x->v + n, x->u_end = x->rate + n, x->v_end = x->u_end + n;
    x->grad = x->v_end + n, x->range_low = x->grad + 2 * n, x->range_high = x->range_low + 2 * n;
    return variation_create(x->n, &x->variation);
}

/* What each dof does in the mean where some are moved with constant velocities: K rate = 0 on the others. */
static JudderErr map_find_rates(CycleMap *x) {
    const SystemMarchSetup *s = &x->system;
    const int n = x->n;
    int *list = calloc((size_t)n, sizeof *list), count = 0;
    double *K = calloc((size_t)n * (size_t)(n + 1), sizeof *K), *b = K + n * n;
    bool singular = false, moves = false;
    JudderErr err = list && K ? JUDDER_OK : error_memory();
    for (int i = 0; i < n; i++) x->driven[i] = false, x->rate[i] = 0;
    for (int i = 0; i < s->drive_count; i++) {
        x->driven[s->drive[i].dof] = true;
        if (!signal_varies(s->drive[i].signal)) x->rate[s->drive[i].dof] = s->drive[i].signal->constant;
        moves = moves || x->rate[s->drive[i].dof] != 0;
    }
    if (err == JUDDER_OK && moves) {
        for (int i = 0; i < n; i++)
            if (!x->driven[i]) list[count++] = i;
        for (int k = 0; k < count; k++) {
            b[k] = -dense_dot(n, s->K + list[k] * n, x->rate);
            for (int l = 0; l < count; l++) K[k * count + l] = s->K[list[k] * n + list[l]];
        }
        if (count > 0) err = dense_solve_once(count, K, b, &singular);
        for (int k = 0; k < count && !singular; k++) x->rate[list[k]] = b[k];
    }
    free(list);
    free(K);
    return err;
}

JudderErr cycle_map_set_system(CycleMap *x, const SystemMarchSetup *system) {
    REQUIRE(system->n == x->n && system->contact_count == x->system.contact_count,
            error_input("over", "the number of dofs or contacts changes with the parameter"));
    x->system = *system;
    x->system.u = x->u, x->system.v = x->v;
    x->system.columns = NULL;
    x->system.owner = NULL;
    x->system.release = NULL;
    x->system.tolerance = 0;
    x->system.method = SYSTEM_EVENTS;
    return map_find_rates(x);
}

/* Whole steps make a period of the loads. */
void cycle_map_set_step(CycleMap *x, double step) {
    x->step = x->setup.period > 0 ? x->setup.period / ceil(x->setup.period / step * (1 - 1e-12)) : step;
}

JudderErr cycle_map_create(const CycleSetup *setup, CycleMap **map) {
    CycleMap *x = calloc(1, sizeof *x);
    REQUIRE(x, error_memory());
    *map = x;
    x->setup = *setup;
    x->n = setup->system->n;
    x->system.contact_count = setup->system->contact_count;
    x->section = setup->section;
    x->crossings = 1;
    TRY(map_make_room(x));
    for (int i = 0; i < x->n; i++) {
        x->u[i] = setup->system->u ? setup->system->u[i] : 0;
        x->v[i] = setup->system->v ? setup->system->v[i] : 0;
    }
    cycle_map_set_step(x, setup->step);
    return cycle_map_set_system(x, setup->system);
}

void cycle_map_close(CycleMap *x) {
    system_march_destroy(&x->march);
}

static void map_begin_range(CycleMap *x) {
    for (int i = 0; i < 2 * x->n; i++) x->range_low[i] = INFINITY, x->range_high[i] = -INFINITY;
    x->low[0] = INFINITY, x->high[0] = -INFINITY;
}

/* Ranges, and the extremes of the first contact's dof inside the step by its cubic. */
static void map_follow_range(CycleMap *x, const Events *e) {
    const Moment *a = e->begin, *b = e->end;
    const int n = x->n, T = x->system.contact[0].tangent;
    for (int i = 0; i < 2 * n; i++) {
        const double y = i < n ? b->u[i] - x->rate[i] * b->t : b->v[i - n];
        x->range_low[i] = fmin(x->range_low[i], y);
        x->range_high[i] = fmax(x->range_high[i], y);
    }
    const double h = b->t - a->t, y0 = a->u[T] - x->rate[T] * a->t, y1 = b->u[T] - x->rate[T] * b->t;
    const double va = h * (a->v[T] - x->rate[T]), vb = h * (b->v[T] - x->rate[T]), rise = y1 - y0;
    double s[3] = {0, 1, 0.5}, low = 0, high = 1;
    for (int k = 0; k < 40 && va * vb < 0; k++) {
        s[2] = 0.5 * (low + high);
        const double slope = va + s[2] * (2 * (3 * rise - 2 * va - vb) + 3 * s[2] * (va + vb - 2 * rise));
        *(slope * va > 0 ? &low : &high) = s[2];
    }
    for (int k = 0; k < (va * vb < 0 ? 3 : 2); k++) {
        const double y = y0 + s[k] * (va + s[k] * (3 * rise - 2 * va - vb + s[k] * (va + vb - 2 * rise)));
        x->low[0] = fmin(x->low[0], y);
        x->high[0] = fmax(x->high[0], y);
    }
}

/* Which numbers of the state are given by the modes at the start. */
static void map_list_held(CycleMap *x, const Events *e) {
    const SystemMarchSetup *s = &x->system;
    for (int i = 0; i < x->n; i++) x->held[i] = x->held[x->n + i] = x->driven[i];
    for (int i = 0; i < s->contact_count; i++) {
        if (e->mode[i].node == STAGE_STICK) x->held[x->n + s->contact[i].tangent] = true;
        if (e->mode[i].node != STAGE_OPEN && events_is_rigid(e, i))
            x->held[s->contact[i].normal] = x->held[x->n + s->contact[i].normal] = true;
    }
    if (x->section == CYCLE_SLIP) x->held[x->n + s->contact[0].tangent] = true;
}

JudderErr cycle_map_open(CycleMap *x, double final) {
    cycle_map_close(x);
    x->system.step = x->step;
    x->system.final = x->section == CYCLE_LOAD ? final : ceil(final / x->step) * x->step;
    TRY(system_march_create(&x->system, &x->march));
    Events *e = x->march->events;
    REQUIRE(e, error_input("method", "a cycle needs steps that end on events: %s", x->march->report.why));
    x->crossed = x->lost = x->undecided = x->stopped = false;
    map_begin_range(x);
    return JUDDER_OK;
}

static bool map_asks(CycleMap *x) {
    if (++x->asked % MAP_STEPS_BETWEEN_QUESTIONS != 0 || !x->setup.go_on) return true;
    return x->setup.go_on(x->setup.context, x->march->events->now->t / x->system.final);
}

static void map_show(const CycleMap *x, const Events *e) {
    const int T = x->system.contact[0].tangent;
    if (!x->watch) return;
    x->watch(x->watch_context, &(CycleSeen){.t = e->now->t,
                                            .displacement = e->now->u[T] - x->rate[T] * e->now->t,
                                            .velocity = e->now->v[T] - x->rate[T],
                                            .slip = events_slip(e, 0, e->now),
                                            .friction = e->now->r[0]});
}

/* Whether the last step crossed the section; cuts it there. */
static JudderErr map_look_at_section(CycleMap *x, Events *e, bool event, bool *crossed) {
    *crossed = false;
    if (x->section == CYCLE_LOAD) {
        *crossed = e->now->t >= x->system.final;
    } else if (x->section == CYCLE_SLIP) {
        *crossed = event && e->before[0].node == STAGE_STICK && e->mode[0].node == STAGE_SLIP;
    } else {
        *crossed = cycle_section_crossed(x, e);
    }
    *crossed = *crossed && e->end->t >= x->least_time;
    return JUDDER_OK;
}

JudderErr cycle_map_step(CycleMap *x, bool derive, bool *crossed) {
    SystemMarch *m = x->march;
    Events *e = m->events;
    const SystemEnergy energy = m->energy;
    const SystemMarchReport report = m->report;
    const SystemTally tally = m->tally;
    bool goes_on;
    *crossed = false;
    x->stopped = x->stopped || !map_asks(x);
    TRY(events_step(e, &goes_on));
    x->lost = x->lost || !goes_on;
    x->undecided = x->undecided || m->report.stage_steps > 0;
    if (x->lost || x->undecided) return JUDDER_OK;
    bool event = e->on_event;
    TRY(map_look_at_section(x, e, event, crossed));
    const bool inside = x->section == CYCLE_TURN || x->section == CYCLE_THRESHOLD;
    if (*crossed && inside) {
        m->energy = energy, m->report = report, m->tally = tally;
        TRY(cycle_section_cut(x, e));
        event = false;
    }
    map_follow_range(x, e);
    if (derive) TRY(variation_step(&x->variation, e));
    const bool ends = *crossed && x->section == CYCLE_SLIP;
    if (derive && event && !ends) TRY(variation_event(&x->variation, e));
    map_show(x, e);
    return JUDDER_OK;
}

void cycle_map_take_end(CycleMap *x) {
    const Events *e = x->march->events;
    const size_t n = (size_t)x->n;
    memcpy(x->u_end, e->now->u, n * sizeof *x->u_end);
    memcpy(x->v_end, e->now->v, n * sizeof *x->v_end);
    x->size[0] = x->size[1] = 0;
    for (size_t i = 0; i < 2 * n; i++)
        if (!x->driven[i % n]) x->size[i / n] = fmax(x->size[i / n], x->range_high[i] - x->range_low[i]);
    for (int k = 0; k < 2; k++) x->size[k] = fmax(x->size[k], 1e-300);
    x->motion.u_min = x->low[0], x->motion.u_max = x->high[0];
    map_begin_range(x);
}

static void map_take_motion(CycleMap *x) {
    const SystemMarch *m = x->march;
    CycleMotion *motion = &x->motion;
    const double contacts = x->system.contact_count;
    motion->period = x->T;
    motion->slip_max = m->tally.slip_max;
    motion->stick_fraction = m->report.stick_time / (contacts * x->T);
    motion->friction_loss = m->energy.frictional;
    motion->viscous_loss = m->energy.viscous;
    motion->impact_loss = fmax(0, -m->energy.impact);
    motion->external_work = m->energy.external;
    motion->energy_defect = m->energy.defect;
    motion->events = m->report.events + m->report.impacts;
    motion->steps = m->report.steps;
}

/* On the section contact 1 begins to slip: which way its friction says. */
static JudderErr map_begin_slip(Events *e) {
    bool decided;
    if (e->mode[0].node != STAGE_STICK) return JUDDER_OK;
    e->leaves[0] = e->now->r[0] > 0 ? -1 : 1;
    return events_decide(e, &decided);
}

JudderErr cycle_map_run(CycleMap *x, bool derive) {
    const double longest = x->least_time > 0 ? 4 * x->T : x->setup.final;
    TRY(cycle_map_open(x, x->section == CYCLE_LOAD ? x->crossings * x->setup.period : longest));
    Events *e = x->march->events;
    if (x->section == CYCLE_SLIP) TRY(map_begin_slip(e));
    map_list_held(x, e);
    if (derive) variation_begin(x, &x->variation);
    map_show(x, e);
    for (int left = x->section == CYCLE_LOAD ? 1 : x->crossings; left > 0;) {
        bool crossed;
        TRY(cycle_map_step(x, derive && !x->lost, &crossed));
        if (x->lost || x->undecided || x->stopped) return JUDDER_OK;
        if (crossed) left--;
        if (!crossed && e->now->t >= x->system.final) return JUDDER_OK;
        if (crossed && left > 0 && derive && x->section == CYCLE_SLIP) TRY(variation_event(&x->variation, e));
    }
    x->crossed = true;
    x->T = e->now->t + e->now->t_low;
    x->least_time = fmax(0.02 * x->T / x->crossings, 1.5 * x->step);
    if (derive) TRY(variation_end(x, e));
    cycle_map_take_end(x);
    map_take_motion(x);
    return JUDDER_OK;
}
