#include "study/limit/limit.h"

#include "base/field.h"
#include "results/resume/resume.h"
#include "study/march/march.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static JudderErr limit_check_params(const void *params) {
    const Limit *p = params;
    REQUIRE(p->from * pow(p->factor, (double)p->count - 1) > 1e-280,
            error_input("count", "count = %ld rungs with factor = %g end below 1e-280", p->count, p->factor));
    REQUIRE((p->final > 0) == (p->step > 0),
            error_input(p->final > 0 ? "final" : "step",
                        "limit takes final and step together, or neither to use those of the march"));
    return JUDDER_OK;
}

static const Param limit_params[] = {
    FIELD(Limit, of, CHOICE, "which perturbation vanishes", .choices = "epsilon|eta"),
    FIELD(Limit, from, NUMBER, "its first value", POSITIVE, .preset = 1e-2),
    FIELD(Limit, factor, NUMBER, "from one value to the next", BETWEEN(0, 1), .preset = 0.1),
    FIELD(Limit, count, COUNT, "how many values", WITHIN(2, 200), .preset = 5),
    FIELD(Limit, final, NUMBER, "time at which each run ends", NOT_NEGATIVE, .unit = "s",
          .preset_text = "that of the march"),
    FIELD(Limit, step, NUMBER, "finest time that matters", NOT_NEGATIVE, .unit = "s",
          .preset_text = "that of the march"),
    FIELD(Limit, name, TEXT, "how the study is called in the result", .preset_text = "limit"),
    {0},
};

const Word limit_word = {.name = "limit",
                         .kind = "study",
                         .summary = "Lets a perturbation vanish in a ladder of runs and measures the "
                                    "distance to the limit and its order. For inclusions, slabs and bodies: "
                                    "the mass and damping of a slider or a system are its own and select "
                                    "nothing; a slider without mass is an inclusion.",
                         .reference = "DI-4",
                         .papers = "renard1998 ionescu2002",
                         .example = "limit{ of = \"epsilon\", from = 1e-2, factor = 0.1, count = 5 }",
                         .params = limit_params,
                         .size = sizeof(Limit),
                         .check = limit_check_params};

/* final and step: its own, or those of the first march of the case. */
static JudderErr limit_times(const StudyRun *run, double *final, double *step) {
    const Limit *p = run->study->params;
    *final = p->final, *step = p->step;
    for (size_t i = 0; i < run->all->count && *final == 0; i++)
        if (run->all->at[i].word == &march_word) {
            const March *march = run->all->at[i].params;
            *final = march->final, *step = march->step;
        }
    REQUIRE(*final > 0,
            block_refuse(run->study, "final",
                         "limit needs final and step, or a march{} in the same case to take them from"));
    return JUDDER_OK;
}

JudderErr limit_check(StudyRun *run) {
    const Limit *p = run->study->params;
    const MarchModel *march = run->kind->march;
    char rungs[40];
    double final, step;
    TRY(limit_times(run, &final, &step));
    TRY(march->limit->check(run, final, step));
    snprintf(rungs, sizeof rungs, "values of %s", p->of == LIMIT_ETA ? "eta" : "epsilon");
    study_note(run, "ladder of %ld %s from %g, each %g of the one before, to t = %g%s%s", p->count,
               march->limit->rungs ? march->limit->rungs : rungs, p->from, p->factor, final,
               march->unit[0] ? " " : "", march->unit);
    return JUDDER_OK;
}

double ladder_slope(const Ladder *l, double before, double now) {
    if (!(before > 0) || !(now > 0)) return NAN;
    return log(before / now) / (l->model->by_factor ? -log(l->word->factor) : log(l->last_value / l->value));
}

/* --- checkpoints --- */

static double ladder_seconds(const Ladder *l) {
    return l->spent + clock_seconds() - l->begun;
}

static JudderErr ladder_serialise(void *context, Archive *archive) {
    Ladder *l = context;
    const bool restores = archive_restores(archive);
    double spent = ladder_seconds(l);
    double *const numbers[] = {&l->value,      &l->other, &l->other_order, &l->last_value,
                               &l->last_error, &l->order, &spent};
    archive_array(archive, "rung", &l->rung, sizeof l->rung);
    archive_array(archive, "jumps", &l->jumps, sizeof l->jumps);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        archive_array(archive, "number", numbers[i], sizeof *numbers[i]);
    value_archive_numbers(archive, "parameter", l->parameter);
    value_archive_numbers(archive, "error", l->errors);
    if (l->others) value_archive_numbers(archive, l->model->other, l->others);
    value_archive_numbers(archive, "orders", l->orders);
    if (l->rung < LADDER_LIMIT || l->rung >= l->word->count) archive_refuse(archive, "the number of rungs");
    TRY(restores ? archive_state(archive) : JUDDER_OK); /* all gather, whatever one of them met */
    if (restores) l->spent = spent;
    return l->model->serialise ? l->model->serialise(l, archive) : archive_state(archive);
}

/* --- a motion --- */

JudderErr ladder_look(Ladder *l, double t, bool *rests) {
    StudyRun *run = l->run;
    const double part = (double)(l->rung - LADDER_LIMIT) + t / l->final;
    progress_update(&l->progress, part / (double)(l->word->count + 1), t);
    *rests = run->team->stop();
    if (*rests || checkpoint_due(run)) TRY(checkpoint_save(run, ladder_serialise, l));
    if (*rests)
        study_end(run, STUDY_STOPPED, "interrupted after %ld of %ld rungs", l->rung > 0 ? l->rung : 0,
                  l->word->count);
    return JUDDER_OK;
}

JudderErr ladder_fail(Ladder *l, JudderErr err) {
    if (err != JUDDER_INPUT) return err;
    block_locate(l->run->model, err);
    study_end(l->run, STUDY_FAILED, "%s", error_message());
    return JUDDER_OK;
}

typedef struct LadderMotion {
    Ladder *ladder;
    JudderErr (*record)(void *context, const double *row);
    void *context;
    JudderErr error; /* of a checkpoint */
} LadderMotion;

static JudderErr ladder_motion_record(void *context, const double *row) {
    const LadderMotion *m = context;
    return m->record(m->context, row);
}

static bool ladder_motion_goes_on(void *context, double t) {
    LadderMotion *m = context;
    bool rests = false;
    m->error = ladder_look(m->ladder, t, &rests);
    return m->error == JUDDER_OK && !rests;
}

JudderErr ladder_march(Ladder *l, Stepper *stepper, JudderErr (*record)(void *context, const double *row),
                       void *context) {
    LadderMotion motion = {.ladder = l, .record = record, .context = context};
    stepper->listener = (StepperListener){
        .record = ladder_motion_record, .go_on = ladder_motion_goes_on, .context = &motion};
    const JudderErr err = stepper_march(stepper, 1, 0);
    TRY(motion.error);
    if (err == JUDDER_OK && stepper->state == STEPPER_LOST)
        study_end(l->run, STUDY_FAILED, "the numbers left the range of the machine at t = %.9g",
                  stepper->kind->row(stepper)[0]);
    return ladder_fail(l, err);
}

/* --- the ladder --- */

/* On the process that writes. */
static JudderErr ladder_append(Ladder *l) {
    bool good = value_append(l->parameter, value_number(l->value));
    good = value_append(l->errors, value_number(l->error)) && good;
    if (l->others && !isnan(l->other)) good = value_append(l->others, value_number(l->other)) && good;
    l->order = l->rung > 0 ? ladder_slope(l, l->last_error, l->error) : NAN;
    if (l->rung > 0) good = value_append(l->orders, value_number(l->order)) && good;
    return good ? JUDDER_OK : error_memory();
}

static JudderErr ladder_climb(Ladder *l) {
    const Team *team = l->run->team;
    bool restored;
    TRY(checkpoint_restore(l->run, ladder_serialise, l, &restored));
    TRY(l->model->limit(l));
    if (l->run->reason[0]) return JUDDER_OK;
    if (l->rung == LADDER_LIMIT) l->rung = 0;
    for (; l->rung < l->word->count; l->rung++, l->value *= l->word->factor) {
        bool rests = false;
        /* Without a state of its own to save, a rung is looked at before it begins: it may be short. */
        if (!l->model->serialise) TRY(ladder_look(l, 0, &rests));
        if (!rests) TRY(l->model->climb(l));
        if (l->run->reason[0]) return JUDDER_OK;
        TRY(team->agree(team->first() ? ladder_append(l) : JUDDER_OK));
        l->last_value = l->value;
        l->last_error = l->error;
    }
    return JUDDER_OK;
}

static void ladder_tell_order(const Ladder *l) {
    StudyRun *run = l->run;
    char away[80] = "";
    if (run->outcome != STUDY_DONE) return;
    if (isfinite(l->other_order)) snprintf(away, sizeof away, ", %.3f away from the jumps", l->other_order);
    if (isfinite(l->order))
        study_note(run, "the limit jumps %zu time%s; distance to it of order %.3f in the last rung%s",
                   l->jumps, l->jumps == 1 ? "" : "s", l->order, away);
    else
        study_note(run, "%s do not differ from the limit: there is no order to observe", l->model->alike);
}

static JudderErr ladder_report(const Ladder *l) {
    const LimitModel *model = l->model;
    Value *values = l->run->values;
    (model->note ? model->note : ladder_tell_order)(l);
    bool good = value_set(values, "order", value_number(l->order));
    if (model->other_order)
        good = value_set(values, model->other_order, value_number(l->other_order)) && good;
    if (model->jumps) good = value_set(values, model->jumps, value_count((long long)l->jumps)) && good;
    if (model->report) good = model->report(l) && good;
    return value_set(values, "seconds", value_number(ladder_seconds(l))) && good ? JUDDER_OK : error_memory();
}

static JudderErr ladder_open(Ladder *l) {
    const LimitModel *model = l->model;
    Value *values = l->run->values;
    l->own = calloc(1, model->size);
    l->parameter = value_child_list(values, model->parameter);
    l->errors = value_child_list(values, "error");
    if (model->other && !model->other_last) l->others = value_child_list(values, model->other);
    l->orders = value_child_list(values, "orders");
    if (model->other_last) l->others = value_child_list(values, model->other);
    const bool room = l->own && l->parameter && l->errors && l->orders && (l->others || !model->other);
    return room ? JUDDER_OK : error_memory();
}

JudderErr ladder_run(StudyRun *run, const LadderPlan *plan) {
    Ladder l = {.run = run,
                .word = plan->word,
                .model = plan->model,
                .final = plan->final,
                .step = plan->step,
                .rung = LADDER_LIMIT,
                .value = plan->word->from,
                .order = NAN,
                .other_order = NAN,
                .begun = clock_seconds()};
    progress_start(&l.progress, run->log, l.word->name, run->kind->march->unit);
    JudderErr err = run->team->agree(ladder_open(&l));
    if (err == JUDDER_OK) err = ladder_climb(&l);
    if (err == JUDDER_OK && run->outcome == STUDY_STOPPED && !l.model->serialise)
        err = checkpoint_save(run, ladder_serialise, &l); /* a motion under way is lost */
    progress_end(&l.progress);
    if (err == JUDDER_OK) err = ladder_report(&l);
    if (l.own) l.model->release(&l);
    free(l.own);
    return err;
}

JudderErr limit_run(StudyRun *run) {
    LadderPlan plan = {.model = run->kind->march->limit, .word = run->study->params};
    TRY(limit_times(run, &plan.final, &plan.step));
    return ladder_run(run, &plan);
}
