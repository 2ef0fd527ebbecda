/* Modes of the cantilever and of heat, and what they miss. (BM-10)
 *
 * a_n = phi_n(1) q_n with phi_n(1) = 2:  a'' + d omega^2 a' + omega^2 a = 4 sigma + 2 (f, phi_n), u(1) =
 * sum a_n + what is missed. B_n = b_n sin kappa_n:  B' + rate B = weight Q - wall th_l', Q = q + h_b (th_b
 * - th_l), th(1) = th_l + sum B_n, Th = th_l + sum share_n B_n.
 */
#ifndef JUDDER_BEAM_MODES_H
#define JUDDER_BEAM_MODES_H

#include "base/error.h"

#include <stddef.h>

typedef struct ElasticMode {
    double b, omega; /* 1 + cos b cosh b = 0, omega = c b^2 */
} ElasticMode;

typedef struct HeatMode {
    double kappa, rate; /* k kappa cos kappa + h_b sin kappa = 0, rate = k kappa^2 */
    double sine, norm;  /* sin kappa, integral of sin^2(kappa x) */
    double weight;      /* of Q */
    double share;       /* of the mean */
    double moment;      /* of the integral of x th */
    double wall;        /* of the wall's rate of change */
} HeatMode;

ElasticMode elastic_mode(double c, size_t n); /* n from 1 */
HeatMode heat_mode(double k, double h_b, size_t n);
/* phi_n(x), with phi_n(1) = 2 and unit norm. */
double elastic_shape(const ElasticMode *mode, size_t n, double x);

/* Static answers without those of the first modes: of u(1) to sigma; of th(1) and Th to Q, and to th_l'. */
typedef struct MissedModes {
    double deflection, end, mean, moment, end_wall, mean_wall;
} MissedModes;

MissedModes missed_modes(const ElasticMode *elastic, size_t modes, const HeatMode *heat, size_t heat_modes,
                         const double material[3]); /* c, k, h_b */

/* The Gauss rule with five points on [0, 1]. */
enum { GAUSS = 5 };
extern const double gauss_at[GAUSS], gauss_weight[GAUSS];

#endif
