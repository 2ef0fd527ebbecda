/* The slab R71 by the classical Lax-Wendroff scheme, as a user would write it: waves b+- = u_t +- c u_z on a
 * grid (SL-2), second order inside, upwind at the last point, implicit Euler at the
 * contact (SL-4), (SL-7). */
#ifndef JUDDER_BENCH_LAX_WENDROFF_H
#define JUDDER_BENCH_LAX_WENDROFF_H

#include "bench/record.h"
#include "slab/slab.h"

#include <stdlib.h>

typedef struct LaxWave {
    double c, Z, courant;
    double *toward, *away; /* both run towards index 0; `away` from the top down to the contact */
} LaxWave;

typedef struct Lax {
    const SlabData *data;
    size_t cells;
    double dt, dz;
    LaxWave wave[3];
    double gap, velocity[2];
} Lax;

/* From b to `next`, which change places. */
static void lax_carry(double **b, double **next, size_t count, double d) {
    const double *restrict from = *b;
    double *restrict to = *next;
    const double ahead = d / 2 * (1 + d), behind = d / 2 * (d - 1), here = 1 - d * d;
    to[0] = from[0] + d * (from[1] - from[0]);
    for (size_t i = 1; i < count; i++) to[i] = here * from[i] + ahead * from[i + 1] + behind * from[i - 1];
    *next = *b;
    *b = to;
}

/* (A) r + S mu(r) = |q| for mu falling from mu_s to mu_d over v_c. */
static double lax_speed(const double law[3], double A, double S, double q) {
    if (q <= S * law[0]) return 0;
    const double fall = (law[0] - law[1]) / law[2], r = (q - S * law[0]) / (A - S * fall);
    return r >= 0 && r <= law[2] ? r : (q - S * law[1]) / A;
}

static void lax_contact(Lax *lax, SlabState *now) {
    LaxWave *n = &lax->wave[2];
    const double arriving = n->toward[0], free_gap = lax->gap + lax->dt * arriving;
    const double gap = fmax(0, free_gap), rate = free_gap > 0 ? arriving : (gap - lax->gap) / lax->dt;
    const double S = fmax(0, n->Z * (rate - arriving)), mass = lax->data->epsilon / lax->dt;
    const double Z = lax->wave[0].Z;
    double q[2];
    lax->gap = now->gap = gap;
    now->pressure = S;
    n->away[lax->cells] = 2 * rate - arriving;
    for (int k = 0; k < 2; k++) {
        const double V = lax->data->foundation[k].constant;
        q[k] = Z * (lax->wave[k].toward[0] - V) + mass * (lax->velocity[k] - V);
    }
    const double size = hypot(q[0], q[1]), r = lax_speed(lax->data->friction.params, Z + mass, S, size);
    for (int k = 0; k < 2; k++) {
        now->slip[k] = size > 0 ? r * q[k] / size : 0;
        lax->velocity[k] = now->slip[k] + lax->data->foundation[k].constant;
        lax->wave[k].away[lax->cells] = 2 * lax->velocity[k] - lax->wave[k].toward[0];
    }
}

static void lax_start(Lax *lax) {
    const SlabData *data = lax->data;
    for (int k = 0; k < 3; k++) {
        LaxWave *wave = &lax->wave[k];
        wave->c = sqrt((k < 2 ? data->G : data->lambda + 2 * data->G) / data->rho);
        wave->Z = data->rho * wave->c;
        wave->courant = wave->c * lax->dt / lax->dz;
        for (size_t i = 0; i <= lax->cells; i++) {
            double v = 0;
            data->velocity[k].function.call(NULL, (double)i * lax->dz, &v);
            const double stretch = wave->c * data->strain[k].constant;
            wave->toward[i] = v + stretch;
            wave->away[lax->cells - i] = v - stretch;
        }
        if (k < 2) lax->velocity[k] = (wave->toward[0] + wave->away[lax->cells]) / 2;
    }
}

/* Seconds; the listener may be NULL. */
static double lax_march(const SlabData *data, size_t cells, const StepperListener *listener) {
    Lax lax = {.data = data, .cells = cells, .dt = data->step, .dz = data->height / (double)cells};
    double *memory = malloc(7 * (cells + 1) * sizeof *memory), *spare = memory + 6 * (cells + 1);
    if (!memory) exit(3);
    for (int k = 0; k < 3; k++) {
        lax.wave[k].toward = memory + (size_t)(2 * k) * (cells + 1);
        lax.wave[k].away = lax.wave[k].toward + cells + 1;
    }
    lax_start(&lax);
    const size_t steps = (size_t)ceil(data->final / lax.dt);
    SlabState now = {0};
    const double begin = processor_seconds();
    for (size_t i = 1; i <= steps; i++) {
        for (int k = 0; k < 3; k++) {
            LaxWave *wave = &lax.wave[k];
            lax_carry(&wave->toward, &spare, cells, wave->courant);
            lax_carry(&wave->away, &spare, cells, wave->courant);
            wave->toward[cells] = -wave->away[0];
        }
        lax_contact(&lax, &now);
        now.t = (double)i * lax.dt;
        if (listener && listener->record(listener->context, &now.t) != JUDDER_OK) break;
    }
    const double seconds = processor_seconds() - begin;
    free(memory);
    return seconds;
}

#endif
