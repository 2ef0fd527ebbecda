/* Motions of the scalar inclusion for tests: graphs, loads, and runs that note their jumps. */
#ifndef JUDDER_TESTS_INCLUSION_MOTION_TEST_H
#define JUDDER_TESTS_INCLUSION_MOTION_TEST_H

#include "inclusion/inclusion.h"

#include <math.h>

#include "judder_test.h"

typedef struct ThreeNumbers {
    double mu_s, mu_d, v_c;
} ThreeNumbers;

static const ThreeNumbers weakening = {.8, .5, .1};

typedef struct Jumps {
    size_t count;
    StepperEvent at[64];
    StepperEvent start;
} Jumps;

static inline void note(void *context, const StepperEvent *event) {
    Jumps *jumps = context;
    if (event->kind == STEPPER_START) jumps->start = *event;
    if (event->kind == STEPPER_JUMP && jumps->count < 64) jumps->at[jumps->count++] = *event;
}

static double tent_t[] = {0, .5, 1}, tent_value[] = {.4, 1, .4};
static const Signal tent = {.t = {3, tent_t}, .value = {3, tent_value}};

static inline Graph *graph_of(const FrictionLaw *law, const void *params, double Z, double S) {
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(Z, S, (Friction){law, params}, &graph), JUDDER_OK);
    return graph;
}

/* Runs a motion to its end and gives its jumps back. */
static inline Jumps run(InclusionSetup setup, double *v_end) {
    Jumps jumps = {0};
    if (setup.step == 0) setup.step = 1e-3;
    Inclusion *motion = NULL;
    assert_int_equal(inclusion_create(&setup, &motion), JUDDER_OK);
    motion->stepper.listener = (StepperListener){.event = note, .context = &jumps};
    assert_int_equal(inclusion_advance(motion, setup.final, v_end), JUDDER_OK);
    assert_int_equal(motion->outcome, INCLUSION_GOING);
    inclusion_destroy(&motion);
    return jumps;
}

static inline JudderErr sine(void *context, double t, double *y) {
    (void)context;
    *y = 1.6 * sin(t);
    return JUDDER_OK;
}

#endif
