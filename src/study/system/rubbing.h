/* Steady sliding as the friction laws of the contacts have it. */
#ifndef JUDDER_STUDY_SYSTEM_RUBBING_H
#define JUDDER_STUDY_SYSTEM_RUBBING_H

#include "study/system/system_model.h"

/* How the contacts rub in steady sliding; to be released. */
typedef struct SystemRubbing {
    double mu;             /* of flutter: given, or that which all sliding contacts share */
    SmallContact *contact; /* all contacts, with the mu and slopes of their laws */
    SlidingMemory *memory; /* of each; zero: none */
    bool evaluated;        /* some law was evaluated, with rounding of its own */
    const char *remark;    /* about the slope of a law; NULL: none */
    char missing[300];     /* what is not told, and what to do; empty: all is there */
} SystemRubbing;
JudderErr system_rub(const StudyRun *run, SystemRubbing *rubbing);
void system_rubbing_release(SystemRubbing *rubbing);

/* Whether the friction of a contact that may slip changes with the speed of slip. */
bool system_friction_changes(const SystemPrepared *s);
/* Damping of the questions about rest, friction that changes among it. */
StabilityDamping system_damping(const SystemPrepared *s);

#endif
