/* The vanishing-mass ladder: how far the motion with mass eps is from the limit selected by perfect
 * delay, for falling eps. */
#ifndef JUDDER_INCLUSION_LADDER_H
#define JUDDER_INCLUSION_LADDER_H

#include "base/error.h"
#include "inclusion/inclusion.h"

typedef struct LadderRung {
    double epsilon;
    double distance; /* integral of |v_eps - v_0| over the run */
    double away;     /* largest |v_eps - v_0| outside a window after the start and after each jump of v_0 */
    InclusionOutcome outcome;
} LadderRung;

typedef struct LadderWindows {
    double width;
    size_t count;
    double *at; /* times of the jumps of v_0 */
} LadderWindows;

/* Finds the jumps of v_0 and the width of the windows: a tenth of the run, or half the
 * shortest time between jumps. */
JudderErr ladder_windows_create(const InclusionSetup *setup, LadderWindows *windows);
void ladder_windows_release(LadderWindows *windows);
/* One rung; setup->method and epsilon are replaced. The listener, which may be NULL, is that of the motion
 * with mass, which takes the time. */
JudderErr ladder_rung(const InclusionSetup *setup, const LadderWindows *windows, double epsilon,
                      const StepperListener *listener, LadderRung *rung);

#endif
