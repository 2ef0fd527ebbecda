/* Small motions about an equilibrium with friction: what a model answers to "linearise here" and what the
 * stability of anything is asked with. Signs: n points into the obstacle, r_n <= 0, |r_t| <= -mu r_n; slip
 * of a particle in impending slip has the sign s = -sgn(r_t) (ST-1). */
#ifndef JUDDER_SMALL_MOTION_SMALL_MOTION_H
#define JUDDER_SMALL_MOTION_SMALL_MOTION_H

#include "base/error.h"

#include <stdbool.h>

enum { SMALL_MOTION_MOST = 2000 }; /* dofs of a dense system */

typedef enum SmallContactState {
    SMALL_CONTACT_OPEN,
    SMALL_CONTACT_GRAZING, /* touching with zero reaction */
    SMALL_CONTACT_STUCK,   /* reaction strictly inside the cone */
    SMALL_CONTACT_SLIP,    /* on the cone: impending slip, or sliding */
} SmallContactState;
extern const char *const small_contact_state_names[]; /* "open", "grazing", "stuck", "slip", NULL */

typedef struct SmallContact {
    int normal, tangent; /* dofs, counted from 0 */
    SmallContactState state;
    int direction;      /* of slip: +1 or -1 */
    double mu;          /* of the equilibrium */
    double slope;       /* mu'(r) at the slip speed, for flutter */
    double curvature;   /* of the obstacle (ST-2) */
    double reaction[2]; /* normal, tangential */
} SmallContact;

/* Of C = mass M + stiffness K. */
typedef struct SmallParts {
    double mass, stiffness;
} SmallParts;

/* Who makes a motion takes the mean of what is symmetric up to rounding (base/symmetric.h): whoever is asked
 * something takes the matrices as they are. */
typedef struct SmallMotion {
    int n;
    const double *M, *C, *K; /* row-major; M and C may be NULL */
    /* Of a damping that was formed: the true one lies within C_D of C + C_low. NULL: C was given */
    const double *C_low, *C_D;
    SmallParts parts; /* what it was formed of; 0: given */
    int contacts;
    const SmallContact *contact;
    const double *load;                /* rate of load for the rate problem, or NULL */
    const struct SmallMotion *doubles; /* the motion that this one has twice the dofs of (ST-20), or NULL */
} SmallMotion;

/* Refuse what is no equilibrium with friction: dofs out of range or shared, a state that its reaction
 * contradicts, a direction that is not -sgn(r_t); and matrices: NaN, a mass that is not
 * symmetric up to rounding or not positive semidefinite. The field of the error is the key of a contact, or
 * of a matrix. */
JudderErr small_contact_check(const SmallMotion *motion, int which);
JudderErr small_motion_check(const SmallMotion *motion);

/* Whether the symmetric part is positive semidefinite, judged with 1 on the diagonal: the same in all units.
 */
JudderErr small_motion_semidefinite(int n, const double *A, bool *yes);

/* K with the terms of a curved obstacle, chi (r_n G_t' G_t - r_t G_n' G_t), in room for n by n (ST-2). */
void small_motion_stiffness(const SmallMotion *motion, double *K);
/* What forming it may have lost, in room for n by n; whether that is anything (PR-1). */
bool small_motion_stiffness_radius(const SmallMotion *motion, double *K_D);

/* Rates V that may follow the equilibrium. */
typedef struct SmallRates {
    const double *mu; /* of each contact */
    double z;         /* lam^2 */
    bool loaded;      /* whether the rate of load acts; without it the equations are homogeneous */
    const double *V;
} SmallRates;

/* The judge of (ST-1), (ST-3): the largest violation, displacements relative to the largest of V, reactions
 * relative to the size of what was summed. `stiffness` is K with the curvature terms. It asks nobody which
 * contacts were thought to slip. A motion that doubles another one, at lam in place of z, is judged as that.
 */
double small_motion_residual(const SmallMotion *motion, const double *stiffness, const SmallRates *rates);
/* The same, with the stiffness formed for it. */
JudderErr small_motion_judge(const SmallMotion *motion, const SmallRates *rates, double *residual);

#endif
