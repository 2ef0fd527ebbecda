#include "beam/steady.h"

#include "base/roots.h"

#include <math.h>

enum { SCAN = 400 };

typedef struct Balance {
    const SteadySetup *setup;
    double V;
} Balance;

/* Heat that flows off minus heat that friction makes, at th = th_l + A x. */
static double surplus(const void *context, double A) {
    const Balance *b = context;
    const SteadySetup *s = b->setup;
    return A * (s->k + s->h_b) - s->h_b * (s->foundation - s->wall) -
           b->V * beam_mu(s->law, b->V, s->wall + A) * beam_bound(s->law, s->wall + A / 2);
}

static SteadyState state_at(const SteadySetup *s, double V, double A) {
    const double p = fmax(s->alpha * (s->wall + A / 2), 0), end = s->wall + A;
    SteadyState state = {.exists = true, .V = V, .A = A, .pressure = p, .end_temperature = end};
    state.bound = beam_bound(s->law, s->wall + A / 2);
    state.mu = beam_mu(s->law, V, end);
    state.mu_r = s->law->constant ? 0 : friction_slope(&s->law->friction, V, end);
    state.mu_th = s->law->thermal ? s->law->friction.law->state_slope(s->law->friction.params, V, end) : 0;
    state.mean_temperature = s->wall + A / 2;
    state.shear = state.mu * state.bound;
    state.end_displacement = state.shear / (3 * s->c * s->c); /* (BM-12) */
    return state;
}

/* (BM-12) and (BM-13) in closed form where mu does not depend on the temperature. */
static void closed_form(const SteadySetup *s, double V, SteadyState *state) {
    const double sum = s->k + s->h_b, nu = s->alpha * V * beam_mu(s->law, V, s->wall),
                 cold = s->h_b * (s->foundation - s->wall) / sum, p_0 = s->alpha * (s->wall + cold / 2);
    double A;
    state->solutions = steady_count(s, nu / (2 * sum));
    if (p_0 <= 0 || (s->beta > 0 && p_0 >= 1 / s->beta)) {
        /* Too cold to touch, or so hot that nothing is left to rub: friction makes no heat. */
        const size_t solutions = state->solutions;
        *state = state_at(s, V, cold);
        state->solutions = solutions;
        return;
    }
    if (state->solutions == 0) return;
    if (s->beta == 0) {
        A = (s->h_b * (s->foundation - s->wall) + nu * s->wall) / (sum - nu / 2);
    } else {
        const double G = nu / (2 * sum), b = 1 - G;
        const double root = sqrt(b * b + 4 * G * s->beta * p_0);
        /* The stable of two forms: [-(1 - G) + root]/(2 G beta). */
        const double p = b >= 0 ? 2 * p_0 / (b + root) : (root - b) / (2 * G * s->beta);
        A = 2 * (p / s->alpha - s->wall);
    }
    *state = state_at(s, V, A);
    state->solutions = 1;
}

SteadyState steady_state(const SteadySetup *setup, double V) {
    SteadyState state = {.V = V};
    if (!setup->law->thermal) {
        closed_form(setup, V, &state);
        return state;
    }
    /* Friction only heats: look upwards from the state without it. */
    const Balance balance = {setup, V};
    const double start = setup->h_b * (setup->foundation - setup->wall) / (setup->k + setup->h_b);
    const double scale = fabs(setup->wall) + fabs(setup->foundation) + 1;
    double low = start, at_low = surplus(&balance, start);
    if (at_low == 0) {
        state = state_at(setup, V, start);
        state.solutions = 1;
    }
    double reach = 1e-4 * scale;
    size_t solutions = state.solutions;
    for (int i = 0; i < SCAN; i++, reach *= 1.05) {
        const double high = low + reach, at_high = surplus(&balance, high);
        if ((at_low < 0) != (at_high < 0) && at_low != 0) {
            const double A = root_bracketed(surplus, &balance, low, high);
            if (!solutions) state = state_at(setup, V, A);
            solutions++;
        }
        low = high;
        at_low = at_high;
    }
    state.solutions = solutions;
    return state;
}

double steady_flutter_top(const SteadySetup *setup, double critical) {
    if (isfinite(critical)) return critical;
    const double mu = fmax(beam_mu(setup->law, 0, setup->wall), 1e-3);
    return 10 * 2 * (setup->k + setup->h_b) / (setup->alpha * mu);
}
