#include "system_march/cycle/find.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A signal that varies must come back with the period of the loads. */
static JudderErr check_signal(const Signal *signal, double period, bool *varies) {
    if (!signal || !signal_varies(signal)) return JUDDER_OK;
    *varies = true;
    REQUIRE(period > 0, error_input("period", "a signal varies in time: give the period of the loads"));
    for (int k = 0; k < 17; k++) {
        const double t = period * (k + 0.37) / 17;
        double a, b;
        TRY(signal_value(signal, t, &a));
        TRY(signal_value(signal, t + period, &b));
        REQUIRE(fabs(a - b) <= 1e-8 * fmax(1e-6, fmax(fabs(a), fabs(b))),
                error_input("period", "a signal is %.12g at t = %g and %.12g a period of %.12g later", a, t,
                            b, period));
    }
    return JUDDER_OK;
}

static JudderErr check_signals(const CycleSetup *setup) {
    const SystemMarchSetup *s = setup->system;
    bool varies = false;
    for (int i = 0; i < s->contact_count; i++) {
        if (s->contact[i].normal < 0) TRY(check_signal(s->contact[i].normal_force, setup->period, &varies));
        TRY(check_signal(s->contact[i].velocity, setup->period, &varies));
    }
    for (int i = 0; i < s->force_count; i++) TRY(check_signal(s->force[i].signal, setup->period, &varies));
    for (int i = 0; i < s->drive_count; i++) TRY(check_signal(s->drive[i].signal, setup->period, &varies));
    REQUIRE(varies || setup->period == 0,
            error_input("period", "period = %g is of loads, but no signal varies", setup->period));
    return JUDDER_OK;
}

/* What the derivative of the map is not known for. */
static JudderErr check_system(const CycleSetup *setup) {
    const SystemMarchSetup *s = setup->system;
    REQUIRE(s->contact_count > 0, error_input("contacts", "a cycle needs a contact"));
    REQUIRE(s->n <= CYCLE_DOFS,
            error_input("mass", "a cycle of %d dofs: at most %d are taken", s->n, CYCLE_DOFS));
    for (int i = 0; i < s->contact_count; i++)
        REQUIRE(!s->contact[i].friction.law->state_advance,
                error_input("friction", "a cycle takes friction laws without a state, contact %d has one",
                            i + 1));
    for (int i = 0; i < s->n; i++) {
        bool driven = false;
        for (int k = 0; k < s->drive_count; k++) driven = driven || s->drive[k].dof == i;
        REQUIRE(driven || s->M[(size_t)i * (size_t)(s->n + 1)] > 0,
                error_input("mass", "a cycle needs mass on every free dof: dof %d has none", i + 1));
    }
    return check_signals(setup);
}

static JudderErr cycle_build(const CycleSetup *setup, Cycle *x) {
    const size_t n = (size_t)setup->system->n, size = 2 * n + 1;
    TRY(check_system(setup));
    TRY(cycle_map_create(setup, &x->map));
    if (setup->period > 0) x->map->section = CYCLE_LOAD;
    x->ring.x = calloc(CYCLE_RING * 2 * n, sizeof(double));
    x->matrix = calloc(size * size + 3 * size + 8 * n, sizeof(double));
    REQUIRE(x->ring.x && x->matrix, error_memory());
    x->x = x->matrix + size * size, x->best = x->x + size, x->work = x->best + size;
    x->re = x->work + size, x->im = x->re + 4 * n;
    return JUDDER_OK;
}

JudderErr cycle_create(const CycleSetup *setup, Cycle **cycle) {
    *cycle = calloc(1, sizeof **cycle);
    REQUIRE(*cycle, error_memory());
    const JudderErr err = cycle_build(setup, *cycle);
    if (err != JUDDER_OK) cycle_destroy(cycle);
    return err;
}

void cycle_destroy(Cycle **cycle) {
    if (!*cycle) return;
    cycle_map_destroy(&(*cycle)->map);
    free((*cycle)->ring.x);
    free((*cycle)->matrix);
    free(*cycle);
    *cycle = NULL;
}

const CycleReport *cycle_report(const Cycle *cycle) {
    return &cycle->report;
}

void cycle_state(const Cycle *cycle, const double **u, const double **v) {
    *u = cycle->map->u;
    *v = cycle->map->v;
}

/* The multiplier of the longer step that belongs to one of half of it: the nearest. */
static size_t nearest(const double *re, const double *im, size_t count, double r, double j) {
    size_t best = 0;
    for (size_t k = 1; k < count; k++)
        if (hypot(re[k] - r, im[k] - j) < hypot(re[best] - r, im[best] - j)) best = k;
    return best;
}

/* Leading errors of the step and of half of it are 2^order to 1. */
static void extrapolate(Cycle *x, double T_long, size_t count) {
    CycleReport *report = &x->report;
    const size_t size = 2 * (size_t)x->map->n;
    const double part = report->order > 0 ? 1 / (pow(2, report->order) - 1) : 0;
    const double *re = x->re + size, *im = x->im + size;
    report->period = x->map->T + part * (x->map->T - T_long);
    report->period_error = fmax(fabs(report->period - x->map->T), 16 * DBL_EPSILON * report->period);
    report->multiplier_count = count;
    report->multiplier_error = 0;
    report->largest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t k = nearest(re, im, count, x->re[i], x->im[i]);
        const double by_re = part * (x->re[i] - re[k]), by_im = x->im[i] == 0 ? 0 : part * (x->im[i] - im[k]);
        x->re[i] += by_re, x->im[i] += by_im;
        report->multiplier_error = fmax(report->multiplier_error, hypot(by_re, by_im));
        report->largest = fmax(report->largest, hypot(x->re[i], x->im[i]));
    }
    report->re = x->re, report->im = x->im;
    report->stable = report->largest < 1;
}

/* Newton with the step, then with half of it. */
static JudderErr find_both(Cycle *x) {
    CycleMap *map = x->map;
    CycleReport *report = &x->report;
    const size_t size = 2 * (size_t)map->n;
    size_t count;
    TRY(cycle_newton(x));
    if (report->outcome != CYCLE_FOUND) return JUDDER_OK;
    const double T = map->T, range = map->size[0];
    TRY(cycle_multipliers(map, x->matrix, x->re + size, x->im + size, &count));
    cycle_map_set_step(map, 0.5 * map->step);
    TRY(cycle_newton(x));
    if (report->outcome != CYCLE_FOUND) return JUDDER_OK;
    report->order = map->march->events->propagator->order;
    TRY(cycle_multipliers(map, x->matrix, x->re, x->im, &count));
    extrapolate(x, T, count);
    report->motion = map->motion;
    report->cycles = map->crossings;
    report->section = map->section;
    if (map->size[0] < 0.1 * range) report->outcome = CYCLE_DIVERGES;
    return cycle_judge(x, &report->monodromy_defect);
}

JudderErr cycle_find(Cycle *x) {
    x->report = (CycleReport){.monodromy_defect = NAN};
    cycle_map_set_step(x->map, x->map->setup.step);
    TRY(cycle_march(x));
    const double range = x->map->size[0];
    if (x->report.outcome != CYCLE_FOUND) return JUDDER_OK;
    TRY(find_both(x));
    /* Newton fell onto the state about which the motion dies out */
    if (x->report.outcome == CYCLE_FOUND && x->map->size[0] < 1e-3 * range) x->report.outcome = CYCLE_SETTLES;
    return JUDDER_OK;
}

JudderErr cycle_refine(Cycle *x, const double *u, const double *v) {
    CycleMap *map = x->map;
    const size_t n = (size_t)map->n;
    x->report = (CycleReport){.monodromy_defect = NAN};
    memmove(map->u, u, n * sizeof *u);
    memmove(map->v, v, n * sizeof *v);
    cycle_map_set_step(map, map->setup.step);
    if (map->section == CYCLE_AUTO) map->section = CYCLE_TURN;
    if (map->crossings == 0) map->crossings = 1;
    if (map->T == 0) map->least_time = 1.5 * map->step;
    if (map->T == 0) map->T = map->setup.final;
    return find_both(x);
}

JudderErr cycle_trace(Cycle *x, CycleWatch *watch, void *context) {
    x->map->watch = watch;
    x->map->watch_context = context;
    const JudderErr err = cycle_map_run(x->map, false);
    x->map->watch = NULL;
    return err;
}
