/* If A exceeds S times the bound of the fall, the left side only rises: Newton inside the bracket [0, Q/A].
 * Else the speeds are cut at powers of sqrt 2 times Q/A, and each cut where the slope changes its sign is cut
 * again there, so that the parts are monotone. */
#include "friction/friction_root_state.h"

#include "base/roots.h"

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

/* The root in [low, high], where the left side passes Q, `up` or down. */
static double friction_root_state_solve(const Side *s, double low, double high, bool up) {
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

FrictionRoot friction_root_with_state(const Friction *friction, const FrictionEquation *e) {
    const Side s = {friction, e};
    const double rest = excess(&s, 0);
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
