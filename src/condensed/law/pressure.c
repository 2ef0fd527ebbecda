/* p = area S, given: the force of the obstacle and, times mu, the bound of friction (Tresca)  (BD-2) */
#include "condensed/law.h"

#include <math.h>

static double force(const CondensedContact *contact, const NormalPoint *at) {
    return at->area * contact->pressure;
}

static bool touches(const CondensedContact *contact, const NormalPoint *at) {
    (void)contact, (void)at;
    return true;
}

static void row(const CondensedContact *contact, const NormalPoint *at, bool touching, NormalRow *row) {
    (void)touching;
    *row = (NormalRow){.value = at->p - force(contact, at), .by_p = 1};
}

static double violation(const CondensedContact *contact, const NormalPoint *at) {
    return fabs(at->p - force(contact, at));
}

const CondensedLaw condensed_pressure = {.name = "pressure",
                                         .reference = "BD-2",
                                         .touches = touches,
                                         .row = row,
                                         .force = force,
                                         .violation = violation};
