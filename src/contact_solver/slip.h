/* One contact node that slips while the others are held:
 *
 *   A w + (p + a.w) mu(|w|) Dir(w) contains q,   p + a.w >= 0                              (BD-2), (BD-6)
 *
 * w is a velocity, or the slip of an increment; a disc with two tangents. */
#ifndef JUDDER_CONTACT_SOLVER_SLIP_H
#define JUDDER_CONTACT_SOLVER_SLIP_H

#include "friction/friction_root.h"

typedef struct LocalContact {
    int tangents; /* 1 or 2 */
    double A[2][2], q[2], p;
    double a[2]; /* how p follows the slip if the normal dof is held; 0 unless mu is one number */
    double mu;
    const FrictionRoots *roots; /* of a law of the speed; NULL: mu is one number */
    double state, h, fall;      /* of the law: before, for how long it moves on; max(-mu') */
    double floor;               /* slip that rounding hides */
} LocalContact;

typedef struct LocalSlip {
    double w[2];
    bool several, jumped; /* there are other roots; the branch of the start has ended */
} LocalSlip;

/* q <- A w - f: what pushes a node that is now at w, with the force f. */
void local_push(LocalContact *local, const double *f, const double *w);
/* The root reached from w along the flow (DI-4), the nearest in direction if mu is one number; `count` asks
 * whether there are several. No root of a p that follows the slip: w = 0. */
LocalSlip local_slip(const LocalContact *local, const double w[2], bool count);
/* Whether the fall of mu is too small for several roots. */
bool local_is_unique(const LocalContact *local);

/* The part of local_slip for one number mu and what does not stick: the slip whose direction is nearest to
 * where q pushes from w; false if there is none. */
bool local_slide(const LocalContact *local, const double w[2], double slip[2]);

#endif
