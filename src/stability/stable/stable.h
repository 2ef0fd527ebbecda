/* Up to which mu nothing grows, mass counted: (PR-10) and (PR-11) cover every z = lam^2 in [0, inf) and every
 * mu in [0, low] at once (PR-12). The least mu at lam = 0 (ST-6) does not say that: mu*(z) of (ST-7) may dip
 * below mu*(0). */
#ifndef JUDDER_STABILITY_STABLE_H
#define JUDDER_STABILITY_STABLE_H

#include "stability/pencil.h"

#include "base/log.h"

typedef struct StableUpTo {
    double low;      /* proved: no motion grows or is neutral at any mu in [0, low]; NAN: nothing is proved */
    double high;     /* proved: one grows, or is neutral, at some mu in (low, high]; NAN: not proved */
    double z;        /* of the motion at high; NAN: none */
    double grows_at; /* where one was computed to grow first; NAN: none found */
    int intervals;   /* that cover all z */
    bool whole;      /* false: interrupted, or out of time */
    const char *reason; /* why nothing is proved; "" */
} StableUpTo;

typedef struct StableSearch {
    double up_to;   /* no mu beyond it is asked about; may be infinite */
    double neutral; /* some mu up to here has a neutral motion, proved (ST-6); NAN: not known */
    bool low_only;  /* do not look for what grows */
    double seconds; /* of computing; 0: the default */
    bool chosen;    /* by the user: the time alone ends the search */
    const Log *log; /* NULL: no progress */
} StableSearch;

JudderErr stable_up_to(const Pencil *pencil, const StableSearch *search, StableUpTo *found);

#endif
