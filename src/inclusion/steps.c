/* A motion at equal steps and at given times. */
#include "inclusion/inclusion.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_BETWEEN_QUESTIONS = 8192 };

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static JudderErr levels_open(const Graph *graph, GraphLevels *levels) {
    *levels = (GraphLevels){.at = malloc((graph->count + 1) * sizeof(double)),
                            .several = calloc(graph->count + 2, sizeof(bool))};
    REQUIRE(levels->at && levels->several, error_memory());
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

static inline bool levels_several(GraphLevels *levels, double a) {
    while (levels->cursor < levels->count && a > levels->at[levels->cursor]) levels->cursor++;
    while (levels->cursor > 0 && a <= levels->at[levels->cursor - 1]) levels->cursor--;
    return levels->several[levels->cursor];
}

static JudderErr pass_probes(Inclusion *motion, double t) {
    Stepper *s = &motion->stepper;
    while (stepper_next_probe(s) <= t) {
        const double at = stepper_next_probe(s);
        double v;
        TRY(inclusion_advance(motion, at, &v));
        if (motion->outcome != INCLUSION_GOING && motion->outcome_time < at) break;
        double *row = stepper_take_probe(s);
        row[0] = at, row[1] = inclusion_load(motion, at), row[2] = v;
    }
    return JUDDER_OK;
}

static JudderErr inclusion_stepper_begin(Stepper *stepper) {
    return pass_probes((Inclusion *)stepper, 0);
}

static JudderErr advance(Stepper *stepper, size_t count) {
    Inclusion *motion = (Inclusion *)stepper;
    const InclusionSetup *setup = &motion->setup;
    const bool degenerate = setup->method == &perfect_delay_method;
    const size_t end = stepper->done + count, steps = stepper->steps;
    double t = 0, v = 0, load = 0;
    for (size_t n = stepper->done + 1; n <= end; n++) {
        t = n < steps ? (double)n * setup->step : setup->final;
        if (stepper_next_probe(stepper) <= t) TRY(pass_probes(motion, t));
        TRY(inclusion_advance(motion, t, &v));
        load = inclusion_load(motion, t);
        if (motion->outcome != INCLUSION_GOING) {
            stepper->state = motion->outcome == INCLUSION_STOPPED ? STEPPER_STOPPED : STEPPER_ENDED;
            return JUDDER_OK;
        }
        stepper->done = n;
        motion->row[0] = t, motion->row[1] = load, motion->row[2] = v;
        if (degenerate && levels_several(&motion->levels, load)) motion->several++;
    }
    /* Without mass what is given out is judged as it is given out. */
    if (degenerate) motion->residual = fmax(motion->residual, inclusion_miss(motion, t, v, 0));
    return JUDDER_OK;
}

static const double *row(Stepper *stepper) {
    return ((Inclusion *)stepper)->row;
}

size_t inclusion_nonunique_steps(const Inclusion *motion) {
    return motion->setup.method == &perfect_delay_method ? motion->several : motion->nonunique;
}

static void report(Stepper *stepper, StepperReport *report) {
    const Inclusion *motion = (Inclusion *)stepper;
    const bool degenerate = motion->setup.method == &perfect_delay_method;
    stepper_count(report, "steps", stepper->done);
    stepper_count(report, "jumps", motion->jumps);
    stepper_count(report, "nonunique_steps", inclusion_nonunique_steps(motion));
    stepper_number(report, "v_final", motion->row[2]);
    stepper_number(report, "t_final", motion->row[0]);
    stepper_number(report, "v_after_start", degenerate ? motion->settled : NAN);
    stepper_number(report, "residual", motion->residual);
    stepper_number(report, "load_error", motion->load->error);
}

static JudderErr inclusion_steps_serialise(Stepper *stepper, Archive *archive) {
    Inclusion *motion = (Inclusion *)stepper, copy = *motion;
    copy.stepper = (Stepper){0};
    copy.setup = (InclusionSetup){0};
    copy.graph = NULL, copy.load = NULL, copy.tilted = NULL, copy.tilted_last = NULL;
    copy.levels = (GraphLevels){0};
    archive_array(archive, "motion", &copy, sizeof copy);
    if (copy.piece >= motion->graph->count || copy.span_piece >= motion->graph->count ||
        copy.motion.degree < 0 || copy.motion.degree > EXP_POLYNOMIAL_DEGREE) {
        archive_refuse(archive, "the piece of the graph");
        return archive_state(archive);
    }
    copy.stepper = motion->stepper;
    copy.setup = motion->setup;
    copy.graph = motion->graph, copy.load = motion->load;
    copy.tilted = motion->tilted, copy.tilted_last = motion->tilted_last;
    copy.levels = motion->levels;
    *motion = copy;
    track_serialise(motion->load, archive);
    return archive_state(archive);
}

static void destroy(Stepper *stepper) {
    Inclusion *motion = (Inclusion *)stepper;
    inclusion_destroy(&motion);
}

/* A start that does not balance the load is an event of its own place. */
static const StepperList lists[] = {{.name = "steps"},
                                    {.name = "jumps"},
                                    {"jump_times", STEPPER_TIME, STEPPER_JUMP, NULL},
                                    {"jump_from", STEPPER_FROM, STEPPER_JUMP, NULL},
                                    {"jump_to", STEPPER_TO, STEPPER_JUMP, NULL},
                                    {0}};

const StepperColumn inclusion_columns[] = {
    {"t", "s", STEPPER_SERIES}, {"load", "", STEPPER_SERIES}, {"v", "", STEPPER_BOTH}, {NULL, NULL, 0}};

const StepperKind inclusion_stepper = {.lists = lists,
                                       .begin = inclusion_stepper_begin,
                                       .advance = advance,
                                       .row = row,
                                       .report = report,
                                       .serialise = inclusion_steps_serialise,
                                       .destroy = destroy};

JudderErr inclusion_steps_open(Inclusion *motion) {
    const InclusionSetup *setup = &motion->setup;
    motion->stepper = (Stepper){.kind = &inclusion_stepper,
                                .column = inclusion_columns,
                                .columns = 3,
                                .steps = stepper_count_steps(setup->final, setup->step),
                                .look = STEPS_BETWEEN_QUESTIONS};
    motion->row[1] = inclusion_load(motion, 0), motion->row[2] = setup->start;
    return setup->method == &perfect_delay_method ? levels_open(motion->graph, &motion->levels) : JUDDER_OK;
}

void inclusion_steps_close(Inclusion *motion) {
    free(motion->levels.at);
    free(motion->levels.several);
}
