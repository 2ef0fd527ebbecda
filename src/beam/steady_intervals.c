/* At which speeds steady states exist, where mu depends on the speed alone.
 *
 * With P = alpha Th and G(V) = alpha V mu(V)/(2 (k + h_b)) a steady state is a root of P = p_0 + G h(P), so
 * the number of them depends on V through G alone, and changes where G passes one level (BM-16). Where V
 * mu(V) passes it is found by cutting the speeds into pieces on which V mu(V) is shown to be monotone, or not
 * to meet the level: between its bends mu' is monotone, which bounds mu and mu' on any piece. (BM-17)
 */
#include "beam/steady.h"

#include "base/roots.h"

#include <math.h>

/* p_0: the pressure without friction, signed (BM-13). */
static double cold_pressure(const SteadySetup *s) {
    return s->alpha * (s->wall + s->h_b * (s->foundation - s->wall) / (2 * (s->k + s->h_b)));
}

/* The level of G, and how many roots there are below and above. */
typedef struct Level {
    double G;
    size_t below, above;
} Level;

static Level level_of(const SteadySetup *s) {
    const double p_0 = cold_pressure(s), b = -s->beta * p_0;
    if (s->beta == 0) return (Level){1, 1, p_0 > 0 ? 0 : p_0 < 0 ? 2 : 1};
    if (p_0 > 0) return (Level){INFINITY, 1, 1};
    return (Level){1 + 2 * b + 2 * sqrt(b * (1 + b)), 1, p_0 < 0 ? 3 : 2};
}

size_t steady_count(const SteadySetup *setup, double G) {
    const Level level = level_of(setup);
    return G < level.G ? level.below : level.above;
}

typedef struct Passing {
    const BeamLaw *law;
    double level; /* of V mu(V) */
    double at[2 * STEADY_MOST_INTERVALS];
    size_t count;
    bool cut;
} Passing;

static double mu_at(const BeamLaw *law, double V) {
    return beam_mu(law, fmax(V, 0x1p-1000), 0); /* as sliding begins, not at rest */
}

static double excess(const void *context, double V) {
    const Passing *p = context;
    return V * mu_at(p->law, V) - p->level;
}

static void add_passing(Passing *p, double V) {
    if (p->count < sizeof p->at / sizeof *p->at)
        p->at[p->count++] = V;
    else
        p->cut = true;
}

/* What V mu(V) and its slope can be on a piece without a bend inside. */
typedef struct Range {
    double low, high, slope_low, slope_high;
} Range;

static Range range_on(const BeamLaw *law, double a, double b) {
    const double mu[2] = {mu_at(law, a), mu_at(law, b)},
                 slope[2] = {friction_slope(&law->friction, fmax(a, 0x1p-1000), 0),
                             friction_slope(&law->friction, nextafter(b, a), 0)},
                 flat = fmin(slope[0], slope[1]), steep = fmax(slope[0], slope[1]);
    /* mu' being monotone, mu is on one side of its chord, and no further off than this. */
    const double bow = (b - a) * (steep - flat) / 4;
    const double low = fmax(fmin(mu[0], mu[1]) - bow, 0), high = fmax(mu[0], mu[1]) + bow;
    return (Range){a * low, b * high, low + fmin(a * flat, b * flat), high + fmax(a * steep, b * steep)};
}

/* All passings on a piece: halves of it that can have two are cut again. */
static void isolate(Passing *p, double a, double b, int depth) {
    const Range range = range_on(p->law, a, b);
    if (range.high < p->level || range.low > p->level) return;
    const double at_a = excess(p, a), at_b = excess(p, b);
    const bool monotone = range.slope_low > 0 || range.slope_high < 0;
    if (monotone || depth == 0 || b - a <= 1e-13 * b) {
        if ((at_a < 0) != (at_b < 0)) add_passing(p, root_bracketed(excess, p, a, b));
        return;
    }
    const double middle = a + (b - a) / 2;
    isolate(p, a, middle, depth - 1);
    isolate(p, middle, b, depth - 1);
}

/* From rest through all bends of mu, then by doubling. */
static void pass_all(Passing *p) {
    enum { DEPTH = 60 };
    const double top = 1e12 * p->level;
    double a = 0;
    for (size_t i = 0; i < p->law->bend_count && a < top; i++) {
        if (!(p->law->bends[i] > a)) continue;
        isolate(p, a, p->law->bends[i], DEPTH);
        a = p->law->bends[i];
    }
    for (double b = fmax(2 * a, 1e-6 * p->level); a < top; a = b, b *= 2) isolate(p, a, b, DEPTH);
}

static void add_interval(SteadyIntervals *list, double from, double to, size_t states) {
    if (states == 0 || !(to > from)) return;
    if (list->count < STEADY_MOST_INTERVALS)
        list->at[list->count++] = (SteadyInterval){from, to, states};
    else
        list->cut = true;
}

void steady_intervals(const SteadySetup *setup, SteadyIntervals *intervals) {
    const Level level = level_of(setup);
    const BeamLaw *law = setup->law;
    Passing p = {.law = law, .level = level.G * 2 * (setup->k + setup->h_b) / setup->alpha};
    *intervals = (SteadyIntervals){.known = !law->thermal};
    if (law->thermal) return;
    if (level.below != level.above && isfinite(p.level)) {
        if (!law->constant)
            pass_all(&p);
        else if (law->mu > 0)
            add_passing(&p, p.level / law->mu);
    }
    intervals->cut = p.cut;
    double from = 0;
    for (size_t i = 0; i <= p.count; i++) {
        const double to = i < p.count ? p.at[i] : INFINITY;
        add_interval(intervals, from, to, i % 2 ? level.above : level.below);
        from = to;
    }
}

double steady_critical_velocity(const SteadySetup *setup) {
    SteadyIntervals intervals;
    if (setup->law->thermal) return NAN;
    if (level_of(setup).above > 0) return INFINITY;
    steady_intervals(setup, &intervals);
    return intervals.at[0].to;
}
