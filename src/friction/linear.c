/* mu(r) = mu_s - (mu_s - mu_d) r/v_c up to v_c, then mu_d  (FR-2) */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct Linear {
    double mu_s, mu_d, v_c;
} Linear;

static double at_rest(const void *params, double state) {
    (void)state;
    return ((const Linear *)params)->mu_s;
}

static double sliding(const void *params, double r, double state) {
    const Linear *p = params;
    (void)state;
    return r < p->v_c ? p->mu_s - (p->mu_s - p->mu_d) * (r / p->v_c) : p->mu_d;
}

static double slope(const void *params, double r, double state) {
    const Linear *p = params;
    (void)state;
    return r < p->v_c ? -(p->mu_s - p->mu_d) / p->v_c : 0;
}

static size_t bends(const void *params, double *at, size_t room) {
    if (room > 0) at[0] = ((const Linear *)params)->v_c;
    return 1;
}

static const Param linear_params[] = {
    FIELD(Linear, mu_s, NUMBER, "coefficient at rest", REQUIRED, NOT_NEGATIVE),
    FIELD(Linear, mu_d, NUMBER, "coefficient from v_c on", REQUIRED, NOT_NEGATIVE),
    FIELD(Linear, v_c, NUMBER, "slip speed at which the fall ends", REQUIRED, POSITIVE, .unit = "m/s"),
    {0},
};

const FrictionLaw linear_law = {
    .word = {.name = "linear",
             .kind = "friction",
             .summary = "Straight weakening: falls from mu_s to mu_d over [0, v_c], then constant.",
             .reference = "FR-2",
             .formula = "mu = mu_s - (mu_s - mu_d) v/v_c below v_c, mu_d beyond",
             .papers = "renard2001",
             .example = "linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }",
             .params = linear_params,
             .size = sizeof(Linear)},
    .piecewise_linear = true,
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .bends = bends,
};
