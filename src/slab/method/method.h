/* The methods by which a slab is marched, behind one set of functions: one constant each. */
#ifndef JUDDER_SLAB_METHOD_METHOD_H
#define JUDDER_SLAB_METHOD_METHOD_H

#include "base/error.h"
#include "slab/slab.h"

/* What a user may choose of a method; each takes what concerns it. */
typedef struct SlabChoices {
    bool euler; /* delay: implicit Euler instead of the second-order scheme */
    long cells; /* upwind, viscous: 0 lets the method choose */
} SlabChoices;

typedef struct SlabMethod {
    const char *name;
    double defect_most; /* an energy defect above it is not of rounding: the answer is none */
    JudderErr (*create)(const SlabData *data, const SlabChoices *choices, Stepper **stepper);
    /* u_t and u_z now at some heights. */
    JudderErr (*profile)(const Stepper *stepper, const double *z, size_t count, double (*u_t)[3],
                         double (*u_z)[3]);
    double (*step)(const Stepper *stepper); /* the step that is really made */
    SlabReport (*report)(const Stepper *stepper);
} SlabMethod;

extern const SlabMethod slab_delay_method, slab_upwind_method, slab_viscous_method;

#endif
