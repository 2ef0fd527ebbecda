/* The system in a mode: what each contact does while nothing changes, and what follows from it at a time.
 * (MO-1), (MO-2) */
#ifndef JUDDER_SYSTEM_MARCH_EVENTS_MOMENT_H
#define JUDDER_SYSTEM_MARCH_EVENTS_MOMENT_H

#include "base/dense.h"
#include "stage/stage.h"

#include <stdbool.h>
#include <stddef.h>

/* A contact in a mode. On its piece of the law, between the kinks `low` and `high`, mu is smooth; beyond the
 * ends it goes on straight, so a trial step may pass an event. */
typedef struct ContactMode {
    StageNode node;
    int sign;         /* of the slip velocity, 1 or -1, if it slips */
    double low, high; /* speeds; 0 and INFINITY: the law has no kinks */
} ContactMode;

/* Functions of a contact that are positive in its mode; INFINITY: there is none in this place. */
typedef enum EventFunction {
    EVENT_FIRST,  /* open: gap; stuck: mu_s p - r_T; slip: s w - low */
    EVENT_SECOND, /* stuck: mu_s p + r_T; slip: high - s w */
    EVENT_NORMAL, /* closed: normal force of a rigid obstacle, penetration of a compliant one */
    EVENT_FOLD,   /* slip without mass: S_TT + p mu' */
    EVENT_FUNCTIONS
} EventFunction;

/* The system at a time, in a mode. The first four are the state; the others follow from it (MO-1). */
typedef struct Moment {
    double t, t_low;  /* the time is their sum: t_low is below its rounding */
    double *u, *v;    /* n */
    double *state;    /* of the friction laws; contacts */
    double *a, *jerk; /* n; 0 where there is no mass */
    double *r, *p;    /* contacts: tangential force on the system, normal force */
    double *r_rate, *p_rate;
    double *value, *slope; /* EVENT_FUNCTIONS for each contact, and how fast they change */
} Moment;

typedef enum DofMove {
    DOF_FREE,
    DOF_DRIVEN,
    DOF_STUCK,  /* moves with the foundation */
    DOF_CLOSED, /* held by a rigid obstacle */
    DOF_LIGHT   /* free, without mass: no acceleration follows from (MO-1) */
} DofMove;

/* Masses of the free dofs in a mode, factored. */
typedef struct ModeMass {
    unsigned long version; /* of the mode it belongs to; 0: none */
    double *mu;            /* of contacts whose normal force follows from the motion: factored with these */
    DofMove *move;         /* n */
    int count;
    int *free;
    DenseFactor *factor;
    double single; /* the only entry, if count is 1 */
    bool singular;
} ModeMass;

/* What is remembered of a contact between events. */
typedef struct EventMemory {
    double t;        /* of its last event */
    int repeats;     /* events at that time */
    double impact;   /* time of the last impact, NAN: none */
    double interval; /* between the last two, NAN */
} EventMemory;

#endif
