/* What a person should know about a system before believing its answers. */
#include "study/system/system_model.h"

#include <math.h>

/* Beyond what assembling in floating point leaves. */
static const double NOTEWORTHY = 1e-10;

void system_tell_matrices(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    if (s->asymmetry > NOTEWORTHY)
        stability_tell(run,
                       "the stiffness is not symmetric (by up to %.2g of its entries), as with follower "
                       "forces; if none act, check it",
                       s->asymmetry);
    if (s->feeds)
        stability_tell(run, "the damping matrix is not positive semidefinite: it feeds some motion");
}

/* The contacts against the one mu that the critical one is of. */
void system_tell_own_mu(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    bool known = true;
    for (int i = 0; i < s->count; i++) known = known && s->has_mu[s->position[i] - 1];
    if (known) stability_tell_own_mu(run, s->count, s->mu);
}

JudderErr system_free_unstable(StudyRun *run) {
    bool good = value_set(run->values, "critical_outcome", value_text("free dofs unstable"));
    good = value_set(run->values, "certified", value_flag(false)) && good;
    return good ? JUDDER_OK : error_memory();
}
