/* march{} of any model: the one driver of all motions.
 *
 * A model says how a motion is made from its case and what only it knows of it (MarchModel); the driver does
 * records, probes, events and their lists, profiles, flushing, progress, interrupts, checkpoints, the outcome
 * and the seconds. A function of the case that fails once the march is under way, or a number that is NaN, is
 * the outcome "failed": what was computed stays. */
#ifndef JUDDER_STUDY_MARCH_H
#define JUDDER_STUDY_MARCH_H

#include "stepper/stepper.h"
#include "study/studies.h"
#include "study/words.h"

typedef struct MarchModel {
    const char *unit;       /* of time, for the progress */
    const char *no_profile; /* why it refuses profile; NULL: it has them */
    bool has_events;        /* takes tolerance, order, method */
    bool is_body;           /* has a mesh, which gives fields; making it costs, so checks do not */
    /* What there is to refuse before anything is made; may be NULL. Of a body, with the note on what would
     * be done. */
    JudderErr (*check)(StudyRun *run);
    /* *stepper stays NULL where run->outcome and run->reason say why there is no motion. */
    JudderErr (*create)(StudyRun *run, double final, double step, Stepper **stepper);
    /* Into run->note: what would be done; not asked of a body. */
    void (*plan)(StudyRun *run, Stepper *stepper);
    /* Those below may be NULL. Fields before the first step, at requested times, after each step,
     * and at the end. */
    JudderErr (*begin)(StudyRun *run, Stepper *stepper);
    JudderErr (*profile)(StudyRun *run, Stepper *stepper, const char *name);
    JudderErr (*after)(StudyRun *run, Stepper *stepper);
    JudderErr (*end)(StudyRun *run, Stepper *stepper);
    /* Says by study_end why a motion that ended, early or not, is no answer. */
    void (*judge)(StudyRun *run, Stepper *stepper);
    /* Into run->note: a sentence on what was found. */
    void (*note)(StudyRun *run, Stepper *stepper);
    /* What dominant_frequency is of. */
    double (*tone)(const double *row);
    const struct LimitModel *limit; /* its ladder (study/limit/limit.h), of models that list limit{} */
} MarchModel;

/* Where an error of making a motion belongs: the step to the study, everything else to the model. */
JudderErr march_locate(const StudyRun *run, JudderErr err);

#endif
