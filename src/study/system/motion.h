/* march{} of a system of matrices, whoever made it: what is said of it. */
#ifndef JUDDER_STUDY_SYSTEM_MOTION_H
#define JUDDER_STUDY_SYSTEM_MOTION_H

#include "study/march/march.h"
#include "system_march/system_march.h"

void motion_plan(StudyRun *run, Stepper *stepper);
void motion_judge(StudyRun *run, Stepper *stepper);
void motion_note(StudyRun *run, Stepper *stepper);

#endif
