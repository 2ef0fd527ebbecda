/* limit{} of the slab: vanishing masses or viscosities against the motion that perfect delay selects. */
#include "study/limit/limit.h"
#include "study/slab/compare.h"

#include <stdio.h>

/* The data of the limit, and of a rung with its perturbation. */
static SlabData limit_data(const StudyRun *run, double final, double step, double value) {
    SlabData data = slab_data_of(run, final, step);
    const bool eta = ((const Limit *)run->study->params)->of == LIMIT_ETA;
    data.epsilon = eta ? 0 : value;
    data.eta = eta ? value : 0;
    return data;
}

static const SlabMethod *rung_method(const Limit *p) {
    return p->of == LIMIT_ETA ? &slab_viscous_method : &slab_delay_method;
}

static JudderErr check(StudyRun *run, double final, double step) {
    const Limit *p = run->study->params;
    REQUIRE(p->of != LIMIT_ETA || ((const SlabPrepared *)run->prepared)->data.damping == 0,
            block_locate(run->study,
                         error_input("of", "a ladder of viscosities and damping do not go together")));
    const SlabData limit = limit_data(run, final, step, 0), rung = limit_data(run, final, step, p->from);
    TRY(slab_try(run, &limit, &slab_delay_method));
    return slab_try(run, &rung, rung_method(p));
}

static JudderErr make_limit(Ladder *ladder) {
    StudyRun *run = ladder->run;
    KeptMotion *limit = ladder->own;
    const SlabData data = limit_data(run, ladder->final, ladder->step, 0);
    TRY(kept_motion_create(run, &data, limit));
    ladder->jumps = limit->jumps;
    if (limit->stopped || limit->count < 2)
        study_end(run, STUDY_STOPPED, "interrupted before the first rung");
    return JUDDER_OK;
}

static JudderErr climb(Ladder *ladder) {
    StudyRun *run = ladder->run;
    const SlabPrepared *prepared = run->prepared;
    const SlabData data = limit_data(run, ladder->final, ladder->step, ladder->value);
    Comparison c;
    TRY(ladder_save_due(ladder));
    TRY(kept_motion_compare(run, &(SlabWay){&data, rung_method(ladder->word), &prepared->choices},
                            ladder->own, &c));
    ladder->error = c.distance;
    if (c.stopped) study_end(run, STUDY_STOPPED, "interrupted in the rung %g", ladder->value);
    return JUDDER_OK;
}

static void release(Ladder *ladder) {
    kept_motion_release(ladder->own);
}

const LimitModel slab_limit = {.alike = "the last motions",
                               .size = sizeof(KeptMotion),
                               .check = check,
                               .limit = make_limit,
                               .climb = climb,
                               .release = release};
