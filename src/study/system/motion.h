/* march{} of a system of matrices, whoever made it: what is recorded, events, probes, values. */
#ifndef JUDDER_STUDY_SYSTEM_MOTION_H
#define JUDDER_STUDY_SYSTEM_MOTION_H

#include "study/march_run.h"
#include "system_march/system_march.h"

typedef enum MotionKind {
    MOTION_TIME,
    MOTION_DISPLACEMENT, /* of a dof */
    MOTION_VELOCITY,
    MOTION_SLIP, /* of a contact */
    MOTION_FRICTION,
    MOTION_NORMAL,
    MOTION_GAP,
    MOTION_STATE,  /* of its friction law */
    MOTION_SPRING, /* force of a spring and dashpot from dof 1 to dof 0 of a slider */
    MOTION_FRICTION_SUM,
    MOTION_KINETIC,
    MOTION_ELASTIC
} MotionKind;

typedef struct MotionColumn {
    char name[48];
    const char *unit;
    MotionKind kind;
    int index; /* of the dof or contact */
} MotionColumn;

enum { MOTION_COLUMNS = 128 };

typedef struct Motion {
    SystemMarchSetup setup;
    MotionColumn column[MOTION_COLUMNS];
    size_t columns;
    double spring, dashpot; /* of a slider */
} Motion;

/* Adds a column; more than MOTION_COLUMNS are left out. number < 0: the name as it is. */
void motion_add(Motion *motion, MotionKind kind, int index, int number);
/* Makes and ends the march: wrong input shows. Writes the note on what would be done. */
JudderErr motion_check(StudyRun *run, const Motion *motion);
JudderErr motion_run(StudyRun *run, const Motion *motion);

#endif
