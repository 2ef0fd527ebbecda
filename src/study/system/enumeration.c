/* Answers by enumeration of all that may follow: for small systems, and wherever a contact grazes. */
#include "study/system/system_model.h"

#include "base/dense.h"
#include "stability/futures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What one mode says, contact by contact. */
typedef struct Rows {
    double *vector, *motion;
    bool *open, *slips;
} Rows;

static JudderErr rows_open(const SystemPrepared *s, Rows *rows) {
    const size_t n = (size_t)s->count + 1;
    *rows = (Rows){calloc(n, sizeof(double)), calloc((size_t)s->motion.n, sizeof(double)),
                   calloc(n, sizeof(bool)), calloc(n, sizeof(bool))};
    return rows->vector && rows->motion && rows->open && rows->slips ? JUDDER_OK : error_memory();
}

static void rows_close(Rows *rows) {
    free(rows->vector);
    free(rows->motion);
    free(rows->open);
    free(rows->slips);
}

/* Slip rates from all rates, in the units of the case. A direction has the sum 1 of a pencil's mode, or, with
 * grazing contacts, the largest rate 1. */
static void fill_rows(const SystemPrepared *s, const Future *future, bool direction_only, Rows *rows) {
    double sum = 0, largest = 0;
    for (int i = 0; i < s->motion.n; i++) {
        rows->motion[i] *= s->unit[i];
        largest = fmax(largest, fabs(rows->motion[i]));
    }
    for (int i = 0; i < s->count; i++) {
        const SmallContact *c = &s->contact[s->position[i] - 1];
        const int sign = c->state == SMALL_CONTACT_SLIP ? c->direction : 1;
        rows->vector[i] = sign * rows->motion[c->tangent];
        rows->open[i] = future[i] == FUTURE_OPEN;
        rows->slips[i] = future[i] == FUTURE_SLIP;
        sum += rows->vector[i];
    }
    const double size = condenser_grazing(s->condenser) || !(sum > 0) ? largest : sum;
    if (!direction_only || !(size > 0)) return;
    for (int i = 0; i < s->count; i++) rows->vector[i] /= size;
    for (int i = 0; i < s->motion.n; i++) rows->motion[i] /= size;
}

static Value *mode_value(const SystemPrepared *s, const Rows *rows, const char *key, double value,
                         double residual) {
    return stability_mode(&(StabilityMode){.key = key,
                                           .value = value,
                                           .count = s->count,
                                           .position = s->position,
                                           .vector = rows->vector,
                                           .open = condenser_grazing(s->condenser) ? rows->open : NULL,
                                           .slips = rows->slips,
                                           .residual = residual,
                                           .motion = rows->motion,
                                           .dofs = s->motion.n});
}

/* Where the modes of a list go, and what their value is called. */
typedef struct Listing {
    const char *list, *key;
    bool loaded;
} Listing;

/* Modes of the condensed motion: all rates are filled in. */
static JudderErr list_condensed(StudyRun *run, const Futures *found, const Listing *listing) {
    const SystemPrepared *s = run->prepared;
    Rows rows;
    JudderErr err = rows_open(s, &rows);
    for (int i = 0; i < found->count && err == JUDDER_OK; i++) {
        const FutureMode *mode = &found->at[i];
        err = condenser_expand(s->condenser, 0, listing->loaded, mode->V, rows.motion);
        if (err != JUDDER_OK) break;
        fill_rows(s, mode->future, !listing->loaded, &rows);
        if (!stability_append(run, listing->list,
                              mode_value(s, &rows, listing->key, mode->mu, mode->residual)))
            err = error_memory();
    }
    rows_close(&rows);
    return err;
}

static const char *found_words(double least, bool certified) {
    return !isnan(least) ? "found" : certified ? "none" : "not found";
}

JudderErr system_onset(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    const Stability *p = run->study->params;
    CondensedMotion condensed;
    Futures found = {0};
    TRY(condensed_motion_create(s->condenser, 0, &condensed));
    JudderErr err = futures_onset(&condensed.motion, 0, p->up_to_mu, &found);
    if (err == JUDDER_OK) err = list_condensed(run, &found, &(Listing){"modes", "mu", false});
    const double least = found.count ? found.at[0].mu : NAN;
    const bool certified = found.complete || least == 0; /* nothing lies below the start */
    bool definite = true;
    if (err == JUDDER_OK) err = dense_is_positive_definite(condensed.motion.n, condensed.K, 0, &definite);
    futures_release(&found);
    condensed_motion_release(&condensed);
    TRY(err);
    bool good = value_set(run->values, "critical_mu", value_number(least));
    good = value_set(run->values, "critical_outcome", value_text(found_words(least, certified))) && good;
    good = value_set(run->values, "certified", value_flag(certified)) && good;
    good = value_set(run->values, "certificate", certified ? value_text("enumeration") : value_null()) &&
           good;
    if (isnan(least) && !certified) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the least mu was neither found nor excluded");
    }
    if (!definite)
        stability_tell(
            run, "the condensed stiffness is not positive definite even without friction, so this may be "
                 "unstable for any mu: ask for growth");
    else if (isnan(least) && !certified)
        stability_tell(run, "no instability found, none excluded: the matrices of some futures are singular");
    else if (isnan(least))
        stability_tell_none(run, p->up_to_mu);
    else
        stability_tell(run, "unstable from mu = %.9g on (%s)", least,
                       certified ? "all sets enumerated" : "the least that was found, not proved so");
    return good ? JUDDER_OK : error_memory();
}

/* Growing motions of the whole system; a value that several share is listed once. */
static JudderErr list_growth(StudyRun *run, const Futures *found, Rows *rows) {
    const SystemPrepared *s = run->prepared;
    Future *future = calloc((size_t)s->count + 1, sizeof *future);
    bool good = future != NULL;
    double last = NAN;
    for (int i = 0; i < found->count && good; i++) {
        const FutureMode *mode = &found->at[i];
        const double lambda = sqrt(mode->z);
        for (int k = 0; k < s->motion.n; k++) rows->motion[k] = mode->V[k];
        for (int k = 0; k < s->count; k++) future[k] = mode->future[s->position[k] - 1];
        fill_rows(s, future, true, rows);
        if (!(fabs(lambda - last) <= 1e-9 * lambda))
            good = stability_append(run, "growth", value_number(lambda));
        last = lambda;
        good = stability_append(run, "modes", mode_value(s, rows, "lambda", lambda, mode->residual)) && good;
    }
    free(future);
    return good ? JUDDER_OK : error_memory();
}

static void tell_growth(StudyRun *run, const Futures *found, double mu, bool at_once) {
    const SystemPrepared *s = run->prepared;
    if (at_once) {
        stability_tell(
            run, "at mu = %g it grows at once (infinitely fast): a motion without mass is unstable", mu);
        return;
    }
    if (found->count && found->at[0].z > 0)
        stability_tell(run, "at mu = %g it grows like exp(%.9g t)", mu, sqrt(found->at[0].z));
    else
        stability_tell(run, found->count ? "at mu = %g it is neutral" : "at mu = %g nothing grows", mu);
    for (int i = 0; i < s->count; i++) {
        const int tangent = s->contact[s->position[i] - 1].tangent;
        if (s->M[tangent * s->motion.n + tangent] > 0) continue;
        stability_tell(run, "contact %d has no mass along its slip, but nothing grows at once",
                       s->position[i]);
        return;
    }
}

JudderErr system_growth(StudyRun *run, const double *mu) {
    const SystemPrepared *s = run->prepared;
    Futures found;
    Rows rows;
    TRY(futures_growth(&s->motion, mu, &found));
    JudderErr err = rows_open(s, &rows);
    if (err == JUDDER_OK) err = list_growth(run, &found, &rows);
    rows_close(&rows);
    bool at_once = false;
    if (err == JUDDER_OK) err = system_grows_at_once(s, mu, &at_once);
    const bool good = value_set(run->values, "growth_method", value_text("enumeration")) &&
                      value_set(run->values, "growth_complete", value_flag(found.complete)) &&
                      value_set(run->values, "growth_at_once", value_flag(at_once));
    tell_growth(run, &found, mu[s->position[0] - 1], at_once);
    futures_release(&found);
    return err == JUDDER_OK && !good ? error_memory() : err;
}

JudderErr system_rates(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    CondensedMotion condensed;
    Futures found = {0};
    TRY(condensed_motion_create(s->condenser, 0, &condensed));
    JudderErr err = futures_rates(&condensed.motion, s->mu, &found);
    if (err == JUDDER_OK) err = list_condensed(run, &found, &(Listing){"rate_solutions", NULL, true});
    Value *count = found.continuum   ? value_text("continuum")
                   : !found.complete ? value_null()
                                     : value_count(found.count);
    const bool good = value_set(run->values, "rate_count", count);
    const StabilityMu at = stability_at_mu(s->count, s->mu);
    if (found.continuum)
        stability_tell(run, "%sa continuum of responses to the load", at.text);
    else
        stability_tell(run, "%s%d response%s to the load", at.text, found.count, found.count == 1 ? "" : "s");
    futures_release(&found);
    condensed_motion_release(&condensed);
    return err == JUDDER_OK && !good ? error_memory() : err;
}

JudderErr system_neutral(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    CondensedMotion condensed;
    Futures found = {0};
    TRY(condensed_motion_create(s->condenser, 0, &condensed));
    const JudderErr err = futures_neutral(&condensed.motion, s->mu, &found);
    bool good = true;
    if (err == JUDDER_OK) {
        Value *answer = found.count ? value_flag(false) : found.complete ? value_flag(true) : value_null();
        good = value_set(run->values, "is_R0", answer);
        if (found.count || found.complete)
            good = value_set(run->values, "proof_R0", value_text("enumeration")) && good;
        for (int i = 0; i < condensed.motion.n && found.count; i++) found.at[0].V[i] *= s->rows[i / 2];
        if (found.count)
            good = value_set(run->values, "witness_R0",
                             value_numbers(found.at[0].V, (size_t)condensed.motion.n)) &&
                   good;
        stability_tell(run, "%s%s", stability_at_mu(s->count, s->mu).text,
                       stability_R0_meaning(found.count      ? ANSWER_NO
                                            : found.complete ? ANSWER_YES
                                                             : ANSWER_UNKNOWN));
    }
    futures_release(&found);
    condensed_motion_release(&condensed);
    return err == JUDDER_OK && !good ? error_memory() : err;
}
