/* Growth with damping counted: proportional damping maps lam^2 (ST-19), any other doubles the dofs (ST-20).
 */
#include "stability/futures/sets.h"

#include "small_motion/damping.h"
#include "stability/futures/growth_units.h"
#include "stability/futures/values.h"

#include <stddef.h>

static JudderErr in_units(const SmallMotion *motion, const double *mu, Futures *futures) {
    bool excluded = false;
    *futures = (Futures){.complete = true};
    TRY(values_are_excluded(motion, mu, &excluded));
    return excluded ? JUDDER_OK : sets_growth(motion, mu, futures);
}

static JudderErr growth_undamped(const SmallMotion *motion, const double *mu, Futures *futures) {
    SCOPED(growth_units_close) GrowthUnits units = {0};
    TRY(growth_units_open(motion, mu, &units));
    TRY(in_units(&units.motion, mu, futures));
    return growth_units_restore(&units, futures);
}

static JudderErr growth_proportional(const SmallMotion *motion, const double *mu, Futures *futures) {
    const SmallParts parts = motion->parts;
    SmallMotion bare = *motion;
    bare.C = bare.C_low = bare.C_D = NULL;
    bare.parts = (SmallParts){0};
    TRY(growth_undamped(&bare, mu, futures));
    for (int i = 0; i < futures->count; i++) {
        FutureMode *mode = &futures->at[i];
        const double lambda = damped_lambda(parts, mode->z);
        mode->z = lambda * lambda;
        mode->low = damped_square_below(parts, mode->low);
        mode->high = damped_square_above(parts, mode->high);
    }
    for (int i = 0; i < futures->open_count; i++) {
        futures->open[i].low = damped_square_below(parts, futures->open[i].low);
        futures->open[i].high = damped_square_above(parts, futures->open[i].high);
    }
    return JUDDER_OK;
}

static JudderErr growth_general(const SmallMotion *motion, const double *mu, Futures *futures) {
    SCOPED(doubled_motion_release) DoubledMotion doubled = {0};
    TRY(doubled_motion_create(motion, &doubled));
    JudderErr err = sets_growth(&doubled.motion, mu, futures);
    if (err == JUDDER_OK) err = growth_units_doubt(&doubled.motion, mu, futures);
    TRY(err);
    if (small_parts_any(motion->parts)) futures->complete = false; /* C was rounded when it was formed */
    for (int i = 0; i < futures->count; i++) {
        FutureMode *mode = &futures->at[i];
        doubled_motion_take(motion->n, mode->V);
        mode->z *= mode->z;
        mode->low = square_below(mode->low);
        mode->high = square_above(mode->high);
    }
    for (int i = 0; i < futures->open_count; i++) {
        futures->open[i].low = square_below(futures->open[i].low);
        futures->open[i].high = square_above(futures->open[i].high);
    }
    return JUDDER_OK;
}

JudderErr futures_growth(const SmallMotion *motion, const double *mu, Futures *futures) {
    REQUIRE(motion->M, error_input("mass", "growth needs the mass"));
    switch (small_damping(motion)) {
    case DAMPING_NONE: return growth_undamped(motion, mu, futures);
    case DAMPING_PROPORTIONAL: return growth_proportional(motion, mu, futures);
    case DAMPING_GENERAL: break;
    }
    return growth_general(motion, mu, futures);
}
