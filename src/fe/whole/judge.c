/* The judge of an increment on the whole body (BD-2): equilibrium of all rows, normal law,
 * cone, flow rule. */
#include "fe/whole/whole.h"

#include <math.h>

static double length_of(const double *x, int count) {
    return count == 1 ? fabs(x[0]) : hypot(x[0], x[1]);
}

/* How far the force is from mu p against the slip; a slip too small to have a direction counts
 * in proportion. */
static double flow_of(const FeWhole *whole, int i) {
    const int first = i * whole->dim + 1, tangents = whole->dim - 1;
    double slip[2] = {0}, off[2] = {0};
    for (int a = 0; a < tangents; a++) slip[a] = whole->w[first + a] - whole->before[first + a];
    const double length = length_of(slip, tangents), p = fmax(whole->r[first - 1], 0);
    if (length == 0 || p == 0) return 0;
    for (int a = 0; a < tangents; a++) off[a] = whole->r[first + a] + whole->mu * p * slip[a] / length;
    const double k = whole->k[first];
    return length_of(off, tangents) * k * length / (whole->mu * p + k * length);
}

static double node_defect(const FeWhole *whole, int i) {
    const int first = i * whole->dim;
    const NormalPoint at = whole_point(whole, i);
    const double normal = whole->law.law->violation(&whole->law, &at);
    const double cone = length_of(whole->r + first + 1, whole->dim - 1) - whole->mu * fmax(at.p, 0);
    return fmax(normal, fmax(cone, flow_of(whole, i)));
}

static PetscErrorCode inside_of(FeWhole *whole, double *left) {
    PetscReal motion, rest;
    PetscFunctionBeginUser;
    for (int j = 0; j < whole->n * whole->dim; j++) whole->on[j] = 0;
    PetscCall(VecNorm(whole->u, NORM_2, &motion));
    PetscCall(VecNorm(whole->rest, NORM_2, &rest));
    PetscCall(VecCopy(whole->rest, whole->x));
    PetscCall(whole_scatter(whole, whole->on, NULL, whole->x));
    PetscCall(VecNorm(whole->x, NORM_INFINITY, left));
    if (!isfinite(motion) || !isfinite(rest)) *left = INFINITY; /* the largest of numbers would not see it */
    PetscFunctionReturn(0);
}

PetscErrorCode whole_relative(FeWhole *whole, double worst, double *left) {
    PetscReal scale, inside;
    PetscFunctionBeginUser;
    PetscCall(VecNorm(whole->b, NORM_INFINITY, &scale));
    for (int j = 0; j < whole->n * whole->dim; j++) scale = fmax(scale, fabs(whole->r[j]));
    PetscCall(inside_of(whole, &inside));
    *left = fmax(worst, inside) / (scale > 0 ? scale : 1);
    PetscFunctionReturn(0);
}

PetscErrorCode whole_defect(FeWhole *whole, double *defect) {
    double worst = 0;
    PetscFunctionBeginUser;
    PetscCall(whole_evaluate(whole));
    for (int i = 0; i < whole->n; i++) worst = fmax(worst, node_defect(whole, i));
    PetscCall(whole_relative(whole, worst, defect));
    PetscFunctionReturn(0);
}
