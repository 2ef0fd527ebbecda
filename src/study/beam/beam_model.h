/* What the files of this folder share: the model's struct, and what is made of it once for all studies. */
#ifndef JUDDER_STUDY_BEAM_BEAM_MODEL_H
#define JUDDER_STUDY_BEAM_BEAM_MODEL_H

#include "beam/beam.h"
#include "beam/steady.h"
#include "curve/signal.h"
#include "friction/friction.h"
#include "study/model.h"
#include "study/words.h"

typedef struct BeamFoundation {
    Signal velocity;
} BeamFoundation;

typedef struct BeamInitial {
    ChoiceOrFunction velocity; /* BeamStart, or a function of x */
    Function displacement, temperature;
} BeamInitial;

typedef struct BeamParams {
    double c, damping, k, h_b, alpha, beta;
    Signal theta_wall, theta_foundation, force;
    Block friction;
    BeamFoundation foundation;
    BeamInitial initial;
    int method;
    int hold;
    long modes, heat_modes, cells;
    BlockList study;
} BeamParams;

enum { METHOD_MODAL, METHOD_GRID };

/* Everything but the study. */
typedef struct BeamPrepared {
    const BeamParams *params;
    Friction friction;
} BeamPrepared;

/* The motion that the case describes, over a time. */
BeamSetup beam_setup_of(const StudyRun *run, double final, double step);
/* The same for steady sliding; the law must be open. */
SteadySetup steady_setup_of(const BeamParams *p, const BeamLaw *law);
/* Whether a signal is a number. */
bool signal_is_constant(const Signal *signal);

extern const struct MarchModel beam_march;

#endif
