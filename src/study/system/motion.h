/* march{} of a system of matrices, whoever made it: what is said of it. */
#ifndef JUDDER_STUDY_SYSTEM_MOTION_H
#define JUDDER_STUDY_SYSTEM_MOTION_H

#include "study/march/march.h"
#include "system_march/system_march.h"

/* How a march{} wants its steps; other studies that make a motion take the preset. */
void motion_read(const StudyRun *run, SystemMarchSetup *setup);
void motion_plan(StudyRun *run, Stepper *stepper);
void motion_judge(StudyRun *run, Stepper *stepper);
void motion_note(StudyRun *run, Stepper *stepper);

#endif
