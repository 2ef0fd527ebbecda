#include "beam/modal/propagator.h"

#include <math.h>

/* 1/n: divisions would be most of the cost of a series. */
static const double over[] = {0,        1,        1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,
                              1.0 / 7,  1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13,
                              1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20};

/* Where the closed forms would cancel: the answer to a ramp by its Taylor series in tau, exact to
 * rounding, and the others from its derivatives. */
static Oscillation by_series(double omega, double g, double tau) {
    enum { TERMS = 18 };
    const double x = omega * tau * omega * tau, y = 2 * g * tau, w2 = omega * omega;
    /* c_k = a^(k) tau^k/k! for F = t/tau and tau = 1: c_0 = c_1 = c_2 = 0, c_3 = 1/6. */
    double older = 0, newer = 1.0 / 6, sum = newer, slope = 3 * newer, bend = 6 * newer;
    for (int k = 2; k < TERMS; k++) {
        const double next = -(y * newer + x * older * over[k + 1]) * over[k + 2];
        sum += next;
        slope += (k + 2) * next;
        bend += (k + 2) * (k + 1) * next;
        older = newer;
        newer = next;
    }
    const double constant_a = slope * tau * tau, constant_v = bend * tau;
    return (Oscillation){.aa = 1 - w2 * constant_a,
                         .av = constant_v,
                         .va = -w2 * constant_v,
                         .vv = 1 - 2 * g * constant_v - w2 * constant_a,
                         .constant_a = constant_a,
                         .constant_v = constant_v,
                         .ramp_a = sum * tau * tau,
                         .ramp_v = slope * tau};
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
    if (z < 0.1) {
        /* ramp = tau sum (-z)^k/(k+2)!, and the others by the equation itself. */
        double ramp = 1;
        for (int k = 11; k >= 3; k--) ramp = 1 - z * over[k] * ramp;
        ramp *= tau / 2;
        const double constant = tau - z * ramp;
        return (Relaxation){1 - rate * constant, constant, ramp};
    }
    const double constant = -expm1(-z) / rate;
    return (Relaxation){exp(-z), constant, (tau - constant) / z};
}
