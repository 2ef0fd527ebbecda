#include "base/roots.h"

#include <math.h>
#include <stdbool.h>

/* The point itself if it lies between the ends, else (or if it is not a number) the middle. */
static double inside(double x, double a, double b) {
    const double low = a < b ? a : b, high = a < b ? b : a;
    return x > low && x < high ? x : low + (high - low) / 2;
}

double root_bracketed(ScalarFunction f, const void *context, double a, double b) {
    enum { MOST_STEPS = 7000 }; /* three for each halving from the largest double to the smallest */
    double fa = f(context, a), fb = f(context, b);
    if (fa == 0) return a;
    if (fb == 0) return b;
    const bool below_at_a = fa < 0; /* kept apart: halving its weight may round fa to zero */
    double older_width = fabs(b - a);
    for (int i = 0; i < MOST_STEPS; i++) {
        const bool slow = i % 3 == 2 && fabs(b - a) > older_width / 2;
        const double x = inside(slow ? NAN : a - fa * ((b - a) / (fb - fa)), a, b);
        if (x == a || x == b) break;
        const double fx = f(context, x);
        if (fx == 0) return x;
        /* The Illinois rule: an end that stays gets half its weight, so that both ends move. */
        if ((fx < 0) == below_at_a) {
            a = x, fa = fx, fb /= 2;
        } else {
            b = x, fb = fx, fa /= 2;
        }
        if (i % 3 == 2) older_width = fabs(b - a);
    }
    return fabs(f(context, a)) <= fabs(f(context, b)) ? a : b;
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
