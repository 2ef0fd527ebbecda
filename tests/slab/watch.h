/* A march of a slab as tests watch it: states instead of rows, and its report by name. */
#ifndef JUDDER_TESTS_SLAB_WATCH_H
#define JUDDER_TESTS_SLAB_WATCH_H

#include "slab/slab.h"

#include <string.h>

/* The functions may be NULL. */
typedef struct SlabWatch {
    JudderErr (*record)(void *context, const SlabState *state);
    void (*event)(void *context, const StepperEvent *event);
    bool (*go_on)(void *context, double t);
    void *context;
    long every;
    const double *probe_times; /* in order */
    SlabState *probes;         /* filled */
    size_t probe_count;
} SlabWatch;

typedef struct Marched {
    size_t steps, nonunique_steps, jumps, probes;
    double t, stick_fraction, open_fraction, pressure_min, pressure_max, energy_defect;
    bool stopped;
} Marched;

static inline JudderErr watch_record(void *context, const double *row) {
    const SlabWatch *watch = context;
    return watch->record(watch->context, slab_row(row));
}

static inline void watch_event(void *context, const StepperEvent *event) {
    const SlabWatch *watch = context;
    watch->event(watch->context, event);
}

static inline bool watch_go_on(void *context, double t) {
    const SlabWatch *watch = context;
    return watch->go_on(watch->context, t);
}

static inline double marched_value(const StepperReport *report, const char *name) {
    for (size_t i = 0; i < report->count; i++)
        if (strcmp(report->at[i].name, name) == 0) return report->at[i].number;
    return NAN;
}

static inline Marched marched_so_far(Stepper *s) {
    StepperReport r = {0};
    s->kind->report(s, &r);
    return (Marched){.steps = (size_t)marched_value(&r, "steps"),
                     .nonunique_steps = (size_t)marched_value(&r, "nonunique_steps"),
                     .jumps = (size_t)marched_value(&r, "jumps"),
                     .probes = s->probes.reached,
                     .t = marched_value(&r, "t_final"),
                     .stick_fraction = marched_value(&r, "stick_fraction"),
                     .open_fraction = marched_value(&r, "open_fraction"),
                     .pressure_min = marched_value(&r, "pressure_min"),
                     .pressure_max = marched_value(&r, "pressure_max"),
                     .energy_defect = marched_value(&r, "energy_defect"),
                     .stopped = s->state == STEPPER_STOPPED};
}

/* To the end, or until the watch, which may be NULL, stops it; called again, it goes on from there. A slab
 * begins with its Stepper. */
static inline JudderErr slab_march(void *slab, const SlabWatch *watch, Marched *marched) {
    Stepper *s = slab;
    SlabWatch given = watch ? *watch : (SlabWatch){0};
    s->listener = (StepperListener){given.record ? watch_record : NULL, given.event ? watch_event : NULL,
                                    given.go_on ? watch_go_on : NULL, &given};
    if (s->done == 0)
        s->probes = (StepperProbes){.count = given.probe_count,
                                    .t = given.probe_times,
                                    .row = given.probes ? &given.probes->t : NULL};
    const JudderErr err = stepper_march(s, given.every > 0 ? (size_t)given.every : 1, 0);
    *marched = marched_so_far(s);
    s->listener = (StepperListener){0};
    return err;
}

#endif
