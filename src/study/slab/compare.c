#include "study/slab/compare.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_SAMPLES = 20000000 };

void kept_motion_release(KeptMotion *motion) {
    free(motion->t);
    *motion = (KeptMotion){0};
}

static JudderErr open_motion(const SlabData *data, KeptMotion *motion) {
    /* The delay method rounds its step to a divisor of the round trip. */
    const double samples = ceil(1.5 * data->final / data->step) + 64;
    REQUIRE(samples <= MOST_SAMPLES, error_input("step", "a comparison of %.3g steps: at most %d are kept",
                                                 samples / 1.5, (int)(MOST_SAMPLES / 1.5)));
    *motion = (KeptMotion){.room = (size_t)samples};
    motion->t = malloc(3 * motion->room * sizeof(double));
    REQUIRE(motion->t, error_memory());
    motion->v[0] = motion->t + motion->room;
    motion->v[1] = motion->t + 2 * motion->room;
    return JUDDER_OK;
}

static JudderErr keep(void *context, const double *row) {
    const SlabState *s = slab_row(row);
    KeptMotion *motion = context;
    if (motion->count == motion->room) return JUDDER_OK;
    motion->t[motion->count] = s->t;
    for (int k = 0; k < 2; k++) motion->v[k][motion->count] = s->slip[k];
    motion->count++;
    return JUDDER_OK;
}

static bool go_on(void *context, double t) {
    (void)context, (void)t;
    return !stop_requested();
}

/* Every step to the end; the stepper is to be destroyed. */
static JudderErr march_way(const SlabWay *way, const StepperListener *listener, Stepper **stepper,
                           double *seconds) {
    TRY(way->method->create(way->data, way->choices, stepper));
    (*stepper)->listener = *listener;
    const double begin = clock_seconds();
    const JudderErr err = stepper_march(*stepper, 1, 0);
    *seconds = clock_seconds() - begin;
    return err;
}

JudderErr kept_motion_create(const StudyRun *run, const SlabData *data, KeptMotion *motion) {
    const SlabChoices finest = {0};
    TRY(block_locate(run->study, open_motion(data, motion)));
    const SlabWay way = {data, &slab_delay_method, &finest};
    Stepper *stepper = NULL;
    const StepperListener listener = {.record = keep, .go_on = go_on, .context = motion};
    double seconds;
    const JudderErr err = march_way(&way, &listener, &stepper, &seconds);
    motion->stopped = stepper && stepper->state == STEPPER_STOPPED;
    motion->jumps = stepper ? slab_delay_method.report(stepper).jumps : 0;
    stepper_destroy(&stepper);
    if (err != JUDDER_OK) kept_motion_release(motion);
    return block_locate(run->model, err);
}

typedef struct Comparing {
    KeptMotion *motion;
    double t, v[2];                 /* the step before */
    double kept_t, kept_difference; /* the kept sample before */
    double distance;
} Comparing;

/* The motion that is compared, straight between its steps, against every kept sample since the step before:
 * so what it misses between its steps counts. */
static JudderErr compare(void *context, const double *row) {
    const SlabState *s = slab_row(row);
    Comparing *c = context;
    KeptMotion *motion = c->motion;
    for (; motion->cursor < motion->count && motion->t[motion->cursor] <= s->t; motion->cursor++) {
        const size_t i = motion->cursor;
        const double width = s->t - c->t, part = width > 0 ? (motion->t[i] - c->t) / width : 1;
        double miss[2];
        for (int k = 0; k < 2; k++) miss[k] = c->v[k] + part * (s->slip[k] - c->v[k]) - motion->v[k][i];
        const double difference = hypot(miss[0], miss[1]);
        if (i > 0) c->distance += 0.5 * (difference + c->kept_difference) * (motion->t[i] - c->kept_t);
        c->kept_t = motion->t[i];
        c->kept_difference = difference;
    }
    c->t = s->t;
    for (int k = 0; k < 2; k++) c->v[k] = s->slip[k];
    return JUDDER_OK;
}

JudderErr kept_motion_compare(const StudyRun *run, const SlabWay *way, KeptMotion *motion,
                              Comparison *comparison) {
    Comparing comparing = {.motion = motion};
    motion->cursor = 0;
    const StepperListener listener = {.record = compare, .go_on = go_on, .context = &comparing};
    Stepper *stepper = NULL;
    double seconds = 0;
    const JudderErr err = march_way(way, &listener, &stepper, &seconds);
    *comparison = (Comparison){.distance = comparing.distance,
                               .seconds = seconds,
                               .stopped = stepper && stepper->state == STEPPER_STOPPED};
    stepper_destroy(&stepper);
    return block_locate(run->model, err);
}
