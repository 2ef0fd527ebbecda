/* mu = mu_s - (mu_s - mu_d) min(accumulated slip/D_c, 1)  (FR-7) [ida1972]; the state is the accumulated
 * slip. */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct SlipWeakening {
    double mu_s, mu_d, D_c;
} SlipWeakening;

static double at_rest(const void *params, double slip) {
    const SlipWeakening *p = params;
    return slip < p->D_c ? p->mu_s - (p->mu_s - p->mu_d) * (slip / p->D_c) : p->mu_d;
}

static double sliding(const void *params, double r, double slip) {
    (void)r;
    return at_rest(params, slip);
}

static double slope(const void *params, double r, double slip) {
    (void)params, (void)r, (void)slip;
    return 0;
}

static double state_start(const void *params) {
    (void)params;
    return 0;
}

static double state_advance(const void *params, double slip, double r, double dt) {
    (void)params;
    return slip + r * dt;
}

static double advanced_slope(const void *params, double r, double slip, double dt) {
    const SlipWeakening *p = params;
    return slip + r * dt < p->D_c ? -(p->mu_s - p->mu_d) * (dt / p->D_c) : 0;
}

static double advanced_fall(const void *params, double slip, double dt) {
    return fmax(0, -advanced_slope(params, 0, slip, dt));
}

/* It has slipped by more than D_c. */
static FrictionSteady steady(const void *params, double r) {
    (void)r;
    return (FrictionSteady){.mu = at_rest(params, INFINITY)};
}

static const Param slip_weakening_params[] = {
    FIELD(SlipWeakening, mu_s, NUMBER, "coefficient before any slip", REQUIRED, NOT_NEGATIVE),
    FIELD(SlipWeakening, mu_d, NUMBER, "coefficient once the slip has reached D_c", REQUIRED, NOT_NEGATIVE),
    FIELD(SlipWeakening, D_c, NUMBER, "slip over which the coefficient falls", REQUIRED, POSITIVE,
          .unit = "m"),
    {0},
};

const FrictionLaw slip_weakening_law = {
    .word = {.name = "slip_weakening",
             .kind = "friction",
             .summary = "The coefficient falls with the accumulated slip, from mu_s to mu_d over D_c.",
             .reference = "FR-7",
             .formula = "mu = mu_s - (mu_s - mu_d) min(y/D_c, 1);  the state y is the slip so far, in m",
             .papers = "renard2001",
             .example = "slip_weakening{ mu_s = 0.7, mu_d = 0.5, D_c = 0.4*mm }",
             .params = slip_weakening_params,
             .size = sizeof(SlipWeakening)},
    .piecewise_linear = true,
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .state_start = state_start,
    .state_advance = state_advance,
    .advanced_slope = advanced_slope,
    .advanced_fall = advanced_fall,
    .any_speed = true,
    .steady = steady,
};
