/* What the files of this folder share: the model's struct, and what is made of it once for all studies. */
#ifndef JUDDER_STUDY_SYSTEM_SYSTEM_MODEL_H
#define JUDDER_STUDY_SYSTEM_SYSTEM_MODEL_H

#include "contact/contact.h"
#include "curve/signal.h"
#include "matrix_market/matrix_market.h"
#include "small_motion/condense.h"
#include "study/model.h"
#include "study/stability/stability.h"

typedef struct SystemContact {
    long normal, tangent, direction;
    int state; /* SmallContactState */
    double mu, slope, curvature;
    Numbers reaction;
    Block friction, law;
    Signal normal_force;
    double gap;
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
    double asymmetry;                 /* of the stiffness, relative to its largest entry */
} SystemLarge;

typedef struct SystemPrepared {
    const SystemParams *params;
    SystemLarge *large; /* NULL: a dense one; else all matrices and what follows from them are here */
    SmallMotion motion;
    double *M, *C, *K, *load;
    double *unit; /* of each dof: the motion is computed with rates divided by it (small_motion/units.h) */
    SmallContact *contact;
    bool *has_mu;     /* of each contact: given in the case */
    int *line;        /* of each contact in the table; NULL: they are in the case */
    double asymmetry; /* the largest of the stiffness, relative */
    bool feeds;       /* the damping is not positive semidefinite */
    Condenser *condenser;
    int count;                     /* contacts that may slip, or graze */
    int *position;                 /* of each among the contacts, counted from 1 */
    double *mu;                    /* of each */
    double *rows;                  /* unit of each */
    double *raw_M, *raw_C, *raw_K; /* for a march: in the units of the case */
    size_t laws;                   /* friction laws of contacts that are ready */
} SystemPrepared;

JudderErr system_check_march(StudyRun *run);
JudderErr system_recorded(const StudyRun *march, RecordedTell *tell, void *context);
JudderErr system_run_march(StudyRun *run);
/* The contacts of the case or of its table, checked: fills contact, has_mu, line. */
JudderErr system_read_contacts(const Block *model, SystemPrepared *made);
/* An error about one of them, with its line. */
JudderErr system_locate_contact(const SystemPrepared *made, int which, JudderErr err);

JudderErr system_check_stability(StudyRun *run);
JudderErr system_run_stability(StudyRun *run);
/* The mu of flutter: given, or that which all sliding contacts share. */
JudderErr system_flutter_mu(const StudyRun *run, double *mu);
/* A question that takes the mu of the contacts in impending slip, and of grazing ones too. */
JudderErr system_need_mu(const StudyRun *run, const char *key, bool of_grazing);
/* Fields of flutter that belong to bodies. */
JudderErr system_refuse_flutter_fields(const StudyRun *run);

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
/* Whether some motion without inertia grows infinitely fast at the mu of each contact. */
JudderErr system_grows_at_once(const SystemPrepared *system, const double *mu, bool *at_once);

/* Sentences on matrices that may be a mistake, and on the contacts' own mu against the critical one. */
void system_tell_matrices(StudyRun *run);
void system_tell_own_mu(StudyRun *run);
/* The answer to critical_mu where there is none, since no mu makes the free dofs stable. */
JudderErr system_free_unstable(StudyRun *run);

#endif
