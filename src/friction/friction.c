#include "friction/friction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const FrictionLaw *const friction_laws[] = {&constant_law,   &linear_law,         &exponential_law,
                                            &stribeck_law,   &tabulated_law,      &formula_law,
                                            &rate_state_law, &slip_weakening_law, NULL};

const FrictionLaw *friction_law_find(const char *name) {
    for (const FrictionLaw *const *law = friction_laws; *law; law++)
        if (strcmp((*law)->word.name, name) == 0) return *law;
    return NULL;
}

double friction_advanced(const Friction *f, double r, double state, double dt) {
    if (f->law->state_advance) state = f->law->state_advance(f->params, state, r, dt);
    return r > 0 ? friction_sliding(f, r, state) : friction_at_rest(f, state);
}

double friction_advanced_slope(const Friction *f, double r, double state, double dt) {
    return f->law->advanced_slope ? f->law->advanced_slope(f->params, r, state, dt)
                                  : friction_slope(f, r, state);
}

double friction_nominal(const Friction *f) {
    return friction_creeps(f) ? friction_steady(f, f->law->state_start(f->params)).mu : friction_onset(f, 0);
}

double friction_final_slope(const Friction *f) {
    return f->law->final_slope ? f->law->final_slope(f->params) : 0;
}

/* mu and the slope at r > 0 of a law without a state. On a kink means but for rounding of the speed; pieces
 * of a fitted law meet with slopes that differ less. */
static FrictionSteady steady_of_speed(const Friction *f, double r) {
    FrictionSteady steady = {.mu = friction_sliding(f, r, 0), .slope = friction_slope(f, r, 0)};
    const double below = friction_slope(f, r * (1 - 1e-9), 0), above = friction_slope(f, r * (1 + 1e-9), 0),
                 size = fmax(fmax(fabs(above), fabs(below)), steady.mu / r);
    if (fabs(above - below) > 1e-6 * size) {
        steady.slope = fmin(above, below);
        steady.remark =
            "the speed of the slip lies on a kink of mu: of its two slopes there the lower one is taken";
    } else if (f->law->last_speed && r > f->law->last_speed(f->params))
        steady.remark =
            "the speed of the slip lies beyond the last point of the table, where mu is taken as constant";
    return steady;
}

FrictionSteady friction_steady(const Friction *f, double r) {
    if (f->law->steady) return f->law->steady(f->params, r);
    if (f->law->any_speed) return (FrictionSteady){.mu = friction_onset(f, 0)};
    return steady_of_speed(f, r);
}

size_t friction_bends(const Friction *f, double *at, size_t room) {
    return f->law->bends ? f->law->bends(f->params, at, room) : 0;
}

JudderErr friction_steepest_fall(const Friction *f, double *kappa) {
    *kappa = INFINITY;
    if (friction_jumps(f)) return JUDDER_OK;
    const size_t count = friction_bends(f, NULL, 0);
    double *bends = malloc((count + 1) * sizeof *bends);
    REQUIRE(bends, error_memory());
    friction_bends(f, bends, count);
    /* mu' is monotone between bends, so its extremes are one-sided limits at them. */
    double steepest = fmax(0, fmax(-friction_slope(f, 0, 0), -friction_final_slope(f)));
    for (size_t i = 0; i < count; i++) {
        steepest = fmax(steepest, -friction_slope(f, nextafter(bends[i], 0), 0));
        steepest = fmax(steepest, -friction_slope(f, bends[i], 0));
    }
    free(bends);
    *kappa = steepest;
    return JUDDER_OK;
}
