/* What the files of this folder share: the model's struct, and what is made of it once for all studies. */
#ifndef JUDDER_STUDY_SYSTEM_SYSTEM_MODEL_H
#define JUDDER_STUDY_SYSTEM_SYSTEM_MODEL_H

#include "contact/contact.h"
#include "curve/signal.h"
#include "exact/exact.h"
#include "matrix_market/matrix_market.h"
#include "small_motion/condense.h"
#include "study/model.h"
#include "study/stability/stability.h"
#include "study/studies.h"

typedef struct SystemContact {
    long normal, tangent, direction;
    int state; /* SmallContactState */
    double mu, slope, curvature;
    Numbers reaction;
    Block friction, law;
    Signal normal_force;
    double gap, restitution;
} SystemContact;

typedef struct SystemFoundation {
    Signal velocity;
} SystemFoundation;

typedef struct SystemInitial {
    Numbers displacement, velocity;
} SystemInitial;

/* A force on a dof, or its velocity. */
typedef struct SystemForce {
    long dof;
    Signal signal;
} SystemForce;

typedef struct SystemParams {
    Matrix mass, damping, stiffness;
    BlockList contacts;
    const char *contact_table;
    Numbers load;
    BlockList forces, drive;
    SystemFoundation foundation;
    SystemInitial initial;
    Numbers watch;
    BlockList study;
} SystemParams;

extern const Param system_params[];

/* A system of more dofs than dense matrices are good for, as its files have it. */
typedef struct SystemLarge {
    int n;
    Triplets K, M, C;                 /* of M and C the rows may be 0: none */
    double mass_part, stiffness_part; /* of rayleigh{} */
} SystemLarge;

typedef struct SystemPrepared {
    const SystemParams *params;
    SystemLarge *large; /* NULL: a dense one; else all matrices and what follows from them are here */
    SmallMotion motion;
    double *M, *C, *K, *load;
    double *C_low, *C_D; /* of a damping that is formed here, in the memory of C; NULL: it was given */
    double *unit; /* of each dof: the motion is computed with rates divided by it (small_motion/units.h) */
    SmallContact *contact;
    bool *has_mu;                     /* of each contact: given in the case */
    int *line;                        /* of each contact in the table; NULL: they are in the case */
    double asymmetry, mass_asymmetry; /* of stiffness and mass as given: symmetric_defect */
    bool feeds;                       /* the damping is not positive semidefinite */
    Condenser *condenser;
    int count;                     /* contacts that may slip, or graze */
    int *position;                 /* of each among the contacts, counted from 1 */
    double *mu;                    /* of each */
    double *rows;                  /* unit of each */
    double *raw_M, *raw_C, *raw_K; /* for a march: in the units of the case */
    SmallMotion given;             /* all of it in the units of the case: what is proved is proved of this */
    double *given_K, *given_M, *given_C, *given_load;
    SmallContact *given_contact;
    bool gyroscopic; /* the damping matrix is not symmetric */
    size_t laws;     /* friction laws of contacts that are ready */
} SystemPrepared;

extern const struct MarchModel system_march_model;
JudderErr system_recorded(const StudyRun *march, RecordedTell *tell, void *context);
/* The contacts of the case or of its table, checked: fills contact, has_mu, line. */
JudderErr system_read_contacts(const Block *model, SystemPrepared *made);
/* An error about one of them, with its line. */
JudderErr system_locate_contact(const SystemPrepared *made, int which, JudderErr err);
/* A question that takes the mu of the contacts in impending slip, and of grazing ones too. */
JudderErr system_need_mu(const StudyRun *run, const char *key, bool of_grazing);
/* One mu for all contacts, or (NAN) that of each: to be freed. */
JudderErr system_all_mu(const SystemPrepared *s, double mu, double **all);
JudderErr system_refuse_flutter_fields(const StudyRun *run); /* that belong to bodies */

/* Whether the stiffness is a file of more rows than a dense system may have. */
bool system_is_large(const Block *model);
JudderErr system_make_large(const Block *model, SystemPrepared *made);
void system_large_destroy(SystemLarge **large);
JudderErr system_check_large(StudyRun *run);

/* By enumeration of all that may follow, as grazing contacts need it and small systems can have it. */
JudderErr system_onset(StudyRun *run);
JudderErr system_growth(StudyRun *run, const double *mu);
JudderErr system_rates(StudyRun *run);
JudderErr system_neutral(StudyRun *run);
/* A motion in the units of the case, with what each of its contacts does, for a list of modes. */
typedef struct SystemMode {
    ModeKind kind; /* a response to the load has a size of its own, the others are directions */
    double value, residual;
    const double *V;
    const Future *future; /* of each contact */
} SystemMode;
JudderErr system_add_mode(StudyRun *run, const SystemMode *mode);

/* The questions that are still to be answered. */
typedef struct SystemAsked {
    bool critical_mu, growth, classes, rate;
} SystemAsked;
/* Answers by exact arithmetic what it can (PR-9); the state without friction too. */
JudderErr system_prove(StudyRun *run, Exact *exact, SystemAsked *asked, ExactRestReport *rest);
/* Sentences on what is proved of the least mu. */
typedef struct SystemProof {
    ExactRestReport rest;
    const ExactModes *least;
    double from, until; /* growth begins between them; NAN: not known, infinite: it does not */
    bool grows;         /* at the mu of the contacts, proved; growth that has begun may end again above */
} SystemProof;
void system_tell_proof(StudyRun *run, const SystemProof *proof);
/* growth_at_once and, of a list that is complete but for it, growth_complete; and the sentence. */
void system_set_at_once(AnswerGrowth *growth, AtOnce at_once, bool complete);
void system_tell_at_once(StudyRun *run, AtOnce at_once, const char *at);
/* "at mu = 2" of growth; mu of every contact. */
StabilityMu system_at_mu(const SystemPrepared *s, const double *mu);

/* `vibrations`, growing while the contacts stick: asked where energy allows them, before growth. */
JudderErr system_look_for_vibrations(StudyRun *run);
/* Of the stiffness, up to rounding: then its mean has taken its place. */
bool system_is_symmetric(const SystemPrepared *system);
/* Sentences on matrices that may be a mistake, and on the contacts' own mu against the critical one. */
void system_tell_matrices(StudyRun *run);
void system_tell_own_mu(StudyRun *run);
/* Dofs that friction does not reach. */
JudderErr system_tell_pieces(StudyRun *run);
void system_tell_free(StudyRun *run);
/* The answer to critical_mu where there is none. */
void system_has_no_critical_mu(StudyRun *run, CriticalOutcome why);

#endif
