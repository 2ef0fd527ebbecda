/* refine{} of the slab: the error of a method against a finer run of the delay method, step by
 * step, with what it costs. */
#include "base/field.h"
#include "study/slab/compare.h"
#include "study/studies.h"

#include <math.h>
#include <stdio.h>

typedef struct Refine {
    double final, step, factor, reference;
    long count;
    int method, scheme;
    const char *name;
} Refine;

static JudderErr check_refine(const void *params) {
    const Refine *p = params;
    REQUIRE(p->step <= p->final,
            error_input("step", "step = %g is longer than final = %g", p->step, p->final));
    REQUIRE(p->reference < p->step,
            error_input("reference", "reference = %g must be smaller than step = %g", p->reference, p->step));
    const double finest = p->step * pow(p->factor, (double)p->count - 1);
    REQUIRE(p->reference < finest,
            error_input("reference", "reference = %g must be smaller than the smallest step, %g",
                        p->reference, finest));
    return JUDDER_OK;
}

static const Param refine_params[] = {
    FIELD(Refine, final, NUMBER, "time at which each run ends", REQUIRED, POSITIVE, .unit = "s"),
    FIELD(Refine, step, NUMBER, "first and largest step", REQUIRED, POSITIVE, .unit = "s"),
    FIELD(Refine, factor, NUMBER, "from one step to the next", BETWEEN(0, 1), .preset = 0.5),
    FIELD(Refine, count, COUNT, "how many steps", WITHIN(2, 30), .preset = 4),
    FIELD(Refine, reference, NUMBER, "step of the run that the others are compared with", NOT_NEGATIVE,
          .unit = "s", .preset_text = "a quarter of the smallest"),
    FIELD(Refine, method, CHOICE, "method that is refined", .choices = "delay|upwind"),
    FIELD(Refine, scheme, CHOICE, "scheme of method delay", .choices = "sdirk2|euler"),
    FIELD(Refine, name, TEXT, "how the study is called in the result", .preset_text = "refine"),
    {0},
};

const Word refine_word = {
    .name = "refine",
    .kind = "study",
    .summary = "Refines the step of a method and measures its error, its order and its cost.",
    .reference = "",
    .papers = "renard2001",
    .example = "refine{ final = 100*us, step = 1e-7, factor = 0.1, count = 3, scheme = \"euler\" }",
    .params = refine_params,
    .size = sizeof(Refine),
    .check = check_refine};

static const SlabMethod *method_of(const Refine *p) {
    return p->method == SLAB_METHOD_UPWIND ? &slab_upwind_method : &slab_delay_method;
}

/* The reference: the second-order delay method with a step well below the finest. */
static double reference_step(const Refine *p) {
    return p->reference > 0 ? p->reference : p->step * pow(p->factor, (double)p->count - 1) / 4;
}

JudderErr refine_check(StudyRun *run) {
    const Refine *p = run->study->params;
    const SlabPrepared *prepared = run->prepared;
    REQUIRE(
        prepared->data.eta == 0,
        block_refuse(run->study, "method", "refine compares with the delay method, which has no viscosity"));
    REQUIRE(p->method != SLAB_METHOD_UPWIND || prepared->data.epsilon > 0,
            block_refuse(
                run->study, "method",
                "method \"upwind\" needs selection = mass{ epsilon }: its contact is a time step with mass"));
    REQUIRE(p->method != SLAB_METHOD_UPWIND || prepared->data.damping == 0,
            block_refuse(run->study, "method",
                         "method \"upwind\" has a damping of its own; damping belongs to method \"delay\""));
    SlabData data = slab_data_of(run, p->final, reference_step(p));
    TRY(slab_try(run, &data, &slab_delay_method));
    data.step = p->step;
    TRY(slab_try(run, &data, method_of(p)));
    study_note(run, "%ld steps from %g s by method %s against a reference with step %g s", p->count, p->step,
               method_of(p)->name, reference_step(p));
    return JUDDER_OK;
}

static SlabWay rung_way(const Ladder *l) {
    const Refine *p = l->run->study->params;
    return (SlabWay){slab_data_of(l->run, l->final, l->value), method_of(p), {.euler = p->scheme == 1}};
}

static JudderErr make_reference(Ladder *ladder) {
    const SlabData data = slab_data_of(ladder->run, ladder->final, ladder->step);
    return slab_ladder_keep(ladder, &data);
}

static JudderErr climb(Ladder *ladder) {
    const SlabLadder *own = ladder->own;
    const SlabWay way = rung_way(ladder);
    TRY(slab_ladder_climb(ladder, &way));
    ladder->error = own->now.distance / ladder->final;
    ladder->other = own->now.seconds;
    return JUDDER_OK;
}

static JudderErr refine_serialise(Ladder *ladder, Archive *archive) {
    const SlabWay way = rung_way(ladder);
    return slab_ladder_serialise(ladder, &way, archive);
}

static void note(const Ladder *l) {
    if (l->run->outcome == STUDY_DONE && isfinite(l->order))
        study_note(l->run,
                   "mean error of the slip velocity against a delay run with step %.3g s; order %.3f between "
                   "the last two",
                   l->step, l->order);
}

static const LimitModel refine_ladder = {.parameter = "step",
                                         .other = "seconds_each",
                                         .other_last = true,
                                         .size = sizeof(SlabLadder),
                                         .limit = make_reference,
                                         .climb = climb,
                                         .serialise = refine_serialise,
                                         .note = note,
                                         .release = slab_ladder_release};

JudderErr refine_run(StudyRun *run) {
    const Refine *p = run->study->params;
    const Limit rungs = {.from = p->step, .factor = p->factor, .count = p->count, .name = p->name};
    return ladder_run(run, &(LadderPlan){&refine_ladder, &rungs, p->final, reference_step(p)});
}
