/* The processes that compute a case together, as whoever runs studies sees them.
 *
 * Each of them runs the same studies; one of them, the first, prints and writes. Functions marked collective
 * must be called by all. A process alone is team_alone; those of MPI are behind fe_team (fe/start.h). */
#ifndef JUDDER_BASE_TEAM_H
#define JUDDER_BASE_TEAM_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Team {
    bool (*first)(void);                            /* whether this process prints and writes */
    JudderErr (*agree)(JudderErr err);              /* the worst error of all; collective */
    bool (*stop)(void);                             /* whether any was interrupted; collective */
    bool (*any)(bool own);                          /* whether any says so; collective */
    JudderErr (*share)(void **bytes, size_t *size); /* what the first has comes to the others, who free it;
                                                     * collective */
    /* Makes a process that was forked off able to compute, alone; and its end. */
    JudderErr (*begin)(void);
    void (*end)(void);
} Team;

extern const Team team_alone;

#endif
