/* What the files of the modal method share: its modes, its state, and the coefficients of a step of some
 * length. (BM-10) */
#ifndef JUDDER_BEAM_MODAL_MODAL_H
#define JUDDER_BEAM_MODAL_MODAL_H

#include "beam/beam.h"
#include "beam/modes.h"

/* Loops over modes run in groups of four sums; arrays are padded with zeros to whole groups. */
enum { LANES = 4 };

/* Coefficients of one length of step. The end of a step is P state + B (sigma_0) + C (sigma_1). After a
 * step of this same length whose C part was not yet added, D = P C + B does both at once. */
typedef struct StepCoefficients {
    double tau;
    double *aa, *av, *va, *vv;                 /* P */
    double *B_a, *B_v, *C_a, *C_v, *D_a, *D_v; /* of sigma */
    double *keep, *B_h, *C_h, *D_h;            /* of heat, with Q */
    double *wall;                              /* of the change of th_l */
    double drift_keep, drift_gain;   /* the velocity of the missed deflection, by the change of sigma */
    double R, deflection, end, mean; /* answers at the end to sigma_1, and to q_1 */
} StepCoefficients;

typedef struct ModalState {
    double *a, *v, *heat;
} ModalState;

/* A step tried but not taken. */
typedef struct Trial {
    const StepCoefficients *with;
    BeamContact contact;
    double end_t;
    DriveValues end;
    double displacement; /* without the answer to sigma_1 */
    double drift;        /* likewise */
    size_t roots;
} Trial;

typedef struct Modal {
    size_t modes, heat_modes, padded, heat_padded;
    ElasticMode *elastic;
    HeatMode *heat_list;
    double *share; /* of the heat modes in the mean */
    MissedModes missed;
    StepCoefficients full, part;
    ModalState now, next;
    bool pending; /* now lacks C sigma and C Q of a full step */
    double Q_end; /* at the end of the last step, before the data jump there */
    bool fresh;   /* sigma at the start of the next step is not known: hold the first step constant */
    double drift; /* velocity of the missed deflection */
    double *force_share;
    double *force_before, *force_after;
    double *memory;
} Modal;

/* Fills the coefficients of a step of length tau. */
void coefficients_fill(const Modal *modal, const BeamSetup *setup, BeamHold hold, double tau,
                       StepCoefficients *with);
/* Sizes, modes and memory for a setup. */
JudderErr modal_create(const BeamSetup *setup, size_t force_nodes, Modal **modal);
void modal_destroy(Modal **modal);
/* The initial data in modes. */
JudderErr modal_start(Beam *beam, Modal *modal);

/* The sign of a slip velocity that is not 0. */
BeamState modal_direction(double w);
/* The flow of heat into the end that does not come from friction, above the wall's temperature. */
double modal_ambient(const BeamSetup *setup, const DriveValues *values);
/* Tries a step to a time with given coefficients: leaves the scalar problem. */
JudderErr modal_try(Beam *beam, const StepCoefficients *with, double end_t, Trial *trial);
/* What is seen at the end of a tried step with a root. */
BeamSample modal_sample(const Trial *trial, ContactRoot root);
/* Takes a tried step with its root, moves the drive, and meets its jumps. */
JudderErr modal_take(Beam *beam, const Trial *trial, ContactRoot root);
/* Adds what a full step left pending, so that a step of another length can follow. */
void modal_settle(Beam *beam);
/* A force that is there at once: the missed deflection stays, its velocity jumps. */
void modal_set_force(Beam *beam, double sigma);
/* Moves the drive to the end of a step. If the data jump there, the wall's temperature changes the modes
 * and the foundation's velocity the force at once. */
JudderErr modal_move_drive(Beam *beam, const DriveValues *before);

#endif
