/* What the files of cycle{} share. */
#ifndef JUDDER_STUDY_CYCLE_CYCLE_STUDY_H
#define JUDDER_STUDY_CYCLE_CYCLE_STUDY_H

#include "study/march/follow.h"
#include "study/march/march.h"
#include "system_march/cycle/branch.h"
#include "system_march/system_march.h"

typedef struct CycleWord {
    double step, final, threshold, period;
    int section; /* CYCLE_AUTO to CYCLE_TURN */
    const char *over;
    double from, to;
    long points;
    const char *name;
} CycleWord;

/* The case with another value of its param, and the system made from it. */
typedef struct CycleCase {
    StudyRun *run;
    double step, final, value; /* value: of the param */
    Case *read;
    void *prepared;
    Stepper *march; /* holds the system */
} CycleCase;

/* As `rebuild` of a branch: context is the CycleCase. */
JudderErr cycle_case_set(void *context, double value, const SystemMarchSetup **system, double *period);
void cycle_case_close(CycleCase *at);

/* Step and final of the word, or of the march before it. */
JudderErr cycle_times(const StudyRun *run, double *step, double *final);
CycleSetup cycle_setup_of(const StudyRun *run, double step, double final);

/* One cycle, and a branch of them, into the values. */
JudderErr cycle_run_one(StudyRun *run, Follow *follow);
JudderErr cycle_run_branch(StudyRun *run, Follow *follow);

#endif
