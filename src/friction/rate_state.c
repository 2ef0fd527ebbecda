/* Dieterich-Ruina [dieterich1979, ruina1983] with one state variable y = D_c/theta, a speed:
 *   log1p: mu = mu_ss(y) + a (phi(r) - phi(y)),  mu_ss(y) = mu_0 + (a - b) phi(y),  phi(r) = ln(1 + r/V_0);
 *          cut at 0 where the logarithm would make it negative  (FR-6)
 *   asinh: mu = a asinh(r/c),  c = 2 V_0 exp(-psi/a),  psi = mu_0 - b ln(y/V_0)  (MO-13)
 *   aging: y' = (y/D_c)(r - y);  slip: y' = (y r/D_c) ln(r/y)  (MO-14)
 * Both evolutions are solved exactly over a time of constant speed. */
#include "friction/friction.h"

#include "base/field.h"

#include <float.h>
#include <math.h>

typedef struct RateState {
    double mu_0, a, b, D_c, V_0, start;
    int form, law;
} RateState;

enum { LOG1P, ASINH };
enum { AGING, SLIP };

static double phi(const RateState *p, double r) {
    return log1p(r / p->V_0);
}

/* psi/a, which may be some hundreds: its exponential is taken only where that is safe. */
static double strength(const RateState *p, double y) {
    return (p->mu_0 - p->b * log(fmax(y, DBL_MIN) / p->V_0)) / p->a;
}

/* c, about which the asinh turns from straight to logarithmic; 0 or infinite beyond the range of numbers. */
static double turning_speed(const RateState *p, double y) {
    return 2 * p->V_0 * exp(-strength(p, y));
}

/* a asinh(r/c) by ln(2 r/c); beyond e^20 the two differ by less than rounding. */
static double sliding_asinh(const RateState *p, double r, double y) {
    const double log_twice = log(r / p->V_0) + strength(p, y);
    return p->a * (log_twice > 20 ? log_twice : asinh(0.5 * exp(log_twice)));
}

static double sliding(const void *params, double r, double y) {
    const RateState *p = params;
    if (p->form == ASINH) return sliding_asinh(p, r, y);
    return fmax(0, p->mu_0 + p->a * phi(p, r) - p->b * phi(p, y));
}

static double at_rest(const void *params, double y) {
    return ((const RateState *)params)->form == ASINH ? 0 : sliding(params, 0, y);
}

static bool creeps(const void *params) {
    return ((const RateState *)params)->form == ASINH;
}

static double slope(const void *params, double r, double y) {
    const RateState *p = params;
    if (p->form == ASINH) return p->a / hypot(r, turning_speed(p, y));
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

/* d mu = (a d ln r - b d ln y) r/hypot(r, c). */
static double advanced_slope_asinh(const RateState *p, double r, double y_b, double dt) {
    const double size = hypot(r, turning_speed(p, state_advance(p, y_b, r, dt)));
    if (r == 0) return p->a / size;
    return (p->a - p->b * r * state_growth(p, r, y_b, dt)) / size;
}

static double advanced_slope(const void *params, double r, double y_b, double dt) {
    const RateState *p = params;
    if (p->form == ASINH) return advanced_slope_asinh(p, r, y_b, dt);
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

/* The state stays between y_b and r, so that up to r the direct effect rises at least as a/hypot(r, c) of the
 * larger. */
static double advanced_fall_up_to(const void *params, double r, double y_b, double dt) {
    const RateState *p = params;
    const double fall = advanced_fall(params, y_b, dt);
    if (p->form != ASINH) return fall;
    return fall - p->a / hypot(r, turning_speed(p, fmax(y_b, r)));
}

/* y = r, and both evolutions are y' = (r/D_c)(speed - y) about it. (FR-8) */
static FrictionSteady steady(const void *params, double r) {
    const RateState *p = params;
    if (p->form == ASINH) {
        const double per_size = 1 / hypot(r, turning_speed(p, r));
        return (FrictionSteady){.mu = sliding_asinh(p, r, r),
                                .slope = p->a * per_size,
                                .memory = p->b * per_size,
                                .rate = r / p->D_c};
    }
    const double mu = p->mu_0 + (p->a - p->b) * phi(p, r), per = 1 / (p->V_0 + r);
    if (!(mu > 0)) return (FrictionSteady){0};
    return (FrictionSteady){.mu = mu, .slope = p->a * per, .memory = p->b * per, .rate = r / p->D_c};
}

static double slip_scale(const void *params) {
    return ((const RateState *)params)->D_c;
}

static JudderErr check(const void *params) {
    const RateState *p = params;
    REQUIRE(p->form != ASINH || p->a > 0,
            error_input("a", "a = %g: the form \"asinh\" needs a direct effect, a above 0", p->a));
    return JUDDER_OK;
}

static const Param rate_state_params[] = {
    FIELD(RateState, mu_0, NUMBER, "coefficient of reference", REQUIRED, NOT_NEGATIVE),
    FIELD(RateState, a, NUMBER, "direct effect of the slip rate", REQUIRED, NOT_NEGATIVE),
    FIELD(RateState, b, NUMBER, "effect of the state", REQUIRED, NOT_NEGATIVE),
    FIELD(RateState, D_c, NUMBER, "slip over which the state follows", REQUIRED, POSITIVE, .unit = "m"),
    FIELD(RateState, V_0, NUMBER, "speed of reference", REQUIRED, POSITIVE, .unit = "m/s"),
    FIELD(RateState, form, CHOICE, "how mu depends on the slip speed", .choices = "log1p|asinh"),
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
             "log1p: mu = mu_0 + a ln(1 + v/V_0) - b ln(1 + y/V_0), at least 0\n"
             "asinh: mu = a asinh((v/(2 V_0)) exp(psi/a)), psi = mu_0 - b ln(y/V_0)  (MO-13)\n"
             "aging: y' = (y/D_c) (v - y);  slip: y' = (y v/D_c) ln(v/y)\n"
             "The state y = D_c/theta is a speed in m/s, theta being the usual state in s; series and start "
             "give y.\n"
             "In steady sliding y = v, so mu = mu_0 + (a - b) ln(1 + v/V_0): with b > a it weakens; with "
             "asinh it "
             "is mu_0 + (a - b) ln(v/V_0).\n"
             "V_0 of log1p is the speed below which friction no longer depends on the speed: a contact can "
             "rest. "
             "V_0 of asinh is\n"
             "a mere reference: mu(0) = 0, so a contact under load always creeps, and there is no stick. "
             "Numbers of "
             "earthquake\n"
             "cycles are for asinh: with log1p, speeds far below V_0 do not weaken and nothing slips.\n"
             "Then a block of mass m, pressed by N, pulled at V by a spring, slides steadily only if the "
             "spring is stiffer than\n"
             "k_c = q (b - a) N/D_c (1 + m V^2/(q a N D_c)),  q = V/(V + V_0), with asinh q = 1",
         .papers = "renard2001",
         .example = "rate_state{ mu_0 = 0.6, a = 0.01, b = 0.015, D_c = 10*um, V_0 = 1e-6, law = \"aging\" }",
         .params = rate_state_params,
         .size = sizeof(RateState),
         .check = check},
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .state_start = state_start,
    .state_advance = state_advance,
    .advanced_slope = advanced_slope,
    .advanced_fall = advanced_fall,
    .advanced_fall_up_to = advanced_fall_up_to,
    .creeps = creeps,
    .slip_scale = slip_scale,
    .steady = steady,
};
