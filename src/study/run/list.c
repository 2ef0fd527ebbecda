#include "study/run/list.h"

#include "contact/contact.h"
#include "friction/friction.h"
#include "study/body/body_model.h"
#include "study/matrices.h"
#include "study/studies.h"
#include "study/words.h"

#include <string.h>

const Model *const models[] = {&inclusion_model, &slab_model, &beam_model, &slider_model,
                               &system_model,    &body_model, NULL};

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

static const ModelStudy motion_studies[] = {MOTION_STUDIES(STUDY_ENTRY){0}};

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

/* --- words --- */

static const Word *const shared_words[] = {
    &rectangle_word, &box_word,           &gmsh_word,    &press_word,     &drag_word,
    &move_word,      &force_word,         &gravity_word, &traction_word,  &viscous_word,
    &elastic_word,   &perfect_delay_word, &mass_word,    &viscosity_word, &matrix_market_word,
    &rayleigh_word,  &table_of_word,      NULL};

#define STUDY_WORD(word, check, run) &word,
static const Word *const study_words[] = {ALL_STUDIES(STUDY_WORD) NULL};

enum { MOST_WORDS = 256 };

typedef struct Vocabulary {
    size_t count;
    const Word *at[MOST_WORDS + 1];
} Vocabulary;

/* Once, though several models have the same study. A word beyond the last place is left out; the tests see
 * that none is. */
static void vocabulary_add(Vocabulary *words, const Word *word) {
    for (size_t i = 0; i < words->count; i++)
        if (words->at[i] == word) return;
    if (words->count < MOST_WORDS) words->at[words->count++] = word;
}

const Word *const *vocabulary(void) {
    static _Thread_local Vocabulary words;
    if (words.count > 0) return words.at;
    for (const FrictionLaw *const *law = friction_laws; *law; law++) vocabulary_add(&words, &(*law)->word);
    for (const ContactLaw *const *law = contact_laws; *law; law++) vocabulary_add(&words, &(*law)->word);
    for (const Word *const *word = shared_words; *word; word++) vocabulary_add(&words, *word);
    for (const Word *const *word = study_words; *word; word++) vocabulary_add(&words, *word);
    for (const Model *const *model = models; *model; model++) vocabulary_add(&words, &(*model)->word);
    return words.at;
}
