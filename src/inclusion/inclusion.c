#include "inclusion/inclusion.h"

#include <math.h>
#include <stdlib.h>

/* A function with huge values is known only to a fraction of them, which may be more than the
 * graph is high. */
static JudderErr check_load(const Inclusion *motion) {
    REQUIRE(motion->load->error <= 1e-6 * motion->graph->scale_b,
            error_input(
                "load",
                "load has values of %.3g, so it is known only to %.3g: too coarse for a graph of size %.3g",
                motion->load->fit.scale, motion->load->error, motion->graph->scale_b));
    return JUDDER_OK;
}

static JudderErr open_motion(Inclusion *motion) {
    const InclusionSetup *setup = &motion->setup;
    const TrackSpan span = {.what = "load", .end = setup->final, .step = setup->step, .jumps = setup->jumps};
    TRY(track_create(setup->load, &span, &motion->load));
    TRY(track_seek(motion->load, 0));
    TRY(check_load(motion));
    const double least = setup->graph->pieces[0].v0, most = setup->graph->pieces[setup->graph->count - 1].v1;
    REQUIRE(setup->start >= least && setup->start <= most,
            error_input("start", "start = %g lies outside the graph, which goes from v = %g to %g",
                        setup->start, least, most));
    motion->v = motion->settled = setup->start;
    TRY(setup->method->begin(motion));
    return inclusion_steps_open(motion);
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
    graph_destroy(&(*motion)->tilted_last);
    inclusion_steps_close(*motion);
    free(*motion);
    *motion = NULL;
}

double inclusion_miss(const Inclusion *motion, double t, double v, double rate) {
    const double miss = graph_residual(motion->graph,
                                       inclusion_load(motion, t) - motion->setup.epsilon * rate, v);
    return isnan(miss) ? INFINITY : miss;
}

/* Looks at a span in places that its method did not choose. */
static void judge_span(Inclusion *motion) {
    static const double inside[] = {0.29, 0.83};
    const InclusionMethod *method = motion->setup.method;
    const double length = motion->span_end - motion->span_begin;
    for (int i = 0; i < 2; i++) {
        const double t = method->stepped ? motion->span_end : motion->span_begin + inside[i] * length;
        const double v = method->value(motion, t), rate = method->rate ? method->rate(motion, t) : 0;
        motion->residual = fmax(motion->residual, inclusion_miss(motion, t, v, rate));
    }
}

/* Spans may become very short where events pile up, but not for ever. */
static bool makes_headway(Inclusion *motion) {
    enum { PATIENCE = 16 };
    const bool ahead = motion->span_end - motion->looked_at > 1e-13 * motion->setup.final;
    motion->looked_at = motion->span_end;
    motion->behind = ahead ? 0 : motion->behind + 1;
    return motion->behind < PATIENCE;
}

JudderErr inclusion_next_span(Inclusion *motion) {
    enum { SPANS_BETWEEN_QUESTIONS = 256 };
    const InclusionSetup *setup = &motion->setup;
    if (motion->spans == 0 && motion->settled != setup->start)
        inclusion_emit(motion, STEPPER_START, 0, setup->start, motion->settled);
    if (++motion->spans % SPANS_BETWEEN_QUESTIONS == 0) {
        const bool wanted = stepper_goes_on(&motion->stepper, motion->span_end);
        if (!wanted || !makes_headway(motion))
            inclusion_give_up(motion, motion->span_end, wanted ? INCLUSION_UNRESOLVED : INCLUSION_STOPPED);
        if (motion->outcome != INCLUSION_GOING) return JUDDER_OK;
    }
    TRY(setup->method->next(motion));
    TRY(check_load(motion));
    if (motion->outcome == INCLUSION_GOING) judge_span(motion);
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

void inclusion_emit(Inclusion *motion, StepperEventKind kind, double t, double from, double to) {
    const char *place = kind == STEPPER_START ? "start" : "contact";
    stepper_tell(&motion->stepper, &(StepperEvent){kind, t, from, to, place});
}

void inclusion_jump(Inclusion *motion, double t, double from, double to) {
    motion->jumps++;
    inclusion_emit(motion, STEPPER_JUMP, t, from, to);
}

void inclusion_give_up(Inclusion *motion, double t, InclusionOutcome why) {
    motion->outcome = why;
    motion->outcome_time = t;
}
