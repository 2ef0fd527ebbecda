#include "inclusion/inclusion.h"

#include <math.h>
#include <stdlib.h>

const char *const inclusion_event_names[] = {"stick", "slip", "jump", "start"};

static JudderErr open_motion(Inclusion *motion) {
    const InclusionSetup *setup = &motion->setup;
    const TrackSpan span = {"load", 0, setup->final, setup->step, setup->jumps};
    TRY(track_create(setup->load, &span, &motion->load));
    TRY(track_seek(motion->load, 0));
    motion->v = setup->start;
    return setup->method->begin(motion);
}

JudderErr inclusion_create(const InclusionSetup *setup, Inclusion **motion) {
    Inclusion *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->setup = *setup;
    made->graph = setup->graph;
    const JudderErr err = open_motion(made);
    if (err != JUDDER_OK) {
        inclusion_destroy(&made);
        return err;
    }
    *motion = made;
    return JUDDER_OK;
}

void inclusion_destroy(Inclusion **motion) {
    if (!*motion) return;
    track_destroy(&(*motion)->load);
    graph_destroy(&(*motion)->tilted);
    free(*motion);
    *motion = NULL;
}

JudderErr inclusion_next_span(Inclusion *motion) {
    TRY(motion->setup.method->next(motion));
    if (motion->outcome == INCLUSION_GOING)
        motion->residual = fmax(motion->residual, motion->setup.method->residual(motion));
    return JUDDER_OK;
}

JudderErr inclusion_advance(Inclusion *motion, double t, double *v) {
    while (t > motion->span_end && motion->outcome == INCLUSION_GOING) TRY(inclusion_next_span(motion));
    if (t <= 0)
        *v = motion->setup.start;
    else if (motion->outcome == INCLUSION_GOING || t <= motion->span_end)
        *v = motion->setup.method->value(motion, t);
    else
        *v = motion->v;
    return JUDDER_OK;
}

void inclusion_emit(Inclusion *motion, InclusionEventKind kind, double t, double from, double to) {
    const InclusionEvent event = {kind, t, from, to};
    if (motion->setup.event) motion->setup.event(motion->setup.context, &event);
}

void inclusion_jump(Inclusion *motion, double t, double from, double to) {
    motion->jumps++;
    inclusion_emit(motion, INCLUSION_JUMP, t, from, to);
}

void inclusion_give_up(Inclusion *motion, double t) {
    motion->outcome = INCLUSION_NO_SOLUTION;
    motion->outcome_time = t;
}
