/* Eigenvalues about steady sliding: zeros of (BM-14) cleared of its poles, an entire function of lambda
 * (away from 1 + d lambda = 0).
 *
 * Each root is followed from the uncoupled problem (friction off: modes of the beam and of heat) to the
 * full one, and the number of roots with positive real part is counted a second time by the argument
 * principle [delves1967].
 */
#include "beam/modes.h"
#include "beam/steady.h"

#include "base/roots.h"

#include <math.h>

typedef double complex Complex;

/* The numbers of (BM-14): 1 + slope Y = (heat H + hot H_1)(V - pull Y). */
typedef struct Coupling {
    const SteadySetup *setup;
    double V, slope, pull, heat, hot;
} Coupling;

static Coupling coupling_of(const SteadySetup *setup, const SteadyState *state) {
    const double p = state->pressure, open = 1 - setup->beta * p > 0 && p > 0;
    return (Coupling){.setup = setup,
                      .V = state->V,
                      .slope = state->mu_r * state->bound,
                      .pull = state->mu * state->bound,
                      .heat = open * state->mu * setup->alpha * (1 - 2 * setup->beta * p),
                      .hot = state->bound * state->mu_th};
}

/* (cosh s - 1)/s^2, sinh s/s and cosh s for s^2 = z, times e^-offset. */
typedef struct Thermal {
    Complex difference, sine, cosine;
} Thermal;

static Thermal thermal_functions(Complex z, double offset) {
    const Complex s = csqrt(z);
    if (cabs(z) < 0.1) {
        Complex difference = 0, sine = 0, cosine = 0, term = 1;
        for (int k = 0; k < 12; k++) { /* term = z^k/(2k)! */
            cosine += term;
            sine += term / (2 * k + 1);
            difference += term / ((2 * k + 1) * (2 * k + 2));
            term *= z / ((2 * k + 1) * (2 * k + 2));
        }
        const double scale = exp(-offset);
        return (Thermal){scale * difference, scale * sine, scale * cosine};
    }
    const Complex up = cexp(s - offset), down = cexp(-s - offset);
    const Complex cosine = (up + down) / 2;
    return (Thermal){(cosine - exp(-offset)) / z, (up - down) / (2 * s), cosine};
}

/* 1 + cos a cosh a and (sin a cosh a - cos a sinh a)/a^3 for a^4 = z, times e^-offset. */
typedef struct Bending {
    Complex below, above;
} Bending;

static Bending bending_functions(Complex z, double offset) {
    const double scale = exp(-offset);
    if (cabs(z) < 1) {
        /* cos a cosh a = sum (-4 z)^k/(4k)!, the other 4 sum (-4 z)^k/(4k+3)! */
        Complex below = 1, above = 0, term = 1;
        for (int k = 0; k < 8; k++) {
            below += term;
            above += 4 * term / ((4.0 * k + 1) * (4.0 * k + 2) * (4.0 * k + 3));
            term *= -4 * z / ((4.0 * k + 1) * (4.0 * k + 2) * (4.0 * k + 3) * (4.0 * k + 4));
        }
        return (Bending){scale * below, scale * above};
    }
    const Complex a = csqrt(csqrt(z)), one = (1 + I) * a, two = (1 - I) * a;
    const Complex up1 = cexp(one - offset), down1 = cexp(-one - offset), up2 = cexp(two - offset),
                  down2 = cexp(-two - offset);
    const Complex sinh1 = (up1 - down1) / 2, sinh2 = (up2 - down2) / 2;
    const Complex sine = (sinh1 - sinh2) / (2 * I), cosine = (sinh1 + sinh2) / 2;
    return (Bending){scale + (up1 + down1 + up2 + down2) / 4, (sine - cosine) / (a * a * a)};
}

/* Exponents that keep the functions near one. */
typedef struct Offsets {
    double heat, bending;
} Offsets;

static Complex modulus(const SteadySetup *s, Complex lambda) {
    return s->c * s->c * (1 + s->damping * lambda);
}

static Offsets offsets_at(const SteadySetup *s, Complex lambda) {
    const Complex a = csqrt(csqrt(-lambda * lambda / modulus(s, lambda)));
    return (Offsets){fabs(creal(csqrt(lambda / s->k))), fabs(creal(a)) + fabs(cimag(a))};
}

/* (BM-14) times the denominators of Y and H. *size, if requested, is that of its terms. */
static Complex characteristic(const Coupling *c, Complex lambda, Offsets offsets, double *size) {
    const SteadySetup *s = c->setup;
    const Complex E = modulus(s, lambda);
    const Thermal t = thermal_functions(lambda / s->k, offsets.heat);
    const Bending b = bending_functions(-lambda * lambda / E, offsets.bending);
    const Complex flow = s->k * t.cosine + s->h_b * t.sine; /* denominator of H and H_1 */
    const Complex H = t.difference, H_1 = t.sine;           /* their numerators */
    const Complex rest = E * b.below, moved = lambda * b.above;
    const Complex first = flow * (rest + c->slope * moved),
                  second = (c->heat * H + c->hot * H_1) * (c->V * rest - c->pull * moved);
    if (size) *size = cabs(flow * E) + cabs(c->slope * flow * moved) + cabs(second);
    return first - second;
}

/* Secant steps from two near points with the scale frozen; false if they do not settle. */
static bool polish(const Coupling *c, Complex *lambda, double *residual) {
    const Offsets offsets = offsets_at(c->setup, *lambda);
    Complex x = *lambda, older = x * (1 + 1e-6) + 1e-7;
    Complex fx = characteristic(c, x, offsets, NULL), f_older = characteristic(c, older, offsets, NULL);
    for (int i = 0; i < 60; i++) {
        if (fx == f_older) break;
        const Complex next = x - fx * (x - older) / (fx - f_older);
        if (!isfinite(creal(next)) || !isfinite(cimag(next))) return false;
        older = x, f_older = fx;
        x = next;
        fx = characteristic(c, x, offsets, NULL);
        if (cabs(x - older) <= 1e-14 * (cabs(x) + 1e-3)) break;
    }
    double size;
    *residual = cabs(characteristic(c, x, offsets_at(c->setup, x), &size));
    *residual /= size > 0 ? size : 1;
    *lambda = x;
    return *residual < 1e-8;
}

static Coupling part_of(const Coupling *c, double part) {
    Coupling less = *c;
    less.slope *= part;
    less.pull *= part;
    less.heat *= part;
    less.hot *= part;
    return less;
}

/* From the uncoupled root to the coupled one: friction is turned on in steps that shrink where the root
 * moves fast. */
static bool follow(const Coupling *c, Complex *lambda, double *residual) {
    double part = 0, stride = 0.25;
    Complex x = *lambda, before = x;
    double before_part = 0;
    for (int i = 0; i < 400 && part < 1; i++) {
        const double next = fmin(part + stride, 1);
        const Coupling less = part_of(c, next);
        /* Straight on from the last two points. */
        Complex guess = part > before_part ? x + (x - before) * (next - part) / (part - before_part) : x;
        const Complex expected = guess;
        const double reach = 0.05 * (cabs(x) + c->setup->k);
        if (polish(&less, &guess, residual) && cabs(guess - expected) <= reach &&
            cabs(guess - x) <= 4 * reach) {
            before = x, before_part = part;
            x = guess, part = next;
            stride *= 1.5;
        } else {
            stride /= 2;
            if (stride < 1e-7) return false;
        }
    }
    *lambda = x;
    return part >= 1;
}

/* A count under way; beyond its budget of evaluations the function turns too fast for its numbers. */
typedef struct Turning {
    const Coupling *c;
    long left;
} Turning;

enum { TURNING_BUDGET = 400000 };

/* The change of argument along a straight line, halved until each part turns by less than a radian;
 * NaN: it cannot be determined. */
static double turn(Turning *turning, Complex a, Complex b, const Complex f[2], int depth) {
    const Complex middle = (a + b) / 2;
    const Complex f_middle = characteristic(turning->c, middle, offsets_at(turning->c->setup, middle), NULL);
    const double first = carg(f_middle / f[0]), last = carg(f[1] / f_middle);
    if (!isfinite(first + last) || --turning->left <= 0) return NAN;
    if (depth <= 0 || (depth < 40 && fabs(first) < 0.8 && fabs(last) < 0.8)) return first + last;
    const double left = turn(turning, a, middle, (const Complex[2]){f[0], f_middle}, depth - 1);
    return isfinite(left) ? left + turn(turning, middle, b, (const Complex[2]){f_middle, f[1]}, depth - 1)
                          : NAN;
}

/* Number of roots in a rectangle; -1: it cannot be determined. */
static int count_roots(const Coupling *c, Complex low, Complex high) {
    const Complex corners[5] = {low, creal(high) + I * cimag(low), high, creal(low) + I * cimag(high), low};
    Turning turning = {c, TURNING_BUDGET};
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        enum { PARTS = 64 };
        for (int j = 0; j < PARTS; j++) {
            const Complex a = corners[i] + (corners[i + 1] - corners[i]) * j / PARTS,
                          b = corners[i] + (corners[i + 1] - corners[i]) * (j + 1) / PARTS;
            const Complex f[2] = {characteristic(c, a, offsets_at(c->setup, a), NULL),
                                  characteristic(c, b, offsets_at(c->setup, b), NULL)};
            sum += turn(&turning, a, b, f, 44);
            if (!isfinite(sum)) return -1;
        }
    }
    return (int)lround(sum / (2 * M_PI));
}

/* (BM-15), with the beam stiff (Y = 0), along the real axis above the first pole. */
static double stiff(const void *context, double lambda) {
    const Coupling *c = context;
    const SteadySetup *s = c->setup;
    const Offsets offsets = {fabs(creal(csqrt(lambda / s->k))), 0};
    const Thermal t = thermal_functions(lambda / s->k, offsets.heat);
    return creal(s->k * t.cosine + s->h_b * t.sine - (c->heat * t.difference + c->hot * t.sine) * c->V);
}

double steady_thermal_growth(const SteadySetup *setup, const SteadyState *state) {
    const Coupling c = coupling_of(setup, state);
    const HeatMode first = heat_mode(setup->k, setup->h_b, 1), second = heat_mode(setup->k, setup->h_b, 2);
    const double pole = -first.rate, at_pole = stiff(&c, pole);
    if (at_pole == 0) return pole;
    /* Heating moves the first root up from the first pole, cooling down towards the second. */
    const RootWalk up = {pole, 1e-3 * first.rate, 1e12 * first.rate},
                   down = {pole, -1e-3 * first.rate, -second.rate};
    RootBracket at;
    if (!root_bracket_outwards(stiff, &c, at_pole < 0 ? &up : &down, &at)) return NAN;
    return root_bracketed(stiff, &c, at.near, at.far);
}

double steady_heat_growth(const SteadySetup *setup, double V) {
    if (setup->law->thermal) return NAN;
    const double mu = beam_mu(setup->law, V, setup->wall);
    const Coupling c = {.setup = setup, .V = V, .heat = mu * setup->alpha};
    if (setup->beta > 0 || !(stiff(&c, 0) < 0)) return NAN;
    /* Unique, since (k s^2 cosh s + h_b s sinh s)/(cosh s - 1) rises with s. */
    const RootWalk up = {0, 1e-3 * setup->k, 1e15 * setup->k};
    RootBracket at;
    if (!root_bracket_outwards(stiff, &c, &up, &at)) return NAN;
    return root_bracketed(stiff, &c, at.near, at.far);
}

/* The root of lambda^2 + d omega^2 lambda + omega^2 = 0 in the upper half plane; the slower one if both
 * are real. */
static Complex free_root(const SteadySetup *s, double omega) {
    const double g = s->damping * omega * omega / 2, split = (omega - g) * (omega + g);
    if (split >= 0) return -g + I * sqrt(split);
    return -omega * omega / (g + sqrt(-split));
}

static bool known(const SteadySpectrum *spectrum, Complex lambda) {
    for (size_t i = 0; i < spectrum->count; i++)
        if (cabs(spectrum->roots[i].lambda - lambda) <= 1e-6 * (1 + cabs(lambda))) return true;
    return false;
}

static void add_root(const Coupling *c, SteadySpectrum *spectrum, SteadyRoot root) {
    if (spectrum->count == STEADY_MOST_ROOTS || !follow(c, &root.lambda, &root.residual)) return;
    if (cimag(root.lambda) < 0) root.lambda = conj(root.lambda);
    if (fabs(cimag(root.lambda)) < 1e-9 * (cabs(root.lambda) + 1)) root.lambda = creal(root.lambda);
    if (known(spectrum, root.lambda)) return;
    spectrum->roots[spectrum->count++] = root;
    const double re = creal(root.lambda);
    spectrum->leading_growth = fmax(spectrum->leading_growth, re);
    if (root.elastic) spectrum->elastic_growth = fmax(spectrum->elastic_growth, re);
}

void steady_spectrum(const SteadySetup *setup, const SteadyState *state, size_t modes,
                     SteadySpectrum *spectrum) {
    const Coupling c = coupling_of(setup, state);
    *spectrum = (SteadySpectrum){.leading_growth = -INFINITY, .elastic_growth = -INFINITY};
    spectrum->thermal_growth_rate = steady_thermal_growth(setup, state);
    for (size_t n = 1; n <= modes; n++) {
        const ElasticMode mode = elastic_mode(setup->c, n);
        add_root(&c, spectrum, (SteadyRoot){free_root(setup, mode.omega), true, n, 0});
    }
    for (size_t n = 1; n <= modes; n++) {
        const HeatMode mode = heat_mode(setup->k, setup->h_b, n);
        add_root(&c, spectrum, (SteadyRoot){-mode.rate, false, n, 0});
    }
    /* The region to the right of the axis (by a hair, where undamped modes without coupling would lie on
     * it), below the next mode. */
    const double omega = elastic_mode(setup->c, modes).omega, above = elastic_mode(setup->c, modes + 1).omega,
                 hair = 1e-9 * omega, right = 10 * fmax(spectrum->leading_growth, 0) + omega;
    for (size_t i = 0; i < spectrum->count; i++) {
        const Complex lambda = spectrum->roots[i].lambda;
        if (creal(lambda) > hair) spectrum->unstable_found += cimag(lambda) > 0 ? 2 : 1;
    }
    const double high = (omega + above) / 2;
    spectrum->unstable_counted = count_roots(&c, hair - I * high, right + I * high);
    spectrum->verified = spectrum->unstable_counted == spectrum->unstable_found;
}

/* The largest real part among the beam's modes at a speed. */
static double elastic_growth_at(const SteadySetup *setup, double V, size_t modes) {
    const SteadyState state = steady_state(setup, V);
    if (!state.exists) return NAN;
    const Coupling c = coupling_of(setup, &state);
    double growth = -INFINITY;
    for (size_t n = 1; n <= modes; n++) {
        const ElasticMode mode = elastic_mode(setup->c, n);
        Complex lambda = free_root(setup, mode.omega);
        double residual;
        if (follow(&c, &lambda, &residual)) growth = fmax(growth, creal(lambda) / mode.omega);
    }
    return growth;
}

double steady_flutter_velocity(const SteadySetup *setup, double top, size_t modes) {
    enum { SPEEDS = 120 };
    const double hair = 1e-13; /* of a frequency: the rounding of a root */
    double low = 0;
    for (int i = 0; i < SPEEDS; i++) {
        double high = top * pow(10, -5 * (1 - (double)(i + 1) / SPEEDS));
        if (i + 1 == SPEEDS) high *= 1 - 1e-6;
        const double growth = elastic_growth_at(setup, high, modes);
        if (!(growth > hair)) {
            low = high;
            continue;
        }
        if (i == 0) return 0;
        for (int j = 0; j < 60 && high - low > 1e-12 * high; j++) {
            const double middle = low + (high - low) / 2;
            if (elastic_growth_at(setup, middle, modes) > hair)
                high = middle;
            else
                low = middle;
        }
        return high;
    }
    return NAN;
}
