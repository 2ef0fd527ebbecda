/* A body in motion, between the files that run it and that report it. */
#ifndef JUDDER_FE_STUDIES_MOTION_MARCH_H
#define JUDDER_FE_STUDIES_MOTION_MARCH_H

#include "base/error.h"
#include "condensed/condensed.h"
#include "fe_studies/motion/motion.h"
#include "stage/stage.h"
#include "stepper/stepper.h"
#include "study/march/march.h"

enum { MARCH_MOST_EVENTS = 1000000 }; /* that are written */

typedef struct BodyMotion {
    Stepper stepper;
    const BodyPrepared *made;
    const March *word; /* what a march asks for; of other studies, nothing */
    double step;
    FeStudyMotion motion;
    void *engine;
    const FeContact *contact;
    /* The series: columns, with names of those of watched nodes; the present row and the one before. */
    StepperColumn *column;
    char (*name)[32];
    int *watched; /* places among the contact nodes */
    double *row, *before;
    /* Contact nodes: states before, states as a path names them. */
    StageNode *was;
    CondensedNode *node;
    double *u, *v; /* the last fields, in the order of the mesh */
    long events, seen;
    int fields;
    double stuck, open; /* sums over the steps of the parts of the nodes */
    double strain;
} BodyMotion;

extern const struct LimitModel body_limit;
/* Values, outcome and note at the end. First rank, but for the last. */
void body_motion_values(Stepper *stepper, StepperReport *values);
void body_motion_judge(StudyRun *run, Stepper *stepper);
void body_motion_note(StudyRun *run, Stepper *stepper);
JudderErr body_motion_end(StudyRun *run, Stepper *stepper);

#endif
