/* The studies of a body as the companion program brings them: functions that may use PETSc, behind plain C.
 * Whoever holds NULL instead is `judder` itself, which hands bodies over.
 *
 * Under mpirun every process runs the same studies together; one of them, the first, prints and writes. A
 * study gets run->results = NULL on the others.
 */
#ifndef JUDDER_STUDY_BODY_BODY_STUDIES_H
#define JUDDER_STUDY_BODY_BODY_STUDIES_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct StudyRun;
struct Archive;

typedef struct BodyStudies {
    bool first; /* this process prints and writes */
    /* Makes a process that was forked for points of a sweep able to compute them, alone; and its end. */
    JudderErr (*begin)(void);
    void (*end)(void);
    /* The worst error of all processes; every one of them must call it. */
    JudderErr (*agree)(JudderErr err);
    /* Whether any process was asked to stop; every one of them must call it. */
    bool (*stop)(void);
    /* Whether any process says so; every one of them must call it. */
    bool (*any)(bool own);
    /* What the first process has, there and then, comes to the others, who free it; every one of them must
     * call it. */
    JudderErr (*share)(void **bytes, size_t *size);
    JudderErr (*path)(struct StudyRun *run); /* NULL: not there; the same for those below */
    JudderErr (*stability)(struct StudyRun *run);
    JudderErr (*march)(struct StudyRun *run);
    JudderErr (*limit)(struct StudyRun *run);
    JudderErr (*system_stability)(struct StudyRun *run); /* of systems too large for dense matrices */
    /* What a study left for those after it, out and back in (Model.exchange). */
    JudderErr (*exchange)(struct StudyRun *run, struct Archive *archive);
} BodyStudies;

#endif
