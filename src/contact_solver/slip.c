/* One tangent: the scalar equation of friction_root.h. Two: A is replaced by its largest eigenvalue a, which
 * majorises the potential  w'Aw/2 - q.w + p int mu,  so that the isotropic problem
 * a w + p mu Dir(w) contains q + (a - A) w_old is solved exactly and lowers it each time [hunter2004].
 * (BD-6), (DI-4) */
#include "contact_solver/slip.h"

#include "base/roots.h"

#include <math.h>

void local_push(LocalContact *l, const double *f, const double *w) {
    for (int a = 0; a < l->tangents; a++) {
        l->q[a] = -f[a];
        for (int c = 0; c < l->tangents; c++) l->q[a] += l->A[a][c] * w[c];
    }
}

/* Eigenvalues of a symmetric A, the smaller first. */
static void eigenvalues(const LocalContact *l, double value[2]) {
    value[0] = value[1] = l->A[0][0];
    if (l->tangents == 1) return;
    const double middle = 0.5 * (l->A[0][0] + l->A[1][1]);
    const double radius = hypot(0.5 * (l->A[0][0] - l->A[1][1]), l->A[0][1]);
    value[0] = middle - radius;
    value[1] = middle + radius;
}

bool local_is_unique(const LocalContact *l) {
    double value[2];
    eigenvalues(l, value);
    return l->p * l->fall <= value[0];
}

/* The isotropic problem a w + p mu(|w|) Dir(w) contains q. */
static FrictionRoot isotropic(const LocalContact *l, double a, const double q[2], double w[2], bool count) {
    const double Q = hypot(q[0], q[1]);
    const double d[2] = {Q > 0 ? q[0] / Q : 0, Q > 0 ? q[1] / Q : 0};
    FrictionRoot root = {.r = Q / a};
    if (l->p > 0)
        root = friction_root(l->roots, &(FrictionEquation){.A = a,
                                                           .S = l->p,
                                                           .Q = Q,
                                                           .r_0 = fmax(0, w[0] * d[0] + w[1] * d[1]),
                                                           .state = l->state,
                                                           .duration = l->h,
                                                           .one_is_enough = !count});
    if (root.r <= l->floor) root.r = 0;
    w[0] = root.r * d[0];
    w[1] = root.r * d[1];
    return root;
}

/* The disc with an anisotropic A: q = (A + s) w, s r = p mu(r). On its principal axes |w|
 * falls as s grows. */
typedef struct Disc {
    const LocalContact *local;
    double value[2], square[2]; /* eigenvalues, squares of the components of q */
} Disc;

static void open_disc(const LocalContact *l, Disc *disc) {
    disc->local = l;
    eigenvalues(l, disc->value);
    const double b = l->A[0][1], gap = disc->value[1] - l->A[0][0];
    double axis[2] = {b, gap}; /* of the larger eigenvalue */
    if (fabs(b) + fabs(gap) <= 1e-15 * disc->value[1]) axis[0] = 1, axis[1] = 0;
    const double size = hypot(axis[0], axis[1]);
    const double along = (axis[0] * l->q[0] + axis[1] * l->q[1]) / size;
    disc->square[1] = along * along;
    disc->square[0] = fmax(0, l->q[0] * l->q[0] + l->q[1] * l->q[1] - along * along);
}

/* s at which |(A + s)^-1 q| = r. */
static double multiplier(const Disc *d, double r) {
    double s = fmax(0, sqrt(d->square[0] + d->square[1]) / r - d->value[1]);
    for (int i = 0; i < 60; i++) {
        const double x = d->value[0] + s, y = d->value[1] + s;
        const double now = sqrt(d->square[0] / (x * x) + d->square[1] / (y * y));
        const double slope = -(d->square[0] / (x * x * x) + d->square[1] / (y * y * y)) / now;
        const double step = (now / r - 1) * now / -slope; /* Newton for 1/|w|, which is nearly straight */
        s += step;
        if (!(fabs(step) > 1e-15 * (d->value[1] + s))) break;
    }
    return s;
}

static double disc_excess(const void *context, double r) {
    const Disc *d = context;
    const LocalContact *l = d->local;
    return l->p * friction_advanced(&l->roots->friction, r, l->state, l->h) - r * multiplier(d, r);
}

static double disc_slope(const void *context, double r) {
    const double step = 1e-6 * r;
    return (disc_excess(context, r + step) - disc_excess(context, r - step)) / (2 * step);
}

enum { CUTS = 48 };

/* Whether the disc has several roots: changes of sign between cuts, and at a fold inside of one. */
static bool disc_several(const LocalContact *l) {
    Disc disc;
    open_disc(l, &disc);
    const double x = disc.value[0], y = disc.value[1];
    const double far = sqrt(disc.square[0] / (x * x) + disc.square[1] / (y * y));
    const double at_rest = l->p * friction_advanced(&l->roots->friction, 0, l->state, l->h) -
                           hypot(l->q[0], l->q[1]);
    int found = at_rest >= 0;
    double left = far * exp2(-CUTS), before = disc_excess(&disc, left);
    for (int k = CUTS - 1; k >= 0 && found < 2; k--)
        for (int half = 1; half >= 0 && found < 2; half--) {
            const double right = far * exp2(-k - 0.5 * half), after = disc_excess(&disc, right);
            found += (before < 0) != (after < 0);
            if ((before < 0) == (after < 0) &&
                (disc_slope(&disc, left) < 0) != (disc_slope(&disc, right) < 0)) {
                const double fold = root_bracketed(disc_slope, &disc, left, right);
                found += (disc_excess(&disc, fold) < 0) != (before < 0) ? 2 : 0;
            }
            left = right;
            before = after;
        }
    return found > 1;
}

/* Of mu that is one number. */
static LocalSlip constant_slip(const LocalContact *l, const double start[2]) {
    LocalSlip slip = {.w = {0}};
    const double push = l->tangents == 1 ? fabs(l->q[0]) : hypot(l->q[0], l->q[1]);
    if (!(l->p >= 0 && push <= l->mu * l->p)) local_slide(l, start, slip.w);
    return slip;
}

LocalSlip local_slip(const LocalContact *l, const double start[2], bool count) {
    if (!l->roots) return constant_slip(l, start);
    LocalSlip slip = {.w = {start[0], l->tangents == 2 ? start[1] : 0}};
    const bool ask = count && !local_is_unique(l);
    if (l->tangents == 1) {
        const double q[2] = {l->q[0], 0};
        const FrictionRoot root = isotropic(l, l->A[0][0], q, slip.w, ask);
        slip.several = root.several;
        slip.jumped = root.jumped;
        return slip;
    }
    double value[2];
    eigenvalues(l, value);
    for (int i = 0; i < 500; i++) {
        const double old[2] = {slip.w[0], slip.w[1]};
        double q[2];
        for (int a = 0; a < 2; a++)
            q[a] = l->q[a] + value[1] * old[a] - (l->A[a][0] * old[0] + l->A[a][1] * old[1]);
        slip.jumped = isotropic(l, value[1], q, slip.w, false).jumped || slip.jumped;
        const double moved = hypot(slip.w[0] - old[0], slip.w[1] - old[1]);
        if (!(moved > 1e-14 * hypot(slip.w[0], slip.w[1]))) break;
    }
    slip.several = ask && disc_several(l);
    return slip;
}
