/* The judge of an increment on the whole body (BD-2): equilibrium of all rows, normal law,
 * cone, flow rule. */
#include "fe/whole/whole.h"

#include <math.h>

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
    ContactDefect rows = {0};
    PetscFunctionBeginUser;
    PetscCall(whole_evaluate(whole));
    for (int i = 0; i < whole->n; i++) {
        const ContactPoint at = whole_point(whole, i);
        contact_point_judge(&at, 0, 1, &rows);
    }
    PetscCall(whole_relative(whole, defect_largest(&rows), defect));
    PetscFunctionReturn(0);
}
