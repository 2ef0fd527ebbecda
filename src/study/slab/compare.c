#include "study/slab/compare.h"

#include "study/march/march.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 20000000 };

void slab_ladder_release(Ladder *ladder) {
    SlabLadder *own = ladder->own;
    stepper_destroy(&own->stepper);
    free(own->t);
}

static JudderErr slab_ladder_open(const SlabData *data, SlabLadder *own) {
    /* The delay method rounds its step to a divisor of the round trip. */
    const double samples = ceil(1.5 * data->final / data->step) + 64;
    REQUIRE(samples <= MOST_SAMPLES, error_input("step", "a comparison of %.3g steps: at most %d are kept",
                                                 samples / 1.5, (int)(MOST_SAMPLES / 1.5)));
    own->room = (size_t)samples;
    own->t = malloc(3 * own->room * sizeof(double));
    REQUIRE(own->t, error_memory());
    own->v[0] = own->t + own->room;
    own->v[1] = own->t + 2 * own->room;
    return JUDDER_OK;
}

static JudderErr keep_step(void *context, const double *row) {
    const SlabState *s = slab_row(row);
    SlabLadder *own = context;
    if (own->count == own->room) return JUDDER_OK;
    own->t[own->count] = s->t;
    for (int k = 0; k < 2; k++) own->v[k][own->count] = s->slip[k];
    own->count++;
    return JUDDER_OK;
}

JudderErr slab_ladder_keep(Ladder *ladder, const SlabData *data) {
    const StudyRun *run = ladder->run;
    SlabLadder *own = ladder->own;
    Stepper *stepper = NULL;
    TRY(block_locate(run->study, slab_ladder_open(data, own)));
    TRY(march_locate(run, slab_delay_method.create(data, &(SlabChoices){0}, &stepper)));
    const JudderErr err = ladder_march(ladder, stepper, keep_step, own);
    ladder->jumps = slab_delay_method.report(stepper).jumps;
    stepper_destroy(&stepper);
    return err;
}

static JudderErr compare_step(void *context, const double *row) {
    const SlabState *s = slab_row(row);
    SlabLadder *own = context;
    for (; own->cursor < own->count && own->t[own->cursor] <= s->t; own->cursor++) {
        const size_t i = own->cursor;
        const double width = s->t - own->now.t, part = width > 0 ? (own->t[i] - own->now.t) / width : 1;
        double miss[2];
        for (int k = 0; k < 2; k++)
            miss[k] = own->now.v[k] + part * (s->slip[k] - own->now.v[k]) - own->v[k][i];
        const double difference = hypot(miss[0], miss[1]);
        if (i > 0)
            own->now.distance += 0.5 * (difference + own->now.kept_difference) *
                                 (own->t[i] - own->now.kept_t);
        own->now.kept_t = own->t[i];
        own->now.kept_difference = difference;
    }
    own->now.t = s->t;
    for (int k = 0; k < 2; k++) own->now.v[k] = s->slip[k];
    return JUDDER_OK;
}

static JudderErr slab_ladder_begin(const StudyRun *run, const SlabWay *way, SlabLadder *own) {
    own->cursor = 0;
    memset(&own->now, 0, sizeof own->now);
    return march_locate(run, way->method->create(&way->data, &way->choices, &own->stepper));
}

/* The seconds of the rung up to now. */
static void slab_ladder_count(SlabLadder *own) {
    const double now = clock_seconds();
    if (own->begun > 0) own->now.seconds += now - own->begun, own->begun = now;
}

JudderErr slab_ladder_climb(Ladder *ladder, const SlabWay *way) {
    SlabLadder *own = ladder->own;
    if (!own->stepper) TRY(slab_ladder_begin(ladder->run, way, own));
    own->begun = clock_seconds();
    const JudderErr err = ladder_march(ladder, own->stepper, compare_step, own);
    slab_ladder_count(own);
    own->begun = 0;
    if (!ladder->run->reason[0]) stepper_destroy(&own->stepper);
    return err;
}

JudderErr slab_ladder_serialise(Ladder *ladder, const SlabWay *way, Archive *archive) {
    SlabLadder *own = ladder->own;
    bool climbs = own->stepper != NULL;
    archive_flag(archive, "climbs", &climbs);
    if (!climbs) return archive_state(archive);
    if (archive_restores(archive)) TRY(slab_ladder_begin(ladder->run, way, own));
    slab_ladder_count(own);
    archive_array(archive, "cursor", &own->cursor, sizeof own->cursor);
    archive_array(archive, "compared", &own->now, sizeof own->now);
    return stepper_serialise(own->stepper, archive);
}
