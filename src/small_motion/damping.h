/* Damping in small motions, (lam^2 M + lam C + K) V = G' w (ST-18). */
#ifndef JUDDER_SMALL_MOTION_DAMPING_H
#define JUDDER_SMALL_MOTION_DAMPING_H

#include "small_motion/small_motion.h"

typedef enum SmallDamping {
    DAMPING_NONE,
    DAMPING_PROPORTIONAL, /* C = parts.mass M + parts.stiffness K, both >= 0, with the K of (ST-1) */
    DAMPING_GENERAL,
} SmallDamping;
SmallDamping small_damping(const SmallMotion *motion);
bool small_parts_any(SmallParts parts);

/* Proportional damping: what has z = lam^2 without it grows with lam^2 + a lam = z (1 + b lam), and back.
 * Both never fall for z, lam >= 0, and 0 belongs to 0 (ST-19). */
double damped_lambda(SmallParts parts, double z);
double damped_z(SmallParts parts, double lambda);
/* Squares that lam^2 is certainly not below, and not above. */
double damped_square_below(SmallParts parts, double z);
double damped_square_above(SmallParts parts, double z);

/* Any damping: twice the dofs, V and lam V, and linear in lam in place of lam^2 (ST-20). Contacts are
 * borrowed; there is no load. */
typedef struct DoubledMotion {
    SmallMotion motion;
    double *K, *M;
} DoubledMotion;
JudderErr doubled_motion_create(const SmallMotion *motion, DoubledMotion *doubled);
void doubled_motion_release(DoubledMotion *doubled);
/* V alone from V and lam V, n numbers with the largest 1. */
void doubled_motion_take(int n, double *V);
/* lam^2 from bounds of lam >= 0, rounded outwards. */
double square_below(double lambda);
double square_above(double lambda);

#endif
