/* mu(r) = mu  (FR-1) */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct Constant {
    double mu;
} Constant;

static double at_rest(const void *params, double state) {
    (void)state;
    return ((const Constant *)params)->mu;
}

static double sliding(const void *params, double r, double state) {
    (void)r, (void)state;
    return ((const Constant *)params)->mu;
}

static double slope(const void *params, double r, double state) {
    (void)params, (void)r, (void)state;
    return 0;
}

static const Param constant_params[] = {
    FIELD(Constant, mu, NUMBER, "friction coefficient at every speed", REQUIRED, NOT_NEGATIVE),
    {0},
};

const FrictionLaw constant_law = {
    .word = {.name = "constant",
             .kind = "friction",
             .summary = "Coulomb: one friction coefficient at every slip speed.",
             .reference = "FR-1",
             .papers = "renard2001",
             .example = "constant{ mu = 0.6 }",
             .params = constant_params,
             .size = sizeof(Constant)},
    .constant = true,
    .piecewise_linear = true,
    .any_speed = true,
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
};
