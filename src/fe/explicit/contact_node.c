#include "fe/explicit/contact_node.h"

#include <math.h>

/* (m/dt) r + p mu(r) = (m/dt) |q_T - V|, r along the direction of q_T - V (BD-8); a tangent that is held
 * takes no part. */
static void slide(const ContactStep *step, ContactNode *node, const double *q, double p,
                  ContactResult *result) {
    const double per_time = node->tangential_mass / step->dt;
    double ahead[2] = {0}, length = 0, along = 0;
    for (int i = 0; i < step->dim - 1; i++)
        if (!node->held[i]) ahead[i] = q[i + 1] - step->V[i];
    length = hypot(ahead[0], ahead[1]);
    for (int i = 0; i < 2 && length > 0; i++) along += node->slip[i] * (ahead[i] / length);
    const FrictionEquation equation = {.A = per_time,
                                       .S = p,
                                       .Q = per_time * length,
                                       .r_0 = fmax(0, along),
                                       .state = node->theta,
                                       .duration = step->dt};
    const FrictionRoot root = friction_root(node->roots, &equation);
    result->several = root.several;
    result->jumped = root.jumped;
    for (int i = 0; i < step->dim - 1; i++) {
        if (node->held[i]) continue;
        const double share = length > 0 ? ahead[i] / length : 0;
        node->slip[i] = root.r * share;
        result->v[i + 1] = root.r > 0 ? step->V[i] + node->slip[i] : step->V[i];
        result->r[i + 1] = -per_time * (length - root.r) * share;
    }
    node->state = root.r > 0 ? STAGE_SLIP : STAGE_STICK;
    const Friction *friction = &node->roots->friction;
    if (node->roots->has_state)
        node->theta = friction->law->state_advance(friction->params, node->theta, root.r, step->dt);
    else
        result->uniqueness = p * node->roots->steepest / per_time;
}

void contact_node_step(const ContactStep *step, ContactNode *node, const double *q, double gap,
                       ContactResult *result) {
    double g;
    const NormalPush push = {
        .g = gap + step->dt * q[0], .h = step->dt, .diagonal = node->mass / step->dt, .area = node->area};
    const double p = node->law->law->root(node->law, &push, &g);
    *result = (ContactResult){.r = {p}};
    result->v[0] = q[0] + step->dt * p / node->mass; /* v+_n of (BD-8) */
    if (p > 0 && node->law->law->rigid) result->v[0] = -gap / step->dt;
    for (int i = 1; i < step->dim; i++) result->v[i] = q[i];
    if (p > 0) {
        slide(step, node, q, p, result);
        return;
    }
    for (int i = 0; i < step->dim - 1; i++) node->slip[i] = node->held[i] ? 0 : q[i + 1] - step->V[i];
    node->state = STAGE_OPEN;
    if (!node->law->law->given) return;
    double slip = hypot(node->slip[0], step->dim == 3 ? node->slip[1] : 0);
    node->state = slip > 0 ? STAGE_SLIP : STAGE_STICK;
}

double contact_node_violation(const ContactStep *step, const ContactNode *node, double gap,
                              const ContactResult *result) {
    const Friction *friction = &node->roots->friction;
    const double p = result->r[0];
    double force = 0, slip = 0, work = 0;
    const NormalPoint at = {.p = p,
                            .g = gap + step->dt * result->v[0],
                            .area = node->area,
                            .stiffness = node->mass / (step->dt * step->dt)};
    const double normal = contact_violation(node->law, &at);
    for (int i = 0; i < step->dim - 1; i++) {
        if (node->held[i]) continue;
        const double w = result->v[i + 1] - step->V[i];
        force = hypot(force, result->r[i + 1]);
        slip = hypot(slip, w);
        work += w * result->r[i + 1];
    }
    if (slip == 0 || p == 0) return fmax(normal, force - p * friction_at_rest(friction, node->theta));
    const double size = fabs(force - p * friction_sliding(friction, slip, node->theta));
    return fmax(normal, fmax(size, fabs(work / slip + force)));
}
