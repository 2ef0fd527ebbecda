#include "slab/grid/contact.h"

#include <math.h>

GridSlip grid_slip(const FrictionRoots *roots, const GridPull *pull) {
    const double Q = sqrt(pull->q[0] * pull->q[0] + pull->q[1] * pull->q[1]);
    if (!(Q > 0)) return (GridSlip){.several = false};
    const double n[2] = {pull->q[0] / Q, pull->q[1] / Q};
    const double start = fmax(0, pull->before[0] * n[0] + pull->before[1] * n[1]);
    const FrictionEquation equation = {
        .A = pull->A, .S = pull->S, .Q = Q, .r_0 = start, .state = pull->state};
    const FrictionRoot root = friction_root(roots, &equation);
    /* At rest friction holds whatever pulls; in slip it is exactly S mu(r). */
    const double held = root.r > 0 ? pull->S * root.mu : Q;
    return (GridSlip){.slip = {root.r * n[0], root.r * n[1]},
                      .traction = {-held * n[0], -held * n[1]},
                      .several = root.several};
}

void grid_traction(const FrictionRoots *roots, const GridPull *pull, double traction[2]) {
    const Friction *friction = &roots->friction;
    const double r = hypot(pull->before[0], pull->before[1]), Q = hypot(pull->q[0], pull->q[1]);
    const double mu = r > 0 ? friction_sliding(friction, r, pull->state)
                            : friction_at_rest(friction, pull->state);
    const double *along = r > 0 ? pull->before : pull->q;
    const double length = r > 0 ? r : Q, held = r > 0 ? pull->S * mu : fmin(Q, pull->S * mu);
    for (int k = 0; k < 2; k++) traction[k] = length > 0 ? -held * along[k] / length : 0;
}
