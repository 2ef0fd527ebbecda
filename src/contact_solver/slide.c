/* A slip rho t, rho > 0, |t| = 1. Eliminating rho: t is parallel to nothing but what the law allows where
 *
 *   cross(mu p t - q, A t + mu (a.t) t) = 0,
 *
 * a trigonometric polynomial of degree 2 in the angle of t: at most four roots, each found on one of two
 * charts tan(angle/2) in [-1, 1] as a root of a quartic [bonnefon2011]. No polygon replaces the disc.
 */
#include "contact_solver/slip.h"

#include "curve/exp_polynomial.h"

#include <math.h>

/* rho for a direction, by the component of the equation along t; false unless rho > 0 and p >= 0. */
static bool along(const LocalContact *s, const double t[2], double *rho) {
    double stiffness = 0, push = 0, slope = 0;
    for (int i = 0; i < s->tangents; i++) {
        slope += s->a[i] * t[i];
        push += s->q[i] * t[i];
        for (int j = 0; j < s->tangents; j++) stiffness += t[i] * s->A[i][j] * t[j];
    }
    const double total = stiffness + s->mu * slope;
    *rho = (push - s->mu * s->p) / total;
    return total != 0 && *rho > 0 && s->p + *rho * slope >= 0;
}

static double cross(const double x[2], const double y[2]) {
    return x[0] * y[1] - x[1] * y[0];
}

static double crossing(const LocalContact *s, double angle) {
    const double t[2] = {cos(angle), sin(angle)};
    const double slope = s->mu * (s->a[0] * t[0] + s->a[1] * t[1]);
    const double force[2] = {s->mu * s->p * t[0] - s->q[0], s->mu * s->p * t[1] - s->q[1]};
    const double stiff[2] = {s->A[0][0] * t[0] + s->A[0][1] * t[1] + slope * t[0],
                             s->A[1][0] * t[0] + s->A[1][1] * t[1] + slope * t[1]};
    return cross(force, stiff);
}

/* f = linear[0] cos + linear[1] sin + square[0] cos^2 + square[1] cos sin + square[2] sin^2,
 * from five values. */
static void harmonics(const LocalContact *s, double linear[2], double square[3]) {
    const double east = crossing(s, 0), north = crossing(s, M_PI / 2), west = crossing(s, M_PI),
                 south = crossing(s, -M_PI / 2), middle = crossing(s, M_PI / 4);
    linear[0] = (east - west) / 2;
    linear[1] = (north - south) / 2;
    square[0] = (east + west) / 2;
    square[2] = (north + south) / 2;
    square[1] = 2 * (middle - (linear[0] + linear[1]) * M_SQRT1_2 - (square[0] + square[2]) / 2);
}

/* (1 + tau^2)^2 f as a polynomial in tau = tan(angle/2); side = -1 turns t around. */
static void quartic(const double linear[2], const double square[3], double side, double q[5]) {
    const double l0 = side * linear[0], l1 = side * linear[1];
    q[0] = l0 + square[0];
    q[1] = 2 * l1 + 2 * square[1];
    q[2] = -2 * square[0] + 4 * square[2];
    q[3] = 2 * l1 - 2 * square[1];
    q[4] = -l0 + square[0];
}

/* The integral of the quartic over sigma in [0, 1], tau = 2.2 sigma - 1.1: its critical points
 * are the roots. */
static void integral_of(const double q[5], ExpPolynomial *g) {
    double shifted[5] = {0};
    for (int k = 4; k >= 0; k--) {
        double next[5] = {0};
        for (int i = 0; i < 5; i++) {
            next[i] += -1.1 * shifted[i];
            if (i < 4) next[i + 1] += 2.2 * shifted[i];
        }
        next[0] += q[k];
        for (int i = 0; i < 5; i++) shifted[i] = next[i];
    }
    *g = (ExpPolynomial){.degree = 5};
    for (int i = 0; i < 5; i++) g->c[i + 1] = shifted[i] / (i + 1);
}

static void consider(const LocalContact *s, const double t[2], const double towards[2], double *best,
                     double d[2]) {
    double rho;
    if (!along(s, t, &rho)) return;
    const double nearness = towards[0] * t[0] + towards[1] * t[1];
    if (nearness <= *best) return;
    *best = nearness;
    d[0] = rho * t[0];
    d[1] = rho * t[1];
}

bool local_slide(const LocalContact *s, const double w[2], double slip[2]) {
    const double towards[2] = {w[0] + s->q[0] / s->A[0][0],
                               s->tangents == 1 ? 0 : w[1] + s->q[1] / s->A[0][0]};
    double best = -INFINITY;
    if (s->tangents == 1) {
        consider(s, (const double[2]){1, 0}, towards, &best, slip);
        consider(s, (const double[2]){-1, 0}, towards, &best, slip);
        return best > -INFINITY;
    }
    double linear[2], square[3];
    harmonics(s, linear, square);
    for (int side = 1; side >= -1; side -= 2) {
        double q[5], zeros[EXP_POLYNOMIAL_DEGREE + 2];
        ExpPolynomial g;
        quartic(linear, square, side, q);
        integral_of(q, &g);
        const int count = exp_polynomial_critical(&g, zeros);
        for (int k = 0; k < count; k++) {
            const double angle = 2 * atan(2.2 * zeros[k] - 1.1);
            consider(s, (const double[2]){side * cos(angle), side * sin(angle)}, towards, &best, slip);
        }
    }
    return best > -INFINITY;
}
