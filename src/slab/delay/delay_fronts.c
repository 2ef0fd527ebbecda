/* Where the arriving wave jumps: of perfect delay, for which such a moment is the one of a jump of the slip.
 *
 * A front comes from the initial data, from a drive, or from a jump of the slip, and comes back after every
 * round trip, since the contact and the top reflect it. A step of the ring has room for one.
 */
#include "slab/delay/delay_internal.h"

#include <stdlib.h>

/* Of a step: how far a front may be beside a stage that has its other side already. */
static const double beside = 1e-9;

JudderErr delay_fronts_create(SlabDelay *slab) {
    if (slab->data.epsilon > 0 || slab->data.damping > 0) return JUDDER_OK;
    slab->fronts = malloc(slab->n * sizeof *slab->fronts);
    REQUIRE(slab->fronts, error_memory());
    for (size_t i = 0; i < slab->n; i++) slab->fronts[i] = NAN;
    return JUDDER_OK;
}

void delay_fronts_initial(SlabDelay *slab, const Curve *incoming) {
    for (size_t i = 1; slab->fronts && i < incoming->count; i++) {
        if (!incoming->pieces[i].jump) continue;
        const double at = incoming->pieces[i].start / slab->dt;
        const size_t step = (size_t)fmax(ceil(at) - 1, 0);
        if (step < slab->n) slab->fronts[step] = at - (double)step;
    }
}

/* The last jump of a drive between two times, which came `later` than it was made; pieces of its curve may be
 * shorter than a step. */
static double drive_front(const Track *track, double later, double from, double to) {
    const double slack = beside * (to - from);
    for (size_t i = track->cursor + 1; i-- > 0;) {
        const CurvePiece *piece = &track->window.pieces[i];
        const double at = piece->start + later;
        if (at < from - slack) break;
        if (piece->jump && at <= to + slack) return fmin(fmax(at, from), to);
    }
    return NAN;
}

double delay_front_between(const SlabDelay *slab, double from, double to) {
    if (!slab->fronts) return NAN;
    const size_t before = slab->slot > 0 ? slab->slot - 1 : slab->n - 1;
    const double slack = beside * slab->dt;
    const double near[2] = {slab->t + slab->fronts[slab->slot] * slab->dt,
                            slab->t + (slab->fronts[before] - 1) * slab->dt};
    for (int i = 0; i < 2; i++)
        if (near[i] >= from - slack && near[i] <= to + slack) return fmin(fmax(near[i], from), to);
    for (int k = 0; k < 2 && slab->driven; k++) {
        const double moved = drive_front(slab->foundation[k], 0, from, to),
                     sent = drive_front(slab->top[k], slab->trip / 2, from, to);
        if (!isnan(moved)) return moved;
        if (!isnan(sent) && sent > slab->trip / 2) return sent;
    }
    return NAN;
}

void delay_front_put(SlabDelay *slab, double t) {
    if (slab->fronts) slab->fronts[slab->slot] = fmin(fmax((t - slab->t) / slab->dt, 0), 1);
}

void delay_front_start(SlabDelay *slab) {
    if (slab->fronts) slab->fronts[slab->n - 1] = 1;
}
