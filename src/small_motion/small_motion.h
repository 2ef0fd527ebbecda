/* Small motions about an equilibrium with friction: what a model answers to "linearise here" and what the
 * stability of anything is asked with. Signs: n points into the obstacle, r_n <= 0, |r_t| <= -mu r_n; slip of a
 * particle in impending slip has the sign s = -sgn(r_t) (ST-1). */
#ifndef JUDDER_SMALL_MOTION_SMALL_MOTION_H
#define JUDDER_SMALL_MOTION_SMALL_MOTION_H

#include "base/error.h"

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

typedef struct SmallMotion {
    int n;
    const double *M, *C, *K; /* row-major; M and C may be NULL */
    int contacts;
    const SmallContact *contact;
    const double *load; /* rate of load for the rate problem, or NULL */
} SmallMotion;

#endif
