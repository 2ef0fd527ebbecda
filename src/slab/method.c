#include "slab/method.h"

#include "slab/delay.h"
#include "slab/grid/upwind.h"
#include "slab/grid/viscous.h"

#include <math.h>

const char *const slab_event_names[] = {"stick", "slip", "jump", "open", "close"};

static JudderErr delay_create(const SlabData *data, const SlabChoices *choices, void **engine) {
    const SlabDelayOptions options = {.order = choices->euler ? SLAB_EULER : SLAB_SDIRK2};
    SlabDelay *made = NULL;
    TRY(slab_delay_create(data, &options, &made));
    *engine = made;
    return JUDDER_OK;
}

static JudderErr delay_march(void *engine, const SlabWatch *watch, SlabReport *report) {
    return slab_delay_march(engine, watch, report);
}

static JudderErr delay_profile(const void *engine, const double *z, size_t count, double (*u_t)[3],
                               double (*u_z)[3]) {
    return slab_delay_profile(engine, z, count, u_t, u_z);
}

static void delay_exchange(void *engine, Archive *archive) {
    slab_delay_exchange(engine, archive);
}

static double delay_step(const void *engine) {
    return slab_delay_time_step(engine);
}

static size_t delay_steps(const void *engine) {
    return slab_delay_steps(engine);
}

static void delay_state(const void *engine, SlabState *state) {
    slab_delay_state(engine, state);
}

static void delay_destroy(void **engine) {
    SlabDelay *made = *engine;
    slab_delay_destroy(&made);
    *engine = NULL;
}

const SlabMethod slab_delay_method = {.name = "delay",
                                      .defect_most = 1e-6,
                                      .create = delay_create,
                                      .march = delay_march,
                                      .profile = delay_profile,
                                      .exchange = delay_exchange,
                                      .step = delay_step,
                                      .steps = delay_steps,
                                      .state = delay_state,
                                      .destroy = delay_destroy};

static JudderErr upwind_create(const SlabData *data, const SlabChoices *choices, void **engine) {
    const SlabUpwindOptions options = {.cells = choices->cells};
    SlabUpwind *made = NULL;
    TRY(slab_upwind_create(data, &options, &made));
    *engine = made;
    return JUDDER_OK;
}

static JudderErr upwind_march(void *engine, const SlabWatch *watch, SlabReport *report) {
    return slab_upwind_march(engine, watch, report);
}

static JudderErr upwind_profile(const void *engine, const double *z, size_t count, double (*u_t)[3],
                                double (*u_z)[3]) {
    for (size_t i = 0; i < count; i++) slab_upwind_profile(engine, z[i], u_t[i], u_z[i]);
    return JUDDER_OK;
}

static void upwind_exchange(void *engine, Archive *archive) {
    slab_upwind_exchange(engine, archive);
}

static double upwind_step(const void *engine) {
    return slab_upwind_time_step(engine);
}

static size_t upwind_steps(const void *engine) {
    return slab_upwind_steps(engine);
}

static void upwind_state(const void *engine, SlabState *state) {
    slab_upwind_state(engine, state);
}

static void upwind_destroy(void **engine) {
    SlabUpwind *made = *engine;
    slab_upwind_destroy(&made);
    *engine = NULL;
}

const SlabMethod slab_upwind_method = {.name = "upwind",
                                       .defect_most = 1e-6,
                                       .create = upwind_create,
                                       .march = upwind_march,
                                       .profile = upwind_profile,
                                       .exchange = upwind_exchange,
                                       .step = upwind_step,
                                       .steps = upwind_steps,
                                       .state = upwind_state,
                                       .destroy = upwind_destroy};

static JudderErr viscous_create(const SlabData *data, const SlabChoices *choices, void **engine) {
    const SlabViscousOptions options = {.cells = choices->cells};
    SlabViscous *made = NULL;
    TRY(slab_viscous_create(data, &options, &made));
    *engine = made;
    return JUDDER_OK;
}

static JudderErr viscous_march(void *engine, const SlabWatch *watch, SlabReport *report) {
    return slab_viscous_march(engine, watch, report);
}

static JudderErr viscous_profile(const void *engine, const double *z, size_t count, double (*u_t)[3],
                                 double (*u_z)[3]) {
    for (size_t i = 0; i < count; i++) slab_viscous_profile(engine, z[i], u_t[i], u_z[i]);
    return JUDDER_OK;
}

static void viscous_exchange(void *engine, Archive *archive) {
    slab_viscous_exchange(engine, archive);
}

static double viscous_step(const void *engine) {
    return slab_viscous_time_step(engine);
}

static size_t viscous_steps(const void *engine) {
    return slab_viscous_steps(engine);
}

static void viscous_state(const void *engine, SlabState *state) {
    slab_viscous_state(engine, state);
}

static void viscous_destroy(void **engine) {
    SlabViscous *made = *engine;
    slab_viscous_destroy(&made);
    *engine = NULL;
}

const SlabMethod slab_viscous_method = {.name = "viscous",
                                        .defect_most = INFINITY, /* of the order of the method */
                                        .create = viscous_create,
                                        .march = viscous_march,
                                        .profile = viscous_profile,
                                        .exchange = viscous_exchange,
                                        .step = viscous_step,
                                        .steps = viscous_steps,
                                        .state = viscous_state,
                                        .destroy = viscous_destroy};
