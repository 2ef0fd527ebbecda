/* The series that a march records, known before it runs: a misspelt name is refused before anything is
 * computed. */
#ifndef JUDDER_STUDY_RECORDED_H
#define JUDDER_STUDY_RECORDED_H

#include "study/model.h"

typedef struct RecordedLook {
    bool found;
    char unit[32];
    char refusal[640]; /* "a march of slab records no series slp_1: did you mean slip_1? There are ..." */
} RecordedLook;

/* Looks a name up among what the march of run->study records. */
JudderErr recorded_look(const StudyRun *march, const char *name, RecordedLook *look);

#endif
