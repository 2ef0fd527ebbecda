/* The book of a motion on a grid: probes, events and the report, from one state after another. */
#ifndef JUDDER_SLAB_GRID_BOOK_H
#define JUDDER_SLAB_GRID_BOOK_H

#include "base/error.h"
#include "slab/passage.h"
#include "slab/slab.h"

typedef struct GridBook {
    Stepper *stepper;
    const FrictionRoots *roots;
    const SlabData *data;
    double Z;
    SlabState last;
    bool stuck, open;
    Passage passage;
    double begun, stick_time, open_time;
    double pressure_min, pressure_max;
    double energy, work;  /* at the beginning, or the largest: of the scheme */
    double energy_defect; /* of the scheme */
    size_t nonunique, jumps;
} GridBook;

/* Notes the first state of all. */
JudderErr grid_book_begin(GridBook *book, const SlabState *first);
/* Notes the state after a step; state: of a law with state. */
void grid_book_step(GridBook *book, const SlabState *now, double state);
/* Of everything so far. */
SlabReport grid_book_report(const GridBook *book);
/* Out and back in. */
void grid_book_serialise(GridBook *book, Archive *archive);

#endif
