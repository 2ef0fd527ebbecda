/* Inside the module: one segment of a path on its way. */
#ifndef JUDDER_CONDENSED_FOLLOW_H
#define JUDDER_CONDENSED_FOLLOW_H

#include "condensed/path.h"
#include "condensed/solver.h"

typedef struct Follow {
    Condensed *c;
    const CondensedSegment *segment;
    const CondensedWatch *watch;
    CondensedState *state;
    CondensedPathReport *report;
    double done;         /* segments done before this one */
    double force_change; /* largest change of a force over a step at the present rate */
    bool over;           /* goal reached, stopped, or failed */
    bool silent;         /* exact: the branch here was told before the path was stopped */
    bool rates_known;    /* exact: c->rate_u and rate_r hold */
    int idle;            /* exact: pieces without length in a row */
} Follow;

/* c->f, c->obstacle and c->F at a part of the segment. */
void follow_load(Follow *follow, double at);
CondensedLoad follow_present(const Follow *follow);
double follow_step_end(const Follow *follow, int step);
/* constant + slope at + on_u.u + on_r.r - value */
double follow_goal(const Follow *follow, const CondensedState *state);
/* A finite increment to a part of the segment; the state stays if it cannot be solved. */
JudderErr follow_try(Follow *follow, double to, CondensedStepReport *step);
/* The same, halved until it can be solved; `reached` says how far. */
JudderErr follow_increment(Follow *follow, double to, double *reached, CondensedStepReport *step);

/* From state->at up to the end of a step. */
JudderErr follow_exactly(Follow *follow, double end);
JudderErr follow_in_increments(Follow *follow, double end);

#endif
