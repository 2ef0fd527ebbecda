#include "inclusion/ladder.h"

#include <math.h>
#include <stdlib.h>

typedef struct JumpList {
    LadderWindows *windows;
    bool out_of_memory;
} JumpList;

static void note_jump(void *context, const StepperEvent *event) {
    JumpList *list = context;
    if (event->kind != STEPPER_JUMP) return;
    double *at = realloc(list->windows->at, (list->windows->count + 1) * sizeof *at);
    if (!at) {
        list->out_of_memory = true;
        return;
    }
    list->windows->at = at;
    list->windows->at[list->windows->count++] = event->t;
}

static Inclusion *degenerate_motion(const InclusionSetup *setup, JumpList *list, JudderErr *err) {
    InclusionSetup degenerate = *setup;
    degenerate.method = &perfect_delay_method;
    degenerate.epsilon = 0;
    Inclusion *motion = NULL;
    *err = inclusion_create(&degenerate, &motion);
    if (motion && list) motion->stepper.listener = (StepperListener){.event = note_jump, .context = list};
    return motion;
}

JudderErr ladder_windows_create(const InclusionSetup *setup, LadderWindows *windows) {
    *windows = (LadderWindows){.width = 0.1 * setup->final};
    JumpList list = {windows, false};
    JudderErr err;
    Inclusion *motion = degenerate_motion(setup, &list, &err);
    double v;
    if (err == JUDDER_OK) err = inclusion_advance(motion, setup->final, &v);
    inclusion_destroy(&motion);
    if (err == JUDDER_OK && list.out_of_memory) err = error_memory();
    double before = 0;
    for (size_t i = 0; i < windows->count; i++) {
        if (windows->at[i] > before) windows->width = fmin(windows->width, (windows->at[i] - before) / 2);
        before = windows->at[i];
    }
    if (err != JUDDER_OK) ladder_windows_release(windows);
    return err;
}

void ladder_windows_release(LadderWindows *windows) {
    free(windows->at);
    *windows = (LadderWindows){0};
}

static bool is_away(const LadderWindows *windows, double t) {
    if (t < windows->width) return false;
    for (size_t i = 0; i < windows->count; i++)
        if (t > windows->at[i] - 1e-6 * windows->width && t < windows->at[i] + windows->width) return false;
    return true;
}

typedef struct Pair {
    Inclusion *limit, *massive;
    const LadderWindows *windows;
    LadderRung *rung;
} Pair;

/* Gauss points of order 12 on a stretch of time on which both motions are one formula each. */
static void add_stretch(Pair *pair, double from, double to) {
    static const double at[6] = {0.03376524289842398609, 0.16939530676686774317, 0.38069040695840154568,
                                 0.61930959304159845432, 0.83060469323313225683, 0.96623475710157601391};
    static const double weight[6] = {0.08566224618958517252, 0.18038078652406930378, 0.23395696728634552369,
                                     0.23395696728634552369, 0.18038078652406930378, 0.08566224618958517252};
    for (int i = 0; i < 6; i++) {
        const double t = from + at[i] * (to - from);
        const double difference = fabs(pair->massive->setup.method->value(pair->massive, t) -
                                       pair->limit->setup.method->value(pair->limit, t));
        pair->rung->distance += weight[i] * (to - from) * difference;
        if (is_away(pair->windows, t)) pair->rung->away = fmax(pair->rung->away, difference);
    }
}

/* A common span: stretches that shrink towards its start, where a layer of the motion with mass may be. */
static void add_span(Pair *pair, double from, double to) {
    enum { LEVELS = 20 };
    const double ratio = 0.4;
    double end = to;
    for (int i = 0; i < LEVELS; i++) {
        const double begin = i + 1 < LEVELS ? from + ratio * (end - from) : from;
        add_stretch(pair, begin, end);
        end = begin;
    }
}

static JudderErr walk_together(Pair *pair, double final) {
    double t = 0;
    while (t < final) {
        Inclusion *both[2] = {pair->limit, pair->massive};
        for (int i = 0; i < 2; i++) {
            while (both[i]->span_end <= t && both[i]->outcome == INCLUSION_GOING)
                TRY(inclusion_next_span(both[i]));
            pair->rung->outcome = both[i]->outcome;
            if (both[i]->outcome != INCLUSION_GOING) return JUDDER_OK;
        }
        const double end = fmin(final, fmin(pair->limit->span_end, pair->massive->span_end));
        add_span(pair, t, end);
        t = end;
    }
    return JUDDER_OK;
}

JudderErr ladder_rung(const InclusionSetup *setup, const LadderWindows *windows, double epsilon,
                      const StepperListener *listener, LadderRung *rung) {
    *rung = (LadderRung){.epsilon = epsilon};
    InclusionSetup with_mass = *setup;
    with_mass.method = &exact_mass_method;
    with_mass.epsilon = epsilon;
    Pair pair = {.windows = windows, .rung = rung};
    JudderErr err;
    pair.limit = degenerate_motion(setup, NULL, &err);
    if (err == JUDDER_OK) err = inclusion_create(&with_mass, &pair.massive);
    if (err == JUDDER_OK && listener) pair.massive->stepper.listener = *listener;
    if (err == JUDDER_OK) err = walk_together(&pair, setup->final);
    inclusion_destroy(&pair.limit);
    inclusion_destroy(&pair.massive);
    return err;
}
