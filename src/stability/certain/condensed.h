/* The pencil of a dense motion without grazing contacts. */
#ifndef JUDDER_STABILITY_CERTAIN_CONDENSED_H
#define JUDDER_STABILITY_CERTAIN_CONDENSED_H

#include "small_motion/condense.h"
#include "stability/pencil.h"

/* Good for as long as the condenser is there; without normals, which not every motion may have. */
Pencil condenser_pencil(Condenser *condenser);

/* The load of condenser_pencil_load with radii, one more column of (PR-1), each of n numbers. *enclosed
 * false: they hold nothing. */
typedef struct EnclosedLoad {
    double *a, *b, *a_D, *b_D;
} EnclosedLoad;
JudderErr condenser_enclose_load(const Condenser *condenser, const EnclosedLoad *load, bool *enclosed);

#endif
