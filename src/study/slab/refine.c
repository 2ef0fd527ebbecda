/* refine{} of the slab: the error of a method against a finer run of the delay method, step by
 * step, with what it costs. */
#include "study/slab/compare.h"

#include <math.h>
#include <stdio.h>

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

JudderErr slab_check_refine(StudyRun *run) {
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

JudderErr slab_run_refine(StudyRun *run) {
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
