/* The loop of a nonsmooth Newton method on the states of contact nodes [alart1991, hintermuller2002], for
 * increments and stages, dense or not: rows of the states (rows.h), one linear solve, what is left. */
#ifndef JUDDER_CONTACT_SOLVER_NEWTON_H
#define JUDDER_CONTACT_SOLVER_NEWTON_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NEWTON_MOST = 80 };
/* Of linear systems that need not be solved exactly: the roughest, the finest. */
#define NEWTON_ROUGH 1e-2
#define NEWTON_FINE  1e-8

/* The sets of states that a search has met: one that comes back is a cycle. Begins as {0}. */
typedef struct StatesSeen {
    int count;
    uint64_t hash[NEWTON_MOST];
} StatesSeen;

/* How often the set was met before; at most NEWTON_MOST sets. */
int states_met(StatesSeen *seen, const void *states, size_t bytes);

typedef struct NewtonLeft {
    double residual; /* relative */
    bool changed;    /* states of the last rows do not hold; the residual is then no measure */
} NewtonLeft;

typedef struct NewtonMethod {
    /* Sets the rows of the states at the iterate. */
    void (*linearise)(void *of, bool first);
    /* x of the rows, to that part of their right side; failed: x is useless. */
    JudderErr (*solve)(void *of, double tolerance, bool *failed);
    /* The iterate becomes that of the last solve and so many times x; what is left there. */
    JudderErr (*advance)(void *of, double part, NewtonLeft *left);
    /* Makes anew what is old in rows or factors; false: nothing is. Asked if a set of states comes back. */
    bool (*renew)(void *of);
    bool chord;          /* asked also if the residual stalls, since rows may be old */
    double done, enough; /* relative residuals: wanted; taken if nothing better comes */
    double slow;         /* a residual that is more than this part of the best one stalls */
    int patience;        /* iterations without progress before steps are halved; 0: never */
} NewtonMethod;

typedef struct NewtonRun {
    const NewtonMethod *method;
    void *of;
    const void *states; /* of the nodes, as the rows have them */
    size_t bytes;
    bool straight; /* a set of states has one solution: one that comes back is a cycle; else if it comes back
                      twice, by changes */
    bool damped;   /* the best of some parts of each step */
    int most;      /* iterations; 0: NEWTON_MOST */
    double residual; /* at the start */
} NewtonRun;

typedef enum NewtonOutcome { NEWTON_SOLVED, NEWTON_CYCLED, NEWTON_SINGULAR, NEWTON_LIMIT } NewtonOutcome;

typedef struct NewtonReport {
    NewtonOutcome outcome;
    int iterations;
    double residual;
} NewtonReport;

/* From the iterate on. */
JudderErr newton_run(const NewtonRun *run, NewtonReport *report);

#endif
