/* From the words of a case to what src/fe/march moves. */
#ifndef JUDDER_FE_STUDIES_MOTION_MOTION_H
#define JUDDER_FE_STUDIES_MOTION_MOTION_H

#include "base/error.h"
#include "fe/march/march.h"
#include "fe_studies/studies.h"

typedef struct FeStudyMotion {
    FeMarchData data;
    const FeMarchMethod *method;
    FeFix *fix;
    FePathLoad *loads;
    FeMarchTerm *terms;
    FeTraction *tractions; /* of the terms, one each */
    double *u, *v, *force, *given;
    bool no_path_end; /* a path came before and did not reach its end: nothing to start from, as the reason
                       * of the run says */
} FeStudyMotion;

/* Everything of a march; eta and epsilon as the selection says. Collective. */
JudderErr fe_study_motion_create(StudyRun *run, double final, double step, FeStudyMotion *motion);
void fe_study_motion_release(FeStudyMotion *motion, const BodyPrepared *made);
/* Sets the viscosity of the bulk that a selection asks for, beside that of the material. */
void fe_study_motion_viscosity(FeStudyMotion *motion, double eta);

#endif
