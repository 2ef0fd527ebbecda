/* mu(r) = mu_d + (mu_s - mu_d)/(1 + r/v_c) + viscous r  (FR-4) [stribeck1902] */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct Stribeck {
    double mu_s, mu_d, v_c, viscous;
} Stribeck;

static double at_rest(const void *params, double state) {
    (void)state;
    return ((const Stribeck *)params)->mu_s;
}

static double sliding(const void *params, double r, double state) {
    const Stribeck *p = params;
    (void)state;
    return p->mu_d + (p->mu_s - p->mu_d) / (1 + r / p->v_c) + p->viscous * r;
}

static double slope(const void *params, double r, double state) {
    const Stribeck *p = params;
    (void)state;
    const double x = 1 + r / p->v_c;
    return -(p->mu_s - p->mu_d) / p->v_c / x / x + p->viscous;
}

/* A geometric series; what is left out is (reach/(v_c + r))^6 = 6.4e-17 of the hyperbolic part. */
static void expand(const void *params, double r, FrictionExpansion *about) {
    const Stribeck *p = params;
    const double ratio = -1 / (p->v_c + r), part = (p->mu_d - p->mu_s) * p->v_c * ratio;
    const double square = ratio * ratio, second = part * square, fourth = second * square;
    about->r = r;
    about->reach = 0.002 * (p->v_c + r);
    about->c[0] = p->mu_d + part + p->viscous * r;
    about->c[1] = part * ratio + p->viscous;
    about->c[2] = second;
    about->c[3] = second * ratio;
    about->c[4] = fourth;
    about->c[5] = fourth * ratio;
}

static double final_slope(const void *params) {
    return ((const Stribeck *)params)->viscous;
}

static const Param stribeck_params[] = {
    FIELD(Stribeck, mu_s, NUMBER, "coefficient at rest", REQUIRED, NOT_NEGATIVE),
    FIELD(Stribeck, mu_d, NUMBER, "coefficient at large speed, without the viscous part", REQUIRED,
          NOT_NEGATIVE),
    FIELD(Stribeck, v_c, NUMBER, "slip speed at which half of the fall is done", REQUIRED, POSITIVE,
          .unit = "m/s"),
    FIELD(Stribeck, viscous, NUMBER, "growth of the coefficient per unit of speed", NOT_NEGATIVE,
          .unit = "s/m"),
    {0},
};

const FrictionLaw stribeck_law = {
    .word =
        {.name = "stribeck",
         .kind = "friction",
         .summary = "Hyperbolic weakening with a viscous part: mu_d + (mu_s - mu_d)/(1 + v/v_c) + viscous v.",
         .reference = "FR-4",
         .papers = "renard2001",
         .example = "stribeck{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1, viscous = 0.01 }",
         .params = stribeck_params,
         .size = sizeof(Stribeck)},
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .expand = expand,
    .final_slope = final_slope,
};
