/* A walk of finite increments on the whole body: what following a load and pressing to a force share. */
#ifndef JUDDER_FE_PATH_WHOLE_WALK_H
#define JUDDER_FE_PATH_WHOLE_WALK_H

#include "fe/path/pieces.h"

typedef struct Walk {
    FePath *path;
    const CondensedWatch *watch;
    CondensedPathReport *report;
    Vec force, given; /* at the present part of the piece */
    double done;      /* pieces before it */
    double last;      /* what the last increment was, in the unit of the piece; 0: none in this direction */
    CondensedNode *was;
} Walk;

/* Collective. */
PetscErrorCode walk_begin(FePath *path, const CondensedWatch *watch, CondensedPathReport *report, Walk *walk);
/* `over`: the piece is done, and the next one begins at 0. Not collective. */
PetscErrorCode walk_end(Walk *walk, bool over);
/* Whether the watcher lets it go on; sets the outcome. Collective. */
PetscErrorCode walk_goes_on(Walk *walk, bool *yes);
/* Tries the present load; the outcome is in the step. Collective. */
PetscErrorCode walk_try(Walk *walk, FeWholeReport *step);
/* The increment that was tried is taken: `at` is the part of the piece that is done. Collective. */
PetscErrorCode walk_accept(Walk *walk, double at, const FeWholeReport *step);
/* A step ends. Collective. */
PetscErrorCode walk_show(Walk *walk, int step);

#endif
