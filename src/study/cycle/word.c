/* The word cycle{}, and what it refuses. */
#include "study/cycle/cycle_study.h"

#include "base/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static JudderErr check_cycle(const void *params) {
    const CycleWord *p = params;
    REQUIRE(!p->over[0] || (isfinite(p->from) && isfinite(p->to) && p->from != p->to),
            error_input("from", "over = \"%s\" needs from and to, two numbers that differ", p->over));
    REQUIRE(p->over[0] || (isnan(p->from) && isnan(p->to)),
            error_input("over", "from and to are values of a param: say which by over"));
    REQUIRE(p->section != CYCLE_THRESHOLD || p->threshold > 0,
            error_input("threshold", "section = \"threshold\" needs a threshold above 0"));
    return JUDDER_OK;
}

static const Param cycle_params[] = {
    FIELD(CycleWord, step, NUMBER, "time step; half of it is taken too, and both are extrapolated",
          NOT_NEGATIVE, .unit = "s", .preset_text = "that of the march before it"),
    FIELD(CycleWord, final, NUMBER, "the march that leads to the cycle takes no longer", NOT_NEGATIVE,
          .unit = "s", .preset_text = "final of the march before it"),
    FIELD(CycleWord, section, CHOICE,
          "where a cycle begins: slip (contact 1 begins to slip), threshold (its slip speed passes it), turn "
          "(its dof turns back); auto: the first of them that the motion has. Loads that vary: their period",
          .choices = "auto|slip|threshold|turn"),
    FIELD(CycleWord, threshold, NUMBER, "slip speed of contact 1 at which a cycle begins", NOT_NEGATIVE,
          .unit = "m/s", .preset_text = "none"),
    FIELD(CycleWord, period, NUMBER, "of the loads; needed if a signal of the case varies in time",
          NOT_NEGATIVE, .unit = "s", .preset_text = "none"),
    FIELD(CycleWord, over, TEXT,
          "a param of the case over which the cycle is followed, also where it is "
          "unstable; empty: the case as it is",
          .preset_text = ""),
    FIELD(CycleWord, from, NUMBER, "with over: where the branch begins", ABSENT),
    FIELD(CycleWord, to, NUMBER, "with over: the other end of the range", ABSENT),
    FIELD(CycleWord, points, COUNT, "with over: at most so many points", WITHIN(2, 100000), .preset = 400),
    FIELD(CycleWord, name, TEXT, "how the study is called in the result", .preset_text = "cycle"),
    {0},
};

const Word cycle_word = {
    .name = "cycle",
    .kind = "study",
    .summary = "The periodic motion itself: period, multipliers, whether it lasts; and its branch over a "
               "param.",
    .reference = "MO-17",
    .papers = "leine2004",
    .example = "cycle{ step = 0.02, final = 500 }",
    .params = cycle_params,
    .size = sizeof(CycleWord),
    .check = check_cycle};

/* The last march before this study; NULL: none. */
static const March *march_before(const StudyRun *run) {
    const March *march = NULL;
    for (size_t i = 0; i < run->all->count && &run->all->at[i] != run->study; i++)
        if (run->all->at[i].word == &march_word) march = run->all->at[i].params;
    return march;
}

JudderErr cycle_times(const StudyRun *run, double *step, double *final) {
    const CycleWord *p = run->study->params;
    const March *march = march_before(run);
    *step = p->step > 0 ? p->step : march ? march->step : 0;
    *final = p->final > 0 ? p->final : march ? march->final : 0;
    REQUIRE(*step > 0, block_refuse(run->study, "step", "cycle needs step, or a march{} with one before it"));
    REQUIRE(*final > *step,
            block_refuse(run->study, "final", "cycle needs final above its step, or a march{} before it"));
    return JUDDER_OK;
}

CycleSetup cycle_setup_of(const StudyRun *run, double step, double final) {
    const CycleWord *p = run->study->params;
    return (CycleSetup){.section = (CycleSection)p->section,
                        .threshold = p->threshold,
                        .period = p->period,
                        .step = step,
                        .final = final};
}

/* Where an error about the system belongs: fields of the word to the study. */
static JudderErr cycle_locate(const StudyRun *run, JudderErr err) {
    if (err != JUDDER_INPUT) return err;
    const bool own = word_param(&cycle_word, error_field()) != NULL;
    return block_locate(own ? run->study : run->model, err);
}

static JudderErr check_over(StudyRun *run, CycleCase *at) {
    const CycleWord *p = run->study->params;
    const CaseParam *params;
    const size_t count = case_params(run->read, &params);
    const SystemMarchSetup *system;
    double period;
    bool known = false, number = false;
    for (size_t i = 0; i < count; i++) {
        char *end;
        if (strcmp(params[i].key, p->over) != 0) continue;
        known = true;
        strtod(params[i].value, &end);
        number = end != params[i].value && *end == '\0';
    }
    REQUIRE(known && number,
            block_refuse(run->study, "over",
                         "over = \"%s\": the case has no param of that name that is a number", p->over));
    TRY(cycle_case_set(at, p->to, &system, &period));
    return cycle_case_set(at, p->from, &system, &period);
}

JudderErr cycle_check(StudyRun *run) {
    const CycleWord *p = run->study->params;
    CycleCase at = {.run = run};
    Stepper *march = NULL;
    Cycle *cycle = NULL;
    TRY(cycle_times(run, &at.step, &at.final));
    if (run->kind->march->check) TRY(run->kind->march->check(run));
    TRY(march_locate(run, run->kind->march->create(run, at.final, at.step, &march)));
    CycleSetup setup = cycle_setup_of(run, at.step, at.final);
    setup.system = system_march_setup((const SystemMarch *)march);
    JudderErr err = cycle_locate(run, cycle_create(&setup, &cycle));
    cycle_destroy(&cycle);
    stepper_destroy(&march);
    if (err == JUDDER_OK && p->over[0]) err = check_over(run, &at);
    cycle_case_close(&at);
    TRY(err);
    if (p->over[0])
        study_note(run, "follow the cycle over %s from %g to %g", p->over, p->from, p->to);
    else
        study_note(run, "look for the cycle after a march of at most %g s", at.final);
    return JUDDER_OK;
}

JudderErr cycle_run(StudyRun *run) {
    const CycleWord *p = run->study->params;
    Follow follow = {.run = run, .final = 1};
    const double begin = clock_seconds();
    follow_begin(&follow, p->name, "");
    const JudderErr err = p->over[0] ? cycle_run_branch(run, &follow) : cycle_run_one(run, &follow);
    follow_end(&follow);
    TRY(cycle_locate(run, err));
    TRY(follow.error);
    return value_set(run->values, "seconds", value_number(clock_seconds() - begin)) ? JUDDER_OK
                                                                                    : error_memory();
}
