/* From the words of a case to what src/fe/march moves. */
#ifndef JUDDER_COMPANION_MOTION_H
#define JUDDER_COMPANION_MOTION_H

#include "base/error.h"
#include "companion/studies.h"
#include "fe/march/march.h"

typedef struct CompanionMotion {
    FeMarchData data;
    const FeMarchMethod *method;
    FeFix *fix;
    FePathLoad *loads;
    FeMarchTerm *terms;
    FeTraction *tractions; /* of the terms, one each */
    double *u, *v, *force, *given;
    bool no_path_end; /* a path came before and did not reach its end: nothing to start from, as the reason
                       * of the run says */
} CompanionMotion;

/* Everything of a march; eta and epsilon as the selection says. Collective. */
JudderErr companion_motion_create(StudyRun *run, double final, double step, CompanionMotion *motion);
void companion_motion_release(CompanionMotion *motion, const BodyPrepared *made);
/* Sets the viscosity of the bulk that a selection asks for, beside that of the material. */
void companion_motion_viscosity(CompanionMotion *motion, double eta);

#endif
