/* Answers about small systems by exact arithmetic, of the numbers in the case (PR-4), (PR-9). */
#include "study/system/system_model.h"

#include "stability/critical.h"

#include <math.h>
#include <stdlib.h>

/* One mu for all contacts, or that of each: to be freed. */
static JudderErr all_mu(const SystemPrepared *s, double mu, double **all) {
    *all = malloc(((size_t)s->given.contacts + 1) * sizeof **all);
    REQUIRE(*all, error_memory());
    for (int i = 0; i < s->given.contacts; i++) (*all)[i] = isnan(mu) ? s->given_contact[i].mu : mu;
    return JUDDER_OK;
}

static JudderErr append(StudyRun *run, const SystemMode *head, const double *mu, const ExactMode *exact) {
    const SystemPrepared *s = run->prepared;
    SystemMode mode = *head;
    const double z = head->key && head->key[0] == 'l' ? exact->value : 0;
    mode.V = exact->V;
    mode.future = exact->future;
    TRY(small_motion_judge(&s->given, &(SmallRates){mu, z, head->loaded, exact->V}, &mode.residual));
    return system_append_mode(run, &mode);
}

/* --- the least mu --- */

static bool set_interval(Value *values, const char *key, double low, double high) {
    const double ends[] = {low, high};
    return value_set(values, key, value_numbers(ends, 2));
}

/* Bounds that cost little, where A and B exist (ST-8), (ST-9). */
static bool set_bounds(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
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
    return value_set(run->values, "mu_all_slip", value_number(all_slip)) &&
           value_set(run->values, "mu_not_positive_definite", value_number(definite));
}

static const char *outcome_of(const SystemProof *proof) {
    if (proof->rest.rest == EXACT_UNSTABLE)
        return proof->rest.free_negative ? "free dofs unstable" : "unstable without friction";
    return proof->least->count > 0 ? "found" : "none";
}

static bool set_stable_up_to(StudyRun *run, const SystemProof *proof) {
    if (isnan(proof->from)) return true;
    Value *to = value_child_object(run->values, "stable_up_to");
    return to && value_set(to, "low", value_number(proof->from)) &&
           value_set(to, "high", value_number(proof->until)) &&
           value_set(to, "certainty", value_text("proved"));
}

static JudderErr write_critical(StudyRun *run, const SystemProof *proof) {
    const SystemPrepared *s = run->prepared;
    const bool unstable = proof->rest.rest == EXACT_UNSTABLE,
               exists = proof->least->count > 0 && !(unstable && !proof->rest.free_definite);
    const ExactMode *mode = exists ? &proof->least->at[0] : NULL;
    Value *v = run->values;
    bool good = value_set(v, "critical_outcome", value_text(outcome_of(proof)));
    good = value_set(v, "critical_mu", mode ? value_number(mode->value) : value_null()) && good;
    /* A state that grows without friction has no mu from which on it does; nor is one known where gyroscopic
     * terms may hold what the stiffness lets go. */
    good = value_set(v, "certified", value_flag(!unstable && !proof->rest.free_negative)) && good;
    good = value_set(v, "certificate", value_text(stability_exact_name)) && good;
    good = set_interval(v, "mu_proved", mode ? mode->low : NAN, mode ? mode->high : NAN) && good;
    good = set_bounds(run) && set_stable_up_to(run, proof) && good;
    if (mode) {
        double *mu = NULL;
        TRY(all_mu(s, mode->value, &mu));
        const JudderErr err = append(run, &(SystemMode){.list = "modes", .key = "mu", .value = mode->value},
                                     mu, mode);
        free(mu);
        TRY(err);
    }
    system_tell_proof(run, proof);
    return good ? JUDDER_OK : error_memory();
}

/* Beyond where growth begins: whether the state itself grows. */
static JudderErr prove_own_growth(const SystemPrepared *s, Exact *exact, SystemProof *proof) {
    ExactModes found = {0};
    double *mu = NULL;
    if (!(s->mu[0] > proof->until)) return JUDDER_OK;
    TRY(all_mu(s, NAN, &mu));
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
        if (s->M) err = exact_growth_begins(exact, &proof.from, &proof.until);
        if (err == JUDDER_OK) err = prove_own_growth(s, exact, &proof);
        if (err == JUDDER_OK) err = write_critical(run, &proof);
        *asked = false;
    }
    exact_modes_release(&least);
    return err;
}

/* --- growth --- */

static void tell_growth(StudyRun *run, const ExactModes *found, double mu, AtOnce at_once) {
    if (at_once != AT_ONCE_YES && found->continuum)
        stability_tell(
            run, "at mu = %g it grows at every rate of an interval: a motion has neither mass nor stiffness",
            mu);
    else if (at_once != AT_ONCE_YES && found->count && found->at[0].value > 0)
        stability_tell(run, "at mu = %g it grows like exp(%.9g t)", mu, sqrt(found->at[0].value));
    else if (at_once != AT_ONCE_YES && found->count)
        stability_tell(run, "at mu = %g it is neutral", mu);
    else if (at_once != AT_ONCE_YES)
        stability_tell(run,
                       at_once != AT_ONCE_NO                    ? "at mu = %g nothing grows at a finite rate"
                       : stability_vibrations_are_excluded(run) ? "at mu = %g nothing grows (proved)"
                                                                : stability_one_direction,
                       mu);
    system_tell_at_once(run, at_once, mu);
}

static JudderErr write_growth(StudyRun *run, const double *mu, const ExactModes *found) {
    const SystemPrepared *s = run->prepared;
    bool neutral = false, good = true;
    AtOnce at_once;
    for (int i = 0; i < found->count; i++) {
        const ExactMode *mode = &found->at[i];
        const double lambda = sqrt(mode->value);
        good = stability_append(run, "growth", value_number(lambda)) && good;
        neutral = neutral || lambda == 0;
        TRY(append(run, &(SystemMode){.list = "modes", .key = "lambda", .value = lambda}, mu, mode));
    }
    TRY(exact_at_once(&s->given, mu, false, &at_once));
    good = value_set(run->values, "growth_method", value_text(stability_exact_name)) && good;
    good = value_set(run->values, "growth_neutral", value_flag(neutral)) && good;
    good = system_set_at_once(run, at_once, !found->continuum) && good;
    tell_growth(run, found, mu[s->position[0] - 1], at_once);
    return good ? JUDDER_OK : error_memory();
}

static JudderErr prove_growth(StudyRun *run, Exact *exact, bool *asked) {
    const Stability *p = run->study->params;
    ExactModes found = {0};
    double *mu = NULL;
    TRY(all_mu(run->prepared, p->growth.mu, &mu));
    JudderErr err = exact_growth(exact, mu, &found);
    if (err == JUDDER_OK && found.complete) {
        err = write_growth(run, mu, &found);
        *asked = false;
    }
    exact_modes_release(&found);
    free(mu);
    return err;
}

/* --- classes --- */

static Value *minor_value(const SystemPrepared *s, const ExactMinor *answer) {
    Value *item = value_object(), *rows = value_child_list(item, "rows");
    bool good = rows != NULL;
    for (int i = 0; i < s->count && good; i++)
        if (answer->set[i]) good = value_append(rows, value_count(s->position[i]));
    good = good && value_set(item, "minor", value_number(answer->minor));
    if (!good) value_destroy(&item);
    return item;
}

typedef struct ClassKeys {
    const char *is, *proof, *witness, *yes, *no;
} ClassKeys;

/* `at` begins the sentence of the first answer. */
static bool write_minor(StudyRun *run, const ClassKeys *keys, const ExactMinor *answer, StabilityMu *at) {
    Value *v = run->values;
    if (!answer->answered) return true;
    bool good = value_set(v, keys->is, value_flag(answer->holds));
    good = value_set(v, keys->proof, value_text(stability_exact_name)) && good;
    if (!answer->holds) good = value_set(v, keys->witness, minor_value(run->prepared, answer)) && good;
    stability_tell(run, "%s%s", at->text, answer->holds ? keys->yes : keys->no);
    at->text[0] = '\0';
    return good;
}

static JudderErr write_neutral(StudyRun *run, const ExactModes *found, const StabilityMu *at) {
    const SystemPrepared *s = run->prepared;
    const bool grazing = condenser_grazing(s->condenser) > 0;
    bool good = value_set(run->values, "is_R0", value_flag(found->count == 0));
    good = value_set(run->values, "proof_R0", value_text(stability_exact_name)) && good;
    stability_tell(run, "%s%s", at->text, stability_R0_meaning(found->count ? ANSWER_NO : ANSWER_YES));
    if (found->count == 0) return good ? JUDDER_OK : error_memory();
    /* Slip rates; with grazing contacts the normal and the tangential rate of each. */
    double witness[2 * EXACT_DOFS];
    size_t count = 0;
    for (int i = 0; i < s->count; i++) {
        const SmallContact *c = &s->given_contact[s->position[i] - 1];
        if (grazing) witness[count++] = found->at[0].V[c->normal];
        witness[count++] = (grazing ? 1 : c->direction) * found->at[0].V[c->tangent];
    }
    good = value_set(run->values, "witness_R0", value_numbers(witness, count)) && good;
    return good ? JUDDER_OK : error_memory();
}

static JudderErr prove_classes(StudyRun *run, Exact *exact, bool *asked) {
    static const ClassKeys P_keys = {"is_P", "proof_P", "witness_P", "one response to every rate of load (P)",
                                     "some rates of load have no response or several (P lost)"},
                           P0_keys = {"is_P0", "proof_P0", "witness_P0",
                                      "no principal minor is negative (P0)",
                                      "a principal minor is negative (P0 lost)"};
    const SystemPrepared *s = run->prepared;
    ExactMinor P, P0;
    ExactModes neutral = {0};
    double *mu = NULL;
    TRY(all_mu(s, NAN, &mu));
    JudderErr err = exact_minors(exact, mu, &P, &P0);
    if (err == JUDDER_OK) err = exact_neutral(exact, mu, &neutral);
    free(mu);
    if (err == JUDDER_OK && (neutral.complete || neutral.count > 0)) {
        StabilityMu at = stability_at_mu(s->count, s->mu);
        *asked = false;
        if (!write_minor(run, &P_keys, &P, &at) || !write_minor(run, &P0_keys, &P0, &at))
            err = error_memory();
        if (err == JUDDER_OK) err = write_neutral(run, &neutral, &at);
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

static JudderErr write_rates(StudyRun *run, const double *mu, const ExactModes *found) {
    const SystemPrepared *s = run->prepared;
    const StabilityMu at = stability_at_mu(s->count, s->mu);
    for (int i = 0; i < found->count; i++)
        TRY(append(run, &(SystemMode){.list = "rate_solutions", .loaded = true}, mu, &found->at[i]));
    if (found->continuum)
        stability_tell(run, "%sa continuum of responses to the load", at.text);
    else
        stability_tell(run, "%s%d response%s to the load", at.text, found->count,
                       found->count == 1 ? "" : "s");
    if (!found->continuum) tell_near_continuum(run);
    Value *count = found->continuum ? value_text("continuum") : value_count(found->count);
    const bool good = value_set(run->values, "rate_count", count) &&
                      value_set(run->values, "rate_proof", value_text(stability_exact_name));
    return good ? JUDDER_OK : error_memory();
}

static JudderErr prove_rates(StudyRun *run, Exact *exact, bool *asked) {
    ExactModes found = {0};
    double *mu = NULL;
    TRY(all_mu(run->prepared, NAN, &mu));
    JudderErr err = exact_rates(exact, mu, &found);
    if (err == JUDDER_OK && found.complete) {
        err = write_rates(run, mu, &found);
        *asked = false;
    }
    exact_modes_release(&found);
    free(mu);
    return err;
}

/* --- all --- */

static JudderErr write_rest(StudyRun *run, ExactRest rest) {
    static const char *const names[] = {[EXACT_STABLE] = "stable",
                                        [EXACT_NEUTRAL] = "neutral",
                                        [EXACT_UNSTABLE] = "unstable",
                                        [EXACT_REST_UNDECIDED] = "undecided"};
    return value_set(run->values, "without_friction", value_text(names[rest])) ? JUDDER_OK : error_memory();
}

JudderErr system_prove(StudyRun *run, Exact *exact, SystemAsked *asked, ExactRestReport *rest) {
    TRY(exact_rest(exact, rest));
    if (asked->critical_mu) TRY(write_rest(run, rest->rest));
    if (asked->critical_mu) TRY(prove_critical(run, exact, rest, &asked->critical_mu));
    const bool calm = rest->rest == EXACT_STABLE || rest->rest == EXACT_NEUTRAL;
    if (asked->growth && !calm) TRY(system_look_for_vibrations(run));
    if (asked->growth) TRY(prove_growth(run, exact, &asked->growth));
    if (asked->classes) TRY(prove_classes(run, exact, &asked->classes));
    return asked->rate ? prove_rates(run, exact, &asked->rate) : JUDDER_OK;
}
