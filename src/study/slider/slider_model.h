/* What the files of this folder share: the model's struct. */
#ifndef JUDDER_STUDY_SLIDER_SLIDER_MODEL_H
#define JUDDER_STUDY_SLIDER_SLIDER_MODEL_H

#include "curve/signal.h"
#include "study/model.h"

typedef struct SliderFoundation {
    Signal velocity;
} SliderFoundation;

typedef struct SliderInitial {
    double velocity, stretch;
} SliderInitial;

typedef struct SliderParams {
    double mass, stiffness, damping, radiation;
    Signal normal_force, drive;
    Block friction;
    SliderFoundation foundation;
    SliderInitial initial;
    BlockList study;
} SliderParams;

extern const struct MarchModel slider_march;

#endif
