/* The judge of an increment on the whole body (BD-2): equilibrium of all rows, normal law,
 * cone, flow rule. */
#include "fe/whole/whole.h"

#include <math.h>

static void whole_point(const void *of, int i, ContactPoint *at) {
    const ContactNewton *found = of;
    contact_point_of(&found->problem, i, found->k + i * found->problem.dim, &found->at, at);
}

PetscErrorCode whole_defect(FeWhole *whole, double *defect) {
    const ContactNewton found = whole_newton(whole);
    JudgedContact judged = {.n = whole->n, .of = &found, .point = whole_point};
    ContactDefect all;
    PetscFunctionBeginUser;
    PetscCall(whole_evaluate(whole, &judged.left));
    contact_judge(&judged, &all);
    *defect = all.largest;
    PetscFunctionReturn(0);
}
