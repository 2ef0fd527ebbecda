/* limit{} of the inclusion: vanishing masses. */
#include "inclusion/ladder.h"

#include "study/inclusion/inclusion_model.h"
#include "study/limit/limit.h"

#include <stdio.h>

static JudderErr check(StudyRun *run, double final, double step) {
    const Limit *p = run->study->params;
    InclusionSetup setup = inclusion_setup_of(run, final, step);
    Inclusion *motion = NULL;
    REQUIRE(p->of == LIMIT_EPSILON,
            block_refuse(run->study, "of", "the inclusion has no viscosity: allowed is of = \"epsilon\""));
    setup.method = &perfect_delay_method;
    TRY(block_locate(run->model, inclusion_create(&setup, &motion)));
    inclusion_destroy(&motion);
    return JUDDER_OK;
}

static JudderErr make_limit(Ladder *ladder) {
    const InclusionSetup setup = inclusion_setup_of(ladder->run, ladder->final, ladder->step);
    LadderWindows *windows = ladder->own;
    TRY(ladder_fail(ladder, ladder_windows_create(&setup, windows)));
    ladder->jumps = windows->count;
    return JUDDER_OK;
}

typedef struct Climb {
    Ladder *ladder;
    JudderErr error; /* of a checkpoint */
} Climb;

static bool on_go(void *context, double t) {
    Climb *climb = context;
    bool rests = false;
    climb->error = ladder_look(climb->ladder, t, &rests);
    return climb->error == JUDDER_OK && !rests;
}

/* Why a rung has no distance to the limit. */
static void tell_failure(StudyRun *run, const LadderRung *rung) {
    const char *why = "the motion changes faster than doubles can separate times";
    if (rung->outcome == INCLUSION_NO_SOLUTION)
        why = "no velocity balances the load at all times, so there is no limit to compare with";
    study_end(run, STUDY_FAILED, "rung epsilon = %g: %s", rung->epsilon, why);
}

static JudderErr climb(Ladder *ladder) {
    StudyRun *run = ladder->run;
    const InclusionSetup setup = inclusion_setup_of(run, ladder->final, ladder->step);
    Climb now = {.ladder = ladder};
    const StepperListener listener = {.go_on = on_go, .context = &now};
    const double last_away = ladder->other;
    LadderRung rung;
    const JudderErr err = ladder_rung(&setup, ladder->own, ladder->value, &listener, &rung);
    TRY(now.error);
    TRY(ladder_fail(ladder, err));
    if (!run->reason[0] && rung.outcome != INCLUSION_GOING) tell_failure(run, &rung);
    if (run->reason[0]) return JUDDER_OK;
    ladder->error = rung.distance;
    ladder->other = rung.away;
    if (ladder->rung > 0) ladder->other_order = ladder_slope(ladder, last_away, rung.away);
    return JUDDER_OK;
}

static void release(Ladder *ladder) {
    ladder_windows_release(ladder->own);
}

const LimitModel inclusion_limit = {.parameter = "parameter",
                                    .jumps = "limit_jumps",
                                    .rungs = "masses",
                                    .alike = "the motions with mass",
                                    .other = "error_away",
                                    .other_order = "order_away",
                                    .size = sizeof(LadderWindows),
                                    .check = check,
                                    .limit = make_limit,
                                    .climb = climb,
                                    .release = release};
