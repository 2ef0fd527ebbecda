/* The sections of a system: where its motion is looked at to see whether it repeats.  (MO-16)
 *
 * A state is K u (not u: a block that is pulled along goes on for ever, its spring does not), v, the gaps,
 * the states of the laws and the values of the signals, so that a load has its phase. Of large systems the
 * dofs of contacts and the first others stand for all. */
#ifndef JUDDER_SYSTEM_MARCH_STATE_SECTIONS_H
#define JUDDER_SYSTEM_MARCH_STATE_SECTIONS_H

#include "stepper/section.h"
#include "system_march/state/state.h"

#include <math.h>

/* In the order in which they are asked. */
typedef enum SystemSectionKind {
    SECTION_ONSET,     /* the first contact begins to slip */
    SECTION_THRESHOLD, /* its slip speed passes the threshold upwards: laws with a state, which never stick */
    SECTION_TURN,      /* the velocity of its tangent falls through zero; of the first dof without contacts */
    SECTION_REBOUND,   /* the velocity of its normal dof rises through zero: farthest from the obstacle */
    SYSTEM_SECTIONS
} SystemSectionKind;

/* The system at a time. */
typedef struct SystemInstant {
    double t;
    const double *u, *v, *law_state, *signal;
} SystemInstant;

typedef struct SystemSections {
    int dof_count, gap_count, state_count;
    int *dof;                          /* those that are kept */
    double *x, *x_before, *between;    /* width: the present state, that of the step before, one in it */
    double *signal, *law_state;        /* room for those of an instant */
    Section *section[SYSTEM_SECTIONS]; /* NULL: not of this system */
    bool above[SYSTEM_SECTIONS];       /* was on the side from which it crosses */
    double level[SYSTEM_SECTIONS];     /* a step before, where it crosses when it falls below 0 */
    double t_before, pending;          /* an onset inside the step of the stage scheme; NAN */
} SystemSections;

JudderErr system_sections_open(SystemMarch *m);
void system_sections_close(SystemMarch *m);
/* The function of a section that crosses when it falls below 0. */
double system_section_level(const SystemMarch *m, int kind, const SystemInstant *at);
/* Takes note of an instant: the end of a step. */
void system_sections_pass(SystemMarch *m, const SystemInstant *at);
void system_sections_cross(SystemMarch *m, int kind, const SystemInstant *at);
/* After a step of the stage scheme: m->u, m->v hold; between its ends everything is straight. */
void system_sections_stage(SystemMarch *m);
/* Of the first section in whose states the motion repeats. */
SectionPeriod system_sections_period(const SystemMarch *m);
void system_sections_serialise(SystemMarch *m, Archive *archive);

/* Laws with a state creep where others stick: they slip from a threshold on. */
static inline bool system_counts_as_slip(const SystemMarch *m, int contact, StageNode node, double slip) {
    if (!m->friction[contact].law->state_start) return node == STAGE_SLIP;
    return node == STAGE_SLIP && fabs(slip) >= m->setup.threshold;
}

#endif
