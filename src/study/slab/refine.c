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

static SlabChoices choices_of(const Refine *p) {
    return (SlabChoices){.euler = p->scheme == 1};
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
        block_locate(run->study,
                     error_input("method", "refine compares with the delay method, which has no viscosity")));
    REQUIRE(
        p->method != SLAB_METHOD_UPWIND || prepared->data.epsilon > 0,
        block_locate(run->study, error_input("method", "method \"upwind\" needs selection = mass{ epsilon }: "
                                                       "its contact is a time step with mass")));
    REQUIRE(
        p->method != SLAB_METHOD_UPWIND || prepared->data.damping == 0,
        block_locate(
            run->study,
            error_input("method",
                        "method \"upwind\" has a damping of its own; damping belongs to method \"delay\"")));
    SlabData data = slab_data_of(run, p->final, reference_step(p));
    TRY(slab_try(run, &data, &slab_delay_method));
    data.step = p->step;
    TRY(slab_try(run, &data, method_of(p)));
    study_note(run, "%ld steps from %g s by method %s against a reference with step %g s", p->count, p->step,
               method_of(p)->name, reference_step(p));
    return JUDDER_OK;
}

typedef struct Table {
    Value *step, *error, *orders, *seconds;
    double last_step, last_error, order;
} Table;

static JudderErr refine_all(StudyRun *run, KeptMotion *reference, Table *table) {
    const Refine *p = run->study->params;
    const SlabChoices choices = choices_of(p);
    SlabData data = slab_data_of(run, p->final, p->step);
    for (long i = 0; i < p->count; i++, data.step *= p->factor) {
        Comparison c;
        TRY(kept_motion_compare(run, &(SlabWay){&data, method_of(p), &choices}, reference, &c));
        if (c.stopped) {
            study_end(run, STUDY_STOPPED, "interrupted at the step %g", data.step);
            return JUDDER_OK;
        }
        const double error = c.distance / p->final;
        bool good = value_append(table->step, value_number(data.step));
        good = value_append(table->error, value_number(error)) && good;
        good = value_append(table->seconds, value_number(c.seconds)) && good;
        if (i > 0 && error > 0 && table->last_error > 0)
            table->order = log(table->last_error / error) / log(table->last_step / data.step);
        if (i > 0) good = value_append(table->orders, value_number(table->order)) && good;
        REQUIRE(good, error_memory());
        table->last_step = data.step;
        table->last_error = error;
    }
    return JUDDER_OK;
}

JudderErr refine_run(StudyRun *run) {
    const Refine *p = run->study->params;
    const double begin = clock_seconds();
    Table table = {.step = value_child_list(run->values, "step"),
                   .error = value_child_list(run->values, "error"),
                   .orders = value_child_list(run->values, "orders"),
                   .seconds = value_child_list(run->values, "seconds_each"),
                   .order = NAN};
    const SlabData data = slab_data_of(run, p->final, reference_step(p));
    KeptMotion reference = {0};
    TRY(kept_motion_create(run, &data, &reference));
    JudderErr err = JUDDER_OK;
    if (reference.stopped || reference.count < 2) {
        study_end(run, STUDY_STOPPED, "interrupted in the reference run");
    } else {
        err = refine_all(run, &reference, &table);
    }
    kept_motion_release(&reference);
    TRY(err);
    if (run->outcome == STUDY_DONE && isfinite(table.order))
        study_note(run,
                   "mean error of the slip velocity against a delay run with step %.3g s; order %.3f between "
                   "the last two",
                   data.step, table.order);
    bool good = value_set(run->values, "order", value_number(table.order));
    good = value_set(run->values, "seconds", value_number(clock_seconds() - begin)) && good;
    return good ? JUDDER_OK : error_memory();
}
