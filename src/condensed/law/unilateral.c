/* g >= 0, p >= 0, p g = 0  (BD-2) */
#include "condensed/law.h"

#include <math.h>

static bool touches(const CondensedContact *contact, const NormalPoint *at) {
    (void)contact;
    return at->p - at->stiffness * at->g > 0;
}

static void row(const CondensedContact *contact, const NormalPoint *at, bool touching, NormalRow *row) {
    (void)contact;
    *row = touching ? (NormalRow){.value = at->stiffness * at->g, .by_g = at->stiffness}
                    : (NormalRow){.value = at->p, .by_p = 1};
}

static double violation(const CondensedContact *contact, const NormalPoint *at) {
    (void)contact;
    return fabs(fmin(at->p, at->stiffness * at->g));
}

const CondensedLaw condensed_unilateral = {.name = "unilateral",
                                           .reference = "BD-2",
                                           .rigid = true,
                                           .touches = touches,
                                           .row = row,
                                           .violation = violation};
