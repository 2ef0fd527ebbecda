#include "base/roots.h"

#include <math.h>
#include <stdbool.h>

/* A point between the ends, for rounding may put a secant on one of them: the neighbour of that end; the
 * middle if it is no number. */
static double inside(double x, double a, double b) {
    const double low = a < b ? a : b, high = a < b ? b : a;
    if (isnan(x)) return low + (high - low) / 2;
    return x <= low ? nextafter(low, high) : x >= high ? nextafter(high, low) : x;
}

double root_bracketed(ScalarFunction f, const void *context, double a, double b) {
    enum { MOST_STEPS = 7000 }; /* three for each halving from the largest double to the smallest */
    double fa = f(context, a), fb = f(context, b);
    if (fa == 0) return a;
    if (fb == 0) return b;
    const bool below_at_a = fa < 0;
    bool a_stayed = false, b_stayed = false;
    double weight_a = fa, weight_b = fb, older_width = fabs(b - a);
    for (int i = 0; i < MOST_STEPS; i++) {
        const bool slow = i % 3 == 2 && fabs(b - a) > older_width / 2;
        const double x = inside(slow ? NAN : a - weight_a * ((b - a) / (weight_b - weight_a)), a, b);
        if (x == a || x == b) break;
        const double fx = f(context, x);
        if (fx == 0) return x;
        /* The Illinois rule: an end that stays a second time gets half its weight, so that both ends move. */
        if ((fx < 0) == below_at_a) {
            a = x, fa = weight_a = fx;
            if (b_stayed) weight_b /= 2;
            b_stayed = true, a_stayed = false;
        } else {
            b = x, fb = weight_b = fx;
            if (a_stayed) weight_a /= 2;
            a_stayed = true, b_stayed = false;
        }
        if (i % 3 == 2) older_width = fabs(b - a);
    }
    return fabs(fa) <= fabs(fb) ? a : b;
}

bool root_bracket_outwards(ScalarFunction f, const void *context, const RootWalk *walk,
                           RootBracket *bracket) {
    const double start = f(context, walk->from), end = walk->end;
    double x = walk->from, h = walk->step;
    for (int i = 0; i < 2100 && x != end; i++, h *= 2) {
        double next = x + h;
        if ((h > 0 && next > end) || (h < 0 && next < end) || !isfinite(next)) next = end;
        const double fx = f(context, next);
        if ((fx < 0) != (start < 0)) {
            *bracket = (RootBracket){x, next};
            return true;
        }
        x = next;
    }
    return false;
}
