/* Answers about small systems by exact arithmetic, of the numbers in the case (PR-4), (PR-9). */
#include "study/system/rubbing.h"

#include "stability/critical.h"

#include <math.h>
#include <stdlib.h>

JudderErr system_all_mu(const SystemPrepared *s, double mu, double **all) {
    *all = malloc(((size_t)s->given.contacts + 1) * sizeof **all);
    REQUIRE(*all, error_memory());
    for (int i = 0; i < s->given.contacts; i++) (*all)[i] = isnan(mu) ? s->given_contact[i].mu : mu;
    return JUDDER_OK;
}

static JudderErr add_mode(StudyRun *run, SystemMode mode, const double *mu, const ExactMode *exact) {
    const SystemPrepared *s = run->prepared;
    const SmallRates rates = {mu, mode.kind == MODE_GROWS ? exact->value : 0, mode.kind == MODE_RESPONSE,
                              exact->V};
    mode.V = exact->V;
    mode.future = exact->future;
    TRY(small_motion_judge(&s->given, &rates, &mode.residual));
    return system_add_mode(run, &mode);
}

/* --- the least mu --- */

/* Bounds that cost little, where A and B exist (ST-8), (ST-9). */
static void find_bounds(const SystemPrepared *s, AnswerCritical *critical) {
    const size_t n = (size_t)s->count;
    double all_slip = NAN, definite = NAN;
    double *A = condenser_grazing(s->condenser) || !condenser_free_is_stable(s->condenser)
                    ? NULL
                    : calloc(2 * n * n + 1, sizeof *A);
    if (A && condenser_pencil_at(s->condenser, 0, A, A + n * n) == JUDDER_OK) {
        const Eicp eicp = {s->count, A, A + n * n};
        if (all_slip_mu(&eicp, NULL, &all_slip) != JUDDER_OK) all_slip = NAN;
        if (not_positive_definite_mu(&eicp, &definite) != JUDDER_OK) definite = NAN;
    }
    free(A);
    critical->all_slip = all_slip;
    critical->not_positive_definite = definite;
}

static CriticalOutcome outcome_of(const SystemProof *proof) {
    if (proof->rest.rest == EXACT_UNSTABLE)
        return proof->rest.free_negative ? CRITICAL_FREE_UNSTABLE : CRITICAL_UNSTABLE;
    return proof->least->count > 0 ? CRITICAL_FOUND : CRITICAL_NONE;
}

static JudderErr keep_critical(StudyRun *run, const SystemProof *proof) {
    const SystemPrepared *s = run->prepared;
    StabilityAnswer *a = run->answer;
    const bool unstable = proof->rest.rest == EXACT_UNSTABLE,
               exists = proof->least->count > 0 && !(unstable && !proof->rest.free_definite);
    const ExactMode *mode = exists ? &proof->least->at[0] : NULL;
    a->critical = (AnswerCritical){
        .outcome = outcome_of(proof),
        .mu = mode ? mode->value : NAN,
        /* A state that grows without friction has no mu from which on it does; nor is one known where
         * gyroscopic terms may hold what the stiffness lets go. */
        .certified = answer_of(!unstable && !proof->rest.free_negative),
        .searched = true,
        .certificate = stability_exact_name,
        .proved = {mode ? mode->low : NAN, mode ? mode->high : NAN}};
    find_bounds(s, &a->critical);
    if (!isnan(proof->from))
        a->stable = (AnswerStable){true, false, proof->from, proof->until, NAN, CERTAINTY_PROVED};
    if (mode) {
        double *mu = NULL;
        TRY(system_all_mu(s, mode->value, &mu));
        const JudderErr err = add_mode(run, (SystemMode){.kind = MODE_NEUTRAL, .value = mode->value}, mu,
                                       mode);
        free(mu);
        TRY(err);
    }
    system_tell_proof(run, proof);
    return JUDDER_OK;
}

/* Beyond where growth begins: whether the state itself grows. */
static JudderErr prove_own_growth(const SystemPrepared *s, Exact *exact, SystemProof *proof) {
    ExactModes found = {0};
    double *mu = NULL;
    if (!(s->mu[0] > proof->until)) return JUDDER_OK;
    TRY(system_all_mu(s, NAN, &mu));
    const JudderErr err = exact_growth(exact, mu, &found);
    proof->grows = found.count > 0 && found.at[0].low > 0;
    exact_modes_release(&found);
    free(mu);
    return err;
}

static JudderErr prove_critical(StudyRun *run, Exact *exact, const ExactRestReport *rest, bool *asked) {
    const Stability *p = run->study->params;
    const SystemPrepared *s = run->prepared;
    ExactModes least;
    SystemProof proof = {*rest, &least, NAN, NAN, false};
    TRY(exact_least_mu(exact, 0, p->up_to_mu, &least));
    JudderErr err = JUDDER_OK;
    if (least.complete) {
        if (s->M && !system_friction_changes(s)) err = exact_growth_begins(exact, &proof.from, &proof.until);
        if (err == JUDDER_OK) err = prove_own_growth(s, exact, &proof);
        if (err == JUDDER_OK) err = keep_critical(run, &proof);
        *asked = false;
    }
    exact_modes_release(&least);
    return err;
}

/* --- growth --- */

static void tell_growth(StudyRun *run, const ExactModes *found, const char *at, AtOnce at_once) {
    if (at_once != AT_ONCE_YES && found->continuum)
        stability_tell(
            run, "%s it grows at every rate of an interval: a motion has neither mass nor stiffness", at);
    else if (at_once != AT_ONCE_YES && found->count && found->at[0].value > 0)
        stability_tell(run, "%s it grows like exp(%.9g t)", at, sqrt(found->at[0].value));
    else if (at_once != AT_ONCE_YES && found->count)
        stability_tell(run, "%s it is neutral", at);
    else if (at_once == AT_ONCE_NO)
        stability_tell_no_growth(run, at);
    else if (at_once != AT_ONCE_YES)
        stability_tell(run, "%s nothing grows at a finite rate", at);
    system_tell_at_once(run, at_once, at);
}

static JudderErr keep_growth(StudyRun *run, const double *mu, const ExactModes *found) {
    const SystemPrepared *s = run->prepared;
    AnswerGrowth *growth = &run->answer->growth;
    bool neutral = false;
    AtOnce at_once;
    for (int i = 0; i < found->count; i++) {
        const ExactMode *mode = &found->at[i];
        const double lambda = sqrt(mode->value);
        TRY(answer_add_growth(growth, lambda));
        neutral = neutral || lambda == 0;
        TRY(add_mode(run, (SystemMode){.kind = MODE_GROWS, .value = lambda}, mu, mode));
    }
    TRY(exact_at_once(&s->given, mu, false, &at_once));
    growth->method = GROWTH_EXACT;
    growth->neutral = answer_of(neutral);
    system_set_at_once(growth, at_once, !found->continuum);
    tell_growth(run, found, system_at_mu(s, mu).text, at_once);
    return JUDDER_OK;
}

static JudderErr prove_growth(StudyRun *run, Exact *exact, bool *asked) {
    const Stability *p = run->study->params;
    ExactModes found = {0};
    double *mu = NULL;
    TRY(system_all_mu(run->prepared, p->growth.mu, &mu));
    JudderErr err = exact_growth(exact, mu, &found);
    if (err == JUDDER_OK && found.complete) {
        err = keep_growth(run, mu, &found);
        *asked = false;
    }
    exact_modes_release(&found);
    free(mu);
    return err;
}

/* --- classes --- */

static JudderErr keep_minor(StudyRun *run, ClassKind kind, const ExactMinor *minor, StabilityMu *at) {
    const SystemPrepared *s = run->prepared;
    if (!minor->answered) return JUDDER_OK;
    AnswerClass found = {.answer = answer_of(minor->holds),
                         .proof = stability_exact_name,
                         .certainty = CERTAINTY_PROVED,
                         .minor = minor->minor};
    if (!minor->holds) TRY(answer_set_minor(&found, s->count, minor->set, s->position));
    stability_class(run, kind, &found, at);
    return JUDDER_OK;
}

static JudderErr keep_neutral(StudyRun *run, const ExactModes *modes, StabilityMu *at) {
    const SystemPrepared *s = run->prepared;
    const bool grazing = condenser_grazing(s->condenser) > 0;
    AnswerClass found = {
        .answer = answer_of(modes->count == 0), .proof = stability_exact_name, .certainty = CERTAINTY_PROVED};
    /* Slip rates; with grazing contacts the normal and the tangential rate of each. */
    double witness[2 * EXACT_DOFS];
    size_t count = 0;
    for (int i = 0; i < s->count && modes->count; i++) {
        const SmallContact *c = &s->given_contact[s->position[i] - 1];
        if (grazing) witness[count++] = modes->at[0].V[c->normal];
        witness[count++] = (grazing ? 1 : c->direction) * modes->at[0].V[c->tangent];
    }
    if (modes->count) TRY(answer_set_vector(&found, witness, count));
    stability_class(run, CLASS_R0, &found, at);
    return JUDDER_OK;
}

static JudderErr prove_classes(StudyRun *run, Exact *exact, bool *asked) {
    const SystemPrepared *s = run->prepared;
    ExactMinor P, P0;
    ExactModes neutral = {0};
    double *mu = NULL;
    TRY(system_all_mu(s, NAN, &mu));
    JudderErr err = exact_minors(exact, mu, &P, &P0);
    if (err == JUDDER_OK) err = exact_neutral(exact, mu, &neutral);
    free(mu);
    if (err == JUDDER_OK && (neutral.complete || neutral.count > 0)) {
        StabilityMu at = stability_at_mu(s->count, s->mu);
        *asked = false;
        err = keep_minor(run, CLASS_P, &P, &at);
        if (err == JUDDER_OK) err = keep_minor(run, CLASS_P0, &P0, &at);
        if (err == JUDDER_OK) err = keep_neutral(run, &neutral, &at);
    }
    exact_modes_release(&neutral);
    return err;
}

/* --- the rate problem --- */

/* A continuum is lost by the least change of the numbers; doubles see it where it is near. */
static void tell_near_continuum(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    CondensedMotion condensed;
    Futures found = {0};
    if (condensed_motion_create(s->condenser, 0, &condensed) != JUDDER_OK) return;
    if (futures_rates(&condensed.motion, s->mu, &found) == JUDDER_OK && found.continuum)
        stability_tell(run, "numbers that differ from these by less than 1e-9 have a continuum of responses");
    futures_release(&found);
    condensed_motion_release(&condensed);
}

static JudderErr keep_rates(StudyRun *run, const double *mu, const ExactModes *found) {
    const SystemPrepared *s = run->prepared;
    const StabilityMu at = stability_at_mu(s->count, s->mu);
    AnswerRates *rates = &run->answer->rates;
    for (int i = 0; i < found->count; i++)
        TRY(add_mode(run, (SystemMode){.kind = MODE_RESPONSE}, mu, &found->at[i]));
    if (found->continuum)
        stability_tell(run, "%sa continuum of responses to the load", at.text);
    else
        stability_tell(run, "%s%d response%s to the load", at.text, found->count,
                       found->count == 1 ? "" : "s");
    if (!found->continuum) tell_near_continuum(run);
    rates->responses = found->continuum ? RESPONSES_CONTINUUM : RESPONSES_COUNTED;
    rates->count = found->count;
    rates->proof = stability_exact_name;
    return JUDDER_OK;
}

static JudderErr prove_rates(StudyRun *run, Exact *exact, bool *asked) {
    ExactModes found = {0};
    double *mu = NULL;
    TRY(system_all_mu(run->prepared, NAN, &mu));
    JudderErr err = exact_rates(exact, mu, &found);
    if (err == JUDDER_OK && found.complete) {
        err = keep_rates(run, mu, &found);
        *asked = false;
    }
    exact_modes_release(&found);
    free(mu);
    return err;
}

/* --- all --- */

static void keep_rest(StabilityAnswer *answer, ExactRest rest) {
    static const PencilRest found[] = {[EXACT_STABLE] = REST_STABLE,
                                       [EXACT_NEUTRAL] = REST_NEUTRAL,
                                       [EXACT_UNSTABLE] = REST_UNSTABLE,
                                       [EXACT_REST_UNDECIDED] = REST_UNDECIDED};
    answer->rest_told = true;
    answer->rest = found[rest];
}

JudderErr system_prove(StudyRun *run, Exact *exact, SystemAsked *asked, ExactRestReport *rest) {
    TRY(exact_rest(exact, rest));
    if (asked->critical_mu) keep_rest(run->answer, rest->rest);
    if (asked->critical_mu) TRY(prove_critical(run, exact, rest, &asked->critical_mu));
    const bool calm = rest->rest == EXACT_STABLE || rest->rest == EXACT_NEUTRAL;
    if (asked->growth && !calm) TRY(system_look_for_vibrations(run));
    if (asked->growth) TRY(prove_growth(run, exact, &asked->growth));
    if (asked->classes) TRY(prove_classes(run, exact, &asked->classes));
    return asked->rate ? prove_rates(run, exact, &asked->rate) : JUDDER_OK;
}
