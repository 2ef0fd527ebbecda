/* limit{} of the slab: vanishing masses or viscosities against the motion that perfect delay selects. */
#include "study/slab/compare.h"

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
            block_refuse(run->study, "of", "a ladder of viscosities and damping do not go together"));
    const SlabData limit = limit_data(run, final, step, 0), rung = limit_data(run, final, step, p->from);
    TRY(slab_try(run, &limit, &slab_delay_method));
    return slab_try(run, &rung, rung_method(p));
}

static SlabWay rung_way(const Ladder *l) {
    const SlabPrepared *prepared = l->run->prepared;
    return (SlabWay){limit_data(l->run, l->final, l->step, l->value), rung_method(l->word),
                     prepared->choices};
}

static JudderErr make_limit(Ladder *ladder) {
    const SlabData data = limit_data(ladder->run, ladder->final, ladder->step, 0);
    return slab_ladder_keep(ladder, &data);
}

static JudderErr climb(Ladder *ladder) {
    const SlabWay way = rung_way(ladder);
    TRY(slab_ladder_climb(ladder, &way));
    ladder->error = ((const SlabLadder *)ladder->own)->now.distance;
    return JUDDER_OK;
}

static JudderErr limit_serialise(Ladder *ladder, Archive *archive) {
    const SlabWay way = rung_way(ladder);
    return slab_ladder_serialise(ladder, &way, archive);
}

const LimitModel slab_limit = {.parameter = "parameter",
                               .jumps = "limit_jumps",
                               .alike = "the last motions",
                               .size = sizeof(SlabLadder),
                               .check = check,
                               .limit = make_limit,
                               .climb = climb,
                               .serialise = limit_serialise,
                               .release = slab_ladder_release};
