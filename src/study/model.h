/* Models and their studies, as the program knows them: joins case, model and results.
 *
 * A model is a word of kind "model" and a list of the studies it can do. A study first makes everything that
 * wrong input could spoil (check), so that a bad case is refused before a file is touched; then it runs.
 */
#ifndef JUDDER_STUDY_MODEL_H
#define JUDDER_STUDY_MODEL_H

#include "base/archive.h"
#include "base/log.h"
#include "base/team.h"
#include "base/word.h"
#include "case/case.h"
#include "results/results.h"
#include "stepper/stepper.h"

typedef enum StudyOutcome { STUDY_DONE, STUDY_STOPPED, STUDY_FAILED } StudyOutcome;
extern const char *const study_outcome_names[]; /* "done", "stopped", "failed" */

/* How sure an answer is, the surest first: a proof holds for the data as given; a check was passed by a judge
 * that knows no solver; computed is what a method found and nobody contradicted; unanswered: the state cannot
 * answer the question. */
typedef enum Certainty {
    CERTAINTY_PROVED,
    CERTAINTY_CHECKED,
    CERTAINTY_COMPUTED,
    CERTAINTY_UNANSWERED
} Certainty;
extern const char *const certainty_names[]; /* "proved", "checked", "computed", "unanswered" */

typedef struct Checkpoint Checkpoint; /* study/checkpoint/checkpoint.h */

/* One study under way. */
typedef struct StudyRun {
    const Case *read;         /* the case; lent */
    const Word *const *words; /* its vocabulary, to read it again with other params */
    const Block *model;       /* the model's block */
    const struct Model *kind; /* the model as this program computes it */
    void *prepared;           /* what the model made from it */
    const Block *study;       /* the study's block */
    const BlockList *all;     /* all studies of the case */
    Results *results;         /* NULL while checking, and in processes that do not write */
    const Team *team;         /* who computes it together */
    const Log *log;
    Checkpoint *checkpoint;     /* NULL: this run has none */
    Value *values, *probes;     /* to be filled; objects */
    struct MotionList *motions; /* what flutter{} finds is kept here, to be known again (stability/tracks);
                                   NULL: not requested */
    struct StabilityAnswer *answer; /* of stability{}, while it runs (study/stability/answer.h) */
    StudyOutcome outcome;
    char reason[400];
    char note[1600];     /* what the study would do, or a sentence on what it found, for people */
    char verdict[1000];  /* the answer in one sentence (study_verdict); "": none */
    Certainty certainty; /* of the verdict */
} StudyRun;

/* What the study answers. With several answers the sentences stand side by side, and the certainty is that of
 * the least sure of them. */
void study_verdict(StudyRun *run, Certainty certainty, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Why the study ended without its goal. */
void study_end(StudyRun *run, StudyOutcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds to the note. */
void study_note(StudyRun *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct ModelStudy {
    const Word *word;
    JudderErr (*check)(StudyRun *run); /* refuses what cannot be run; writes the note on what would be done */
    JudderErr (*run)(StudyRun *run);
} ModelStudy;

/* Told of a series; the name lives only during the call. */
typedef void RecordedTell(void *context, const ResultsColumn *column);

typedef struct Model {
    Word word;
    const ModelStudy *studies; /* beside those of every motion (study/studies.h), ends with a NULL word */
    const char *starter;       /* a commented case, for `judder new` */
    JudderErr (*prepare)(const Block *model, void **prepared);
    void (*release)(const Block *model, void **prepared);
    const char *companion;                       /* the program that computes it; NULL: any */
    bool (*needs_companion)(const Block *model); /* whether this one needs it; NULL: all do */
    const struct MarchModel *march;              /* study/march/march.h */
    const StepperColumn *series; /* of a march, ends with a NULL name; NULL: as the case says */
    /* Then tells each series that this march records; the march has been checked. */
    JudderErr (*recorded)(const StudyRun *march, RecordedTell *tell, void *context);
    /* What studies leave in run->prepared for those after them, out and back in
     * (study/checkpoint); NULL: nothing. */
    JudderErr (*serialise)(StudyRun *run, Archive *archive);
} Model;

/* A model as the program computes it that others hand it over to: its studies, its motion and its memory
 * instead of those in the model, which can only be checked. A study of it is one entry in the list. */
typedef struct CompanionModel {
    const Model *model;
    const ModelStudy *studies;
    const struct MarchModel *march;
    JudderErr (*serialise)(StudyRun *run, Archive *archive); /* as in the model */
} CompanionModel;

/* All are listed in study/run/list.c. */
extern const Model inclusion_model, slab_model, beam_model, slider_model, system_model, body_model;

/* What a case asks of its model: the field "study" of every model. */
const BlockList *model_study_list(const Block *model);

/* How many variables mu of a law of the case is a function of. */
int law_variables(const Block *friction);
/* A law of the case made ready, and its end. */
JudderErr law_prepare(const Block *friction);
void law_release(const Block *friction);

#endif
