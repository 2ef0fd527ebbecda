/* limit{} of the inclusion: the ladder of vanishing masses. */
#include "inclusion/ladder.h"

#include "results/resume/resume.h"
#include "study/checkpoint/checkpoint.h"
#include "study/inclusion/inclusion_model.h"

#include <math.h>
#include <stdio.h>

JudderErr inclusion_check_limit(StudyRun *run) {
    const Limit *p = run->study->params;
    double final, step;
    REQUIRE(p->of == LIMIT_EPSILON,
            block_locate(run->study,
                         error_input("of", "the inclusion has no viscosity: allowed is of = \"epsilon\"")));
    TRY(limit_times(run, &final, &step));
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
    Progress progress;
    long rung, rungs;
    double final, order, order_away;
    double epsilon; /* of the rung */
} Ladder;

static bool on_go(void *context, double t) {
    Ladder *ladder = context;
    progress_update(&ladder->progress, ((double)ladder->rung + t / ladder->final) / (double)ladder->rungs, t);
    return !stop_requested();
}

/* Why a rung has no distance to the limit. */
static void tell_failure(StudyRun *run, const LadderRung *rung) {
    const bool stopped = rung->outcome == INCLUSION_STOPPED || rung->outcome == INCLUSION_GOING;
    run->outcome = stopped ? STUDY_STOPPED : STUDY_FAILED;
    const char *why = "the motion changes faster than numbers can tell times apart";
    if (stopped) why = "interrupted";
    if (rung->outcome == INCLUSION_NO_SOLUTION)
        why = "no velocity balances the load at all times, so there is no limit to compare with";
    snprintf(run->reason, sizeof run->reason, "rung epsilon = %g: %s", rung->epsilon, why);
}

/* Rungs that are done; the next one begins anew. */
static JudderErr exchange(void *context, Archive *archive) {
    Ladder *ladder = context;
    archive_array(archive, "rung", &ladder->rung, sizeof ladder->rung);
    archive_array(archive, "epsilon", &ladder->epsilon, sizeof ladder->epsilon);
    archive_array(archive, "last", &ladder->last, sizeof ladder->last);
    archive_array(archive, "before", &ladder->before, sizeof ladder->before);
    value_archive_numbers(archive, "parameter", ladder->parameter);
    value_archive_numbers(archive, "error", ladder->error);
    value_archive_numbers(archive, "away", ladder->away);
    value_archive_numbers(archive, "orders", ladder->orders);
    if (ladder->rung < 0) archive_refuse(archive, "the number of rungs");
    return archive_state(archive);
}

static JudderErr climb(StudyRun *run, const InclusionSetup *setup, const LadderWindows *windows,
                       Ladder *ladder) {
    const Limit *p = run->study->params;
    const StepperListener listener = {.go_on = on_go, .context = ladder};
    bool restored;
    ladder->epsilon = p->from;
    TRY(checkpoint_restore(run, exchange, ladder, &restored));
    for (; ladder->rung < p->count; ladder->rung++, ladder->epsilon *= p->factor) {
        const double epsilon = ladder->epsilon;
        LadderRung rung;
        if (checkpoint_due(run)) TRY(checkpoint_save(run, exchange, ladder));
        TRY(block_locate(run->model, ladder_rung(setup, windows, epsilon, &listener, &rung)));
        if (rung.outcome != INCLUSION_GOING || stop_requested()) {
            tell_failure(run, &rung);
            return stop_requested() ? checkpoint_save(run, exchange, ladder) : JUDDER_OK;
        }
        ladder->before = ladder->last;
        ladder->last = rung;
        const LadderRung *before = &ladder->before, *last = &ladder->last;
        bool good = value_append(ladder->parameter, value_number(epsilon));
        good = value_append(ladder->error, value_number(last->distance)) && good;
        good = value_append(ladder->away, value_number(last->away)) && good;
        if (ladder->rung > 0)
            good = value_append(ladder->orders, value_number(ladder_order(before->epsilon, before->distance,
                                                                          epsilon, last->distance))) &&
                   good;
        REQUIRE(good, error_memory());
    }
    return JUDDER_OK;
}

static bool report(const StudyRun *run, const Ladder *ladder, size_t jumps, double seconds) {
    bool good = value_set(run->values, "order", value_number(ladder->order));
    good = value_set(run->values, "order_away", value_number(ladder->order_away)) && good;
    good = value_set(run->values, "limit_jumps", value_count((long long)jumps)) && good;
    return value_set(run->values, "seconds", value_number(seconds)) && good;
}

static void tell(StudyRun *run, const Ladder *ladder, size_t jumps) {
    if (run->outcome != STUDY_DONE) return;
    char away[80] = "";
    if (isfinite(ladder->order_away))
        snprintf(away, sizeof away, ", %.3f away from the jumps", ladder->order_away);
    if (isfinite(ladder->order))
        snprintf(run->note, sizeof run->note,
                 "the limit jumps %zu time%s; distance to it of order %.3f in the last rung%s", jumps,
                 jumps == 1 ? "" : "s", ladder->order, away);
    else
        snprintf(run->note, sizeof run->note,
                 "the motions with mass do not differ from the limit: there is no order to observe");
}

JudderErr inclusion_run_limit(StudyRun *run) {
    double final, step;
    TRY(limit_times(run, &final, &step));
    const InclusionSetup setup = inclusion_setup_of(run, final, step);
    LadderWindows windows;
    TRY(block_locate(run->model, ladder_windows_create(&setup, &windows)));
    Ladder ladder = {.parameter = value_child_list(run->values, "parameter"),
                     .error = value_child_list(run->values, "error"),
                     .away = value_child_list(run->values, "error_away"),
                     .orders = value_child_list(run->values, "orders"),
                     .rungs = ((const Limit *)run->study->params)->count,
                     .final = final};
    progress_start(&ladder.progress, run->log, "limit", "");
    const double begin = clock_seconds();
    const JudderErr err = climb(run, &setup, &windows, &ladder);
    const double seconds = clock_seconds() - begin;
    progress_end(&ladder.progress);
    const size_t jumps = windows.count;
    ladder_windows_release(&windows);
    TRY(err);
    const LadderRung *a = &ladder.before, *b = &ladder.last;
    ladder.order = ladder_order(a->epsilon, a->distance, b->epsilon, b->distance);
    ladder.order_away = ladder_order(a->epsilon, a->away, b->epsilon, b->away);
    tell(run, &ladder, jumps);
    return report(run, &ladder, jumps, seconds) ? JUDDER_OK : error_memory();
}
