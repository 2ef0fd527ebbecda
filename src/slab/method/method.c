#include "slab/method/method.h"

#include "slab/delay/delay.h"
#include "slab/grid/upwind.h"
#include "slab/grid/viscous.h"

#include <math.h>

static JudderErr delay_create(const SlabData *data, const SlabChoices *choices, Stepper **stepper) {
    const SlabDelayOptions options = {.order = choices->euler ? SLAB_EULER : SLAB_SDIRK2};
    SlabDelay *made = NULL;
    TRY(slab_delay_create(data, &options, &made));
    *stepper = (Stepper *)made;
    return JUDDER_OK;
}

static JudderErr delay_profile(const Stepper *stepper, const double *z, size_t count, double (*u_t)[3],
                               double (*u_z)[3]) {
    return slab_delay_profile((const SlabDelay *)stepper, z, count, u_t, u_z);
}

static double delay_step(const Stepper *stepper) {
    return slab_delay_time_step((const SlabDelay *)stepper);
}

static SlabReport delay_report(const Stepper *stepper) {
    return slab_delay_report((const SlabDelay *)stepper);
}

const SlabMethod slab_delay_method = {.name = "delay",
                                      .defect_most = 1e-6,
                                      .create = delay_create,
                                      .profile = delay_profile,
                                      .step = delay_step,
                                      .report = delay_report};

static JudderErr upwind_create(const SlabData *data, const SlabChoices *choices, Stepper **stepper) {
    const SlabUpwindOptions options = {.cells = choices->cells};
    SlabUpwind *made = NULL;
    TRY(slab_upwind_create(data, &options, &made));
    *stepper = (Stepper *)made;
    return JUDDER_OK;
}

static JudderErr upwind_profile(const Stepper *stepper, const double *z, size_t count, double (*u_t)[3],
                                double (*u_z)[3]) {
    for (size_t i = 0; i < count; i++) slab_upwind_profile((const SlabUpwind *)stepper, z[i], u_t[i], u_z[i]);
    return JUDDER_OK;
}

static double upwind_step(const Stepper *stepper) {
    return slab_upwind_time_step((const SlabUpwind *)stepper);
}

static SlabReport upwind_report(const Stepper *stepper) {
    return slab_upwind_report((const SlabUpwind *)stepper);
}

const SlabMethod slab_upwind_method = {.name = "upwind",
                                       .defect_most = 1e-6,
                                       .create = upwind_create,
                                       .profile = upwind_profile,
                                       .step = upwind_step,
                                       .report = upwind_report};

static JudderErr viscous_create(const SlabData *data, const SlabChoices *choices, Stepper **stepper) {
    const SlabViscousOptions options = {.cells = choices->cells};
    SlabViscous *made = NULL;
    TRY(slab_viscous_create(data, &options, &made));
    *stepper = (Stepper *)made;
    return JUDDER_OK;
}

static JudderErr viscous_profile(const Stepper *stepper, const double *z, size_t count, double (*u_t)[3],
                                 double (*u_z)[3]) {
    for (size_t i = 0; i < count; i++)
        slab_viscous_profile((const SlabViscous *)stepper, z[i], u_t[i], u_z[i]);
    return JUDDER_OK;
}

static double viscous_step(const Stepper *stepper) {
    return slab_viscous_time_step((const SlabViscous *)stepper);
}

static SlabReport viscous_report(const Stepper *stepper) {
    return slab_viscous_report((const SlabViscous *)stepper);
}

const SlabMethod slab_viscous_method = {.name = "viscous",
                                        .defect_most = INFINITY, /* of the order of the method */
                                        .create = viscous_create,
                                        .profile = viscous_profile,
                                        .step = viscous_step,
                                        .report = viscous_report};
