/* Growth of an equilibrium in impending slip (ST-7): by scanning a pencil, and what any list leaves open. */
#include "study/stability/stability.h"

#include "stability/growth.h"

#include <math.h>
#include <stdlib.h>

static double lambda_of(double z) {
    return z > 0 ? sqrt(z) : 0;
}

JudderErr stability_growth_open(StudyRun *run, const Futures *found, const char *at) {
    for (int i = 0; i < found->open_count; i++)
        TRY(answer_add_interval(&run->answer->growth.open, lambda_of(found->open[i].low),
                                lambda_of(found->open[i].high)));
    if (found->open_count) {
        const FutureOpen *last = &found->open[found->open_count - 1];
        if (isinf(last->high))
            stability_tell(run, "%s growth faster than exp(%.9g t) is not excluded: rounding hides it", at,
                           lambda_of(last->low));
        else
            stability_tell(run,
                           "%s rounding leaves open whether something grows between exp(%.9g t) and "
                           "exp(%.9g t)%s",
                           at, lambda_of(last->low), lambda_of(last->high),
                           found->open_count > 1 ? ", and slower (growth_open)" : "");
    }
    return JUDDER_OK;
}

StabilityDamping stability_damping(const SmallMotion *motion) {
    const SmallDamping kind = small_damping(motion);
    const bool general = kind == DAMPING_GENERAL;
    return (StabilityDamping){
        .parts = general ? (SmallParts){0} : motion->parts, .uncounted = general, .unknown = general};
}

JudderErr stability_leave_growth(StudyRun *run, const StabilityDamping *damping) {
    if (damping->changing)
        return stability_unanswered(
            run, STABILITY_GROWTH,
            "whether something grows from rest is not answered: the friction changes with the speed of slip, "
            "and where it falls slip may run away by itself, whatever the stiffness; march{} from this state "
            "with a small velocity shows it, flutter = { speed = ... } answers it for steady sliding");
    return stability_unanswered(
        run, STABILITY_GROWTH,
        "whether something grows from rest is not answered: damping that is no rayleigh{} is counted only in "
        "systems small enough to go through every set of contacts; give it as rayleigh{ mass, stiffness }, "
        "or "
        "leave it out to examine the system without it");
}

JudderErr stability_growth_scan(StudyRun *run, const StabilityTarget *target) {
    const double mu = target->mu[0];
    const SmallParts parts = target->damping.parts;
    if (target->damping.uncounted) return stability_leave_growth(run, &target->damping);
    for (int i = 1; i < target->pencil->n; i++)
        REQUIRE(target->mu[i] == mu,
                error_input("growth", "the contacts have different mu: growth = { mu = ... } is needed"));
    GrowthList list;
    const Stability *p = run->study->params;
    TRY(growth_scan(target->pencil, mu, &(GrowthLimits){p->seconds, run->log}, &list));
    JudderErr err = JUDDER_OK;
    run->answer->growth.method = GROWTH_SCAN;
    run->answer->growth.complete = answer_of(list.clear);
    for (int i = 0; i < list.count && err == JUDDER_OK; i++) {
        stability_restore_units(run, target->pencil->n, true, list.at[i].x);
        const StabilityMode mode = {.kind = MODE_GROWS,
                                    .value = damped_lambda(parts, list.at[i].z),
                                    .count = target->pencil->n,
                                    .position = target->position,
                                    .vector = list.at[i].x,
                                    .residual = list.at[i].residual};
        err = answer_add_growth(&run->answer->growth, mode.value);
        if (err == JUDDER_OK) err = answer_add_mode(run->answer, &mode);
    }
    if (list.unbounded)
        stability_tell(run, "at mu = %g growth has no bound: the mass itself allows it", mu);
    else if (list.count)
        stability_tell(run, "at mu = %g it grows like exp(%.9g t)", mu, damped_lambda(parts, list.at[0].z));
    else if (list.clear)
        stability_tell(run, "from rest nothing grows at mu = %g, at any rate (proved)", mu);
    else
        stability_tell(run, "at mu = %g no growth was found, none is excluded", mu);
    if (list.jumps) stability_tell(run, "%d jumps of the least mu were passed over", list.jumps);
    if (!list.whole && stop_requested()) run->outcome = STUDY_STOPPED;
    if (!list.whole) stability_tell(run, "the scan of growth did not come to its end");
    growth_release(&list);
    return err;
}
