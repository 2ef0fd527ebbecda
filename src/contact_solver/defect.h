/* What a judge of a contact problem finds. */
#ifndef JUDDER_CONTACT_SOLVER_DEFECT_H
#define JUDDER_CONTACT_SOLVER_DEFECT_H

#include <math.h>

typedef struct ContactDefect {
    double equilibrium, normal, cone, flow; /* relative to the largest force summed in a row, or a floor */
    double largest;
} ContactDefect;

/* What is out of balance. */
typedef struct ContactLeft {
    double force; /* the largest; to a solver: elsewhere than at the contact */
    double scale; /* the largest of any load or row, whose rounding is what remains; or a floor */
} ContactLeft;

/* The larger one; NaN counts as INFINITY. */
static inline void defect_keep_worst(double *worst, double value) {
    if (!(value <= *worst)) *worst = isnan(value) ? INFINITY : value;
}
static inline double defect_largest(const ContactDefect *defect) {
    return fmax(fmax(defect->equilibrium, defect->normal), fmax(defect->cone, defect->flow));
}

#endif
