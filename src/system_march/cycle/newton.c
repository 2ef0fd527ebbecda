/* Newton on x - P(x) = 0. */
#include "system_march/cycle/find.h"

#include <math.h>
#include <string.h>

enum { NEWTON_MOST = 30, NEWTON_HALVINGS = 6 };

bool cycle_is_autonomous(const CycleMap *map) {
    return map->section != CYCLE_LOAD;
}

double cycle_defect(const CycleMap *map, double *F) {
    const int n = map->n;
    double most = 0;
    for (int i = 0; i < n; i++) {
        F[i] = map->held[i]
                   ? 0
                   : map->u_end[i] - map->u[i] - (cycle_is_autonomous(map) ? map->rate[i] * map->T : 0);
        F[n + i] = map->held[n + i] ? 0 : map->v_end[i] - map->v[i];
        most = fmax(most, fmax(fabs(F[i]) / map->size[0], fabs(F[n + i]) / map->size[1]));
    }
    return most;
}

/* (I - DP) dx = F */
static JudderErr newton_direction(Cycle *cycle, double *dx, bool *singular) {
    const CycleMap *map = cycle->map;
    const int size = 2 * map->n;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) cycle->matrix[i * size + j] = (i == j ? 1 : 0) - map->DP[i * size + j];
    return dense_solve_once(size, cycle->matrix, dx, singular);
}

static void newton_move(CycleMap *map, const double *from, const double *dx, double part) {
    const int n = map->n;
    for (int i = 0; i < n; i++) {
        map->u[i] = from[i] + part * dx[i];
        map->v[i] = from[n + i] + part * dx[n + i];
    }
}

static void newton_keep(const CycleMap *map, double *x) {
    memcpy(x, map->u, (size_t)map->n * sizeof *x);
    memcpy(x + map->n, map->v, (size_t)map->n * sizeof *x);
}

/* A shorter way if the map is not defined at the end, or leads far off. */
static JudderErr newton_step(Cycle *cycle, double before, double *defect) {
    CycleMap *map = cycle->map;
    double part = 1;
    newton_keep(map, cycle->best);
    for (int k = 0; k < NEWTON_HALVINGS; k++, part *= 0.5) {
        newton_move(map, cycle->best, cycle->x, part);
        TRY(cycle_map_run(map, true));
        if (map->stopped) return JUDDER_OK;
        *defect = map->crossed ? cycle_defect(map, cycle->work) : INFINITY;
        if (*defect <= 2 * before || *defect < 1e-8) return JUDDER_OK;
    }
    return JUDDER_OK;
}

JudderErr cycle_newton(Cycle *cycle) {
    CycleMap *map = cycle->map;
    CycleReport *report = &cycle->report;
    const size_t size = 2 * (size_t)map->n;
    double before = INFINITY, defect;
    report->outcome = CYCLE_DIVERGES;
    TRY(cycle_map_run(map, true));
    defect = map->crossed ? cycle_defect(map, cycle->work) : INFINITY;
    for (int k = 0; k < NEWTON_MOST && map->crossed && isfinite(defect); k++) {
        bool singular;
        report->iterations++;
        report->residual = defect;
        if (defect <= 1e-13 || (defect <= 1e-9 && defect > 0.3 * before)) {
            report->outcome = CYCLE_FOUND;
            return JUDDER_OK;
        }
        memcpy(cycle->x, cycle->work, size * sizeof *cycle->x);
        TRY(newton_direction(cycle, cycle->x, &singular));
        if (singular) return JUDDER_OK;
        before = defect;
        TRY(newton_step(cycle, before, &defect));
    }
    if (map->stopped) report->outcome = CYCLE_STOPPED;
    if (map->undecided) report->outcome = CYCLE_UNDECIDED;
    return JUDDER_OK;
}
