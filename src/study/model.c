#include "study/model.h"

#include "contact/contact.h"
#include "friction/friction.h"
#include "study/body/body_model.h"
#include "study/march/march.h"
#include "study/matrices.h"
#include "study/stability/stability.h"
#include "study/words.h"

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

const Model *const models[] = {&inclusion_model, &slab_model, &beam_model, &slider_model,
                               &system_model,    &body_model, NULL};

static const Word *const shared_words[] = {&rectangle_word,     &box_word,       &gmsh_word,
                                           &press_word,         &drag_word,      &move_word,
                                           &force_word,         &gravity_word,   &traction_word,
                                           &path_word,          &viscous_word,   &elastic_word,
                                           &perfect_delay_word, &mass_word,      &viscosity_word,
                                           &march_word,         &limit_word,     &period_word,
                                           &refine_word,        &branches_word,  &steady_word,
                                           &spectrum_word,      &stability_word, &matrix_market_word,
                                           &rayleigh_word,      &table_of_word,  NULL};

const Model *model_find(const char *name) {
    for (const Model *const *model = models; *model; model++)
        if (strcmp((*model)->word.name, name) == 0) return *model;
    return NULL;
}

const char *model_companion(const Block *model) {
    const Model *known = model_find(model->word->name);
    if (!known) return NULL;
    return known->needs_companion && !known->needs_companion(model) ? NULL : known->companion;
}

Model model_of(const Block *model, const CompanionModel *companions) {
    Model known = *model_find(model->word->name);
    for (const CompanionModel *c = companions; c && c->model && model_companion(model); c++)
        if (c->model->word.name == known.word.name)
            known.studies = c->studies, known.march = c->march, known.serialise = c->serialise;
    return known;
}

/* A study that works on any motion, or on what its march recorded, is one entry here. */
static const ModelStudy motion_studies[] = {
    {&march_word, march_check, march_run}, {&spectrum_word, spectrum_check, spectrum_run}, {0}};

static const ModelStudy *find_in(const ModelStudy *list, const char *name) {
    for (; list->word; list++)
        if (strcmp(list->word->name, name) == 0) return list;
    return NULL;
}

const ModelStudy *model_study_at(const Model *model, size_t position) {
    for (const ModelStudy *study = model->studies; study->word; study++)
        if (position-- == 0) return study;
    for (const ModelStudy *study = motion_studies; study->word; study++)
        if (!find_in(model->studies, study->word->name) && position-- == 0) return study;
    return NULL;
}

const ModelStudy *model_study_find(const Model *model, const char *name) {
    const ModelStudy *own = find_in(model->studies, name);
    return own ? own : find_in(motion_studies, name);
}

enum { MOST_WORDS = 256 };

typedef struct Vocabulary {
    size_t count;
    const Word *at[MOST_WORDS + 1];
} Vocabulary;

/* A word beyond the last place is left out; the tests see that none is. */
static void add_word(Vocabulary *words, const Word *word) {
    if (words->count < MOST_WORDS) words->at[words->count++] = word;
}

const Word *const *vocabulary(void) {
    static _Thread_local Vocabulary words;
    if (words.count > 0) return words.at;
    for (const FrictionLaw *const *law = friction_laws; *law; law++) add_word(&words, &(*law)->word);
    for (const ContactLaw *const *law = contact_laws; *law; law++) add_word(&words, &(*law)->word);
    for (const Word *const *word = shared_words; *word; word++) add_word(&words, *word);
    for (const Model *const *model = models; *model; model++) add_word(&words, &(*model)->word);
    return words.at;
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
