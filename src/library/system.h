/* A system given by its matrices, in units of computing (small_motion/units.h). */
#ifndef JUDDER_LIBRARY_SYSTEM_H
#define JUDDER_LIBRARY_SYSTEM_H

#include "judder/stability.h"

#include "library/owned.h"
#include "small_motion/condense.h"

struct judder_system {
    SmallMotion motion;
    double *unit; /* of each dof */
    SmallContact *contact;
    Condenser *condenser;
    int count;        /* contacts that may slip or graze */
    const int *which; /* of the contacts */
    Owned owned;
};

#endif
