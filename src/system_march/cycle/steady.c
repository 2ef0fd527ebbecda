/* Steady sliding of all contacts, and whether small motions about it grow:
 *
 *   M a + (C + p mu' at the tangents) v + K u = 0 */
#include "system_march/cycle/branch.h"
#include "system_march/cycle/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* C with the slopes of the laws; false: some contact does not slide steadily. */
static bool steady_damping(const CycleMap *map, double *C) {
    const SystemMarchSetup *s = &map->system;
    const size_t n = (size_t)s->n;
    if (s->C) memcpy(C, s->C, n * n * sizeof *C);
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        const double V = c->velocity ? c->velocity->constant : 0, w = fabs(map->rate[c->tangent] - V);
        if (c->normal >= 0 || !(w > 0) || (c->velocity && signal_varies(c->velocity)) ||
            signal_varies(c->normal_force))
            return false;
        C[(size_t)c->tangent * (n + 1)] += c->normal_force->constant * friction_slope(&c->friction, w, 0);
    }
    for (int i = 0; i < s->force_count; i++)
        if (signal_varies(s->force[i].signal)) return false;
    return true;
}

/* The rates of the free dofs: (u, v)' = A (u, v). */
static JudderErr steady_eigen(const CycleMap *map, const double *C, double *work, double *growth) {
    const SystemMarchSetup *s = &map->system;
    int list[2 * 64], f = 0, n = s->n;
    for (int i = 0; i < n; i++)
        if (!map->driven[i]) list[f++] = i;
    double *M = work, *B = M + f * f, *X = B + f * f, *A = X + f * f, *re = A + 4 * f * f, *im = re + 2 * f;
    bool singular;
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < f * f; i++) {
            const int at = list[i / f] * n + list[i % f];
            M[i] = s->M[at];
            B[i] = part ? C[at] : s->K[at];
        }
        TRY(dense_divide(f, M, B, X, &singular));
        if (singular) return JUDDER_OK;
        for (int i = 0; i < f * f; i++) A[(f + i / f) * 2 * f + part * f + i % f] = -X[i];
    }
    for (int i = 0; i < f; i++) A[i * 2 * f + f + i] = 1;
    TRY(dense_eigen(2 * f, A, re, im, NULL));
    *growth = -INFINITY;
    for (int i = 0; i < 2 * f; i++) *growth = fmax(*growth, re[i]);
    return JUDDER_OK;
}

JudderErr steady_growth(const SystemMarchSetup *system, double *growth) {
    const size_t n = (size_t)system->n;
    CycleMap *map = NULL;
    double *C = calloc(9 * n * n + 4 * n, sizeof *C);
    *growth = NAN;
    JudderErr err = C ? cycle_map_create(&(CycleSetup){.system = system, .step = 1}, &map) : error_memory();
    if (err == JUDDER_OK && steady_damping(map, C)) err = steady_eigen(map, C, C + n * n, growth);
    cycle_map_destroy(&map);
    free(C);
    return err;
}
