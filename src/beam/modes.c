#include "beam/modes.h"

#include <math.h>

const double gauss_at[GAUSS] = {0.046910077030668004, 0.23076534494715845, 0.5, 0.76923465505284155,
                                0.95308992296933200};
const double gauss_weight[GAUSS] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                    0.23931433524968324, 0.11846344252809454};

ElasticMode elastic_mode(double c, size_t n) {
    double b = ((double)n - 0.5) * M_PI;
    for (int i = 0; i < 12; i++) {
        const double inverse = 1 / cosh(b);
        b += (cos(b) + inverse) / (sin(b) + inverse * tanh(b));
    }
    return (ElasticMode){b, c * b * b};
}

HeatMode heat_mode(double k, double h_b, size_t n) {
    /* tan kappa = -k kappa/h_b: kappa + atan(k kappa/h_b) = n pi rises with kappa. */
    const double ratio = k / h_b;
    double kappa = ((double)n - 0.25) * M_PI;
    for (int i = 0; i < 40; i++) {
        const double slope = 1 + ratio / (1 + ratio * ratio * kappa * kappa);
        kappa -= (kappa + atan(ratio * kappa) - (double)n * M_PI) / slope;
    }
    const double sine = sin(kappa), cosine = cos(kappa), norm = 0.5 - sine * cosine / (2 * kappa);
    return (HeatMode){.kappa = kappa,
                      .rate = k * kappa * kappa,
                      .sine = sine,
                      .norm = norm,
                      .weight = sine * sine / norm,
                      .share = (1 - cosine) / (kappa * sine),
                      .moment = (1 / kappa - cosine / sine) / kappa,
                      .wall = sine * (1 - cosine) / (kappa * norm)};
}

/* cosh - cos - s (sinh - sin) with the growing exponential written so that it does not cancel. */
double elastic_shape(const ElasticMode *mode, size_t n, double x) {
    const double b = mode->b, decay = exp(-b);
    const double below = 1 - decay * decay + 2 * decay * sin(b);       /* 2 e^-b (sinh b + sin b) */
    const double less = 2 * (sin(b) - cos(b) - decay) * decay / below; /* 1 - s */
    const double s = 1 - less;
    const double grown = (sin(b) - cos(b) - decay) / below * exp(b * (x - 1));
    const double shape = grown + (1 + s) / 2 * exp(-b * x) - cos(b * x) + s * sin(b * x);
    return n % 2 ? shape : -shape;
}

MissedModes missed_modes(const ElasticMode *elastic, size_t modes, const HeatMode *heat, size_t heat_modes,
                         const double material[3]) {
    const double c = material[0], k = material[1], h_b = material[2], sum = k + h_b;
    /* th = th_l + Q x/(k + h_b) answers Q; th_l' = 1 is answered by (x^2 - (2k + h_b)/(k + h_b) x)/(2k). */
    MissedModes missed = {.deflection = 1 / (3 * c * c),
                          .end = 1 / sum,
                          .mean = 1 / (2 * sum),
                          .moment = 1 / (3 * sum),
                          .end_wall = -1 / (2 * sum),
                          .mean_wall = (1.0 / 3 - (2 * k + h_b) / (2 * sum)) / (2 * k)};
    for (size_t i = 0; i < modes; i++) missed.deflection -= 4 / (elastic[i].omega * elastic[i].omega);
    for (size_t i = 0; i < heat_modes; i++) {
        const HeatMode *m = &heat[i];
        missed.end -= m->weight / m->rate;
        missed.mean -= m->share * m->weight / m->rate;
        missed.moment -= m->moment * m->weight / m->rate;
        missed.end_wall += m->wall / m->rate;
        missed.mean_wall += m->share * m->wall / m->rate;
    }
    return missed;
}
