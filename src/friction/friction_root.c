/* Roots of A r + S mu(r) = Q for any law: between two knots mu' is monotone, so the left side has at most
 * one fold there; it is found from the slopes at the ends, and each monotone part is solved inside its
 * bracket.  (SL-11), (DI-4), (DI-5) */
#include "friction/friction_root.h"

#include "base/roots.h"
#include "friction/friction_root_state.h"

#include <math.h>
#include <stdlib.h>

JudderErr friction_roots_create(Friction friction, FrictionRoots **roots) {
    FrictionRoots *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->friction = friction;
    made->has_state = friction.law->state_start != NULL;
    made->straight = friction.law->piecewise_linear && !made->has_state;
    made->count = 1 + friction_bends(&friction, NULL, 0);
    made->smooth = friction.law->expand && made->count == 1 && !made->has_state;
    made->r = calloc(3 * made->count, sizeof *made->r);
    if (!made->r) {
        friction_roots_destroy(&made);
        return error_memory();
    }
    made->mu = made->r + made->count;
    made->slope = made->mu + made->count;
    friction_bends(&friction, made->r + 1, made->count - 1);
    made->steepest = INFINITY;
    *roots = made;
    if (made->has_state) return JUDDER_OK;
    made->mu[0] = friction_at_rest(&friction, 0);
    made->jumps = friction_jumps(&friction);
    made->onset = friction_onset(&friction, 0);
    for (size_t i = 0; i < made->count; i++) {
        if (i > 0) made->mu[i] = friction_sliding(&friction, made->r[i], 0);
        made->slope[i] = friction_slope(&friction, made->r[i], 0);
    }
    const JudderErr err = friction_steepest_fall(&friction, &made->steepest);
    if (err != JUDDER_OK) friction_roots_destroy(roots);
    return err;
}

void friction_roots_destroy(FrictionRoots **roots) {
    if (!*roots) return;
    free((*roots)->r);
    free(*roots);
    *roots = NULL;
}

static bool is_same(const Friction *a, const Friction *b) {
    return a->law == b->law && a->params == b->params;
}

JudderErr friction_roots_create_rows(const Friction *friction, int n, FrictionRoots ***roots) {
    FrictionRoots **made = calloc((size_t)n + 1, sizeof(FrictionRoots *));
    REQUIRE(made, error_memory());
    *roots = made;
    for (int i = 0; i < n; i++) {
        if (i > 0 && is_same(&friction[i], &friction[i - 1]))
            made[i] = made[i - 1];
        else
            TRY(friction_roots_create(friction[i], &made[i]));
    }
    return JUDDER_OK;
}

void friction_roots_destroy_rows(int n, FrictionRoots ***roots) {
    for (int i = n - 1; *roots && i >= 0; i--)
        if (i == 0 || (*roots)[i] != (*roots)[i - 1]) friction_roots_destroy(&(*roots)[i]);
    free(*roots);
    *roots = NULL;
}

/* The left side A r + S mu(r), and its slope taken towards one side. */
typedef struct LeftSide {
    const FrictionRoots *roots;
    const FrictionEquation *e;
} LeftSide;

static double mu_at(const LeftSide *l, double r) {
    const Friction *f = &l->roots->friction;
    return r > 0 ? friction_sliding(f, r, l->e->state) : friction_at_rest(f, l->e->state);
}

/* In slip, so that r = 0 is its onset. */
static double excess(const void *context, double r) {
    const LeftSide *l = context;
    const double mu = r == 0 && l->roots->jumps ? l->roots->onset : mu_at(l, r);
    return l->e->A * r + l->e->S * mu - l->e->Q;
}

/* Whether friction at rest can hold Q. */
static bool can_rest(const LeftSide *l) {
    return l->e->S * mu_at(l, 0) - l->e->Q >= 0;
}

static double slope_at(const void *context, double r) {
    const LeftSide *l = context;
    return l->e->A + l->e->S * friction_slope(&l->roots->friction, r, 0);
}

/* The root on [a, b], where the left side is monotone and passes Q: Newton, or the bracket. */
static double friction_root_solve(const LeftSide *l, double a, double b) {
    double r = fmin(fmax(l->e->r_0, a), b);
    for (int i = 0; i < 12; i++) {
        const double next = r - excess(l, r) / slope_at(l, r);
        if (!(next >= a && next <= b)) break;
        if (fabs(next - r) <= 1e-9 * fabs(next)) { /* the step after the next would be below rounding */
            const double last = next - excess(l, next) / slope_at(l, next);
            return last >= a && last <= b ? last : next;
        }
        r = next;
    }
    return root_bracketed(excess, l, a, b);
}

enum { PARTS = 2 };

/* The ends of the monotone parts of the left side on [a, b], inside one interval between knots; returns how
 * many parts. */
static int monotone_parts(const LeftSide *l, double a, double b, double ends[PARTS + 1]) {
    ends[0] = a, ends[1] = b;
    if (l->roots->straight || l->e->S * l->roots->steepest <= l->e->A) return 1;
    const double last = nextafter(b, a);
    if (!(last > a) || (slope_at(l, a) < 0) == (slope_at(l, last) < 0)) return 1;
    ends[1] = root_bracketed(slope_at, l, a, last);
    ends[2] = b;
    return 2;
}

/* The end of the interval between knots: beyond the last one every root lies below Q/A, since mu >= 0. */
static double interval_end(const LeftSide *l, size_t i) {
    const double *r = l->roots->r;
    return i + 1 < l->roots->count ? r[i + 1]
                                   : fmax(2 * r[i], 0) + 2 * fmax(l->e->Q, l->e->A * l->e->r_0) / l->e->A;
}

size_t friction_root_list(const FrictionRoots *roots, const FrictionEquation *e, double *r, size_t room) {
    if (roots->has_state) return friction_root_list_with_state(&roots->friction, e, r, room);
    const LeftSide l = {roots, e};
    size_t found = 0;
    double before = excess(&l, 0);
    if (can_rest(&l)) { /* stick: the vertical part of the graph */
        if (room > 0) r[0] = 0;
        found = 1;
    }
    for (size_t i = 0; i < roots->count; i++) {
        double ends[PARTS + 1];
        const int parts = monotone_parts(&l, roots->r[i], interval_end(&l, i), ends);
        for (int k = 0; k < parts; k++) {
            const double after = excess(&l, ends[k + 1]);
            if ((before < 0 && after >= 0) || (before > 0 && after <= 0 && !(after == 0 && k + 1 == parts))) {
                if (found < room) r[found] = friction_root_solve(&l, ends[k], ends[k + 1]);
                found++;
            }
            before = after;
        }
    }
    return found;
}

static size_t knot_below(const FrictionRoots *roots, double r) {
    size_t i = roots->count - 1;
    while (i > 0 && roots->r[i] > r) i--;
    return i;
}

static FrictionRoot finish(const LeftSide *l, double r, FrictionRoot root) {
    root.r = r;
    root.mu = mu_at(l, r);
    return root;
}

/* Up from r_0, where the left side is below Q, to the first place where it is not. */
static FrictionRoot walk_up(const LeftSide *l) {
    FrictionRoot root = {0};
    double from = l->e->r_0, before = excess(l, from);
    for (size_t i = knot_below(l->roots, from);; i++) {
        double ends[PARTS + 1];
        const int parts = monotone_parts(l, from, interval_end(l, i), ends);
        for (int k = 0; k < parts; k++) {
            const double after = excess(l, ends[k + 1]);
            if (after < before && !root.jumped) root.jumped = true, root.fold = ends[k];
            if (after >= 0) return finish(l, friction_root_solve(l, ends[k], ends[k + 1]), root);
            before = after;
        }
        from = ends[parts];
        if (i + 1 == l->roots->count) return finish(l, from, root);
    }
}

/* Down from r_0, where the left side is above Q, to the first place where it is not, or to stick. */
static FrictionRoot walk_down(const LeftSide *l) {
    FrictionRoot root = {0};
    double from = l->e->r_0, before = excess(l, from);
    for (size_t i = knot_below(l->roots, from);; i--) {
        double ends[PARTS + 1];
        if (from > l->roots->r[i]) {
            const int parts = monotone_parts(l, l->roots->r[i], from, ends);
            for (int k = parts; k > 0; k--) {
                const double after = excess(l, ends[k - 1]);
                if (after > before && !root.jumped) root.jumped = true, root.fold = ends[k];
                if (after <= 0 && ends[k - 1] > 0)
                    return finish(l, friction_root_solve(l, ends[k - 1], ends[k]), root);
                if (after < 0) return finish(l, friction_root_solve(l, ends[k - 1], ends[k]), root);
                before = after;
            }
        }
        from = l->roots->r[i];
        if (i == 0) return finish(l, 0, root);
    }
}

/* The root on the rising branch of r_0, if Newton finds it between the same knots: there the slope is
 * monotone, so if it is positive at both ends it is so between them, and no fold needs to be looked for. */
static bool root_nearby(const LeftSide *l, double *found) {
    const size_t i = knot_below(l->roots, l->e->r_0);
    const double low = l->roots->r[i], high = interval_end(l, i);
    double r = l->e->r_0, slope = slope_at(l, r);
    for (int k = 0; k < 8 && slope > 0; k++) {
        const double step = excess(l, r) / slope;
        r -= step;
        if (!(r > low && r < high)) return false;
        slope = slope_at(l, r);
        if (fabs(step) > 1e-8 * r) continue;
        *found = r - excess(l, r) / slope; /* once more: down to rounding */
        return slope > 0 && *found > low && *found < high;
    }
    return false;
}

/* The same for a law that can be expanded: its slope is monotone from 0 on. */
static bool root_in_reach(const LeftSide *l, SmoothRoot *found) {
    FrictionExpansion about;
    const Friction *f = &l->roots->friction;
    f->law->expand(f->params, l->e->r_0, &about);
    return friction_root_smooth(f, l->e, &about, found);
}

/* Whether there is a root besides this one. */
static bool has_others(const LeftSide *l, double r) {
    if (l->e->S * l->roots->steepest <= l->e->A) return false;
    const bool stick = l->e->Q <= l->e->S * l->roots->mu[0];
    if (r > 0 && stick) return true;
    if (l->roots->count == 1 && !stick) return false; /* at most one fold, and Q lies above its start */
    return friction_root_list(l->roots, l->e, NULL, 0) > 1;
}

static FrictionRoot with_others(const LeftSide *l, FrictionRoot root) {
    root.several = !l->e->one_is_enough && has_others(l, root.r);
    return root;
}

FrictionRoot friction_root(const FrictionRoots *roots, const FrictionEquation *e) {
    const LeftSide l = {roots, e};
    if (roots->has_state) return friction_root_with_state(&roots->friction, e);
    const bool stays = e->r_0 == 0 && can_rest(&l);
    FrictionRoot root = {.r = 0, .mu = roots->mu[0]};
    const bool only_rises = e->S * roots->steepest <= e->A, above_stick = e->Q > e->S * roots->mu[0];
    if (stays || (roots->smooth && only_rises && !above_stick)) return with_others(&l, root);
    SmoothRoot smooth;
    double nearby;
    if (roots->smooth && root_in_reach(&l, &smooth))
        root.r = smooth.r, root.mu = smooth.mu;
    else if (!roots->smooth && root_nearby(&l, &nearby))
        root = finish(&l, nearby, root);
    else
        root = excess(&l, e->r_0) < 0 ? walk_up(&l) : walk_down(&l);
    if (roots->jumps && e->r_0 == 0 && root.r > 0) root.jumped = true, root.fold = 0;
    return with_others(&l, root);
}

/* Newton for the slope comes from below; wherever it ends, S_up belongs to that tangent. */
FrictionTangent friction_tangent(const FrictionRoots *roots, double A, double S) {
    const Friction *f = &roots->friction;
    FrictionExpansion about;
    f->law->expand(f->params, 0, &about);
    for (int i = 0; i < 50 && A + S * about.c[1] < 0; i++)
        f->law->expand(f->params, about.r - (A / S + about.c[1]) / (2 * about.c[2]), &about);
    return (FrictionTangent){about.c[1] < 0 ? -A / about.c[1] : INFINITY, about.c[0] - about.c[1] * about.r};
}
