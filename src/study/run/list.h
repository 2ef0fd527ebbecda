/* All models, with their studies, and all words. */
#ifndef JUDDER_STUDY_RUN_LIST_H
#define JUDDER_STUDY_RUN_LIST_H

#include "study/model.h"

extern const Model *const models[]; /* ends with NULL */

const Model *model_find(const char *name);
/* The program that computes a model; NULL: any. */
const char *model_companion(const Block *model);
/* The model of a case as a program computes it that has this list of companions, which ends with a NULL
 * model; NULL: no list. */
Model model_of(const Block *model, const CompanionModel *companions);
/* The studies of a model, one after the other: its own, then those that every motion has; NULL beyond. */
const ModelStudy *model_study_at(const Model *model, size_t position);
const ModelStudy *model_study_find(const Model *model, const char *name);

/* Every word of the language, ends with NULL: models, laws, selections, studies, signals. */
const Word *const *vocabulary(void);

#endif
