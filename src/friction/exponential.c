/* mu(r) = mu_d + (mu_s - mu_d) exp(-r/v_c)  (FR-3) */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct Exponential {
    double mu_s, mu_d, v_c;
} Exponential;

static double at_rest(const void *params, double state) {
    (void)state;
    return ((const Exponential *)params)->mu_s;
}

static double sliding(const void *params, double r, double state) {
    const Exponential *p = params;
    (void)state;
    return p->mu_d + (p->mu_s - p->mu_d) * exp(-r / p->v_c);
}

static double slope(const void *params, double r, double state) {
    const Exponential *p = params;
    (void)state;
    return -(p->mu_s - p->mu_d) / p->v_c * exp(-r / p->v_c);
}

/* The first term left out is below (reach/v_c)^6/6! = 2.2e-17 of the exponential. */
static void expand(const void *params, double r, FrictionExpansion *about) {
    const Exponential *p = params;
    const double per_v = 1 / p->v_c, e = (p->mu_s - p->mu_d) * exp(-r * per_v), square = per_v * per_v;
    const double even = e * square, fourth = even * square;
    about->r = r;
    about->reach = 0.005 * p->v_c;
    about->c[0] = p->mu_d + e;
    about->c[1] = -e * per_v;
    about->c[2] = even / 2;
    about->c[3] = -even * per_v / 6;
    about->c[4] = fourth / 24;
    about->c[5] = -fourth * per_v / 120;
}

static const Param exponential_params[] = {
    FIELD(Exponential, mu_s, NUMBER, "coefficient at rest", REQUIRED, NOT_NEGATIVE),
    FIELD(Exponential, mu_d, NUMBER, "coefficient at large speed", REQUIRED, NOT_NEGATIVE),
    FIELD(Exponential, v_c, NUMBER, "slip speed over which the difference falls to 1/e", REQUIRED, POSITIVE,
          .unit = "m/s"),
    {0},
};

const FrictionLaw exponential_law = {
    .word = {.name = "exponential",
             .kind = "friction",
             .summary = "Smooth weakening: mu_d + (mu_s - mu_d) exp(-v/v_c).",
             .reference = "FR-3",
             .papers = "renard2001",
             .example = "exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }",
             .params = exponential_params,
             .size = sizeof(Exponential)},
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .expand = expand,
};
