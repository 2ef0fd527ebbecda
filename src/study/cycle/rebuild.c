/* The case read again with another value of one of its params. */
#include "study/cycle/cycle_study.h"

#include <stdlib.h>
#include <string.h>

void cycle_case_close(CycleCase *at) {
    stepper_destroy(&at->march);
    if (at->read) at->run->kind->release(case_model(at->read), &at->prepared);
    case_destroy(&at->read);
}

static JudderErr read_with(CycleCase *at, const char *key, double value) {
    const CaseParam *params;
    const size_t count = case_params(at->run->read, &params);
    size_t length;
    const char *text = case_text(at->run->read, &length);
    char number[VALUE_NUMBER_SIZE];
    CaseSetting *settings = calloc(count + 1, sizeof *settings);
    REQUIRE(settings, error_memory());
    value_format_number(value, number);
    for (size_t i = 0; i < count; i++)
        settings[i] = (CaseSetting){params[i].key,
                                    strcmp(params[i].key, key) == 0 ? number : params[i].value};
    const CaseOptions how = {.words = at->run->words, .settings = settings, .setting_count = count};
    const JudderErr err = case_read_text(case_file(at->run->read), text, length, &how, &at->read);
    free(settings);
    return err;
}

JudderErr cycle_case_set(void *context, double value, const SystemMarchSetup **system, double *period) {
    CycleCase *at = context;
    const CycleWord *p = at->run->study->params;
    cycle_case_close(at);
    at->value = value;
    TRY(read_with(at, p->over, value));
    const Block *model = case_model(at->read);
    const BlockList *studies = model_study_list(model);
    const size_t position = (size_t)(at->run->study - at->run->all->at);
    const JudderErr err = at->run->kind->prepare(model, &at->prepared);
    if (err != JUDDER_OK) case_destroy(&at->read);
    TRY(err);
    REQUIRE(model->word == at->run->model->word && position < studies->count &&
                studies->at[position].word == at->run->study->word,
            block_refuse(at->run->study, "over", "the studies of the case change with %s", p->over));
    StudyRun other = *at->run;
    other.model = model;
    other.prepared = at->prepared;
    other.all = studies;
    other.study = &studies->at[position];
    TRY(at->run->kind->march->create(&other, at->final, at->step, &at->march));
    *system = system_march_setup((const SystemMarch *)at->march);
    *period = ((const CycleWord *)other.study->params)->period;
    return JUDDER_OK;
}
