/* The judge of an increment on the whole body (BD-2): equilibrium of all rows, normal law,
 * cone, flow rule. */
#include "fe/whole/whole.h"

#include <math.h>

PetscErrorCode whole_left(FeWhole *whole, ContactLeft *left) {
    PetscReal motion, rest;
    PetscFunctionBeginUser;
    PetscCall(VecNorm(whole->u, NORM_2, &motion));
    PetscCall(VecNorm(whole->rest, NORM_2, &rest));
    PetscCall(VecCopy(whole->rest, whole->work));
    PetscCall(whole_scatter(whole, NULL, false, whole->work));
    PetscCall(VecNorm(whole->work, NORM_INFINITY, &left->force));
    /* the largest of numbers would not see it */
    if (!isfinite(motion) || !isfinite(rest)) left->force = INFINITY;
    PetscCall(VecNorm(whole->b, NORM_INFINITY, &left->scale));
    for (int j = 0; j < whole->n * whole->dim; j++) left->scale = fmax(left->scale, fabs(whole->r[j]));
    whole->scale = left->scale;
    PetscFunctionReturn(0);
}

PetscErrorCode whole_defect(FeWhole *whole, double *defect) {
    const ContactNewton at = whole_newton(whole);
    ContactDefect rows = {0};
    ContactLeft left;
    PetscFunctionBeginUser;
    PetscCall(whole_evaluate(whole));
    PetscCall(whole_left(whole, &left));
    for (int i = 0; i < whole->n; i++) {
        ContactPoint point;
        contact_point_of(&at.problem, i, whole->k + i * whole->dim, &at.at, &point);
        contact_point_judge(&point, 0, 1, &rows);
    }
    *defect = fmax(left.force, defect_largest(&rows)) / (left.scale > 0 ? left.scale : 1);
    PetscFunctionReturn(0);
}
