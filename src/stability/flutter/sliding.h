/* Steady sliding (ST-12): small vibrations x about it follow (lam^2 M' + lam C' + K') x = 0 with the
 * normal dofs of the sliding contacts and all dofs of the stuck ones held, and with the row of a sliding
 * contact row_t - s mu row_n in all three matrices; the slope of the law adds p_0 mu' to the diagonal of
 * C'. */
#ifndef JUDDER_STABILITY_SLIDING_H
#define JUDDER_STABILITY_SLIDING_H

#include "base/dense.h"
#include "small_motion/small_motion.h"

/* What X_0 and X_1 leave out where they were formed of several numbers, and the radius of both; NULL:
 * nothing. */
typedef struct SlidingRest {
    double *low_0, *low_1, *D_0, *D_1;
} SlidingRest;

/* X' = X_0 - mu X_1 for each of the three, n by n. */
typedef struct Sliding {
    int n;
    int *dof;   /* which dofs of the motion move */
    int *slide; /* of each: the contact that slides along it; -1: none. NULL: not known */
    double *M_0, *M_1, *C_0, *C_1, *K_0, *K_1;
    SlidingRest C_rest, K_rest;
    bool damped; /* or not known to be undamped */
    /* C' = mass_part M' + stiffness_part K', nothing at all among them: lam follows from K' x = z M' x */
    bool proportional;
    double mass_part, stiffness_part;
    bool massless;      /* some combination of dofs has no mass: no solving with M' */
    bool evaluated;     /* slopes are values of a law, rounded: nothing is proved of them */
    int states;         /* the last dofs follow a slip late, of friction with a memory (ST-21) */
    double *false_root; /* of each of them: a root of the matrices that is none of the motion */
} Sliding;

/* Needs the mass. A grazing contact is an input error of the field "state". */
JudderErr sliding_create(const SmallMotion *motion, Sliding *sliding);
void sliding_release(Sliding *sliding);

/* The memory of a contact: p_0 times that of its law, and how fast it fades (FR-8). */
typedef struct SlidingMemory {
    double damping, rate;
} SlidingMemory;
/* Adds a state to each slip with memory, which is that of each contact. */
JudderErr sliding_remember(Sliding *sliding, const SlidingMemory *memory);

/* X_0 - mu X_1 in room of the caller. */
void sliding_combine(const Sliding *sliding, const double *X_0, const double *X_1, double mu, double *X);

/* X = M'^-1 A where the masses are of like size; *possible says whether. */
JudderErr sliding_mass_solve(int n, const double *M, const double *A, double *X, bool *possible);
/* A x = value M' x for matrices of the order of the system: by M'^-1 A where the masses are of like size,
 * which is faster, else as a pencil. found->vectors may be NULL. */
JudderErr sliding_eigen(const Sliding *sliding, const double *A, const double *M, const DensePencil *found);

#endif
