/* What the files of this folder share: the model's struct, and what is made of it once for all studies. */
#ifndef JUDDER_STUDY_SLAB_SLAB_MODEL_H
#define JUDDER_STUDY_SLAB_SLAB_MODEL_H

#include "contact/contact.h"
#include "curve/signal.h"
#include "slab/initial.h"
#include "slab/method/method.h"
#include "study/march/section.h"
#include "study/studies.h"
#include "study/words.h"

enum { SLAB_METHOD_DELAY, SLAB_METHOD_UPWIND };

typedef struct Drive {
    Signal velocity[2];
} Drive;

typedef struct Initial {
    Signal velocity[3], strain[3];
} Initial;

typedef struct SlabParams {
    double height;
    Block material, contact, friction, selection;
    Drive foundation, top;
    Initial initial;
    double damping;
    int method, scheme;
    long cells;
    BlockList study;
} SlabParams;

/* Everything but the study. */
typedef struct SlabPrepared {
    const SlabParams *params;
    SlabData data; /* final and step are set by the study */
    SlabChoices choices;
    const SlabMethod *method;
    double round_trip; /* T_1 */
    SlabCompression compression;
} SlabPrepared;

/* The data of a run over a time and with a step. */
SlabData slab_data_of(const StudyRun *run, double final, double step);

extern const struct MarchModel slab_march;
extern const struct LimitModel slab_limit;

/* Makes the engine of a run and lets it go: what a check needs. */
JudderErr slab_try(const StudyRun *run, const SlabData *data, const SlabMethod *method);

extern const MarchSection slab_section;

#endif
