/* All solutions of a small problem by its sets of states: an increment, or rates at a point of a path. */
#ifndef JUDDER_CONDENSED_COUNT_H
#define JUDDER_CONDENSED_COUNT_H

#include "condensed/rate.h"

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
