/* A point of a branch: the map at y = (x, parameter), and Newton in a plane. */
#include "system_march/cycle/follower.h"

#include <math.h>
#include <string.h>

enum { CORRECT_MOST = 12 };

static double *follower_x(const CycleMap *map, int i) {
    return i < map->n ? &map->u[i] : &map->v[i - map->n];
}

static JudderErr follower_rebuild(Follower *f, double parameter) {
    CycleMap *map = f->cycle->map;
    const SystemMarchSetup *system = NULL;
    double period = 0;
    TRY(f->setup->rebuild(f->setup->context, parameter, &system, &period));
    TRY(cycle_map_set_system(map, system));
    map->setup.period = period;
    cycle_map_set_step(map, f->setup->cycle.step);
    return JUDDER_OK;
}

/* Runs the map at y. */
static JudderErr follower_run(Follower *f, const double *y, double shift, bool derive) {
    CycleMap *map = f->cycle->map;
    const SystemMarchSetup *s = &map->system;
    TRY(follower_rebuild(f, y[f->size] * f->wide + shift));
    for (int i = 0; i < f->size; i++) *follower_x(map, i) = y[i] * f->scale[i / map->n];
    for (int i = 0; i < s->contact_count; i++) {
        double V = 0;
        if (f->stuck[i] && s->contact[i].velocity) TRY(signal_value(s->contact[i].velocity, 0, &V));
        if (f->stuck[i]) map->v[s->contact[i].tangent] = V;
    }
    for (int i = 0; i < s->drive_count; i++)
        TRY(signal_value(s->drive[i].signal, 0, &map->v[s->drive[i].dof]));
    return cycle_map_run(map, derive);
}

static void follower_end(const CycleMap *map, double *x) {
    const bool drifts = cycle_is_autonomous(map);
    for (int i = 0; i < map->n; i++) {
        x[i] = map->u_end[i] - (drifts ? map->rate[i] * map->T : 0);
        x[map->n + i] = map->v_end[i];
    }
}

/* How P changes with the parameter, scaled; false: not known. */
static JudderErr follower_slope(Follower *f, const double *y, bool *known) {
    CycleMap *map = f->cycle->map;
    const double moved = 2e-6 * f->wide;
    double *plus = f->cycle->best, *minus = f->cycle->x;
    TRY(follower_run(f, y, moved, false));
    *known = map->crossed;
    follower_end(map, plus);
    TRY(follower_run(f, y, -moved, false));
    *known = *known && map->crossed;
    follower_end(map, minus);
    for (int i = 0; i < f->size; i++)
        f->slope[i] = map->held[i] ? 0 : (plus[i] - minus[i]) / (2 * moved) * f->wide / f->scale[i / map->n];
    return JUDDER_OK;
}

/* The matrix of the corrector with t as its last row; DP is of the map. */
static void follower_matrix(Follower *f, const double *t) {
    const CycleMap *map = f->cycle->map;
    const int size = f->size, row = size + 1, n = map->n;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++)
            f->matrix[i * row + j] = (i == j) - map->DP[i * size + j] * f->scale[j / n] / f->scale[i / n];
        f->matrix[i * row + size] = -f->slope[i];
    }
    memcpy(f->matrix + size * row, t, (size_t)row * sizeof *t);
}

JudderErr follower_correct(Follower *f, const double *t, bool *found) {
    CycleMap *map = f->cycle->map;
    const int size = f->size;
    double *F = f->cycle->work, *dy = f->cycle->re; /* room of 4n */
    double before = INFINITY;
    *found = false;
    memcpy(f->guess, f->next, (size_t)(size + 1) * sizeof *f->guess);
    for (int k = 0; k < CORRECT_MOST; k++) {
        bool known = true, singular;
        /* the slope is dear: that of the guess is good for some rounds */
        if (k % 4 == 0) TRY(follower_slope(f, f->next, &known));
        if (!known) return JUDDER_OK;
        TRY(follower_run(f, f->next, 0, true));
        if (!map->crossed) return JUDDER_OK;
        const double defect = cycle_defect(map, F);
        if (defect < 1e-12 || (defect < 1e-8 && defect > 0.3 * before)) {
            *found = true;
            return JUDDER_OK;
        }
        if (k > 2 && defect > 0.9 * before && defect > 1e-6) return JUDDER_OK;
        before = defect;
        double off = 0;
        for (int i = 0; i <= size; i++) off += t[i] * (f->next[i] - f->guess[i]);
        for (int i = 0; i < size; i++) dy[i] = F[i] / f->scale[i / map->n];
        dy[size] = -off;
        follower_matrix(f, t);
        TRY(dense_solve_once(size + 1, f->matrix, dy, &singular));
        if (singular) return JUDDER_OK;
        for (int i = 0; i <= size; i++) f->next[i] += dy[i];
    }
    return JUDDER_OK;
}

JudderErr follower_tangent(Follower *f, const double *t, double *tangent) {
    const int size = f->size;
    bool singular;
    double norm = 0;
    follower_matrix(f, t);
    for (int i = 0; i <= size; i++) tangent[i] = i == size;
    TRY(dense_solve_once(size + 1, f->matrix, tangent, &singular));
    for (int i = 0; i <= size; i++) norm += tangent[i] * tangent[i];
    for (int i = 0; i <= size; i++) tangent[i] = singular ? t[i] : tangent[i] / sqrt(norm);
    return JUDDER_OK;
}

JudderErr follower_point(Follower *f, BranchPoint *point) {
    CycleMap *map = f->cycle->map;
    const CycleMotion *m = &map->motion;
    size_t count;
    TRY(cycle_multipliers(map, f->matrix, f->cycle->re, f->cycle->im, &count));
    *point = (BranchPoint){.parameter = f->next[f->size] * f->wide,
                           .period = m->period,
                           .amplitude = 0.5 * (m->u_max - m->u_min),
                           .u_min = m->u_min,
                           .u_max = m->u_max,
                           .slip_max = m->slip_max,
                           .stick_fraction = m->stick_fraction,
                           .re = count ? f->cycle->re[0] : 0,
                           .im = count ? f->cycle->im[0] : 0,
                           .events = m->events};
    point->largest = hypot(point->re, point->im);
    point->stable = point->largest < 1;
    return JUDDER_OK;
}
