#include "condensed/point.h"

#include <math.h>

double contact_length(const double *x, int tangents) {
    return tangents == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

void contact_point_of(const CondensedProblem *problem, int i, const double *k, const ContactFields *fields,
                      ContactPoint *at) {
    const int first = i * problem->dim;
    *at = (ContactPoint){.contact = condensed_contact(problem, i),
                         .normal = {.p = fields->r[first],
                                    .g = problem->gap[i] + fields->w[first],
                                    .area = problem->area[i],
                                    .stiffness = k[0]},
                         .tangents = problem->dim - 1,
                         .mu = problem->mu[i],
                         .k = k[1]};
    for (int a = 0; a < at->tangents; a++) {
        at->r[a] = fields->r[first + a + 1];
        at->slip[a] = fields->w[first + a + 1] - fields->before[first + a + 1];
    }
}

void contact_point_look(const ContactPoint *at, ContactView *view) {
    const ContactLaw *law = at->contact->law;
    const NormalPoint *normal = &at->normal;
    *view = (ContactView){.touches = law->touches(at->contact, normal)};
    contact_row(at->contact, normal, view->touches, &view->normal);
    view->bound = at->mu * fmax(law->rigid ? normal->p - normal->stiffness * normal->g : normal->p, 0);
    for (int a = 0; a < at->tangents; a++) view->ahead[a] = at->r[a] - at->k * at->slip[a];
    view->length = contact_length(view->ahead, at->tangents);
    view->slips = view->touches && view->length > view->bound;
    double off[2] = {0};
    for (int a = 0; a < at->tangents; a++) {
        view->t[a] = view->length > 0 ? view->ahead[a] / view->length : 0;
        off[a] = at->r[a] - (!view->touches ? 0 : view->slips ? view->bound * view->t[a] : view->ahead[a]);
    }
    const double along = contact_length(off, at->tangents), across = fabs(view->normal.value);
    view->left = isfinite(along) ? fmax(across, along) : along;
    if (!isfinite(across)) view->left = across;
}

CondensedNode contact_view_state(const ContactView *view, int tangents) {
    if (!view->touches) return CONDENSED_OPEN;
    if (!view->slips) return CONDENSED_STICK;
    if (tangents == 2) return CONDENSED_SLIP;
    return view->t[0] > 0 ? CONDENSED_SLIP_MINUS : CONDENSED_SLIP_PLUS;
}

static bool touch_holds(const ContactPoint *at, double rounding) {
    const double gap = at->normal.stiffness * at->normal.g;
    if (at->contact->law->rigid) return fabs(gap) <= rounding && at->normal.p >= -rounding;
    return at->contact->law->touches(at->contact, &at->normal) || gap <= rounding;
}

static bool open_holds(const ContactPoint *at, const double rounding[2]) {
    const bool apart = at->contact->law->rigid ? at->normal.stiffness * at->normal.g >= -rounding[0]
                                               : !at->contact->law->touches(at->contact, &at->normal);
    return apart && fabs(at->normal.p) <= rounding[0] && contact_length(at->r, at->tangents) <= rounding[1];
}

static bool state_holds(const ContactPoint *at, CondensedNode node, const double rounding[2]) {
    if (node == CONDENSED_OPEN) return open_holds(at, rounding);
    if (!touch_holds(at, rounding[0])) return false;
    const double tolerance = rounding[1], bound = at->mu * fmax(at->normal.p, 0);
    const double force = contact_length(at->r, at->tangents),
                 slip = at->k * contact_length(at->slip, at->tangents);
    if (node == CONDENSED_STICK) return slip <= tolerance && force <= bound + tolerance;
    if (node == CONDENSED_SLIP)
        return fabs(force - bound) <= tolerance && (slip <= tolerance || force <= tolerance ||
                                                    at->r[0] * at->slip[0] + at->r[1] * at->slip[1] <= 0);
    const int sign = node == CONDENSED_SLIP_PLUS ? 1 : -1;
    return fabs(at->r[0] + sign * bound) <= tolerance && sign * at->k * at->slip[0] >= -tolerance;
}

CondensedNode contact_point_kept(const ContactPoint *at, const double rounding[2], CondensedNode had,
                                 CondensedNode computed) {
    static const CondensedNode touching[2][3] = {{CONDENSED_STICK, CONDENSED_SLIP_MINUS, CONDENSED_SLIP_PLUS},
                                                 {CONDENSED_STICK, CONDENSED_SLIP}};
    if (state_holds(at, had, rounding)) return had;
    if (had == CONDENSED_OPEN || computed != CONDENSED_OPEN) return computed;
    for (int k = 0; k < (at->tangents == 1 ? 3 : 2); k++)
        if (state_holds(at, touching[at->tangents - 1][k], rounding)) return touching[at->tangents - 1][k];
    return computed;
}

double contact_normal_root(const Contact *contact, const NormalPush *push, double free, double *p) {
    NormalPush moved = *push;
    double g;
    moved.g += push->h * free;
    *p = contact->law->root(contact, &moved, &g);
    return *p > 0 ? (g - push->g) / push->h : free;
}

/* How far the force is from mu p against the slip. */
static double flow_of(const ContactPoint *at, double bound) {
    const double length = contact_length(at->slip, at->tangents);
    double off[2] = {0};
    if (length == 0 || bound == 0) return 0;
    for (int a = 0; a < at->tangents; a++) off[a] = at->r[a] + bound * at->slip[a] / length;
    const double flow = contact_length(off, at->tangents) - at->blur - at->hidden;
    return isinf(at->k) ? flow : flow * at->k * length / (bound + at->k * length);
}

/* The largest of numbers would not see NaN. */
static bool is_finite(const ContactPoint *at) {
    bool finite = isfinite(at->normal.p) && isfinite(at->normal.g);
    for (int a = 0; a < at->tangents; a++) finite = finite && isfinite(at->r[a]) && isfinite(at->slip[a]);
    return finite;
}

void contact_judge(const JudgedContact *judged, ContactDefect *defect) {
    const double scale = judged->left.scale > 0 ? judged->left.scale : 1;
    bool finite = isfinite(judged->left.scale);
    *defect = (ContactDefect){0};
    defect_keep_worst(&defect->equilibrium, judged->left.force / scale);
    for (int i = 0; i < judged->n; i++) {
        ContactPoint at;
        judged->point(judged->of, i, &at);
        const double bound = at.mu * fmax(at.normal.p, 0);
        defect_keep_worst(&defect->cone, (contact_length(at.r, at.tangents) - bound - at.hidden) / scale);
        defect_keep_worst(&defect->flow, flow_of(&at, bound) / scale);
        defect_keep_worst(&defect->normal, contact_violation(at.contact, &at.normal) / scale);
        finite = finite && is_finite(&at);
    }
    defect->largest = finite ? defect_largest(defect) : INFINITY;
}
