/* p = area stiffness (-g)+^power  (BD-2) */
#include "condensed/law.h"

#include <math.h>

static double force(const CondensedContact *contact, const NormalPoint *at) {
    return at->g < 0 ? at->area * contact->stiffness * pow(-at->g, contact->power) : 0;
}

static bool touches(const CondensedContact *contact, const NormalPoint *at) {
    (void)contact;
    return at->g < 0;
}

static void row(const CondensedContact *contact, const NormalPoint *at, bool touching, NormalRow *row) {
    *row = (NormalRow){.value = at->p, .by_p = 1};
    if (!touching || at->g >= 0) return;
    row->value -= force(contact, at);
    row->by_g = at->area * contact->stiffness * contact->power * pow(-at->g, contact->power - 1);
}

static double violation(const CondensedContact *contact, const NormalPoint *at) {
    return fabs(at->p - force(contact, at));
}

const CondensedLaw condensed_compliance = {.name = "compliance",
                                           .reference = "BD-2",
                                           .touches = touches,
                                           .row = row,
                                           .force = force,
                                           .violation = violation};
