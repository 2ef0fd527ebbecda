/* The laws at a node, as every part of the solver asks for them. (BD-5), (BD-6) */
#include "stage/internal.h"

#include <math.h>

double stage_mu(const Stage *s, const StageInput *input, int node, double r) {
    const double least = stage_slip_floor(s, node);
    return friction_advanced(stage_friction(s, node), r > least ? r : least, stage_law_state(input, node),
                             s->problem.h);
}

double stage_mu_slope(const Stage *s, const StageInput *input, int node, double r) {
    return friction_advanced_slope(stage_friction(s, node), r, stage_law_state(input, node), s->problem.h);
}

double stage_compliance(const Stage *s, const StageInput *input, int node, double v, double *by_v) {
    const Contact *contact = stage_contact(s, node);
    const NormalPoint at = {.g = input->gap[node] + s->problem.h * v, .area = stage_area(s, node)};
    double stiffness;
    const double p = contact->law->force(contact, &at, &stiffness);
    *by_v = stiffness > 0 ? -stiffness * s->problem.h : 0;
    return p;
}

double stage_slip_velocity(const Stage *s, const StageInput *input, int node, const double *v, double w[2]) {
    w[1] = 0;
    for (int a = 0; a < s->problem.tangents; a++) w[a] = v[a] - stage_foundation(s, input, node, a);
    return s->problem.tangents == 1 ? fabs(w[0]) : hypot(w[0], w[1]);
}
