/* If A exceeds S times the bound of the fall, the left side only rises: Newton inside the bracket [0, Q/A].
 * A law that creeps has its roots over many decades: there Newton works in ln r, and the bound is that of the
 * speeds up to the root.  (MO-13)
 * Else the speeds are cut at powers of sqrt 2 times Q/A, and each cut where the slope changes its sign is cut
 * again there, so that the parts are monotone. */
#include "friction/friction_root_state.h"

#include "base/roots.h"

#include <float.h>
#include <math.h>

typedef struct Side {
    const Friction *friction;
    const FrictionEquation *e;
} Side;

static double excess(const void *context, double r) {
    const Side *s = context;
    return s->e->A * r + s->e->S * friction_advanced(s->friction, r, s->e->state, s->e->duration) - s->e->Q;
}

static double slope_at(const void *context, double r) {
    const Side *s = context;
    return s->e->A + s->e->S * friction_advanced_slope(s->friction, r, s->e->state, s->e->duration);
}

static FrictionRoot finish(const Side *s, double r, FrictionRoot root) {
    root.r = r;
    root.mu = friction_advanced(s->friction, r, s->e->state, s->e->duration);
    return root;
}

/* The same in ln r, by halves where Newton does not halve its steps, until a step is within the rounding of
 * what is summed. */
static double solve_in_logarithm(const Side *s, double low, double high, bool up) {
    const double start = s->e->r_0 > low && s->e->r_0 < high ? s->e->r_0 : high;
    double r = start, last = INFINITY;
    if (up && low == 0 && excess(s, DBL_MIN) >= 0) return 0; /* slower than any number: at rest */
    low = fmax(low, DBL_MIN);
    for (int i = 0; i < 200; i++) {
        const double value = excess(s, r), slope = r * slope_at(s, r), change = -value / slope;
        const double noise = 2 * DBL_EPSILON * (s->e->A * r + fabs(s->e->Q)) / fabs(slope);
        if (value == 0) return r;
        if ((value < 0) == up)
            low = r;
        else
            high = r;
        double next = r * exp(change);
        const bool inside = next > low && next < high;
        if (inside && fabs(change) <= fmax(noise, 2 * DBL_EPSILON)) return next;
        if (!inside && fabs(change) <= noise) return r;
        if (!inside || fabs(change) > 0.5 * last) next = sqrt(low) * sqrt(high);
        last = fabs(log(next / r));
        if (!(next > low && next < high)) return up ? high : low;
        r = next;
    }
    return r;
}

/* The root in [low, high], where the left side passes Q, `up` or down. */
static double friction_root_state_solve(const Side *s, double low, double high, bool up) {
    if (friction_creeps(s->friction)) return solve_in_logarithm(s, low, high, up);
    double r = fmin(fmax(s->e->r_0, low), high);
    if (!(r > 0)) r = 0.5 * high;
    for (int i = 0; i < 80; i++) {
        const double value = excess(s, r);
        if (value == 0) return r;
        if ((value < 0) == up)
            low = r;
        else
            high = r;
        double next = r - value / slope_at(s, r);
        const bool inside = next > low && next < high;
        if (!inside) next = low > 0 ? sqrt(low) * sqrt(high) : high / 16;
        if (inside && fabs(next - r) <= 4e-16 * r) return next;
        if (!(next > low && next < high)) break;
        r = next;
    }
    return root_bracketed(excess, s, low, high);
}

enum { CUTS = 128, MOST_PARTS = 2 * CUTS + 4 };

/* Ends of monotone parts from 0 to beyond every root; `also` is one of them. Returns how many ends. */
static int monotone_parts(const Side *s, double also, double *ends) {
    const double far = fmax(s->e->Q / s->e->A, 2 * also) * (1 + 1e-9);
    int count = 0;
    ends[count++] = 0;
    for (int k = CUTS; k >= 0; k--) {
        const double cut = far * exp2(-0.5 * k), last = ends[count - 1];
        const double stops[2] = {also > last && also < cut ? also : cut, cut};
        for (int i = also > last && also < cut ? 0 : 1; i < 2; i++) {
            const double from = ends[count - 1], to = stops[i], near = nextafter(to, 0);
            if (near > from && (slope_at(s, from) < 0) != (slope_at(s, near) < 0)) {
                const double fold = root_bracketed(slope_at, s, from, near);
                if (fold > from && fold < to) ends[count++] = fold;
            }
            ends[count++] = to;
        }
    }
    return count;
}

static size_t list(const Side *s, const double *ends, int count, double *r, size_t room) {
    size_t found = 0;
    double before = excess(s, 0);
    if (before >= 0) {
        if (room > 0) r[0] = 0;
        found = 1;
    }
    for (int k = 0; k + 1 < count; k++) {
        const double after = excess(s, ends[k + 1]);
        if ((before < 0 && after >= 0) || (before > 0 && after < 0)) {
            if (found < room) r[found] = friction_root_state_solve(s, ends[k], ends[k + 1], before < 0);
            found++;
        }
        before = after;
    }
    return found;
}

/* From r_0, one of the ends, along the flow to the first place where it stops. (DI-4) */
static FrictionRoot walk(const Side *s, const double *ends, int count) {
    FrictionRoot root = {0};
    int k = 0;
    while (k + 1 < count && ends[k] < s->e->r_0) k++;
    double before = excess(s, ends[k]);
    const int step = before < 0 ? 1 : -1;
    for (; k + step >= 0 && k + step < count; k += step) {
        const double after = excess(s, ends[k + step]);
        if ((after - before) * step < 0 && !root.jumped) root.jumped = true, root.fold = ends[k];
        if (step > 0 && after >= 0)
            return finish(s, friction_root_state_solve(s, ends[k], ends[k + 1], true), root);
        if (step < 0 && after < 0)
            return finish(s, friction_root_state_solve(s, ends[k - 1], ends[k], true), root);
        before = after;
    }
    return finish(s, ends[k], root);
}

/* Whether the left side only rises up to r. */
static bool rises_up_to(const Side *s, double r) {
    const FrictionLaw *law = s->friction->law;
    return law->advanced_fall_up_to &&
           s->e->S * law->advanced_fall_up_to(s->friction->params, r, s->e->state, s->e->duration) <= s->e->A;
}

/* Of a law that creeps: the only root up to the speeds that matter, and whether it is the only one at all. */
static bool root_alone(const Side *s, FrictionRoot *root) {
    if (!friction_creeps(s->friction) || !(s->e->Q > 0)) return false;
    const double far = s->e->Q / s->e->A * (1 + 1e-9);
    const double r = friction_root_state_solve(s, 0, far, true);
    if (!rises_up_to(s, fmax(r, s->e->r_0))) return false;
    *root = finish(s, r, (FrictionRoot){0});
    return s->e->one_is_enough || rises_up_to(s, far);
}

FrictionRoot friction_root_with_state(const Friction *friction, const FrictionEquation *e) {
    const Side s = {friction, e};
    const double rest = excess(&s, 0);
    FrictionRoot alone;
    if (root_alone(&s, &alone)) return alone;
    if (e->S * friction->law->advanced_fall(friction->params, e->state, e->duration) <= e->A)
        return finish(&s, rest >= 0 ? 0 : friction_root_state_solve(&s, 0, e->Q / e->A, true),
                      (FrictionRoot){0});
    double ends[MOST_PARTS];
    const int count = monotone_parts(&s, e->r_0, ends);
    FrictionRoot root = e->r_0 == 0 && rest >= 0 ? finish(&s, 0, (FrictionRoot){0}) : walk(&s, ends, count);
    root.several = !e->one_is_enough && list(&s, ends, count, NULL, 0) > 1;
    return root;
}

size_t friction_root_list_with_state(const Friction *friction, const FrictionEquation *e, double *r,
                                     size_t room) {
    const Side s = {friction, e};
    double ends[MOST_PARTS];
    const int count = monotone_parts(&s, 0, ends);
    return list(&s, ends, count, r, room);
}
