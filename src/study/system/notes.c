/* What a person should know about a system before believing its answers. */
#include "study/system/system_model.h"

#include "base/symmetric.h"

#include <math.h>

bool system_is_symmetric(const SystemPrepared *s) {
    return s->asymmetry <= symmetric_rounding;
}

static void tell_mean(StudyRun *run, const char *matrix, double asymmetry) {
    if (asymmetry > 0 && asymmetry <= symmetric_rounding)
        stability_tell(run, "the %s is symmetric up to rounding: answers are of the mean of its halves",
                       matrix);
}

void system_tell_matrices(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    tell_mean(run, "stiffness", s->asymmetry);
    tell_mean(run, "mass", s->mass_asymmetry);
    if (!system_is_symmetric(s))
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

void system_tell_free(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    if (s->gyroscopic)
        stability_tell(run,
                       "the stiffness of the dofs that no contact holds is not positive definite; gyroscopic "
                       "terms may hold them all the same");
    else
        stability_tell(run, "the dofs that no contact holds %s unstable by themselves, whatever mu",
                       system_is_symmetric(s) ? "are" : "may be");
}

static void tell_rest(StudyRun *run, const SystemProof *proof) {
    const SystemPrepared *s = run->prepared;
    const bool exists = proof->least->count > 0 && proof->rest.free_definite;
    switch (proof->rest.rest) {
    case EXACT_STABLE: break;
    case EXACT_NEUTRAL:
        stability_tell(run, "neutral without friction (proved): some motion needs no force");
        break;
    case EXACT_UNSTABLE:
        stability_tell(
            run, "unstable without friction (proved), so no mu is where stability ends: request growth");
        if (exists)
            stability_tell(run, "its least neutral state is at mu = %.9g (proved)",
                           proof->least->at[0].value);
        break;
    case EXACT_REST_UNDECIDED:
        stability_tell(run, "whether it is stable without friction is not decided%s",
                       !system_is_symmetric(s) ? ", since the stiffness is not symmetric"
                       : proof->rest.feeds     ? ", since the damping feeds some motion"
                       : s->gyroscopic         ? ", since gyroscopic terms may hold it"
                                               : "");
        break;
    }
}

static void tell_begin(StudyRun *run, const SystemProof *proof) {
    if (isnan(proof->from)) return;
    if (isinf(proof->from))
        stability_tell(run, "with its mass nothing grows at any mu (proved)");
    else
        stability_tell(run, "with its mass it is stable up to mu = %.9g and grows just beyond it (proved)",
                       proof->from);
}

/* The mu of the contacts themselves, if they share one, against what is proved. */
static void tell_own_mu(StudyRun *run, const SystemProof *proof) {
    const SystemPrepared *s = run->prepared;
    const bool exists = proof->least->count > 0 && proof->least->at[0].high > 0 &&
                        proof->rest.rest != EXACT_UNSTABLE;
    for (int i = 0; i < s->count; i++)
        if (!s->has_mu[s->position[i] - 1]) return;
    for (int i = 1; i < s->count; i++)
        if (s->mu[i] != s->mu[0]) {
            stability_tell_own_mu(run, s->count, s->mu); /* that they differ */
            return;
        }
    if (proof->grows)
        stability_tell(run, "the state itself, at mu = %g, slips away", s->mu[0]);
    else if ((exists && s->mu[0] > proof->least->at[0].high) || s->mu[0] > proof->until)
        stability_tell(run, "the state itself, at mu = %g, is beyond it", s->mu[0]);
    else if (s->mu[0] < proof->from)
        stability_tell(run, "the state itself, at mu = %g, does not slip away", s->mu[0]);
}

void system_tell_proof(StudyRun *run, const SystemProof *proof) {
    const bool unstable = proof->rest.rest == EXACT_UNSTABLE;
    tell_rest(run, proof);
    if (!unstable && proof->least->count > 0 && proof->least->at[0].high == 0)
        stability_tell(run, "a neutral state is at mu = 0%s (proved: exact arithmetic)",
                       proof->least->continuum ? " and at every mu just above" : "");
    else if (!unstable && proof->least->count > 0)
        stability_tell(run, "neutral at mu = %.9g%s, no neutral state below (proved least: exact arithmetic)",
                       proof->least->at[0].value,
                       proof->least->continuum ? " and at every mu just above" : "");
    else if (!unstable)
        stability_tell_none(run, ((const Stability *)run->study->params)->up_to_mu);
    tell_begin(run, proof);
    tell_own_mu(run, proof);
}

void system_has_no_critical_mu(StudyRun *run, CriticalOutcome why) {
    run->answer->critical.outcome = why;
    run->answer->critical.certified = ANSWER_NO;
}

void system_set_at_once(AnswerGrowth *growth, AtOnce at_once, bool complete) {
    growth->immediate = true;
    growth->at_once = at_once == AT_ONCE_UNDECIDED ? ANSWER_UNKNOWN : answer_of(at_once == AT_ONCE_YES);
    growth->complete = answer_of(complete && at_once == AT_ONCE_NO);
}

StabilityMu system_at_mu(const SystemPrepared *s, const double *mu) {
    const double first = mu[s->position[0] - 1];
    StabilityMu at = {"at the mu of the contacts"};
    for (int i = 1; i < s->count; i++)
        if (mu[s->position[i] - 1] != first) return at;
    snprintf(at.text, sizeof at.text, "at mu = %g", first);
    return at;
}

void system_tell_at_once(StudyRun *run, AtOnce at_once, const char *at) {
    const SystemPrepared *s = run->prepared;
    if (at_once == AT_ONCE_YES)
        stability_tell(run, "%s it grows at once (infinitely fast): a motion without mass is unstable", at);
    else if (at_once == AT_ONCE_UNDECIDED)
        stability_tell(run, "%s it is not excluded that a motion without mass grows at once", at);
    for (int i = 0; i < s->count && at_once == AT_ONCE_NO; i++) {
        const int tangent = s->contact[s->position[i] - 1].tangent;
        if (s->M[tangent * s->motion.n + tangent] > 0) continue;
        stability_tell(run, "contact %d has no mass along its slip, but nothing grows at once",
                       s->position[i]);
        return;
    }
}
