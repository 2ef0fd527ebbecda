/* The march before Newton, and how many crossings of the section make a cycle  (MO-16). */
#include "system_march/cycle/find.h"

#include <math.h>
#include <string.h>

static double *ring_at(const Cycle *cycle, size_t k) {
    return cycle->ring.x + (k % CYCLE_RING) * 2 * (size_t)cycle->map->n;
}

static void ring_add(Cycle *cycle, double t) {
    const CycleMap *map = cycle->map;
    const size_t n = (size_t)map->n;
    double *x = ring_at(cycle, cycle->ring.count);
    const double moved = map->section == CYCLE_LOAD ? 0 : t;
    for (size_t i = 0; i < n; i++) x[i] = map->u_end[i] - map->rate[i] * moved;
    memcpy(x + n, map->v_end, n * sizeof *x);
    cycle->ring.t[cycle->ring.count % CYCLE_RING] = t;
    cycle->ring.count++;
}

/* |x_k - x_{k-m}| relative to the range of the motion. */
static double ring_distance(const Cycle *cycle, size_t k, size_t m) {
    const CycleMap *map = cycle->map;
    const size_t n = (size_t)map->n;
    const double *a = ring_at(cycle, k), *b = ring_at(cycle, k - m);
    double most = 0;
    for (size_t i = 0; i < 2 * n; i++)
        if (!map->driven[i % n]) most = fmax(most, fabs(a[i] - b[i]) / map->size[i / n]);
    return most;
}

/* The least m whose last 3m crossings repeat; 0: none does. */
static int ring_cycles(const Cycle *cycle, double tolerance) {
    const size_t count = cycle->ring.count, kept = count < CYCLE_RING ? count : CYCLE_RING;
    for (size_t m = 1; m <= CYCLE_MOST_CROSSINGS && 4 * m <= kept; m++) {
        bool repeats = true;
        for (size_t k = count - 3 * m; k < count && repeats; k++)
            repeats = ring_distance(cycle, k, m) <= tolerance;
        if (repeats) return (int)m;
    }
    return 0;
}

/* Which section the motion crosses: slip that begins if there is any, else the turns. */
typedef struct SectionChoice {
    size_t slips, turns; /* turns since the last slip that began */
} SectionChoice;

static bool choose_section(Cycle *cycle, SectionChoice *choice) {
    CycleMap *map = cycle->map;
    const Events *e = map->march->events;
    const bool slips = e->on_event && e->before[0].node == STAGE_STICK && e->mode[0].node == STAGE_SLIP;
    const CycleSection taken = map->section, other = map->setup.threshold > 0 ? CYCLE_THRESHOLD : CYCLE_TURN;
    if (map->setup.section != CYCLE_AUTO) return false;
    choice->slips += slips;
    map->section = CYCLE_TURN;
    choice->turns += cycle_section_crossed(map, e);
    map->section = taken;
    if (slips) choice->turns = 0;
    if (choice->slips >= 2 && taken != CYCLE_SLIP && slips) map->section = CYCLE_SLIP;
    if (taken == CYCLE_SLIP && choice->turns > CYCLE_FEWEST) map->section = other, choice->slips = 0;
    if (map->section == taken) return false;
    cycle->ring.count = 0;
    return map->section == CYCLE_SLIP;
}

static JudderErr march_on(Cycle *cycle) {
    CycleMap *map = cycle->map;
    CycleReport *report = &cycle->report;
    SectionChoice choice = {0};
    if (map->section == CYCLE_AUTO) map->section = map->setup.threshold > 0 ? CYCLE_THRESHOLD : CYCLE_TURN;
    TRY(cycle_map_open(map, map->setup.final));
    const Events *e = map->march->events;
    while (e->now->t < map->system.final) {
        bool crossed;
        TRY(cycle_map_step(map, false, &crossed));
        if (map->lost || map->undecided || map->stopped) return JUDDER_OK;
        report->march_time = e->now->t;
        crossed = choose_section(cycle, &choice) || crossed;
        if (!crossed) continue;
        cycle_map_take_end(map);
        ring_add(cycle, e->now->t);
        if (cycle->ring.count >= CYCLE_FEWEST && ring_cycles(cycle, 1e-6)) break;
    }
    return JUDDER_OK;
}

static JudderErr march_by_load(Cycle *cycle) {
    CycleMap *map = cycle->map;
    CycleReport *report = &cycle->report;
    const size_t n = (size_t)map->n;
    map->crossings = 1;
    while (report->march_time < map->setup.final) {
        TRY(cycle_map_run(map, false));
        if (!map->crossed) return JUDDER_OK;
        report->march_time += map->setup.period;
        memcpy(map->u, map->u_end, n * sizeof *map->u);
        memcpy(map->v, map->v_end, n * sizeof *map->v);
        ring_add(cycle, report->march_time);
        if (cycle->ring.count >= CYCLE_FEWEST && ring_cycles(cycle, 1e-6)) break;
    }
    return JUDDER_OK;
}

/* The state of the last crossing is where Newton starts. */
static void march_take_start(Cycle *cycle, int m) {
    CycleMap *map = cycle->map;
    const size_t n = (size_t)map->n, last = cycle->ring.count - 1;
    const double *x = ring_at(cycle, last);
    memcpy(map->u, x, n * sizeof *map->u);
    memcpy(map->v, x + n, n * sizeof *map->v);
    map->crossings = m;
    map->T = cycle->ring.t[last % CYCLE_RING] - cycle->ring.t[(last - (size_t)m) % CYCLE_RING];
    map->least_time = fmax(0.02 * map->T / m, 1.5 * map->step);
}

JudderErr cycle_march(Cycle *cycle) {
    CycleMap *map = cycle->map;
    CycleReport *report = &cycle->report;
    cycle->ring.count = 0;
    report->march_time = 0;
    TRY(map->section == CYCLE_LOAD ? march_by_load(cycle) : march_on(cycle));
    report->crossings = cycle->ring.count;
    report->section = map->section;
    if (map->stopped) report->outcome = CYCLE_STOPPED;
    if (map->lost || map->undecided) report->outcome = CYCLE_UNDECIDED;
    if (map->stopped || map->lost || map->undecided) return JUDDER_OK;
    const double since = report->march_time -
                         (report->crossings ? cycle->ring.t[(report->crossings - 1) % CYCLE_RING] : 0);
    const bool ceased = map->section != CYCLE_LOAD && since > 0.5 * report->march_time;
    int m = 0;
    for (double tolerance = 1e-6; tolerance < 0.1 && m == 0; tolerance *= 10)
        m = ring_cycles(cycle, tolerance);
    report->outcome = report->crossings < 4 || ceased ? CYCLE_SETTLES : m ? CYCLE_FOUND : CYCLE_NOT_PERIODIC;
    if (report->outcome == CYCLE_FOUND) march_take_start(cycle, m);
    return JUDDER_OK;
}
