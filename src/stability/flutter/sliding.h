/* Steady sliding (ST-12): small vibrations x about it follow (lam^2 M' + lam C' + K') x = 0 with the
 * normal dofs of the sliding contacts and all dofs of the stuck ones held, and with the row of a sliding
 * contact row_t - s mu row_n in all three matrices; the slope of the law adds p_0 mu' to the diagonal of
 * C'. */
#ifndef JUDDER_STABILITY_SLIDING_H
#define JUDDER_STABILITY_SLIDING_H

#include "base/dense.h"
#include "small_motion/small_motion.h"

/* X' = X_0 - mu X_1 for each of the three, n by n. */
typedef struct Sliding {
    int n;
    int *dof;   /* which dofs of the motion move */
    int *slide; /* of each: the contact that slides along it; -1: none. NULL: not known */
    double *M_0, *M_1, *C_0, *C_1, *K_0, *K_1;
    bool damped;
    /* C' = mass_part M' + stiffness_part K', nothing at all among them: lam follows from K' x = z M' x */
    bool proportional;
    double mass_part, stiffness_part;
} Sliding;

/* Needs the mass. A grazing contact is an input error of the field "state". */
JudderErr sliding_create(const SmallMotion *motion, Sliding *sliding);
void sliding_release(Sliding *sliding);

/* X_0 - mu X_1 in room of the caller. */
void sliding_combine(const Sliding *sliding, const double *X_0, const double *X_1, double mu, double *X);

/* X = M'^-1 A where the masses are of like size; *possible says whether. */
JudderErr sliding_mass_solve(int n, const double *M, const double *A, double *X, bool *possible);
/* A x = value M' x for matrices of the order of the system: by M'^-1 A where the masses are of like size,
 * which is faster, else as a pencil. found->vectors may be NULL. */
JudderErr sliding_eigen(const Sliding *sliding, const double *A, const double *M, const DensePencil *found);

/* Least mu in (0, up_to] at which K' is singular: from there sliding diverges without vibration; NAN:
 * none. */
JudderErr sliding_divergence(const Sliding *sliding, double up_to, double *mu);

#endif
