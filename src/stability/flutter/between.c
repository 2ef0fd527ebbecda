/* What may happen between two mu at which modes are known: two of them meet and part again. */
#include "stability/flutter/following.h"

#include "base/roots.h"

#include <math.h>
#include <stdlib.h>

/* The span of two real modes, orthonormal, in room for two vectors; false if they are one. */
static bool span_of(int n, const Mode *a, const Mode *b, double *basis) {
    double along = 0, length = 0;
    for (int k = 0; k < n; k++) along += a->basis[k] * b->basis[k];
    for (int k = 0; k < n; k++) {
        basis[k] = a->basis[k];
        basis[n + k] = b->basis[k] - along * a->basis[k];
        length += basis[n + k] * basis[n + k];
    }
    for (int k = 0; k < n && length > 0; k++) basis[n + k] /= sqrt(length);
    return length > 1e-24;
}

/* Whether the parabola through three values at equal distances, the least in the middle, stays
 * well above zero. */
static bool stays_positive(double left, double least, double right) {
    const double bend = left + right - 2 * least;
    if (!(bend > 0) || left < least || right < least) return false;
    return least - (right - left) * (right - left) / (8 * bend) > 0.5 * least;
}

/* Where to begin to look, and how far around. */
typedef struct Look {
    double middle, width;
} Look;

/* The least value of the parabola through the gaps of two modes before, now and next; false: it is not inside
 * the step, or well above zero. Without the first there is no parabola: eight places are examined. */
static bool expect_least(const Following *f, const int label[2], double now, double next, Look *look) {
    const double z[2] = {f->before[label[0]], f->before[label[1]]}, h = f->next_mu - f->mu,
                 past = f->mu - f->before_mu;
    *look = (Look){NAN, h / 8};
    if (isnan(z[0]) || isnan(z[1]) || !(past > 0)) return true;
    const double half = (z[0] - z[1]) / 2, slope = (next - now) / h,
                 bend = (slope - (now - half * half) / past) / (h + past);
    if (!(bend > 0)) return false;
    const double at = (h - slope / bend) / 2; /* from now */
    if (!(at > -h / 4 && at < 1.25 * h)) return false;
    const double least = now + slope * at + bend * at * (at - h);
    if (least > 0.5 * fmin(now, next)) return false;
    *look = (Look){f->mu + fmin(fmax(at, h / 16), 15 * h / 16), h / 16};
    return true;
}

/* Looks at the gap of two neighbours inside a step; an interval in which they are one pair is reported. */
static JudderErr look_inside(Following *f, const Mode *span, const int label[2], Look look) {
    JudderErr err = JUDDER_OK;
    const PairAt at = {f->sliding, span, &err};
    double middle = look.middle, width = look.width,
           least = isnan(middle) ? INFINITY : pair_gap_at(&at, middle);
    for (double mu = f->mu + width; isnan(look.middle) && mu < f->next_mu - width / 2; mu += width) {
        const double gap = pair_gap_at(&at, mu);
        if (gap < least) least = gap, middle = mu;
    }
    if (isnan(look.middle)) width /= 2;
    /* The gap is smooth: halve around its least value until it is negative, or known not to be. */
    for (int k = 0; k < 40 && least >= 0 && err == JUDDER_OK && !stop_requested(); k++, width /= 2) {
        const double left = pair_gap_at(&at, middle - width), right = pair_gap_at(&at, middle + width);
        if (stays_positive(left, least, right)) break;
        if (left < least)
            least = left, middle -= width;
        else if (right < least)
            least = right, middle += width;
    }
    TRY(err);
    if (least >= 0) return JUDDER_OK;
    const double begin = root_bracketed(pair_gap_at, &at, f->mu, middle),
                 end = root_bracketed(pair_gap_at, &at, middle, f->next_mu);
    TRY(err);
    TRY(following_add(f, span, label, begin));
    following_end(f, label, end);
    /* Frequencies that pass through each other touch: what is left is rounding. */
    if (!(sqrt(-least) > 1e-7 * fabs(span->z))) {
        Merging *touch = &f->list->at[f->list->count - 1];
        touch->begins = touch->enters = touch->enters_omega = NAN;
    }
    return JUDDER_OK;
}

/* Neighbours that come near may meet and part again within a step. */
JudderErr following_look_between(Following *f) {
    SCOPED_FREE double *basis = malloc(2 * (size_t)f->now.n * sizeof *basis);
    REQUIRE(basis, error_memory());
    JudderErr err = JUDDER_OK;
    for (int i = 0; i + 1 < f->now.count && err == JUDDER_OK && !stop_requested(); i++) {
        const Mode *a = &f->now.at[i], *b = &f->now.at[i + 1];
        const int label[2] = {a->label[0], b->label[0]};
        if (a->im != 0 || b->im != 0 || !following_tells(f, label)) continue;
        const Mode *to_a = following_find(&f->next, a->label[0], false),
                   *to_b = following_find(&f->next, b->label[0], false);
        if (!to_a || !to_b) continue;
        const double moved = fmax(fabs(to_a->z - a->z), fabs(to_b->z - b->z));
        if (fmin(b->z - a->z, fabs(to_b->z - to_a->z)) > 2 * moved) continue;
        const double half = (b->z - a->z) / 2, to_half = (to_b->z - to_a->z) / 2;
        Look look;
        if (!expect_least(f, label, half * half, to_half * to_half, &look)) continue;
        const Mode span = {.z = (a->z + b->z) / 2, .im = 1, .basis = basis};
        if (span_of(f->now.n, a, b, basis)) err = look_inside(f, &span, label, look);
    }
    return err;
}
