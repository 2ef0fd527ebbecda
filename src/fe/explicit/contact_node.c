#include "fe/explicit/contact_node.h"

#include <math.h>

double contact_node_stored(const CondensedContact *law, double area, double gap) {
    if (law->law != &condensed_compliance || gap >= 0) return 0;
    return area * law->stiffness * pow(-gap, law->power + 1) / (law->power + 1);
}

/* s + c k s^power = depth for s > 0: the left side is convex and rises, so Newton from s = depth
 * comes down to the root. */
static double compliance_root(const CondensedContact *law, double c, double depth) {
    const double k = c * law->stiffness;
    double s = depth;
    if (law->power == 1) return depth / (1 + k);
    for (int i = 0; i < 200; i++) {
        const double part = k * pow(s, law->power - 1), excess = s + part * s - depth;
        const double next = s - excess / (1 + law->power * part);
        if (!(next < s) || !(next > 0)) break;
        s = next;
    }
    return s;
}

static double normal_force(const ContactStep *step, const ContactNode *node, double q, double gap) {
    const double depth = -(gap + step->dt * q), per_time = node->mass / step->dt;
    if (step->law->law == &condensed_pressure) return node->area * step->S;
    if (!(depth > 0)) return 0;
    if (step->law->law != &condensed_compliance) return per_time * (depth / step->dt);
    const double s = compliance_root(step->law, node->area * step->dt / per_time, depth);
    return node->area * step->law->stiffness * pow(s, step->law->power);
}

/* r along the direction of q - V; a tangent that is held takes no part. */
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
    const FrictionRoot root = friction_root(step->roots, &equation);
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
    const Friction *friction = &step->roots->friction;
    if (step->roots->has_state)
        node->theta = friction->law->state_advance(friction->params, node->theta, root.r, step->dt);
    else
        result->uniqueness = p * step->roots->steepest / per_time;
}

void contact_node_step(const ContactStep *step, ContactNode *node, const double *q, double gap,
                       ContactResult *result) {
    const double p = normal_force(step, node, q[0], gap);
    *result = (ContactResult){.r = {p}};
    result->v[0] = q[0] + step->dt * p / node->mass;
    if (p > 0 && step->law->law == &condensed_unilateral) result->v[0] = -gap / step->dt;
    for (int i = 1; i < step->dim; i++) result->v[i] = q[i];
    if (p > 0) {
        slide(step, node, q, p, result);
        return;
    }
    for (int i = 0; i < step->dim - 1; i++) node->slip[i] = node->held[i] ? 0 : q[i + 1] - step->V[i];
    node->state = STAGE_OPEN;
    if (step->law->law != &condensed_pressure) return;
    double slip = hypot(node->slip[0], step->dim == 3 ? node->slip[1] : 0);
    node->state = slip > 0 ? STAGE_SLIP : STAGE_STICK;
}

/* p >= 0 and g >= 0, one of them 0, or the force of the law. */
static double normal_violation(const ContactStep *step, const ContactNode *node, double g, double p) {
    const double as_force = g * node->mass / (step->dt * step->dt);
    const NormalPoint at = {.p = p, .g = g, .area = node->area};
    if (step->law->law == &condensed_pressure) return fabs(p - node->area * step->S);
    if (step->law->law == &condensed_compliance) return fabs(p - step->law->law->force(step->law, &at));
    return fmax(fmax(-p, -as_force), fmin(p, as_force));
}

double contact_node_violation(const ContactStep *step, const ContactNode *node, double gap,
                              const ContactResult *result) {
    const Friction *friction = &step->roots->friction;
    const double p = result->r[0];
    double force = 0, slip = 0, work = 0;
    const double normal = normal_violation(step, node, gap + step->dt * result->v[0], p);
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
