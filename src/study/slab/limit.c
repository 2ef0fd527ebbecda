/* limit{} of the slab: the ladder of vanishing masses or viscosities against the motion that
 * perfect delay selects. */
#include "results/resume/resume.h"
#include "study/checkpoint/checkpoint.h"
#include "study/slab/compare.h"

#include <math.h>
#include <stdio.h>

/* The data of the limit, and of a rung with its perturbation. */
static SlabData limit_data(const StudyRun *run, double final, double step) {
    SlabData data = slab_data_of(run, final, step);
    data.epsilon = data.eta = 0;
    return data;
}

JudderErr slab_check_limit(StudyRun *run) {
    const Limit *p = run->study->params;
    double final, step;
    TRY(limit_times(run, &final, &step));
    REQUIRE(p->of != LIMIT_ETA || ((const SlabPrepared *)run->prepared)->data.damping == 0,
            block_locate(run->study,
                         error_input("of", "a ladder of viscosities and damping do not go together")));
    SlabData data = limit_data(run, final, step);
    TRY(slab_try(run, &data, &slab_delay_method));
    *(p->of == LIMIT_ETA ? &data.eta : &data.epsilon) = p->from;
    TRY(slab_try(run, &data, p->of == LIMIT_ETA ? &slab_viscous_method : &slab_delay_method));
    snprintf(run->note, sizeof run->note,
             "ladder of %ld values of %s from %g, each %g of the one before, to t = %g s", p->count,
             p->of == LIMIT_ETA ? "eta" : "epsilon", p->from, p->factor, final);
    return JUDDER_OK;
}

typedef struct Ladder {
    Value *parameter, *error, *orders;
    double last_parameter, last_error, order;
    long rung;
    double value; /* of the rung */
} Ladder;

/* Rungs that are done; the next one begins anew. */
static JudderErr exchange(void *context, Archive *archive) {
    Ladder *ladder = context;
    double numbers[] = {ladder->last_parameter, ladder->last_error, ladder->order, ladder->value};
    archive_array(archive, "rung", &ladder->rung, sizeof ladder->rung);
    archive_array(archive, "numbers", numbers, sizeof numbers);
    ladder->last_parameter = numbers[0], ladder->last_error = numbers[1];
    ladder->order = numbers[2], ladder->value = numbers[3];
    value_archive_numbers(archive, "parameter", ladder->parameter);
    value_archive_numbers(archive, "error", ladder->error);
    value_archive_numbers(archive, "orders", ladder->orders);
    if (ladder->rung < 0) archive_refuse(archive, "the number of rungs");
    return archive_state(archive);
}

static JudderErr climb(StudyRun *run, SlabData data, KeptMotion *limit, Ladder *ladder) {
    const Limit *p = run->study->params;
    const SlabPrepared *prepared = run->prepared;
    for (; ladder->rung < p->count; ladder->rung++, ladder->value *= p->factor) {
        const long i = ladder->rung;
        const double value = ladder->value;
        if (checkpoint_due(run)) TRY(checkpoint_save(run, exchange, ladder));
        *(p->of == LIMIT_ETA ? &data.eta : &data.epsilon) = value;
        Comparison c;
        const SlabMethod *method = p->of == LIMIT_ETA ? &slab_viscous_method : &slab_delay_method;
        TRY(kept_motion_compare(run, &(SlabWay){&data, method, &prepared->choices}, limit, &c));
        if (c.stopped) {
            run->outcome = STUDY_STOPPED;
            snprintf(run->reason, sizeof run->reason, "interrupted in the rung %g", value);
            return checkpoint_save(run, exchange, ladder);
        }
        bool good = value_append(ladder->parameter, value_number(value));
        good = value_append(ladder->error, value_number(c.distance)) && good;
        ladder->order = NAN;
        if (i > 0 && c.distance > 0 && ladder->last_error > 0)
            ladder->order = log(ladder->last_error / c.distance) / log(ladder->last_parameter / value);
        if (i > 0) good = value_append(ladder->orders, value_number(ladder->order)) && good;
        REQUIRE(good, error_memory());
        ladder->last_parameter = value;
        ladder->last_error = c.distance;
    }
    return JUDDER_OK;
}

static JudderErr climb_from_limit(StudyRun *run, double final, double step, Ladder *ladder,
                                  KeptMotion *limit) {
    const SlabData data = limit_data(run, final, step);
    bool restored;
    ladder->value = ((const Limit *)run->study->params)->from;
    TRY(checkpoint_restore(run, exchange, ladder, &restored));
    TRY(kept_motion_create(run, &data, limit));
    if (limit->stopped || limit->count < 2) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted before the first rung");
        return checkpoint_save(run, exchange, ladder);
    }
    return climb(run, data, limit, ladder);
}

JudderErr slab_run_limit(StudyRun *run) {
    double final, step;
    TRY(limit_times(run, &final, &step));
    const double begin = clock_seconds();
    Ladder ladder = {.parameter = value_child_list(run->values, "parameter"),
                     .error = value_child_list(run->values, "error"),
                     .orders = value_child_list(run->values, "orders"),
                     .order = NAN};
    KeptMotion limit = {0};
    const JudderErr err = climb_from_limit(run, final, step, &ladder, &limit);
    const size_t jumps = limit.jumps;
    kept_motion_release(&limit);
    TRY(err);
    if (run->outcome == STUDY_DONE && isfinite(ladder.order))
        snprintf(run->note, sizeof run->note,
                 "the limit jumps %zu time%s; distance to it of order %.3f in the last rung", jumps,
                 jumps == 1 ? "" : "s", ladder.order);
    else if (run->outcome == STUDY_DONE)
        snprintf(run->note, sizeof run->note,
                 "the last motions do not differ from the limit: there is no order to observe");
    bool good = value_set(run->values, "order", value_number(ladder.order));
    good = value_set(run->values, "limit_jumps", value_count((long long)jumps)) && good;
    good = value_set(run->values, "seconds", value_number(clock_seconds() - begin)) && good;
    return good ? JUDDER_OK : error_memory();
}
