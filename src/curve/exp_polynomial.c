#include "curve/exp_polynomial.h"

#include "base/roots.h"

#include <math.h>

static double exponential_part(const ExpPolynomial *g, double s) {
    return g->amplitude == 0 ? 0 : g->amplitude * exp(-g->rate * s);
}

double exp_polynomial_value(const ExpPolynomial *g, double s) {
    double sum = g->c[g->degree];
    for (int k = g->degree - 1; k >= 0; k--) sum = sum * s + g->c[k];
    return sum + exponential_part(g, s);
}

double exp_polynomial_derivative(const ExpPolynomial *g, int order, double s) {
    if (order == 0) return exp_polynomial_value(g, s);
    double sum = 0;
    for (int k = g->degree; k >= order; k--) {
        double falling = 1;
        for (int j = 0; j < order; j++) falling *= k - j;
        sum = sum * s + falling * g->c[k];
    }
    double part = exponential_part(g, s);
    for (int j = 0; j < order && part != 0; j++) part *= -g->rate;
    return sum + part;
}

typedef struct Derivative {
    const ExpPolynomial *g;
    int order;
} Derivative;

static double derivative_at(const void *context, double s) {
    const Derivative *d = context;
    return exp_polynomial_derivative(d->g, d->order, s);
}

/* Zeros of one derivative in (0, 1), given those of the next one, between which it is monotone. */
static int zeros_between(const Derivative *d, const double *knots, int knot_count, double *zeros) {
    int count = 0;
    double left = 0, value_left = derivative_at(d, 0);
    for (int i = 0; i <= knot_count; i++) {
        const double right = i < knot_count ? knots[i] : 1;
        const double value_right = derivative_at(d, right);
        if ((value_left < 0 && value_right > 0) || (value_left > 0 && value_right < 0))
            zeros[count++] = root_bracketed(derivative_at, d, left, right);
        else if (value_right == 0 && right < 1 && (count == 0 || zeros[count - 1] < right))
            zeros[count++] = right;
        left = right, value_left = value_right;
    }
    return count;
}

int exp_polynomial_critical(const ExpPolynomial *g, double zeros[EXP_POLYNOMIAL_DEGREE + 2]) {
    int degree = g->degree;
    while (degree > 0 && g->c[degree] == 0) degree--;
    if (degree <= 1 && g->amplitude == 0) return 0;
    double knots[EXP_POLYNOMIAL_DEGREE + 2];
    int count = 0;
    /* Derivatives beyond the degree are a pure exponential, or zero, without sign change. */
    for (int order = degree; order >= 1; order--) {
        const Derivative d = {g, order};
        const int found = zeros_between(&d, knots, count, zeros);
        for (int i = 0; i < found; i++) knots[i] = zeros[i];
        count = found;
    }
    return count;
}

typedef struct Level {
    const ExpPolynomial *g;
    double level;
} Level;

static double above_level(const void *context, double s) {
    const Level *level = context;
    return exp_polynomial_value(level->g, s) - level->level;
}

/* A bound of |g - g(0)| that costs no search. */
static double variation_bound(const ExpPolynomial *g) {
    double sum = 0;
    for (int k = 1; k <= g->degree; k++) sum += fabs(g->c[k]);
    return sum + fabs(g->amplitude) * fabs(expm1(-g->rate));
}

bool exp_polynomial_first_exit(const ExpPolynomial *g, double low, double high, double tolerance, double *s,
                               int *side) {
    const double start = exp_polynomial_value(g, 0), bound = variation_bound(g);
    if (start - bound >= low && start + bound <= high) return false;
    if (start > high + tolerance || start < low - tolerance) {
        *side = start > high ? 1 : -1;
        *s = 0;
        return true;
    }
    double knots[EXP_POLYNOMIAL_DEGREE + 2];
    const int count = exp_polynomial_critical(g, knots);
    double left = 0;
    for (int i = 0; i <= count; i++) {
        const double right = i < count ? knots[i] : 1;
        const double value = exp_polynomial_value(g, right);
        if (value > high + tolerance || value < low - tolerance) {
            *side = value > high ? 1 : -1;
            const Level level = {g, *side > 0 ? high : low};
            const double at_left = above_level(&level, left);
            const bool outside_already = *side > 0 ? at_left >= 0 : at_left <= 0;
            *s = outside_already ? left : root_bracketed(above_level, &level, left, right);
            return true;
        }
        left = right;
    }
    return false;
}
