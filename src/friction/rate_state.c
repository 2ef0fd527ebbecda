/* Dieterich-Ruina [dieterich1979, ruina1983] with one state variable y = D_c/theta, a speed:  (FR-6)
 *   mu = mu_ss(y) + a (phi(r) - phi(y)),  mu_ss(y) = mu_0 + (a - b) phi(y),  phi(r) = ln(1 + r/V_0)
 *   aging: y' = (y/D_c)(r - y);  slip: y' = (y r/D_c) ln(r/y)
 * Both evolutions are solved exactly over a time of constant speed. mu is cut at 0 where the logarithm
 * would make it negative. */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct RateState {
    double mu_0, a, b, D_c, V_0, start;
    int law;
} RateState;

enum { AGING, SLIP };

static double phi(const RateState *p, double r) {
    return log1p(r / p->V_0);
}

static double sliding(const void *params, double r, double y) {
    const RateState *p = params;
    return fmax(0, p->mu_0 + p->a * phi(p, r) - p->b * phi(p, y));
}

static double at_rest(const void *params, double y) {
    return sliding(params, 0, y);
}

static double slope(const void *params, double r, double y) {
    const RateState *p = params;
    return sliding(params, r, y) > 0 ? p->a / (p->V_0 + r) : 0;
}

static double state_start(const void *params) {
    const RateState *p = params;
    return p->start > 0 ? p->start : p->V_0;
}

static double state_advance(const void *params, double y, double r, double dt) {
    const RateState *p = params;
    if (r == 0) return p->law == AGING ? y / (1 + y * dt / p->D_c) : y;
    const double decay = exp(-r * dt / p->D_c);
    if (p->law == SLIP) return r * exp((log(y) - log(r)) * decay);
    /* 1/y relaxes to 1/r; written with expm1 so that slow sliding keeps its digits. */
    return 1 / (decay / y - expm1(-r * dt / p->D_c) / r);
}

/* d ln y/dr of the state after dt. With x = r dt/D_c,
 *   aging: y ((dt/D_c) exp(-x)/y_b + (1 - (1 + x) exp(-x))/r^2)
 *   slip: (1 - exp(-x))/r + (dt/D_c) exp(-x) ln(r/y_b) */
static double state_growth(const RateState *p, double r, double y_b, double dt) {
    const double per = dt / p->D_c, x = r * per, decay = exp(-x);
    if (p->law == SLIP) return r > 0 ? -expm1(-x) / r + per * decay * log(r / y_b) : -INFINITY;
    const double y = state_advance(p, y_b, r, dt);
    const double rest = x > 1e-4 ? (-expm1(-x) - x * decay) / (r * r) : per * per * (0.5 - x / 3);
    return y * (per * decay / y_b + rest);
}

static double advanced_slope(const void *params, double r, double y_b, double dt) {
    const RateState *p = params;
    const double y = state_advance(params, y_b, r, dt);
    if (!(sliding(params, r, y) > 0)) return 0;
    const double growth = state_growth(p, r, y_b, dt);
    return p->a / (p->V_0 + r) - (y > 0 ? p->b * y / (p->V_0 + y) * growth : 0);
}

/* b d ln y/dr is at most (3/2) b dt/D_c (aging), b dt/D_c (1 + max(1, ln(D_c/(dt y_b)) - 1)) (slip). */
static double advanced_fall(const void *params, double y_b, double dt) {
    const RateState *p = params;
    const double per = dt / p->D_c;
    if (!(per > 0)) return 0;
    return p->b * per * (p->law == AGING ? 1.5 : 1 + fmax(1, -log(per * y_b) - 1));
}

/* y = r, and both evolutions are y' = (r/D_c)(speed - y) about it. (FR-8) */
static FrictionSteady steady(const void *params, double r) {
    const RateState *p = params;
    const double mu = p->mu_0 + (p->a - p->b) * phi(p, r), per = 1 / (p->V_0 + r);
    if (!(mu > 0)) return (FrictionSteady){0};
    return (FrictionSteady){.mu = mu, .slope = p->a * per, .memory = p->b * per, .rate = r / p->D_c};
}

static const Param rate_state_params[] = {
    FIELD(RateState, mu_0, NUMBER, "coefficient of reference", REQUIRED, NOT_NEGATIVE),
    FIELD(RateState, a, NUMBER, "direct effect of the slip rate", REQUIRED, NOT_NEGATIVE),
    FIELD(RateState, b, NUMBER, "effect of the state", REQUIRED, NOT_NEGATIVE),
    FIELD(RateState, D_c, NUMBER, "slip over which the state follows", REQUIRED, POSITIVE, .unit = "m"),
    FIELD(RateState, V_0, NUMBER, "speed of reference", REQUIRED, POSITIVE, .unit = "m/s"),
    FIELD(RateState, law, CHOICE, "how the state evolves", .choices = "aging|slip"),
    FIELD(RateState, start, NUMBER, "state D_c/theta at t = 0", NOT_NEGATIVE, .unit = "m/s",
          .preset_text = "V_0"),
    {0},
};

const FrictionLaw rate_state_law = {
    .word =
        {.name = "rate_state",
         .kind = "friction",
         .summary = "Dieterich-Ruina rate-and-state friction with one state variable.",
         .reference = "FR-6",
         .formula =
             "mu = mu_0 + a ln(1 + v/V_0) - b ln(1 + y/V_0), at least 0\n"
             "aging: y' = (y/D_c) (v - y);  slip: y' = (y v/D_c) ln(v/y)\n"
             "The state y = D_c/theta is a speed in m/s, theta being the usual state in s; series and start "
             "give y.\n"
             "In steady sliding y = v, so mu = mu_0 + (a - b) ln(1 + v/V_0): with b > a it weakens.\n"
             "Then a block of mass m, pressed by N, pulled at V by a spring, slides steadily only if the "
             "spring is stiffer than\n"
             "k_c = q (b - a) N/D_c (1 + m V^2/(q a N D_c)),  q = V/(V + V_0)",
         .papers = "renard2001",
         .example = "rate_state{ mu_0 = 0.6, a = 0.01, b = 0.015, D_c = 10*um, V_0 = 1e-6, law = \"aging\" }",
         .params = rate_state_params,
         .size = sizeof(RateState)},
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .state_start = state_start,
    .state_advance = state_advance,
    .advanced_slope = advanced_slope,
    .advanced_fall = advanced_fall,
    .steady = steady,
};
