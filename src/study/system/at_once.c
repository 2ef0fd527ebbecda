/* What is said of motions that have no inertia. */
#include "study/system/system_model.h"

bool system_set_at_once(StudyRun *run, AtOnce at_once, bool complete) {
    Value *said = at_once == AT_ONCE_UNDECIDED ? value_null() : value_flag(at_once == AT_ONCE_YES);
    const bool good = value_set(run->values, "growth_at_once", said);
    return value_set(run->values, "growth_complete", value_flag(complete && at_once == AT_ONCE_NO)) && good;
}

void system_tell_at_once(StudyRun *run, AtOnce at_once, double mu) {
    const SystemPrepared *s = run->prepared;
    if (at_once == AT_ONCE_YES)
        stability_tell(
            run, "at mu = %g it grows at once (infinitely fast): a motion without mass is unstable", mu);
    else if (at_once == AT_ONCE_UNDECIDED)
        stability_tell(run, "at mu = %g it is not excluded that a motion without mass grows at once", mu);
    for (int i = 0; i < s->count && at_once == AT_ONCE_NO; i++) {
        const int tangent = s->contact[s->position[i] - 1].tangent;
        if (s->M[tangent * s->motion.n + tangent] > 0) continue;
        stability_tell(run, "contact %d has no mass along its slip, but nothing grows at once",
                       s->position[i]);
        return;
    }
}
