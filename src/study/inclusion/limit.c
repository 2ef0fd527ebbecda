/* limit{} of the inclusion: the ladder of vanishing masses. */
#include "inclusion/ladder.h"

#include "study/inclusion/inclusion_model.h"

#include <stdio.h>

/* final and step of the ladder: its own, or those of the first march of the case. */
static JudderErr ladder_times(const StudyRun *run, double *final, double *step) {
    const Limit *p = run->study->params;
    *final = p->final, *step = p->step;
    for (size_t i = 0; i < run->all->count && *final == 0; i++)
        if (run->all->at[i].word == &march_word) {
            const March *march = run->all->at[i].params;
            *final = march->final, *step = march->step;
        }
    REQUIRE(*final > 0,
            block_locate(
                run->study,
                error_input("final",
                            "limit needs final and step, or a march{} in the same case to take them from")));
    return JUDDER_OK;
}

JudderErr inclusion_check_limit(StudyRun *run) {
    const Limit *p = run->study->params;
    double final, step;
    TRY(ladder_times(run, &final, &step));
    InclusionSetup setup = inclusion_setup_of(run, final, step);
    setup.method = &perfect_delay_method;
    Inclusion *motion = NULL;
    TRY(block_locate(run->model, inclusion_create(&setup, &motion)));
    inclusion_destroy(&motion);
    snprintf(run->note, sizeof run->note,
             "ladder of %ld masses from %g, each %g of the one before, to t = %g", p->count, p->from,
             p->factor, final);
    return JUDDER_OK;
}

typedef struct Ladder {
    Value *parameter, *error, *away, *orders;
    LadderRung last, before;
} Ladder;

static JudderErr climb(StudyRun *run, const InclusionSetup *setup, const LadderWindows *windows,
                       Ladder *ladder) {
    const Limit *p = run->study->params;
    double epsilon = p->from;
    for (long i = 0; i < p->count; i++, epsilon *= p->factor) {
        if (stop_requested()) {
            run->outcome = STUDY_STOPPED;
            snprintf(run->reason, sizeof run->reason, "interrupted before the rung epsilon = %g", epsilon);
            return JUDDER_OK;
        }
        ladder->before = ladder->last;
        TRY(block_locate(run->model, ladder_rung(setup, windows, epsilon, &ladder->last)));
        if (ladder->last.outcome != INCLUSION_GOING) {
            run->outcome = STUDY_FAILED;
            snprintf(run->reason, sizeof run->reason,
                     "no velocity balances the load at all times, so there is no limit to compare with");
            return JUDDER_OK;
        }
        value_append(ladder->parameter, value_number(epsilon));
        value_append(ladder->error, value_number(ladder->last.distance));
        value_append(ladder->away, value_number(ladder->last.away));
        if (i > 0)
            value_append(ladder->orders,
                         value_number(ladder_order(ladder->before.epsilon, ladder->before.distance, epsilon,
                                                   ladder->last.distance)));
    }
    return JUDDER_OK;
}

JudderErr inclusion_run_limit(StudyRun *run) {
    double final, step;
    TRY(ladder_times(run, &final, &step));
    const InclusionSetup setup = inclusion_setup_of(run, final, step);
    const double begin = clock_seconds();
    LadderWindows windows;
    TRY(block_locate(run->model, ladder_windows_create(&setup, &windows)));
    Ladder ladder = {.parameter = value_child_list(run->values, "parameter"),
                     .error = value_child_list(run->values, "error"),
                     .away = value_child_list(run->values, "error_away"),
                     .orders = value_child_list(run->values, "orders")};
    const size_t jumps = windows.count;
    const JudderErr err = climb(run, &setup, &windows, &ladder);
    ladder_windows_release(&windows);
    const LadderRung *a = &ladder.before, *b = &ladder.last;
    const double order = ladder_order(a->epsilon, a->distance, b->epsilon, b->distance);
    const double away = ladder_order(a->epsilon, a->away, b->epsilon, b->away);
    bool good = value_set(run->values, "order", value_number(order));
    good = value_set(run->values, "order_away", value_number(away)) && good;
    good = value_set(run->values, "limit_jumps", value_count((long long)jumps)) && good;
    good = value_set(run->values, "seconds", value_number(clock_seconds() - begin)) && good;
    snprintf(
        run->note, sizeof run->note,
        "the limit jumps %zu times; distance to it of order %.3f in the last rung, %.3f away from the jumps",
        jumps, order, away);
    TRY(err);
    return good ? JUDDER_OK : error_memory();
}
