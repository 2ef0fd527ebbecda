/* Slabs that several tests use. */
#ifndef JUDDER_TESTS_SLAB_CASES_H
#define JUDDER_TESTS_SLAB_CASES_H

#include "slab/delay/delay.h"
#include "slab/watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/* A law with some of its numbers set by key. */
typedef union LawParams {
    double align;
    char bytes[256];
} LawParams;

static inline void law_set(const FrictionLaw *law, LawParams *params, const char *key, double value) {
    const Param *param = word_param(&law->word, key);
    assert_non_null(param);
    if (param->type == PARAM_CHOICE)
        *(int *)(void *)(params->bytes + param->offset) = (int)value;
    else
        *(double *)(void *)(params->bytes + param->offset) = value;
}

static inline Friction law_linear(LawParams *params, double mu_s, double mu_d, double v_c) {
    memset(params, 0, sizeof *params);
    law_set(&linear_law, params, "mu_s", mu_s);
    law_set(&linear_law, params, "mu_d", mu_d);
    law_set(&linear_law, params, "v_c", v_c);
    return (Friction){&linear_law, params};
}

static inline Friction law_constant(LawParams *params, double mu) {
    memset(params, 0, sizeof *params);
    law_set(&constant_law, params, "mu", mu);
    return (Friction){&constant_law, params};
}

typedef struct Formula1 {
    double (*f)(double x);
} Formula1;

static inline JudderErr call_formula(void *context, double x, double *y) {
    *y = ((Formula1 *)context)->f(x);
    return JUDDER_OK;
}

static inline Signal signal_of(Formula1 *formula) {
    return (Signal){.function = {.call = call_formula, .context = formula, .arguments = 1}};
}

/* R71 of the theory page. */
static double r71_1(double z) {
    const double s = sin(M_PI * z / 0.05);
    return 3 * s * s + 2 * (1 - z / 0.05);
}
static double r71_2(double z) {
    return -1.5 * sin(2 * M_PI * z / 0.05) + 0.5 * (1 - z / 0.05);
}
static double r71_3(double z) {
    const double s = sin(M_PI * z / 0.05);
    return 4 * s * s;
}

static inline SlabData r71(LawParams *law, double final, double step) {
    static Formula1 velocity[3] = {{r71_1}, {r71_2}, {r71_3}};
    SlabData data = {.height = 0.05,
                     .lambda = 107e9,
                     .G = 77e9,
                     .rho = 7800,
                     .contact = &unilateral_contact,
                     .squeeze = 20e-6,
                     .friction = law_linear(law, 0.8, 0.5, 1),
                     .epsilon = 10,
                     .final = final,
                     .step = step};
    data.foundation[0].constant = 2;
    data.foundation[1].constant = 0.5;
    for (int k = 0; k < 3; k++) data.velocity[k] = signal_of(&velocity[k]);
    data.strain[0].constant = -4.5e-4;
    data.strain[2].constant = -20e-6 / 0.05;
    return data;
}

/* Events and states that a march tells. */
enum { MOST_EVENTS = 4096 };
typedef struct Seen {
    StepperEvent events[MOST_EVENTS];
    size_t count;
} Seen;

static inline void see_event(void *context, const StepperEvent *event) {
    Seen *seen = context;
    if (seen->count < MOST_EVENTS) seen->events[seen->count++] = *event;
}

static inline Marched march(const SlabData *data, SlabOrder order, const SlabWatch *watch) {
    SlabDelay *slab = NULL;
    Marched report = {0};
    const SlabDelayOptions options = {order};
    if (slab_delay_create(data, &options, &slab) != JUDDER_OK) fail_msg("%s", error_message());
    if (slab_march(slab, watch, &report) != JUDDER_OK) fail_msg("%s", error_message());
    slab_delay_destroy(&slab);
    return report;
}

#endif
