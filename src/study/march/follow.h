/* What every study that follows a motion does between steps: progress, flushing, checkpoints, interrupts. */
#ifndef JUDDER_STUDY_MARCH_FOLLOW_H
#define JUDDER_STUDY_MARCH_FOLLOW_H

#include "study/checkpoint/checkpoint.h"

typedef struct Follow {
    StudyRun *run;
    CheckpointSerialise *serialise; /* the state of the study, with that of the motion */
    void *context;
    double final;
    Progress progress;
    double last_flush;
    double outside;  /* seconds spent in files and on the screen */
    JudderErr error; /* of the first event, flush or checkpoint that failed */
} Follow;

/* Starts the progress: `label` is the name of the study, `unit` that of time. The rest is set by the caller.
 */
void follow_begin(Follow *follow, const char *label, const char *unit);
void follow_end(Follow *follow);
/* Progress and flushing alone. */
void follow_look(Follow *follow, double t);
/* Collective; false: the march shall rest. */
bool follow_goes_on(Follow *follow, double t);

#endif
