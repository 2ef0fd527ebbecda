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
    for (int i = 0; i < s->motion.n; i++) largest = fmax(largest, fabs(rows->motion[i]));
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
        for (int k = 0; k < s->motion.n; k++) rows.motion[k] *= s->unit[k];
        fill_rows(s, mode->future, !listing->loaded, &rows);
        if (!stability_append(run, listing->list,
                              mode_value(s, &rows, listing->key, mode->mu, mode->residual)))
            err = error_memory();
    }
    rows_close(&rows);
    return err;
}

JudderErr system_append_mode(StudyRun *run, const SystemMode *mode) {
    const SystemPrepared *s = run->prepared;
    Rows rows;
    Future *future = calloc((size_t)s->count + 1, sizeof *future);
    JudderErr err = rows_open(s, &rows);
    if (err == JUDDER_OK && !future) err = error_memory();
    if (err == JUDDER_OK) {
        for (int i = 0; i < s->motion.n; i++) rows.motion[i] = mode->V[i];
        for (int i = 0; i < s->count; i++) future[i] = mode->future[s->position[i] - 1];
        fill_rows(s, future, !mode->loaded, &rows);
        if (!stability_append(run, mode->list, mode_value(s, &rows, mode->key, mode->value, mode->residual)))
            err = error_memory();
    }
    rows_close(&rows);
    free(future);
    return err;
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
    bool definite = true;
    if (err == JUDDER_OK) err = dense_is_positive_definite(condensed.motion.n, condensed.K, 0, &definite);
    futures_release(&found);
    condensed_motion_release(&condensed);
    TRY(err);
    bool good = value_set(run->values, "critical_mu", value_number(least));
    good = value_set(run->values, "critical_outcome", value_text(isnan(least) ? "not found" : "found")) &&
           good;
    good = value_set(run->values, "certified", value_flag(false)) && good;
    if (isnan(least)) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the least mu was neither found nor excluded");
    }
    if (!definite)
        stability_tell(
            run, "the condensed stiffness is not positive definite even without friction, so this may be "
                 "unstable for any mu: ask for growth");
    else if (isnan(least))
        stability_tell(run,
                       "all sets of futures were looked at and no neutral state was found, but rounding is "
                       "not counted: none is excluded");
    else
        stability_tell(run, "neutral at mu = %.9g (the least that was found, not proved so)", least);
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
        for (int k = 0; k < s->motion.n; k++) rows->motion[k] = mode->V[k] * s->unit[k];
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

static void tell_growth(StudyRun *run, const Futures *found, double mu, AtOnce at_once) {
    if (at_once != AT_ONCE_YES && found->count)
        stability_tell(
            run, found->at[0].z > 0 ? "at mu = %g it grows like exp(%.9g t)" : "at mu = %g it is neutral", mu,
            sqrt(found->at[0].z));
    else if (at_once != AT_ONCE_YES)
        stability_tell(run,
                       !found->complete || at_once != AT_ONCE_NO ? "at mu = %g no growth was found"
                       : stability_vibrations_are_excluded(run)  ? "at mu = %g nothing grows (proved)"
                                                                 : stability_one_direction,
                       mu);
    system_tell_at_once(run, at_once, mu);
}

JudderErr system_growth(StudyRun *run, const double *mu) {
    const SystemPrepared *s = run->prepared;
    Futures found;
    Rows rows;
    TRY(futures_growth(&s->motion, mu, &found));
    JudderErr err = rows_open(s, &rows);
    if (err == JUDDER_OK) err = list_growth(run, &found, &rows);
    rows_close(&rows);
    AtOnce at_once = AT_ONCE_UNDECIDED;
    if (err == JUDDER_OK) err = exact_at_once(&s->given, mu, found.complete, &at_once);
    const bool good = value_set(run->values, "growth_method", value_text("enumeration")) &&
                      system_set_at_once(run, at_once, found.complete);
    tell_growth(run, &found, mu[s->position[0] - 1], at_once);
    if (err == JUDDER_OK) err = stability_growth_open(run, &found, mu[s->position[0] - 1]);
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
    /* Rounded numbers show some responses, and do not count them. */
    const bool good = value_set(run->values, "rate_count", value_null());
    const StabilityMu at = stability_at_mu(s->count, s->mu);
    if (found.continuum)
        stability_tell(run, "%sa continuum of responses to the load, up to rounding (not proved)", at.text);
    else
        stability_tell(run, "%s%d response%s to the load found, maybe not all", at.text, found.count,
                       found.count == 1 ? "" : "s");
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
        /* What rounded numbers show is the vector of a motion, or that none was found: no proof. */
        good = value_set(run->values, "is_R0", value_null());
        good = value_set(run->values, "proof_R0", value_null()) && good;
        for (int i = 0; i < condensed.motion.n && found.count; i++) found.at[0].V[i] *= s->rows[i / 2];
        if (found.count)
            good = value_set(run->values, "witness_R0",
                             value_numbers(found.at[0].V, (size_t)condensed.motion.n)) &&
                   good;
        stability_tell(run, "%s%s", stability_at_mu(s->count, s->mu).text,
                       found.count
                           ? "a motion without growth may begin by itself, up to rounding (not proved)"
                           : stability_R0_meaning(ANSWER_UNKNOWN));
    }
    futures_release(&found);
    condensed_motion_release(&condensed);
    return err == JUDDER_OK && !good ? error_memory() : err;
}
