#include "beam/propagator.h"

#include <math.h>

/* The Taylor series in tau of the motion from (a, v) under F_0 + F_1 t/tau: exact to rounding where the closed forms cancel. */
static void series(double x, double y, const double start[2], const double force[2], double end[2]) {
    /* c_k = a^(k) tau^k/k!; x = (w tau)^2, y = 2 g tau; start and force in units of tau. */
    enum { TERMS = 30 };
    double older = start[0], newer = start[1], sum = older + newer, slope = newer;
    for (int k = 0; k < TERMS; k++) {
        const double push = k == 0 ? force[0] : k == 1 ? force[1] : 0;
        const double next = (push - y * (k + 1) * newer - x * older) / ((k + 1) * (k + 2));
        sum += next;
        slope += (k + 2) * next;
        older = newer;
        newer = next;
    }
    end[0] = sum;
    end[1] = slope;
}

static Oscillation by_series(double omega, double g, double tau) {
    const double x = omega * tau * omega * tau, y = 2 * g * tau;
    const double none[2] = {0, 0}, first[2] = {1, 0}, second[2] = {0, 1};
    double a[2], v[2], constant[2], ramp[2];
    series(x, y, first, none, a);
    series(x, y, second, none, v);
    series(x, y, none, first, constant);
    series(x, y, none, second, ramp);
    return (Oscillation){.aa = a[0],
                         .av = v[0] * tau,
                         .va = a[1] / tau,
                         .vv = v[1],
                         .constant_a = constant[0] * tau * tau,
                         .constant_v = constant[1] * tau,
                         .ramp_a = ramp[0] * tau * tau,
                         .ramp_v = ramp[1] * tau};
}

Oscillation oscillation_over(double omega, double g, double tau) {
    if (omega * tau < 0.5 && g * tau < 0.5) return by_series(omega, g, tau);
    const double w2 = omega * omega, split = (g - omega) * (g + omega);
    Oscillation p;
    double sine; /* e^(-g t) sin(nu t)/nu and its like */
    if (split > 1e-6 * w2) {
        /* Two real roots: each exponential alone, so that nothing overflows or cancels. */
        const double gap = sqrt(split), fast = -(g + gap), slow = w2 / fast;
        const double e_slow = exp(slow * tau), e_fast = exp(fast * tau);
        sine = (e_slow - e_fast) / (slow - fast);
        p.aa = (slow * e_fast - fast * e_slow) / (slow - fast);
        p.vv = (slow * e_slow - fast * e_fast) / (slow - fast);
    } else {
        const double nu = sqrt(fabs(split)), angle = nu * tau, decay = exp(-g * tau);
        const double c = split < 0 ? cos(angle) : cosh(angle);
        const double s = angle < 1e-4 ? tau * (1 - (split < 0 ? 1 : -1) * angle * angle / 6)
                                      : (split < 0 ? sin(angle) : sinh(angle)) / nu;
        sine = decay * s;
        p.aa = decay * (c + g * s);
        p.vv = decay * (c - g * s);
    }
    p.av = sine;
    p.va = -w2 * sine;
    p.constant_a = (1 - p.aa) / w2;
    p.constant_v = sine;
    /* F = t has the particular motion (t - 2 g/w^2)/w^2. */
    const double delay = 2 * g / w2;
    p.ramp_a = ((tau - delay) + delay * p.aa - sine) / (w2 * tau);
    p.ramp_v = (1 + delay * p.va - p.vv) / (w2 * tau);
    return p;
}

Relaxation relaxation_over(double rate, double tau) {
    const double z = rate * tau;
    if (z < 0.5) {
        /* constant = tau sum (-z)^k/(k+1)!, ramp = tau sum (-z)^k/(k+2)! */
        double term = 1, constant = 0, ramp = 0;
        for (int k = 0; k < 18; k++) {
            term /= k + 1;
            constant += term;
            ramp += term / (k + 2);
            term *= -z;
        }
        return (Relaxation){exp(-z), tau * constant, tau * ramp};
    }
    const double constant = -expm1(-z) / rate;
    return (Relaxation){exp(-z), constant, (tau - constant) / z};
}
