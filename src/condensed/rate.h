/* The rate problem at a point of a 2-D unilateral path: which states go on from here.
 *
 *   S w' = F' + r';  on the cone: 0 <= slip rate _|_ mu p' + sigma r_t' >= 0;
 *   touching without force: the contact law itself for the rates                                   (ST-10)
 */
#ifndef JUDDER_CONDENSED_RATE_H
#define JUDDER_CONDENSED_RATE_H

#include "condensed/solver.h"

/* What a node may do next. */
typedef enum RateKind {
    RATE_FREE,  /* open */
    RATE_STUCK, /* inside the cone */
    RATE_CONE,  /* on the side of the cone that slips plus */
    RATE_CONE_MINUS,
    RATE_GRAZES, /* touches without force */
    RATE_SMOOTH, /* touches without friction */
} RateKind;

typedef struct RateReport {
    CondensedOutcome outcome; /* solved, ray, cycled or singular */
    int trials;               /* linear solves */
    int solutions;            /* 0: not counted */
    bool pivoted;
} RateReport;

/* Kinds of all nodes at (w, r) of the state under the load in c->F. */
void rate_kinds(Condensed *c, const CondensedState *state);
/* Rates under c->rate_F, starting from the states in c->node, into rate_u, rate_r, node; c->was are the
 * states before, to which a choice among several keeps closest. */
JudderErr condensed_rate_solve(Condensed *c, RateReport *report);
/* Rates for the states in c->node; *worst is the node that violates most, or -1, and c->chosen what each node
 * would rather be. */
JudderErr rate_try(Condensed *c, int *worst, bool *singular);
/* The rows of the states in c->node. */
void rate_rows(Condensed *c);

/* Pivoting: the rate problem of the kinds in `c`, or an increment with offsets of gap and
 * slip, as one LCP. */
typedef struct RateLcp {
    const double *F;      /* load */
    const double *gap;    /* NULL: rates */
    const double *before; /* NULL: rates */
} RateLcp;
/* Solved: c->node holds the states that pivoting ended with. */
JudderErr rate_pivot(Condensed *c, const RateLcp *from, CondensedOutcome *outcome);

/* --- all solutions of a small problem by its sets of states: of an increment, or rates --- */

typedef struct IncrementCount {
    int solutions; /* different ones; 0 also if nothing was counted */
    bool complete; /* every set was tried and none was singular */
} IncrementCount;

/* Counts the solutions of the increment in `c` (2-D, rigid law, at most COUNT_MOST sets). If `keep` the
 * solution in `c` stays unless another moves less; else the one that moves least is put there. */
JudderErr condensed_count_increment(Condensed *c, const CondensedState *state, bool keep,
                                    IncrementCount *count);

/* Counts the rates that go on from the kinds in `c`, if there are few sets. Several: the one that changes the
 * fewest states of c->was is put into `c`. None, and no set singular: CONDENSED_NONE. */
JudderErr condensed_count_rates(Condensed *c, RateReport *report);

#endif
