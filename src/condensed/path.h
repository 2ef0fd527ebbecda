/* A quasi-static path: loads are followed one segment after the other (BD-2).
 *
 * 2-D unilateral: between two changes of contact state the solution is linear in the load, so changes are
 * found exactly and the number of steps only says where the path is shown. Other laws and 3-D: finite steps,
 * in which changes of state are found by bisection.
 */
#ifndef JUDDER_CONDENSED_PATH_H
#define JUDDER_CONDENSED_PATH_H

#include "condensed/condensed.h"

/* Ends a segment early: where constant + slope at + on_u.u + on_r.r reaches the value (NULL:
 * no such part). */
typedef struct CondensedGoal {
    const double *on_u, *on_r;
    double constant, slope, value;
} CondensedGoal;

typedef struct CondensedSegment {
    CondensedLoad from, to; /* the load is linear between them */
    int steps;
    const CondensedGoal *goal; /* NULL: to the end */
    bool resumed;              /* it was stopped and goes on: what was said there is not said again */
} CondensedSegment;

typedef enum CondensedEventKind {
    CONDENSED_EVENT_STICK,
    CONDENSED_EVENT_SLIP,
    CONDENSED_EVENT_OPEN,
    CONDENSED_EVENT_CLOSE,
    CONDENSED_EVENT_JUMP, /* no rates go on from here: the state jumps; node = -1 */
    /* several rates go on from here: the one with fewest changes was taken; node = -1 */
    CONDENSED_EVENT_BRANCH,
} CondensedEventKind;
extern const char *const condensed_event_names[];

typedef struct CondensedEvent {
    double s;
    CondensedEventKind kind;
    int node;
    CondensedNode from, to;
    int solutions; /* of a branch, or of the increment behind a jump; 0: not counted */
} CondensedEvent;

/* The end of a step. */
typedef struct CondensedShown {
    int step;
    CondensedSummary summary;
    double defect; /* of the increments since the last step */
} CondensedShown;

typedef struct CondensedWatch {
    JudderErr (*step)(void *context, const CondensedState *state, const CondensedShown *shown);
    JudderErr (*event)(void *context, const CondensedEvent *event);
    bool (*go_on)(void *context); /* asked before each piece */
    void *context;
    double event_tolerance; /* finite steps: part of a step; 0: 1e-3; 1 or more: whole steps, also in 2-D */
} CondensedWatch;

typedef struct CondensedPathReport {
    CondensedOutcome outcome;
    bool goal_reached, steady; /* steady: all that touch slip one way and the forces no longer change */
    double reached;            /* part of the segment, where it ended */
    int steps;
    long events, jumps, branches, pieces; /* pieces: increments between events */
    long cuts;                            /* of finite steps */
    long iterations;                      /* linear solves of rate problems and of Newton */
    long pivots;                          /* rate problems that needed pivoting */
    long factorisations;
    double defect;      /* the largest, by the judge: `complementarity_defect` */
    double step_defect; /* since the last step was shown */
} CondensedPathReport;

/* Follows one segment from state->at; the report is added to, so that it may serve several segments. A
 * segment that ended (at its end or its goal) leaves at = 0 for the next one. */
JudderErr condensed_path(Condensed *solver, const CondensedSegment *segment, const CondensedWatch *watch,
                         CondensedState *state, CondensedPathReport *report);

/* --- what every way to follow a path does, that of fe/path too --- */

/* An increment was accepted. */
void condensed_count_piece(CondensedPathReport *report, double defect);
/* An event, counted and told. */
JudderErr condensed_tell(const CondensedWatch *watch, const CondensedEvent *event,
                         CondensedPathReport *report);
/* Events of all nodes that differ from `was`. */
JudderErr condensed_tell_changes(const CondensedWatch *watch, const CondensedNode *was,
                                 const CondensedState *state, CondensedPathReport *report);
/* A step ends; state NULL: on a rank that has none. */
JudderErr condensed_show(const CondensedWatch *watch, const CondensedProblem *problem,
                         const CondensedState *state, int step, CondensedPathReport *report);

#endif
