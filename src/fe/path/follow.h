/* A stretch of load under way: what following a load and pressing to a force share. */
#ifndef JUDDER_FE_PATH_FOLLOW_H
#define JUDDER_FE_PATH_FOLLOW_H

#include "fe/path/pieces.h"

typedef struct Stretch {
    FePath *path;
    const FePathWatch *watch;
    FePathReport *report;
    Vec force, given;          /* at its end */
    double base;               /* segments done before it */
    double begin, share;       /* of the load: the part before it, and its own */
    const CondensedGoal *goal; /* pressing: parts are those of the way to the goal */
    bool paused, passed;       /* on_go said no for a pause; it has just done so */
    bool resumed;              /* the piece goes on where it was stopped */
} Stretch;

/* How a piece of it ended: the first rank's word, known to all. */
typedef struct Verdict {
    int outcome;
    int goal_reached;
    double reached;
    int again; /* it was stopped for a pause alone */
} Verdict;

/* What the steps and events of a stretch are told to. */
CondensedWatch stretch_watch(Stretch *stretch);
/* Follows a straight piece of load of that many steps; the loads so far become those where it
 * ended. Collective. */
PetscErrorCode stretch_piece(Stretch *stretch, int steps, Verdict *verdict);
/* Shares what the first rank found; lets a path that was stopped be saved. Collective. */
PetscErrorCode stretch_verdict(Stretch *stretch, Verdict *verdict);
/* Tells the watcher the field as it is. Collective. */
PetscErrorCode stretch_field(const Stretch *stretch);

/* Moves a plate until its resultant is the force of the load. Collective. */
PetscErrorCode stretch_press(Stretch *stretch, const FePathLoad *load, Vec given);

#endif
