/* Many sets at once: where (PR-12) holds at the mu of all contacts, no set has a solution, and none is asked.
 */
#include "stability/futures/values.h"

#include "stability/certain/condensed.h"
#include "stability/stable/stable.h"

#include <math.h>

/* Fewer sets are asked one by one in less time. */
enum { WORTHWHILE = 32 };

static const double seconds = 2;

/* The mu that all contacts in impending slip have; NAN: different ones, or some contact grazes. */
static double common_mu(const SmallMotion *motion, const double *mu) {
    double common = NAN;
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContactState state = motion->contact[i].state;
        if (state == SMALL_CONTACT_GRAZING) return NAN;
        if (state != SMALL_CONTACT_SLIP) continue;
        if (!isnan(common) && mu[i] != common) return NAN;
        common = mu[i];
    }
    return common;
}

JudderErr values_are_excluded(const SmallMotion *motion, const double *mu, bool *excluded) {
    const double common = common_mu(motion, mu);
    *excluded = false;
    if (!(common > 0) || futures_sets(motion) < WORTHWHILE) return JUDDER_OK;
    SCOPED(condenser_destroy) Condenser *condenser = NULL;
    StableUpTo found = {.low = NAN};
    TRY(condenser_create(motion, &condenser));
    const Pencil pencil = condenser_pencil(condenser);
    const JudderErr err = stable_up_to(
        &pencil, &(StableSearch){.up_to = common, .neutral = NAN, .low_only = true, .seconds = seconds},
        &found);
    *excluded = err == JUDDER_OK && found.low >= common;
    return err;
}
