#include "study/model.h"

#include "friction/friction.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const study_outcome_names[] = {"done", "stopped", "failed"};
const char *const certainty_names[] = {"proved", "checked", "computed", "unanswered"};

static void append(char *text, size_t size, const char *format, va_list arguments) {
    const size_t used = strlen(text);
    vsnprintf(text + used, size - used, format, arguments);
}

void study_end(StudyRun *run, StudyOutcome outcome, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    run->outcome = outcome;
    vsnprintf(run->reason, sizeof run->reason, format, arguments);
    va_end(arguments);
}

void study_note(StudyRun *run, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append(run->note, sizeof run->note, format, arguments);
    va_end(arguments);
}

void study_verdict(StudyRun *run, Certainty certainty, const char *format, ...) {
    const size_t used = strlen(run->verdict);
    if (used == 0 || certainty > run->certainty) run->certainty = certainty;
    snprintf(run->verdict + used, sizeof run->verdict - used, "%s", used ? "; " : "");
    va_list arguments;
    va_start(arguments, format);
    append(run->verdict, sizeof run->verdict, format, arguments);
    va_end(arguments);
}

const BlockList *model_study_list(const Block *model) {
    return (const BlockList *)((const char *)model->params + word_param(model->word, "study")->offset);
}

/* Laws of one kind share their struct's head with nobody: the list says which law a word is. */
static const FrictionLaw *law_of(const Block *friction) {
    return friction->word ? friction_law_find(friction->word->name) : NULL;
}

int law_variables(const Block *friction) {
    const FrictionLaw *law = law_of(friction);
    return law && law->variables ? law->variables(friction->params) : 1;
}

JudderErr law_prepare(const Block *friction) {
    const FrictionLaw *law = law_of(friction);
    if (!law || !law->prepare) return JUDDER_OK;
    return block_locate(friction, law->prepare(friction->params));
}

void law_release(const Block *friction) {
    const FrictionLaw *law = law_of(friction);
    if (law && law->release) law->release(friction->params);
}
