/* The tangential contact of a time step on a grid, as a vector: A v + S mu(|v|) Dir(v) contains q.  (SL-11)
 *
 * v = r q/|q|, and r is the root of the scalar friction step that the flow reaches from the slip before.
 */
#ifndef JUDDER_SLAB_GRID_CONTACT_H
#define JUDDER_SLAB_GRID_CONTACT_H

#include "friction/friction_root.h"

typedef struct GridPull {
    double A, S, q[2], before[2], state; /* before: the slip from which the flow starts */
} GridPull;

typedef struct GridSlip {
    double slip[2], traction[2]; /* traction of the foundation on the slab */
    bool several;                /* other roots were possible */
} GridSlip;

GridSlip grid_slip(const FrictionRoots *roots, const GridPull *pull);
/* The traction that goes with the slip `before`, whatever q is: in slip that of the law, at rest what
 * holds q up to the bound. */
void grid_traction(const FrictionRoots *roots, const GridPull *pull, double traction[2]);

#endif
