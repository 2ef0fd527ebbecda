/* The book of a march on a grid: probes, records, events and the report, from one state after another. */
#ifndef JUDDER_SLAB_GRID_WATCH_H
#define JUDDER_SLAB_GRID_WATCH_H

#include "slab/passage.h"
#include "slab/slab.h"

typedef struct GridWatch {
    const SlabWatch *watch; /* may be NULL */
    SlabReport report;
    const FrictionRoots *roots;
    double Z;
    SlabState last;
    bool stuck, open;
    Passage passage;
    double begun, stick_time, open_time;
} GridWatch;

/* Takes the watch of a march (may be NULL); notes the state if it is the first of all. */
JudderErr grid_watch_begin(GridWatch *book, const SlabWatch *watch, const SlabState *first);
/* Where the march rests or ends: so many steps of all. */
size_t grid_watch_until(const GridWatch *book, size_t steps);
/* Notes the state after a step; state: of a law with state. `final`: the last step, which is recorded in
 * any case. */
JudderErr grid_watch_step(GridWatch *book, const SlabState *now, double state, bool final);
/* Whether the caller wants to stop. */
bool grid_watch_stops(const GridWatch *book);
/* Gives the report of everything so far, and forgets the watch. */
void grid_watch_end(GridWatch *book, SlabReport *report);

#endif
