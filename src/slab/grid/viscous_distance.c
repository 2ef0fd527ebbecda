/* How far a viscous motion is from another one. */
#include "slab/grid/viscous.h"

#include <math.h>

enum { SUBSTEPS = 32 };

/* The integral of a distance, step by step; the reference may jump anywhere in a step, so it is asked
 * often. */
typedef struct Distance {
    const SlabReference *reference;
    SlabState last;
    bool begun;
    double sum;
} Distance;

static JudderErr add_distance(void *context, const double *row) {
    const SlabState *state = slab_row(row);
    Distance *d = context;
    const double length = state->t - d->last.t;
    for (int i = 0; d->begun && i < SUBSTEPS; i++) {
        const double x = (i + 0.5) / SUBSTEPS;
        double v[2];
        d->reference->slip(d->reference->context, d->last.t + x * length, v);
        const double a = d->last.slip[0] + x * (state->slip[0] - d->last.slip[0]) - v[0];
        const double b = d->last.slip[1] + x * (state->slip[1] - d->last.slip[1]) - v[1];
        d->sum += hypot(a, b) * length / SUBSTEPS;
    }
    d->begun = true;
    d->last = *state;
    return JUDDER_OK;
}

JudderErr slab_viscous_distance(SlabViscous *viscous, const SlabReference *reference, double *distance) {
    Distance sum = {.reference = reference};
    Stepper *stepper = (Stepper *)viscous;
    stepper->listener = (StepperListener){.record = add_distance, .context = &sum};
    TRY(stepper_march(stepper, 1, 0));
    *distance = sum.sum;
    return JUDDER_OK;
}
