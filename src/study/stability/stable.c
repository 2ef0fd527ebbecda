/* Up to which mu nothing grows, mass counted (PR-12). */
#include "study/stability/stability.h"

#include "stability/stable/stable.h"

#include <math.h>

static bool report(StudyRun *run, const StableUpTo *found) {
    const bool proved = !isnan(found->low) || !isnan(found->high),
               computed = !proved && !isnan(found->grows_at);
    Value *item = value_object();
    bool good = value_set(item, "low", value_number(found->low));
    good = value_set(item, "high", value_number(proved ? found->high : found->grows_at)) && good;
    if (!isnan(found->low) && isnan(found->high) && !isnan(found->grows_at))
        good = value_set(item, "grows_at", value_number(found->grows_at)) && good;
    good = value_set(item, "certainty",
                     value_text(!isnan(found->low) ? "proved"
                                : computed         ? "computed"
                                                   : "unanswered")) &&
           good;
    return value_set(run->values, "stable_up_to", item) && good;
}

static void tell(StudyRun *run, const StableUpTo *found, SmallParts parts, double up_to) {
    if (isnan(found->low)) {
        stability_tell(run, "up to which mu nothing grows with its mass is not answered: %s", found->reason);
        return;
    }
    stability_tell(run, "from rest stable up to mu = %.9g, proved: nothing grows there, at any rate%s",
                   found->low, found->low >= up_to ? " (as far as was asked)" : "");
    if (!isnan(found->high) && found->z > 0 && found->high <= up_to)
        stability_tell(run, "a motion grows like exp(%.6g t) at some mu up to %.9g, proved",
                       damped_lambda(parts, found->z), found->high);
    if (isnan(found->high) && !isnan(found->grows_at))
        stability_tell(run, "a motion was computed to grow at mu = %.9g, not proved", found->grows_at);
}

JudderErr stability_stable(StudyRun *run, const StabilityTarget *target, double neutral, double seconds) {
    const Stability *p = run->study->params;
    const Value *known = value_get(run->values, "stable_up_to");
    if (known && value_kind(known) != VALUE_NULL) return JUDDER_OK;
    if (!p->stable_up_to || !target->pencil->mass_is_semidefinite) return JUDDER_OK;
    const StableSearch search = {.up_to = p->up_to_mu,
                                 .neutral = neutral,
                                 .seconds = seconds,
                                 .chosen = p->seconds > 0,
                                 .log = run->log};
    StableUpTo found = {.low = NAN,
                        .high = NAN,
                        .grows_at = NAN,
                        .reason = "damping that is no rayleigh{} is not counted here"};
    if (!target->damping.uncounted) TRY(stable_up_to(target->pencil, &search, &found));
    REQUIRE(report(run, &found), error_memory());
    tell(run, &found, target->damping.parts, p->up_to_mu);
    return JUDDER_OK;
}
