/* The multipliers of the map: its eigenvalues on the section, with a zero for each number of the state that
 * the modes at the start hold; and differences of the map as their judge. */
#include "system_march/cycle/find.h"

#include <math.h>
#include <string.h>

/* Numbers of the state that are free at the start. */
static int free_numbers(const CycleMap *map, int *list) {
    int count = 0;
    for (int i = 0; i < 2 * map->n; i++)
        if (!map->held[i]) list[count++] = i;
    return count;
}

static double number_size(const CycleMap *map, int i) {
    return map->size[i / map->n];
}

/* A reflection that turns g into the first axis: I - 2 w w'; false: there is no g. */
static bool reflection(int count, const double *g, double *w) {
    double norm = sqrt(dense_dot(count, g, g));
    if (norm == 0) return false;
    for (int i = 0; i < count; i++) w[i] = g[i] / norm;
    w[0] += w[0] < 0 ? -1 : 1;
    norm = sqrt(dense_dot(count, w, w));
    for (int i = 0; i < count; i++) w[i] /= norm;
    return true;
}

static void reflect(int count, const double *w, double *A) {
    for (int j = 0; j < count; j++) {
        double sum = 0;
        for (int i = 0; i < count; i++) sum += w[i] * A[i * count + j];
        for (int i = 0; i < count; i++) A[i * count + j] -= 2 * sum * w[i];
    }
    for (int i = 0; i < count; i++) {
        const double sum = dense_dot(count, w, A + i * count);
        for (int j = 0; j < count; j++) A[i * count + j] -= 2 * sum * w[j];
    }
}

/* By falling modulus, of a pair the upper one first. */
static void sort_multipliers(size_t count, double *re, double *im) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0; k--) {
            const double a = hypot(re[k - 1], im[k - 1]), b = hypot(re[k], im[k]);
            if (a > b * (1 + 1e-12) || (a >= b * (1 - 1e-12) && im[k - 1] >= im[k])) break;
            const double r = re[k], j = im[k];
            re[k] = re[k - 1], im[k] = im[k - 1];
            re[k - 1] = r, im[k - 1] = j;
        }
}

JudderErr cycle_multipliers(const CycleMap *map, double *work, double *re, double *im, size_t *count) {
    const int size = 2 * map->n;
    int places[2 * CYCLE_DOFS], moved = 0;
    double *A = work, *g = map->variation.gradient, *w = map->variation.rhs;
    const int d = free_numbers(map, places);
    for (int i = 0; i < map->n; i++) moved += map->driven[i];
    *count = (size_t)(size - 2 * moved) - (cycle_is_autonomous(map) ? 1 : 0);
    for (int i = 0; i < size; i++) re[i] = im[i] = 0;
    for (int i = 0; i < d; i++) {
        g[i] = map->grad[places[i]] * number_size(map, places[i]);
        for (int j = 0; j < d; j++)
            A[i * d + j] = map->DP[places[i] * size + places[j]] * number_size(map, places[j]) /
                           number_size(map, places[i]);
    }
    const bool on_section = cycle_is_autonomous(map) && reflection(d, g, w);
    const int left = on_section ? d - 1 : d;
    if (on_section) {
        reflect(d, w, A);
        for (int i = 0; i < left; i++)
            for (int j = 0; j < left; j++) A[i * left + j] = A[(i + 1) * d + j + 1];
    }
    if (left > 0) TRY(dense_eigen(left, A, re, im, NULL));
    sort_multipliers((size_t)left, re, im);
    return JUDDER_OK;
}

/* P from the state moved by a part of the direction, beside the mean motion. */
static JudderErr judge_run(CycleMap *map, const double *x, const double *direction, double part, double *to) {
    const int n = map->n;
    for (int i = 0; i < n; i++) {
        map->u[i] = x[i] + part * direction[i];
        map->v[i] = x[n + i] + part * direction[n + i];
    }
    TRY(cycle_map_run(map, false));
    for (int i = 0; i < n; i++) {
        to[i] = map->u_end[i] - (cycle_is_autonomous(map) ? map->rate[i] * map->T : 0);
        to[n + i] = map->v_end[i];
    }
    return JUDDER_OK;
}

/* A direction along the section. */
static double judge_direction(const CycleMap *map, int j, double *direction) {
    const int size = 2 * map->n;
    double square = 0;
    for (int i = 0; i < size; i++)
        if (!map->held[i]) square += pow(map->grad[i] * number_size(map, i), 2);
    const double along = map->grad[j] * number_size(map, j);
    double most = 0;
    for (int i = 0; i < size; i++) {
        const double g = map->held[i] ? 0 : map->grad[i] * number_size(map, i);
        const double t = (i == j ? 1 : 0) - (square > 0 ? g * along / square : 0);
        direction[i] = t * number_size(map, i);
        most = fmax(most, fabs(t));
    }
    return most;
}

JudderErr cycle_judge(Cycle *cycle, double *defect) {
    CycleMap *map = cycle->map;
    const int n = map->n, size = 2 * n;
    const double part = 2e-5, T = map->T;
    double *x = cycle->best, *direction = cycle->x, *plus = cycle->work, *minus = cycle->matrix;
    const double scale[2] = {map->size[0], map->size[1]};
    const CycleMotion motion = map->motion;
    *defect = 0;
    memcpy(x, map->u, (size_t)n * sizeof *x);
    memcpy(x + n, map->v, (size_t)n * sizeof *x);
    for (int j = 0; j < size && !isnan(*defect); j++) {
        map->size[0] = scale[0], map->size[1] = scale[1];
        if (map->held[j] || judge_direction(map, j, direction) < 1e-3) continue;
        TRY(judge_run(map, x, direction, part, plus));
        bool known = map->crossed;
        TRY(judge_run(map, x, direction, -part, minus));
        known = known && map->crossed;
        for (int i = 0; i < size; i++) {
            const double said = dense_dot(size, map->DP + i * size, direction);
            const double seen = (plus[i] - minus[i]) / (2 * part);
            if (!map->held[i]) *defect = fmax(*defect, fabs(said - seen) / scale[i / n]);
        }
        if (!known) *defect = NAN;
    }
    memcpy(map->u, x, (size_t)n * sizeof *x);
    memcpy(map->v, x + n, (size_t)n * sizeof *x);
    map->motion = motion;
    map->T = T;
    map->size[0] = scale[0], map->size[1] = scale[1];
    return JUDDER_OK;
}
