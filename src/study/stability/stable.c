/* Up to which mu nothing grows, mass counted (PR-12). */
#include "study/stability/stability.h"

#include "stability/stable/stable.h"

#include <math.h>

static void stable_keep(AnswerStable *stable, const StableUpTo *found) {
    const bool low = !isnan(found->low), high = !isnan(found->high), grows = !isnan(found->grows_at);
    *stable = (AnswerStable){.told = true,
                             .computed = low && !high && grows,
                             .low = found->low,
                             .high = low || high ? found->high : found->grows_at,
                             .grows_at = found->grows_at,
                             .certainty = low              ? CERTAINTY_PROVED
                                          : !high && grows ? CERTAINTY_COMPUTED
                                                           : CERTAINTY_UNANSWERED};
}

static void stable_tell(StudyRun *run, const StableUpTo *found, SmallParts parts, double up_to) {
    if (isnan(found->low)) {
        stability_tell(run, "up to which mu nothing grows with its mass is not answered: %s", found->reason);
        return;
    }
    stability_tell(run, "from rest stable up to mu = %.9g, proved: nothing grows there, at any rate%s",
                   found->low, found->low >= up_to ? " (as far as was requested)" : "");
    if (!isnan(found->high) && found->z > 0 && found->high <= up_to)
        stability_tell(run, "a motion grows like exp(%.6g t) at some mu up to %.9g, proved",
                       damped_lambda(parts, found->z), found->high);
    if (isnan(found->high) && !isnan(found->grows_at))
        stability_tell(run, "a motion was computed to grow at mu = %.9g, not proved", found->grows_at);
}

JudderErr stability_stable(StudyRun *run, const StabilityTarget *target, double neutral, double seconds) {
    const Stability *p = run->study->params;
    if (run->answer->stable.told || !p->stable_up_to || !target->pencil->mass_is_semidefinite)
        return JUDDER_OK;
    const StableSearch search = {.up_to = p->up_to_mu,
                                 .neutral = neutral,
                                 .seconds = seconds,
                                 .chosen = p->seconds > 0,
                                 .log = run->log};
    StableUpTo found = {.low = NAN,
                        .high = NAN,
                        .grows_at = NAN,
                        .reason = target->damping.changing
                                      ? "the friction changes with the speed of slip, which is not counted"
                                      : "damping that is no rayleigh{} is not counted here"};
    if (!target->damping.uncounted) TRY(stable_up_to(target->pencil, &search, &found));
    stable_keep(&run->answer->stable, &found);
    stable_tell(run, &found, target->damping.parts, p->up_to_mu);
    return JUDDER_OK;
}
