/* A branch of cycles over a parameter, by pseudo-arclength; and steady sliding beside it.
 *
 * Where the order of events changes (a stuck interval that vanishes, an event that only touches) the branch
 * has a corner, and Newton starts again on its other side. */
#ifndef JUDDER_SYSTEM_MARCH_CYCLE_BRANCH_H
#define JUDDER_SYSTEM_MARCH_CYCLE_BRANCH_H

#include "system_march/cycle/cycle.h"

typedef struct BranchSetup {
    CycleSetup cycle; /* system and period are those of `rebuild` */
    double from, to;  /* of the parameter */
    size_t most;      /* points */
    /* The system at a value of the parameter, lent until the next call, and the period of its loads. */
    JudderErr (*rebuild)(void *context, double parameter, const SystemMarchSetup **system, double *period);
    void *context;
} BranchSetup;

typedef struct BranchPoint {
    double parameter, period, amplitude, u_min, u_max, slip_max, stick_fraction;
    double re, im, largest; /* the multiplier of the largest modulus */
    bool stable;
    size_t events;
} BranchPoint;

typedef enum BranchKind {
    BRANCH_FOLD,     /* the branch turns back */
    BRANCH_FLIP,     /* a multiplier passes -1: the period doubles */
    BRANCH_TORUS,    /* a pair leaves the circle */
    BRANCH_STICKING, /* a stuck interval vanishes or appears */
    BRANCH_GRAZING,  /* another event appears or vanishes */
    BRANCH_BIRTH,    /* the cycle shrinks to steady sliding */
    BRANCH_HOPF      /* steady sliding gains or loses stability */
} BranchKind;
extern const char *const branch_kind_names[]; /* "fold", "flip", ... */

typedef struct BranchEvent {
    BranchKind kind;
    double parameter, period; /* the latter NAN: none */
} BranchEvent;

typedef enum BranchEnd {
    BRANCH_NO_CYCLE,
    BRANCH_REACHED,
    BRANCH_BORN,
    BRANCH_LOST,
    BRANCH_FULL,
    BRANCH_STOPPED
} BranchEnd;
extern const char *const branch_end_names[];

typedef struct Branch {
    size_t count, event_count;
    BranchPoint *point;
    BranchEvent *event;
    BranchEnd end;
    CycleOutcome outcome; /* of the search for the first cycle */
} Branch;

JudderErr branch_follow(const BranchSetup *setup, Branch **branch);
void branch_destroy(Branch **branch);

/* The largest growth rate of small motions about steady sliding of all contacts; NAN: there is none, or
 * normal forces follow from the motion. */
JudderErr steady_growth(const SystemMarchSetup *system, double *growth);

#endif
