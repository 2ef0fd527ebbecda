/* What the files of this folder share: the model's struct, and what is made of it once for all studies. */
#ifndef JUDDER_STUDY_INCLUSION_INCLUSION_MODEL_H
#define JUDDER_STUDY_INCLUSION_INCLUSION_MODEL_H

#include "curve/signal.h"
#include "inclusion/inclusion.h"
#include "study/model.h"
#include "study/words.h"

typedef struct InclusionParams {
    double impedance, pressure;
    Block friction;
    Numbers graph;
    Signal load;
    Numbers jumps;
    double start;
    Block selection;
    int method;
    BlockList study;
} InclusionParams;

enum { METHOD_EXACT, METHOD_IMPLICIT };

/* Everything but the study. */
typedef struct InclusionPrepared {
    const InclusionParams *params;
    Graph *graph;
} InclusionPrepared;

/* The motion that the case describes, over a time and with a finest step. */
InclusionSetup inclusion_setup_of(const StudyRun *run, double final, double step);

/* The graph of beta as the field "beta", for figures. */
JudderErr inclusion_write_graph(StudyRun *run);

extern const struct MarchModel inclusion_march;

extern const struct LimitModel inclusion_limit;

#endif
