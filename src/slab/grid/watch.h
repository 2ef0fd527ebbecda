/* The book of a march on a grid: probes, records, events and the report, from one state after another. */
#ifndef JUDDER_SLAB_GRID_WATCH_H
#define JUDDER_SLAB_GRID_WATCH_H

#include "slab/passage.h"
#include "slab/slab.h"

typedef struct GridWatch {
    const SlabWatch *watch; /* may be NULL */
    SlabReport *report;
    const FrictionRoots *roots;
    double Z;
    SlabState last;
    bool stuck, open;
    Passage passage;
    double begun, stick_time, open_time;
    double energy, work; /* at the beginning, or the largest: of the scheme */
    bool goes_on;        /* the book came back: the march takes it up */
    SlabReport found;    /* the report that came back with it */
} GridWatch;

/* Clears the report and notes the state at which the march begins. */
JudderErr grid_watch_begin(GridWatch *book, const SlabState *first);
/* Takes up a book that came back: the step after which it was saved is noted now. */
JudderErr grid_watch_go_on(GridWatch *book, const SlabState *now, double state);
/* The book of a march that is being made, out; or back in, to be taken up by the next one. */
void grid_watch_exchange(GridWatch *book, Archive *archive);
/* Notes the state after a step; state: of a law with state. `final`: the last step, which is recorded in
 * any case. */
JudderErr grid_watch_step(GridWatch *book, const SlabState *now, double state, bool final);
/* Whether the caller wants to stop. */
bool grid_watch_stops(const GridWatch *book);
/* Fills what the report says about the whole march. */
void grid_watch_end(GridWatch *book);

#endif
