#include "inclusion/march.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_BETWEEN_QUESTIONS = 8192 };

/* Loads between neighbouring levels of folds have the same number of roots. */
typedef struct Levels {
    size_t count;
    double *at;    /* in order */
    bool *several; /* for loads below at[i]; one more for those above the last */
    size_t cursor;
} Levels;

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void levels_release(Levels *levels) {
    free(levels->at);
    free(levels->several);
}

static JudderErr levels_open(const Graph *graph, Levels *levels) {
    *levels = (Levels){.at = malloc((graph->count + 1) * sizeof(double)),
                       .several = calloc(graph->count + 2, sizeof(bool))};
    if (!levels->at || !levels->several) {
        levels_release(levels);
        return error_memory();
    }
    for (size_t i = 0; i + 1 < graph->count; i++)
        if (isfinite(graph->pieces[i].b1)) levels->at[levels->count++] = graph->pieces[i].b1;
    qsort(levels->at, levels->count, sizeof *levels->at, compare);
    for (size_t i = 0; i <= levels->count; i++) {
        const double low = i > 0 ? levels->at[i - 1] : (levels->count ? levels->at[0] : 0) - graph->scale_b;
        const double high = i < levels->count ? levels->at[i] : low + 2 * graph->scale_b;
        levels->several[i] = graph_roots(graph, low + (high - low) / 2, NULL, 0) > 1;
    }
    return JUDDER_OK;
}

static inline bool levels_several(Levels *levels, double a) {
    while (levels->cursor < levels->count && a > levels->at[levels->cursor]) levels->cursor++;
    while (levels->cursor > 0 && a <= levels->at[levels->cursor - 1]) levels->cursor--;
    return levels->several[levels->cursor];
}

static JudderErr pass_probes(Inclusion *motion, const InclusionMarch *march, InclusionReport *report,
                             double t) {
    while (report->probes < march->probe_count && march->probe_times[report->probes] <= t) {
        TRY(inclusion_advance(motion, march->probe_times[report->probes],
                              &march->probe_values[report->probes]));
        if (motion->outcome != INCLUSION_GOING && motion->outcome_time < march->probe_times[report->probes])
            break;
        report->probes++;
    }
    return JUDDER_OK;
}

static JudderErr march_steps(Inclusion *motion, const InclusionMarch *march, Levels *levels,
                             InclusionReport *report) {
    const size_t steps = march_step_count(march->final, march->step);
    const bool degenerate = motion->setup.method == &perfect_delay_method;
    double v = motion->setup.start;
    if (!march->goes_on) {
        TRY(pass_probes(motion, march, report, 0));
        if (march->record) TRY(march->record(march->context, 0, inclusion_load(motion, 0), v));
    }
    for (size_t n = report->steps + 1; n <= steps; n++) {
        const double t = n < steps ? (double)n * march->step : march->final;
        if (report->probes < march->probe_count) TRY(pass_probes(motion, march, report, t));
        TRY(inclusion_advance(motion, t, &v));
        const double load = inclusion_load(motion, t);
        if (motion->outcome != INCLUSION_GOING) break;
        report->steps = n;
        report->t = t;
        report->v = v;
        if (degenerate && levels_several(levels, load)) report->nonunique_steps++;
        if ((long)n % march->every == 0 || n == steps) {
            /* Without mass what is given out is judged as it is given out. */
            if (degenerate) motion->residual = fmax(motion->residual, inclusion_miss(motion, t, v, 0));
            if (march->record) TRY(march->record(march->context, t, load, v));
        }
        if (n % STEPS_BETWEEN_QUESTIONS == 0 && march->go_on && !march->go_on(march->context, t)) {
            report->stopped = true;
            break;
        }
    }
    if (!degenerate) report->nonunique_steps = motion->nonunique;
    if (motion->outcome == INCLUSION_STOPPED) report->stopped = true;
    return JUDDER_OK;
}

JudderErr inclusion_march(Inclusion *motion, const InclusionMarch *march, InclusionReport *report) {
    if (!march->goes_on) *report = (InclusionReport){.v = motion->setup.start};
    report->stopped = false;
    Levels levels;
    TRY(levels_open(motion->graph, &levels));
    const JudderErr err = march_steps(motion, march, &levels, report);
    levels_release(&levels);
    return err;
}
