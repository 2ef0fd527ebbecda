/* What the files of a search share. */
#ifndef JUDDER_SYSTEM_MARCH_CYCLE_FIND_H
#define JUDDER_SYSTEM_MARCH_CYCLE_FIND_H

#include "system_march/cycle/map.h"

enum { CYCLE_RING = 256, CYCLE_MOST_CROSSINGS = 64, CYCLE_FEWEST = 20, CYCLE_DOFS = 64 };

/* The last crossings of the section. */
typedef struct CycleRing {
    size_t count;
    double *x; /* states beside the mean motion, 2n each */
    double t[CYCLE_RING];
} CycleRing;

struct Cycle {
    CycleMap *map;
    CycleReport report;
    CycleRing ring;
    double *matrix, *x, *best, *work; /* (2n + 1)^2; 2n + 1 each */
    double *re, *im;                  /* 2n each, and again those of the longer step */
};

/* The march before Newton: leaves a state on the section and the number of crossings in a cycle. */
JudderErr cycle_march(Cycle *cycle);
/* x - P(x) = 0 from the state of the map. */
JudderErr cycle_newton(Cycle *cycle);
/* What P(x) - x is, relative to the range of the motion; into F, 2n. */
double cycle_defect(const CycleMap *map, double *F);
/* Of the map that was run last with its derivative; re, im: 2n of room. */
JudderErr cycle_multipliers(const CycleMap *map, double *work, double *re, double *im, size_t *count);
/* What differences of the map say against its derivative. */
JudderErr cycle_judge(Cycle *cycle, double *defect);
bool cycle_is_autonomous(const CycleMap *map);

#endif
