/* The book of a march on a grid: probes, records, events and the report, from one state after another. */
#ifndef JUDDER_SLAB_GRID_WATCH_H
#define JUDDER_SLAB_GRID_WATCH_H

#include "slab/passage.h"
#include "slab/slab.h"

typedef struct GridWatch {
    const SlabWatch *watch; /* may be NULL */
    SlabReport *report;     /* of the march under way */
    const FrictionRoots *roots;
    double Z;
    SlabState last;
    bool stuck, open;
    Passage passage;
    double begun, stick_time, open_time;
    double energy, work; /* at the beginning, or the largest: of the scheme */
    bool goes_on;        /* the book came back: the march takes it up */
    SlabReport found;    /* the report of everything before this march */
} GridWatch;

/* Takes the watch of a march: begins with the first state of all, takes up a book that came back, or
 * goes on where the last march of the same scheme rested. `done`: steps of the scheme so far; state:
 * of a law with state. */
JudderErr grid_watch_open(GridWatch *book, size_t done, const SlabState *now, double state);
/* Where the march rests or ends: so many steps of all. */
size_t grid_watch_until(const GridWatch *book, size_t steps);
/* The book of a march that is being made, out; or back in, to be taken up by the next one. */
void grid_watch_exchange(GridWatch *book, Archive *archive);
/* Notes the state after a step; state: of a law with state. `final`: the last step, which is recorded in
 * any case. */
JudderErr grid_watch_step(GridWatch *book, const SlabState *now, double state, bool final);
/* Whether the caller wants to stop. */
bool grid_watch_stops(const GridWatch *book);
/* Fills what the report says about everything so far, and forgets the watch. */
void grid_watch_end(GridWatch *book);

#endif
