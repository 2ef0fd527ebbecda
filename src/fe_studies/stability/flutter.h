/* Flutter of bodies and of large systems: from sparse matrices to the values of stability{}. */
#ifndef JUDDER_FE_STUDIES_STABILITY_FLUTTER_H
#define JUDDER_FE_STUDIES_STABILITY_FLUTTER_H

#include "base/error.h"
#include "condensed/condensed.h"
#include "fe/flutter/body_sliding.h"
#include "fe/flutter/pairs.h"
#include "study/stability/stability.h"

typedef struct FeStudyFlutter {
    StudyRun *run;
    FeSliding *sliding;
    double mu;               /* at which roots are listed */
    const int *position;     /* of each slide among the contacts, counted from 1 */
    uint64_t space;          /* a sum of what the rows are, where that can change from case to case */
    const FlutterMesh *mesh; /* of a body; NULL: a system of matrices */
    bool asymmetric;         /* the stiffness is not symmetric: modes below a frequency cannot be counted */
    /* Told about each root that is listed, with its place in the list, on every rank; NULL: nobody. */
    JudderErr (*shape)(void *context, int place, const FeMotion *motion);
    void *context;
} FeStudyFlutter;

/* All values and notes of flutter. Collective. */
JudderErr fe_study_flutter(const FeStudyFlutter *ask);

/* flutter of a body with the states and forces of its contact nodes (first rank; r NULL:
 * imposed). Collective. */
typedef struct FeStudySlidingBody {
    StudyRun *run;
    FeBody *body;
    const FeContact *contact;
    const CondensedNode *node;
    const double *r;
} FeStudySlidingBody;
JudderErr fe_study_flutter_body(const FeStudySlidingBody *ask);

#endif
