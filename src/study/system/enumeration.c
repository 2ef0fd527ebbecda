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

static StabilityMode mode_of(const SystemPrepared *s, const Rows *rows) {
    return (StabilityMode){.count = s->count,
                           .position = s->position,
                           .vector = rows->vector,
                           .open = condenser_grazing(s->condenser) ? rows->open : NULL,
                           .slips = rows->slips,
                           .motion = rows->motion,
                           .dofs = s->motion.n};
}

/* Modes of the condensed motion: all rates are filled in. */
static JudderErr list_condensed(StudyRun *run, const Futures *found, ModeKind kind) {
    const SystemPrepared *s = run->prepared;
    const bool loaded = kind == MODE_RESPONSE;
    Rows rows;
    JudderErr err = rows_open(s, &rows);
    for (int i = 0; i < found->count && err == JUDDER_OK; i++) {
        const FutureMode *mode = &found->at[i];
        err = condenser_expand(s->condenser, 0, loaded, mode->V, rows.motion);
        if (err != JUDDER_OK) break;
        for (int k = 0; k < s->motion.n; k++) rows.motion[k] *= s->unit[k];
        fill_rows(s, mode->future, !loaded, &rows);
        StabilityMode own = mode_of(s, &rows);
        own.kind = kind, own.value = mode->mu, own.residual = mode->residual;
        err = answer_add_mode(run->answer, &own);
    }
    rows_close(&rows);
    return err;
}

JudderErr system_add_mode(StudyRun *run, const SystemMode *mode) {
    const SystemPrepared *s = run->prepared;
    Rows rows;
    Future *future = calloc((size_t)s->count + 1, sizeof *future);
    JudderErr err = rows_open(s, &rows);
    if (err == JUDDER_OK && !future) err = error_memory();
    if (err == JUDDER_OK) {
        for (int i = 0; i < s->motion.n; i++) rows.motion[i] = mode->V[i];
        for (int i = 0; i < s->count; i++) future[i] = mode->future[s->position[i] - 1];
        fill_rows(s, future, mode->kind != MODE_RESPONSE, &rows);
        StabilityMode own = mode_of(s, &rows);
        own.kind = mode->kind, own.value = mode->value, own.residual = mode->residual;
        err = answer_add_mode(run->answer, &own);
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
    if (err == JUDDER_OK) err = list_condensed(run, &found, MODE_NEUTRAL);
    const double least = found.count ? found.at[0].mu : NAN;
    bool definite = true;
    if (err == JUDDER_OK) err = dense_is_positive_definite(condensed.motion.n, condensed.K, 0, &definite);
    futures_release(&found);
    condensed_motion_release(&condensed);
    TRY(err);
    run->answer->critical.outcome = isnan(least) ? CRITICAL_NOT_FOUND : CRITICAL_FOUND;
    run->answer->critical.mu = least;
    run->answer->critical.certified = ANSWER_NO;
    if (isnan(least)) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the least mu was neither found nor excluded");
    }
    if (!definite)
        stability_tell(
            run, "the condensed stiffness is not positive definite even without friction, so this may be "
                 "unstable for any mu: request growth");
    else if (isnan(least))
        stability_tell(run,
                       "all sets of futures were examined and no neutral state was found, but rounding is "
                       "not counted: none is excluded");
    else
        stability_tell(run, "neutral at mu = %.9g (the least that was found, not proved so)", least);
    return JUDDER_OK;
}

/* Growing motions of the whole system; a value that several share is listed once. */
static JudderErr list_growth(StudyRun *run, const Futures *found) {
    const SystemPrepared *s = run->prepared;
    double *V = malloc((size_t)s->motion.n * sizeof *V), last = NAN;
    JudderErr err = V ? JUDDER_OK : error_memory();
    for (int i = 0; i < found->count && err == JUDDER_OK; i++) {
        const FutureMode *mode = &found->at[i];
        const double lambda = sqrt(mode->z);
        for (int k = 0; k < s->motion.n; k++) V[k] = mode->V[k] * s->unit[k];
        if (!(fabs(lambda - last) <= 1e-9 * lambda)) err = answer_add_growth(&run->answer->growth, lambda);
        last = lambda;
        if (err == JUDDER_OK)
            err = system_add_mode(run, &(SystemMode){MODE_GROWS, lambda, mode->residual, V, mode->future});
    }
    free(V);
    return err;
}

static void tell_growth(StudyRun *run, const Futures *found, const char *at, AtOnce at_once) {
    if (at_once != AT_ONCE_YES && found->count)
        stability_tell(run, found->at[0].z > 0 ? "%s it grows like exp(%.9g t)" : "%s it is neutral", at,
                       sqrt(found->at[0].z));
    else if (found->complete && at_once == AT_ONCE_NO)
        stability_tell_no_growth(run, at);
    else if (at_once != AT_ONCE_YES)
        stability_tell(run, "%s no growth was found", at);
    system_tell_at_once(run, at_once, at);
}

JudderErr system_growth(StudyRun *run, const double *mu) {
    const SystemPrepared *s = run->prepared;
    Futures found;
    TRY(futures_growth(&s->motion, mu, &found));
    JudderErr err = list_growth(run, &found);
    AtOnce at_once = AT_ONCE_UNDECIDED;
    if (err == JUDDER_OK) err = exact_at_once(&s->given, mu, found.complete, &at_once);
    run->answer->growth.method = GROWTH_ENUMERATION;
    system_set_at_once(&run->answer->growth, at_once, found.complete);
    const StabilityMu at = system_at_mu(s, mu);
    tell_growth(run, &found, at.text, at_once);
    if (err == JUDDER_OK) err = stability_growth_open(run, &found, at.text);
    futures_release(&found);
    return err;
}

JudderErr system_rates(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    CondensedMotion condensed;
    Futures found = {0};
    TRY(condensed_motion_create(s->condenser, 0, &condensed));
    JudderErr err = futures_rates(&condensed.motion, s->mu, &found);
    if (err == JUDDER_OK) err = list_condensed(run, &found, MODE_RESPONSE);
    /* Rounded numbers show some responses, and do not count them. */
    const StabilityMu at = stability_at_mu(s->count, s->mu);
    if (found.continuum)
        stability_tell(run, "%sa continuum of responses to the load, up to rounding (not proved)", at.text);
    else
        stability_tell(run, "%s%d response%s to the load found, maybe not all", at.text, found.count,
                       found.count == 1 ? "" : "s");
    futures_release(&found);
    condensed_motion_release(&condensed);
    return err;
}

JudderErr system_neutral(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    CondensedMotion condensed;
    Futures found = {0};
    TRY(condensed_motion_create(s->condenser, 0, &condensed));
    JudderErr err = futures_neutral(&condensed.motion, s->mu, &found);
    if (err == JUDDER_OK) {
        /* What rounded numbers show is the vector of a motion, or that none was found: no proof. */
        AnswerClass *R0 = &run->answer->classes[CLASS_R0];
        R0->asked = R0->judged = true;
        for (int i = 0; i < condensed.motion.n && found.count; i++) found.at[0].V[i] *= s->rows[i / 2];
        if (found.count) err = answer_set_vector(R0, found.at[0].V, (size_t)condensed.motion.n);
        stability_tell(run, "%s%s", stability_at_mu(s->count, s->mu).text,
                       found.count
                           ? "a motion without growth may begin by itself, up to rounding (not proved)"
                           : stability_class_meaning(CLASS_R0, ANSWER_UNKNOWN));
    }
    futures_release(&found);
    condensed_motion_release(&condensed);
    return err;
}
